import AugerCharts

/// The selection in a chart with `CrossFilter`, as a chip that removes it.
package struct ServedSelection: Sendable {
  /// The title of the chart.
  package var title: String
  /// The selected columns with their values: Region, "Europe, Asia" or "4 of 12".
  package var parts: [(column: String, values: String)]
  /// The URL of the state without the selection.
  package var removal: String

  package init(title: String, parts: [(column: String, values: String)], removal: String) {
    self.title = title
    self.parts = parts
    self.removal = removal
  }
}

extension ServedPage {
  /// Writes a chip for each selection that filters other charts.
  func writeSelections(to out: inout SVGBytes) {
    for selection in selections {
      out.raw("<div class=\"chip cross\"><span")
      out.attribute("title", html.texts.text(.selectedIn, ["title": selection.title]))
      out.raw("><span class=\"v\">")
      out.escaped(html.texts.text(.selectedIn, ["title": selection.title]))
      out.raw(": </span>")
      for (index, part) in selection.parts.enumerated() {
        if index > 0 { out.raw(" · ") }
        out.escaped(part.column)
        out.raw(" <b>")
        out.escaped(part.values)
        out.raw("</b>")
      }
      out.raw("</span><a class=\"clear\"")
      out.attribute("href", selection.removal)
      out.attribute("aria-label", html.texts.text(.removeSelection, ["title": selection.title]))
      out.raw(">×</a></div>\n")
    }
  }
}
