import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

/// Turns the result of a data grid's query into its model: a row for each row, in the order of the result.
public struct GridBuilder: Sendable {
  public var definition: DataGridDefinition
  public var locale: ChartLocale

  public init(_ definition: DataGridDefinition, locale: ChartLocale = ChartLocale()) {
    self.definition = definition
    self.locale = locale
  }

  /// The grid of a table.
  ///
  /// Throws `DiagnosticError` for expressions that do not fit the table, all of them at once.
  public func model(from table: Table, receipt: Receipt) throws -> ChartModel {
    var warnings = table.warnings
    var problems: [Diagnostic] = []
    var columns: [ChartTable.Column] = []
    for column in definition.columns {
      switch column.kind {
      case .chart(let name):
        warnings.add(Warning(.gridColumnNotShown, "the charts '\(name)' inside of cells are not drawn by this version"))
        continue
      case .variance where column.color != nil:
        warnings.add(Warning(.gridColumnNotShown, "the colours of variance columns are not shown by this version"))
      case .data, .variance: break
      }
      do {
        columns.append(try cells(column, table, &warnings))
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

  private func cells(
    _ column: DataGridColumn, _ table: Table, _ warnings: inout Warnings
  ) throws -> ChartTable.Column {
    let bound = try BoundExpression.bind(column.value, in: ExpressionScope(schema: table.schema))
    let cells = try bound.evaluate(
      table.columns.map(Optional.some), rowCount: table.rowCount, firstRow: 0, warnings: &warnings)
    return ChartTable.Column(
      title: column.header.isEmpty ? column.value.description : column.header, isHeader: column.isHeader, cells: cells,
      texts: ValueFormatter(column.format, locale: locale, role: .value).texts(cells, warnings: &warnings),
      format: column.format)
  }
}

extension Diagnostic.Code {
  public static let gridColumnNotShown = Self("gridColumnNotShown")
}
