import AugerCharts
import AugerColumns

/// The page with the rows behind an item or a mark, one part of a long table at a time. It needs no script.
package struct ServedRows: Sendable {
  /// Maximum number of rows on a page.
  package static let mostRows = 100

  package var title: String
  /// The conditions that the rows meet. Empty if none exist.
  package var conditions: String
  /// The rows up to the end of the page.
  package var table: Table
  /// The number of all rows.
  package var count: Int
  /// The number of the page, from 1.
  package var part: Int
  /// The dashboard in the same state.
  package var back: (label: String, address: String)
  /// The same rows in other formats.
  package var downloads: [(label: String, address: String)]

  package init(
    title: String, conditions: String, table: Table, count: Int, part: Int, back: (label: String, address: String),
    downloads: [(label: String, address: String)]
  ) {
    self.title = title
    self.conditions = conditions
    self.table = table
    self.count = count
    self.part = part
    self.back = back
    self.downloads = downloads
  }

  private var shown: Range<Int> {
    let first = min(min(max(1, part) - 1, table.rowCount) * Self.mostRows, table.rowCount)
    return first..<min(table.rowCount, first + Self.mostRows)
  }

  /// Returns the page with a final newline.
  ///
  /// - Parameter address: The URL of another page of the rows, by its number.
  package func data(_ texts: PageTexts, styles: PageStyles, address: (Int) -> String) -> [UInt8] {
    let heading = texts.text(.rowsBehind, ["title": title])
    return ServedPage.below(back, title: heading, note: conditions, class: "rows", texts, styles) { out in
      out.raw("<p class=\"d\">")
      ServedPage.write(downloads, of: heading, texts, to: &out)
      out.raw("</p>\n")
      if count == 0 {
        out.raw("<p>")
        out.escaped(texts[.noSuchRows])
        out.raw("</p>\n")
      } else {
        write(texts, to: &out)
        pages(texts, address, to: &out)
      }
    }
  }

  private func write(_ texts: PageTexts, to out: inout SVGBytes) {
    out.raw("<div class=\"t\" tabindex=\"0\" role=\"group\"")
    out.attribute("aria-label", texts.text(.tableOf, ["title": title]))
    out.raw("><table><caption>")
    out.escaped(
      shown.count == count
        ? texts.text(.tableCaption, count: count, ["title": title])
        : texts.text(
          .tablePartCaption, count: count,
          ["title": title, "first": "\(shown.lowerBound + 1)", "last": "\(shown.upperBound)"]))
    out.raw("</caption>\n<thead><tr>")
    for (name, column) in zip(table.schema.names, table.columns) {
      out.raw(column.type.isNumeric ? "<th scope=\"col\">" : "<th scope=\"col\" class=\"x\">")
      out.escaped(name.isEmpty ? "–" : name)
      out.raw("</th>")
    }
    out.raw("</tr></thead>\n<tbody>\n")
    for row in shown {
      out.raw("<tr>")
      for column in table.columns {
        out.raw(column.type.isNumeric ? "<td>" : "<td class=\"x\">")
        if !column.isNull(row) { out.escaped(column.text(row)) }
        out.raw("</td>")
      }
      out.raw("</tr>\n")
    }
    out.raw("</tbody></table></div>\n")
  }

  /// Writes links to the first, the neighboring and the last page.
  private func pages(_ texts: PageTexts, _ address: (Int) -> String, to out: inout SVGBytes) {
    let last = (count + Self.mostRows - 1) / Self.mostRows
    guard last > 1 else { return }
    var numbers = Set([1, part - 1, part, part + 1, last])
    numbers.formIntersection(1...last)
    out.raw("<nav class=\"n\"")
    out.attribute("aria-label", texts.text(.rowsOf, ["title": title]))
    out.raw(">")
    for number in numbers.sorted() {
      if number == part {
        out.raw("<a aria-current=\"true\">")
      } else {
        out.raw("<a")
        out.attribute("href", address(number))
        out.raw(">")
      }
      let ends = ((number - 1) * Self.mostRows + 1, min(count, number * Self.mostRows))
      out.escaped(texts.text(.rowRange, ["first": "\(ends.0)", "last": "\(ends.1)"]))
      out.raw("</a> ")
    }
    out.raw("</nav>\n")
  }
}
