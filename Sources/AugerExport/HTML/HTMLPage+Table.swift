import AugerCharts
import AugerColumns
import AugerDiagnostics

extension HTMLPage {
  /// Writes the text of a custom item: a paragraph for each line.
  private func paragraphs(_ text: String, to out: inout SVGBytes) {
    for line in text.split(separator: "\n") {
      out.raw("<p>")
      out.escaped(String(line))
      out.raw("</p>\n")
    }
  }

  /// Writes the collapsed table of a chart: formatted values, and exact values if they differ.
  func table(_ figure: DashboardHTML.Figure, _ title: String, to out: inout SVGBytes) {
    let model = figure.model
    if let content = model.content, content.kind == .text { return paragraphs(content.text, to: &out) }
    let cells = TableCells(model)
    let count = cells.rowCount
    let rows = shownRows(figure, of: count)
    out.raw("<details")
    // The menu of a card opens its table.
    if page.served != nil { out.raw(" class=\"fold") }
    if page.served != nil { out.raw(figure.isTable ? " flat\"" : "\"") }
    out.raw(figure.isTable || rows.lowerBound > 0 ? " open=\"open\">" : ">")
    out.raw("<summary>")
    out.escaped(page.texts[.table])
    out.raw("<span class=\"v\"> ")
    out.escaped(page.texts.text(.ofTitle, ["title": title]))
    out.raw("</span></summary>\n")
    if !figure.picks.isEmpty, !cells.hasCategoryRows {
      // Its rows are not categories, so write the links before them.
      out.raw("<ul class=\"n\">")
      for link in figure.picks {
        out.raw("<li>")
        write(link, to: &out)
        out.raw("</li>")
      }
      out.raw("</ul>\n")
    }
    out.raw("<div class=\"t\"")
    if page.served != nil { out.attribute("id", "t\(figure.item)") }
    out.raw(" tabindex=\"0\" role=\"group\"")
    out.attribute("aria-label", page.texts.text(.tableOf, ["title": title]))
    out.raw("><table><caption>")
    let ends = (first: "\(rows.lowerBound + 1)", last: "\(rows.upperBound)")
    out.escaped(
      rows.count == count
        ? page.texts.text(.tableCaption, count: count, ["title": title])
        : page.texts.text(.tablePartCaption, count: count, ["title": title, "first": ends.first, "last": ends.last]))
    out.raw("</caption>\n<thead><tr>")
    for (index, column) in cells.columns.enumerated() { head(index, column, cells, figure, to: &out) }
    out.raw("</tr></thead>\n<tbody>\n")
    for row in rows {
      if cells.hasCategoryRows, figure.literals.categories.indices.contains(row) {
        out.raw("<tr")
        out.attribute("data-v", figure.literals.categories[row])
        out.raw(">")
      } else {
        out.raw("<tr>")
      }
      for (index, column) in cells.columns.enumerated() { cell(row, index, column, cells, figure, to: &out) }
      out.raw("</tr>\n")
    }
    out.raw("</tbody></table></div>")
    pages(figure, title, of: count, to: &out)
    out.raw("</details>\n")
  }

  /// Writes the head of a column. Its title is a link that sorts by the column, or a drill link next to one.
  private func head(
    _ index: Int, _ column: TableCells.Column, _ cells: TableCells, _ figure: DashboardHTML.Figure,
    to out: inout SVGBytes
  ) {
    let first = figure.model.table == nil ? cells.headers - 1 : 0
    let sort = figure.sorts.indices.contains(index - first) ? figure.sorts[index - first] : nil
    out.raw(column.isNumeric && index >= cells.headers ? "<th scope=\"col\"" : "<th scope=\"col\" class=\"x\"")
    if let series = column.series, figure.literals.series.indices.contains(series) {
      out.attribute("data-v", figure.literals.series[series])
    }
    if let isDescending = sort?.isDescending {
      out.attribute("aria-sort", isDescending ? "descending" : "ascending")
    }
    out.raw(">")
    let title = column.title.isEmpty ? "–" : column.title
    let link = column.series.flatMap { figure.series.indices.contains($0) ? figure.series[$0] : nil }
    if var link {
      link.label = column.title
      write(link, to: &out)
    }
    if let sort {
      out.raw("<a class=\"sort\"")
      out.attribute("href", sort.address)
      // The sign is in the styles, because scripts read the text of the head.
      if link != nil { out.attribute("aria-label", page.texts.text(.sortBy, ["column": title])) }
      out.raw(">")
    }
    if link == nil { out.escaped(title) }
    if sort != nil { out.raw("</a>") }
    out.raw("</th>")
  }

  /// Returns the visible rows: all of them, or one part of a long table on a served page.
  private func shownRows(_ figure: DashboardHTML.Figure, of count: Int) -> Range<Int> {
    guard page.served != nil, count > TableCells.mostRows else { return 0..<count }
    let last = (count - 1) / TableCells.mostRows
    let number = min(max((figure.tablePage ?? 1) - 1, 0), last)
    return number * TableCells.mostRows..<min(count, (number + 1) * TableCells.mostRows)
  }

