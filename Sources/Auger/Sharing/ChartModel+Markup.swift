import AugerCharts
import AugerDiagnostics

extension ChartModel {
  /// Returns the chart with marks for a reader: texts, arrows, lines, ellipses and freehand lines.
  ///
  /// Positions are fractions of the width and height of the chart below its title, from the upper left corner.
  ///
  /// ```swift
  /// let shared = try chart.adding(markup: "arrow 0.2,0.3 0.5,0.6 color=red: Peak", "text 0.1,0.1: Preliminary")
  /// try shared.write(to: URL(filePath: "sales.eml"))
  /// ```
  ///
  /// - Parameter markup: `text X,Y: TEXT`, `arrow X,Y X,Y`, `line X,Y X,Y`, `circle X,Y X,Y` or `draw X,Y X,Y ...`.
  ///   Each can have `color=NAME` and a text after `: `.
  /// - Throws: `markupSyntax`.
  public func adding(markup: String...) throws(AugerError) -> ChartModel {
    do { return try adding(markup.map { form throws(DiagnosticError) in try ChartMarkup(form) }) } catch {
      throw AugerError(error)
    }
  }

  /// Throws `markupSyntax` for too many marks.
  package func adding(_ marks: [ChartMarkup]) throws(DiagnosticError) -> ChartModel {
    guard markup.count + marks.count <= ChartMarkup.most else {
      throw DiagnosticError(
        Diagnostic(
          .markupSyntax, "a chart has at most \(ChartMarkup.most) marks", hint: "Remove marks, or join their texts."))
    }
    var model = self
    model.markup += marks
    return model
  }
}
