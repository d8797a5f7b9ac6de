import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

extension ChartBuilder {
  /// Returns the chart of the number of rows with a value in each bin.
  ///
  /// The bins are computed from all rows, so that series can be compared. The number of its bin is added to each row,
  /// and the rows of each bin and series are counted like those of any chart.
  func histogram(_ level: LevelTable, _ receipt: Receipt, _ control: RunControl) throws -> ChartModel {
    let folding = LevelFolding(
      definition: definition, variables: variables, executor: TableQueryExecutor(workers: workers), control: control)
    let keys = definition.series.map { [$0.column] } ?? []
    let rows = try folding.rows(level, keys, state.whatIf)
    let numbers = rows.values[0].scalars.map { $0.doubleValue ?? .nan }
    let bins = HistogramBins(numbers, count: definition.binCount, areWhole: rows.values[0].type == .int64)
    let numbered = Column(numbers.map { bins.index(of: $0).map { Int64($0) } })
    let kept = numbers.indices.filter { !numbered.isNull($0) }.map { Int32(truncatingIfNeeded: $0) }
    // Avoid the name of the series column: the bins are a separate column.
    let name = "bin of " + (definition.series?.column ?? "")
    var table = Table(
      Schema([Field(name, .int64)] + keys.map { Field($0, rows.table[$0]?.type ?? .string) }),
      [numbered] + keys.compactMap { rows.table[$0] }, rowCount: numbers.count, warnings: rows.table.warnings)
    table = table.gathered(kept)
    if kept.count < numbers.count {
      table.warnings.add(
        Warning(.valueNotBinned, "rows without a number are in no bin", count: numbers.count - kept.count))
    }
    var counted = LevelTable(AxisDefinition(column: name), query: level.query, table)
    counted.calendar = LevelTable.Calendar(
      grain: .year, keys: [Column((0..<bins.count).map { Int64($0) })], fillsGaps: true)
    var builder = self
    builder.definition.type = .column
    builder.definition.category = counted.category
    builder.definition.values = [
      ValueDefinition(expression: try Expression.parse("count()"), title: locale.texts[.rows], format: .rounded(0))
    ]
    builder.definition.sort = nil
    builder.definition.categoryLimit = nil
    builder.state.sort = nil
    builder.state.whatIf = []
    builder.state.selection.categories = []
    builder.state.selection.paths = []
    builder.state.highlighted = nil
    var model = try builder.model(from: [counted], receipt: receipt, control)
    try finish(&model, bins, level)
    return model
  }

  /// Sets the bins as categories. A bin without rows is zero, because its rows were counted.
  private func finish(_ model: inout ChartModel, _ bins: HistogramBins, _ level: LevelTable) throws {
    let value = definition.values[0]
    let axis = definition.category
    let title = axis.title.isEmpty ? (value.title.isEmpty ? value.expression.description : value.title) : axis.title
    let lower = Column(Array(bins.edges.dropLast()))
    let upper = Column(Array(bins.edges.dropFirst()))
    let format = axis.format ?? value.format
    var warnings = Warnings()
    // The two edges of a bin must differ in print, regardless of the decimals in the author's format.
    let texts = ValueFormatter(format ?? .rounded(bins.digits), locale: locale, role: .category)
      .telling(apart: bins.digits)
    // A bin of whole numbers is labeled with its first and last number.
    let last = bins.lastNumbers.map { Column($0) } ?? upper
    let labels = zip(texts.texts(lower, warnings: &warnings), texts.texts(last, warnings: &warnings))
      .map { $0 == $1 ? $0 : "\($0) – \($1)" }
    model.type = .histogram
    model.levels = [
      CategoryLevel(column: value.expression.description, title: title, values: lower, labels: labels, format: format)
    ]
    model.levels[0].upperEdges = upper
    for index in model.dimensions.indices {
      let cells = model.dimensions[index].cells.scalars.map { $0.isNull ? Scalar.int(0) : $0 }
      model.dimensions[index].cells = try Column(.int64, cells)
    }
    model.warnings += warnings.items
    if !axis.column.isEmpty {
      model.warnings.append(
        Warning(.categoryNotUsed, "a histogram's categories are its bins; column '\(axis.column)' is not used"))
    }
    try model.validate()
  }
}

extension HistogramBins {
  /// The number of decimals needed to distinguish the edges.
  fileprivate var digits: Int {
    guard count > 0 else { return 0 }
    let width = zip(edges, edges.dropFirst()).map { $1 - $0 }.min() ?? 1
    if edges.allSatisfy({ $0 == $0.rounded() }) { return 0 }
    var digits = 0
    var unit = 1.0
    while digits < 9, width < 10 * unit {
      digits += 1
      unit /= 10
    }
    return digits
  }
}

extension Diagnostic.Code {
  /// Rows that a histogram omits.
  package static let valueNotBinned = Self("valueNotBinned")
  /// A category column of a chart with computed categories.
  package static let categoryNotUsed = Self("categoryNotUsed")
}
