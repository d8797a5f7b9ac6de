import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

extension ChartBuilder {
  /// The chart of how many rows have a value in each bin.
  ///
  /// The bins are made of all rows, so that series can be compared. Each row is given the number of its bin, and the
  /// rows of each bin and series are counted as those of any chart are.
  func histogram(_ level: LevelTable, _ receipt: Receipt, _ control: RunControl) throws -> ChartModel {
    let folding = LevelFolding(
      definition: definition, variables: variables, executor: TableQueryExecutor(workers: workers), control: control)
    let keys = definition.series.map { [$0.column] } ?? []
    let rows = try folding.rows(level, keys, state.whatIf)
    let numbers = rows.values[0].scalars.map { $0.doubleValue ?? .nan }
    let bins = HistogramBins(numbers, count: definition.binCount, areWhole: rows.values[0].type == .int64)
    let numbered = Column(numbers.map { bins.index(of: $0).map { Int64($0) } })
    let kept = numbers.indices.filter { !numbered.isNull($0) }.map { Int32(truncatingIfNeeded: $0) }
    // The bins come first: a series that is called as they are would be another column.
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
      ValueDefinition(expression: try Expression.parse("count()"), title: "Rows", format: .rounded(0))
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

  /// The bins as categories, and zero where a bin has no rows: they were counted.
  private func finish(_ model: inout ChartModel, _ bins: HistogramBins, _ level: LevelTable) throws {
    let value = definition.values[0]
    let axis = definition.category
    let title = axis.title.isEmpty ? (value.title.isEmpty ? value.expression.description : value.title) : axis.title
    let lower = Column(Array(bins.edges.dropLast()))
    let upper = Column(Array(bins.edges.dropFirst()))
    let format = axis.format ?? value.format
    var warnings = Warnings()
    // A bin has two ends that differ, whatever decimals the author's format has.
    let texts = ValueFormatter(format ?? .rounded(bins.digits), locale: locale, role: .category)
      .telling(apart: bins.digits)
    // A bin of whole numbers is named by its first and its last.
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
  /// Digits after the point that tell the edges apart.
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
  /// Rows that a histogram leaves out.
  package static let valueNotBinned = Self("valueNotBinned")
  /// A category column of a chart whose categories are computed.
  package static let categoryNotUsed = Self("categoryNotUsed")
}