  /// Writes links to the other parts of a long table.
  private func pages(
    _ figure: DashboardHTML.Figure, _ title: String, of count: Int, to out: inout SVGBytes
  ) {
    guard page.served != nil, count > TableCells.mostRows else { return }
    let last = (count - 1) / TableCells.mostRows
    let number = shownRows(figure, of: count).lowerBound / TableCells.mostRows
    var shown = Set([0, number - 1, number, number + 1, last])
    shown.formIntersection(0...last)
    out.raw("<nav class=\"n\"")
    out.attribute("aria-label", page.texts.text(.rowsOf, ["title": title]))
    out.raw(">")
    for other in shown.sorted() {
      let (first, last) = (other * TableCells.mostRows + 1, min(count, (other + 1) * TableCells.mostRows))
      let label = page.texts.text(.rowRange, ["first": "\(first)", "last": "\(last)"])
      if other == number {
        out.raw("<a aria-current=\"true\">")
      } else {
        out.raw("<a")
        out.attribute("href", address(ofRows: other + 1, of: page.items[figure.item].name))
        out.raw(">")
      }
      out.escaped(label)
      out.raw("</a> ")
    }
    out.raw("</nav>\n")
  }

  /// Returns the URL of the state with another part of an item's table.
  private func address(ofRows number: Int, of item: String) -> String {
    guard let served = page.served else { return "" }
    let key = "_rows.\(PercentEncoding.encoded(item))="
    let options = served.options.split(separator: "&").filter { !$0.hasPrefix(key) }.map(String.init)
    let all = [page.states.first?.address ?? ""] + options + (number > 1 ? ["\(key)\(number)"] : [])
    let query = all.filter { !$0.isEmpty }.joined(separator: "&")
    return query.isEmpty ? served.path : "\(served.path)?\(query)"
  }

  private func cell(
    _ row: Int, _ index: Int, _ column: TableCells.Column, _ cells: TableCells, _ figure: DashboardHTML.Figure,
    to out: inout SVGBytes
  ) {
    let isHeader = index < cells.headers
    out.raw(isHeader ? "<th scope=\"row\">" : column.isNumeric ? "<td>" : "<td class=\"x\">")
    let text = column.texts.map { $0[row] } ?? column.exact(row)
    let exact = column.exact(row)
    if isHeader, index == cells.headers - 1, cells.hasCategoryRows, figure.categories.indices.contains(row),
      var link = figure.categories[row]
    {
      link.label = text
      write(link, to: &out)
    } else if Name(text) == Name(exact) || (column.isNumeric && Self.digits(text) == Self.digits(exact)) {
      out.escaped(text)
    } else {
      out.raw("<data")
      out.attribute("value", exact)
      out.raw(">")
      out.escaped(text)
      out.raw("</data>")
    }
    if isHeader, index == cells.headers - 1, cells.hasCategoryRows, figure.rowAddresses.indices.contains(row),
      let address = figure.rowAddresses[row]
    {
      out.raw(" <a class=\"behind\"")
      out.attribute("href", address)
      out.attribute("aria-label", page.texts.text(.underlyingRows, ["title": text]))
      // The sign is in the styles, because scripts read the text of the cell.
      out.raw("></a>")
    }
    out.raw(isHeader ? "</th>" : "</td>")
  }
}

extension HTMLPage {
  /// Returns the digits of a number without leading and trailing zeros. A formatted number with the digits of the exact
  /// one is not rounded.
  private static func digits(_ text: String) -> ArraySlice<UInt8> {
    let digits = text.utf8.filter { (0x30...0x39).contains($0) }
    guard let first = digits.firstIndex(where: { $0 != 0x30 }), let last = digits.lastIndex(where: { $0 != 0x30 })
    else { return [] }
    return digits[first...last]
  }
}

/// A chart's table with the labels of the chart.
package struct TableCells {
  /// Maximum number of rows. Longer tables are split into parts on a served page.
  static let mostRows = 200

  package struct Column {
    package var title: String
    package var cells: AugerColumns.Column
    /// Nil if the unformatted values are shown.
    package var texts: [String]?
    /// The series of the values; nil for other columns.
    var series: Int?

    package var isNumeric: Bool { cells.type.isNumeric }

    /// Returns the exact value. Empty for null.
    package func exact(_ row: Int) -> String { cells.isNull(row) ? "" : cells.text(row) }
  }

  package private(set) var columns: [Column]
  /// The number of columns at the beginning that name the rows.
  package private(set) var headers: Int
  package let rowCount: Int
  /// True if each row is a category of the finest level.
  private(set) var hasCategoryRows = false

  package init(_ model: ChartModel) {
    let table = model.tabulated()
    rowCount = table.rowCount
    columns = zip(table.schema.names, table.columns).map { Column(title: $0, cells: $1) }
    headers = 1
    if model.diagram != nil, !columns.isEmpty { columns[0].title = model.locale.texts[.node] }
    guard model.multiples.isEmpty, model.graph == nil, model.items == nil else { return }
    if let grid = model.table {
      headers = grid.columns.prefix { $0.isHeader }.count
      for index in columns.indices { columns[index].texts = grid.columns[index].texts }
      return
    }
    let values = model.dimensions.count * model.series.count
    headers = max(0, columns.count - values)
    hasCategoryRows = model.visibleLevel == 0
    if headers > 0 { columns[headers - 1].texts = model.levels[model.visibleLevel].shownLabels }
    for dimension in model.dimensions.indices {
      let texts = model.textsInView(dimension: dimension)
      for series in model.series.indices {
        let index = headers + dimension * model.series.count + series
        columns[index].texts = Array(texts[series * rowCount..<(series + 1) * rowCount])
        if model.seriesColumn != nil { columns[index].series = series }
      }
    }
  }
}
