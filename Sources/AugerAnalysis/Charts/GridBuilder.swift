import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

/// Converts the query result of a data grid into its model, with the rows in result order.
package struct GridBuilder: Sendable {
  package var definition: DataGridDefinition
  package var locale: ChartLocale

  package init(_ definition: DataGridDefinition, locale: ChartLocale = ChartLocale()) {
    self.definition = definition
    self.locale = locale
  }

  /// Returns the grid of a table.
  ///
  /// Throws `DiagnosticError` with all expressions that do not fit the table.
  ///
  /// - Parameter cells: The chart data of each row, for each column of the definition whose cells are charts. Empty for
  ///   other columns. Rows after `mostCharts` have no chart, with a warning.
  package func model(from table: Table, cells: [[Table?]] = [], receipt: Receipt) throws -> ChartModel {
    var warnings = table.warnings
    var problems: [Diagnostic] = []
    var columns: [ChartTable.Column] = []
    for (number, column) in definition.columns.enumerated() {
      do {
        if case .chart(let name) = column.kind {
          let data = number < cells.count ? cells[number] : []
          columns.append(try charts(name, column, table, data, &warnings))
        } else {
          columns.append(try values(column, table, &warnings))
        }
      } catch let error as DiagnosticError {
        problems += error.diagnostics
      }
    }
    if !problems.isEmpty { throw DiagnosticError(problems) }
    if table.rowCount == 0 {
      warnings.add(Warning(.dataTableEmpty, "query '\(definition.query)' has no rows; the grid is empty"))
    }
    let heading = columns.first { $0.isHeader } ?? columns.first
    let numbers = columns.first { $0.cells.type.isNumeric }
    var model = ChartModel(
      name: definition.name, title: definition.title, type: .dataGrid,
      levels: [
        CategoryLevel(
          column: heading?.title ?? "", values: heading?.cells ?? Column([String]()), labels: heading?.texts)
      ],
      dimensions: [
        ValueDimension(
          title: numbers?.title ?? "", format: numbers?.format,
          cells: try numbers?.cells ?? Column(.int64, repeating: .null, count: heading?.cells.count ?? 0))
      ],
      table: ChartTable(columns: columns), receipt: receipt, locale: locale)
    try model.validate()
    for warning in model.advice() { warnings.add(warning) }
    model.warnings = warnings.items
    return model
  }

  /// Returns the values of a grid without charts as a table for files, equal to `tabulated()` of its model. Skips the
  /// creation of display strings. Nil if a column has charts.
  package func values(from table: Table) throws -> Table? {
    var warnings = table.warnings
    var columns: [(name: String, cells: Column)] = []
    for column in definition.columns {
      guard case .chart = column.kind else {
        columns.append((Self.title(of: column), try cells(of: column, table, &warnings)))
        continue
      }
      return nil
    }
    return Table(Schema(columns.map { Field($0.name, $0.cells.type) }), columns.map(\.cells), warnings: warnings)
  }

  /// Returns the rows in the order that the user chose. `category` sorts by the first column and `value` by the first
  /// column of numbers; a column has the key `value` with its title. Throws `valueNotPresent` for an unknown column.
  package func sorted(_ table: Table, by sort: SortState?) throws -> Table {
    guard let sort, sort.key != .series else { return table }
    let columns = definition.columns.filter { if case .chart = $0.kind { false } else { true } }
    let titles = columns.map(Self.title)
    var warnings = Warnings()
    var column: Column?
    switch sort.key {
    case .seriesValue(let title):
      guard let index = titles.firstIndex(where: { Name($0) == Name(title.description) }) else {
        throw DiagnosticError(
          Diagnostic(
            .valueNotPresent, "grid '\(definition.name)' has no column '\(title)' to sort by",
            hint: DidYouMean.hint(for: title.description, among: titles, listing: "columns")))
      }
      column = try cells(of: columns[index], table, &warnings)
    case .category: column = try columns.first.map { try cells(of: $0, table, &warnings) }
    case .value:
      column = try columns.lazy.map { try cells(of: $0, table, &warnings) }.first { $0.type.isNumeric }
    case .series: break
    }
    guard let column else { return table }
    let order = SortOrder(column, isDescending: sort.isDescending)
    return table.gathered(SortOrder.rows(by: [order], rowCount: table.rowCount, limit: sort.top))
  }

  /// Maximum number of rows whose charts are computed.
  package static let mostCharts = 200

  /// Returns a small chart for each row. Empty if the data are a column of the table instead of a query.
  private func charts(
    _ name: String, _ column: DataGridColumn, _ table: Table, _ data: [Table?], _ warnings: inout Warnings
  ) throws -> ChartTable.Column {
    let chart = definition.charts.first(named: name)
    var charts: [ChartModel?] = []
    for cell in data {
      guard let chart, let cell else {
        charts.append(nil)
        continue
      }
      let model = try ChartBuilder(chart, locale: locale).model(from: cell, receipt: Receipt())
      for warning in model.warnings { warnings.add(warning) }
      charts.append(model)
    }
    if charts.count < table.rowCount {
      warnings.add(
        Warning(
          .gridColumnNotShown,
          "rows have no chart '\(name)': the query '\(definition.query).\(column.value)' gives the data of each of the "
            + "first \(Self.mostCharts) rows", count: table.rowCount - charts.count))
      charts += [ChartModel?](repeating: nil, count: table.rowCount - charts.count)
    }
    var shown = ChartTable.Column(
      title: Self.title(of: column), isHeader: column.isHeader,
      cells: Column([String?](repeating: nil, count: table.rowCount)),
      texts: [String](repeating: "", count: table.rowCount))
    shown.charts = charts
    return shown
  }

  /// Returns the color name of each row. Invalid names become nil with a warning.
  private func colors(
    _ expression: Expression, _ table: Table, _ warnings: inout Warnings
  ) throws -> [String?] {
    let scope = ExpressionScope(schema: table.schema)
    let bound = try BoundExpression.bind(expression, in: scope, ofQuery: definition.query)
    let names = try bound.evaluate(
      table.columns.map(Optional.some), rowCount: table.rowCount, firstRow: 0, warnings: &warnings)
    return Theme.Color.names(of: names, &warnings)
  }

  private static func title(of column: DataGridColumn) -> String {
    column.header.isEmpty ? column.value.description : column.header
  }

  private func cells(of column: DataGridColumn, _ table: Table, _ warnings: inout Warnings) throws -> Column {
    let scope = ExpressionScope(schema: table.schema)
    let bound = try BoundExpression.bind(column.value, in: scope, ofQuery: definition.query)
    return try bound.evaluate(
      table.columns.map(Optional.some), rowCount: table.rowCount, firstRow: 0, warnings: &warnings)
  }

  private func values(
    _ column: DataGridColumn, _ table: Table, _ warnings: inout Warnings
  ) throws -> ChartTable.Column {
    let cells = try cells(of: column, table, &warnings)
    var shown = ChartTable.Column(
      title: Self.title(of: column), isHeader: column.isHeader, cells: cells,
      texts: ValueFormatter(column.format, locale: locale, role: .value).keepingSmall.texts(cells, warnings: &warnings),
      format: column.format)
    shown.colors = try column.color.map { try colors($0, table, &warnings) }
    return shown
  }
}

extension Diagnostic.Code {
  package static let gridColumnNotShown = Self("gridColumnNotShown")
}
