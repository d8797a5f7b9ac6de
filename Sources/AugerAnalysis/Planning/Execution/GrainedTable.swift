import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

/// A table whose dates are grouped into categories by their grains: year, quarter, month, ...
///
/// Every level is computed from the rows of the one table, so that a year is the sum of its days. Categories are in
/// chronological order. With `fillsGaps`, they include periods without rows, whose values are null.
struct GrainedTable {
  private let table: Table
  private let chart: ParsedChart
  private let definition: GrainDefinition
  private let query: String

  init(_ table: Table, chart: ParsedChart, grains: GrainDefinition, query: String) {
    self.table = table
    self.chart = chart
    definition = grains
    self.query = query
  }

  /// Returns a table for each level from the coarsest to the current one. Its keys are computed from the dates on
  /// demand.
  func levels(
    zoomedTo count: Int, _ sums: KeptSums, _ executor: TableQueryExecutor, _ control: RunControl
  ) throws -> [LevelTable] {
    let grains = Array(definition.grains.prefix(count))
    guard let index = table.schema.index(of: chart.category.column) else {
      throw DiagnosticError(
        Diagnostic(
          .dataMissingColumn, "the result of query '\(query)' has no column '\(chart.category.column)'",
          at: chart.category.place,
          hint: DidYouMean.hint(for: chart.category.column, among: table.schema.names, listing: "columns")))
    }
    var dates = table.columns[index]
    // A column of nulls has no known type.
    if dates.nullCount == dates.count { dates = try Column(.date, repeating: .null, count: dates.count) }
    guard dates.type.isTemporal else {
      throw DiagnosticError(
        Diagnostic(
          .grainsNeedDates, "column '\(chart.category.column)' is \(dates.type); Grains need a date or a timestamp",
          at: chart.category.place))
    }
    dates = zoned(dates)
    let names = grains.map(\.columnName)
    // A grain hides a column of its name. The dates remain available under a separate name.
    let kept = table.schema.fields.indices.filter { index in
      !names.contains(name: table.schema[index].name)
    }
    var date = "date"
    while table.schema.index(of: date) != nil || names.contains(date) { date += "'" }
    let shown = table.projected(kept)
    let dated = Table(
      Schema(shown.schema.fields + [Field(date, dates.type)]), shown.columns + [dates], rowCount: table.rowCount,
      properties: table.properties, warnings: table.warnings)
    let keys = try zip(names, grains).map { name, grain in
      try TableQuery.Named(name, grain.expression(of: "[\(date)]", in: definition))
    }
    let span = try span(dated, date, sums, executor, control)
    let calendar = try values(of: try days(span, hours: grains.contains(.hour)), grains)
    return grains.indices.map { level in
      var answer = LevelTable(
        AxisDefinition(column: names[level], title: grains[level].rawValue, format: format(grains[level])),
        query: query, dated)
      answer.derived = Array(keys.prefix(level + 1))
      answer.sums = sums
      answer.calendar = LevelTable.Calendar(
        grain: grains[level], keys: Array(calendar.prefix(level + 1)), fillsGaps: fillsGaps(grains[level]),
        gapsAreZero: definition.gapsAreZero)
      let end = span?.endAfterData(
        grains[level], of: definition.grains, fiscalYearStart: definition.fiscalYearStart)
      answer.calendar?.incomplete = span.flatMap { span in end.map { (span.covered, $0) } }
      return answer
    }
  }

  /// Returns true if periods without rows are shown. Days and hours are filled only on the author's request, because
  /// many data sets have no weekends and no nights.
  private func fillsGaps(_ grain: AugerMetadata.Grain) -> Bool {
    if let stated = definition.fillsGaps { return stated }
    if definition.gapsAreZero { return true }
    let isInOrderOfTime = chart.sort.map { $0.key == .category } ?? true
    return chart.type.has(.axes) && isInOrderOfTime && grain != .day && grain != .hour
  }

  /// Returns the format of the chart if the category is the date itself. The other grains are numbers.
  private func format(_ grain: AugerMetadata.Grain) -> ValueFormat? { grain == .day ? chart.category.format : nil }

  /// Converts timestamps to the time zone of the chart.
  private func zoned(_ dates: Column) -> Column {
    guard case .timestamp = dates.type, let zone = definition.timeZone else { return dates }
    return Column(.timestamp(zone: zone), dates.values, validity: dates.validity)
  }

  /// Returns the range of the dates.
  private func span(
    _ table: Table, _ date: String, _ sums: KeptSums, _ executor: TableQueryExecutor, _ control: RunControl
  ) throws -> DateSpan? {
    func found(_ measures: [Regrouping.Key]) throws -> [Column] {
      let query = TableQuery(
        from: query, measures: try measures.map { try TableQuery.Named($0.name, $0.expression) })
      return try sums.table(query, QueryArguments()) {
        try executor.execute(query, on: StoredTable(self.query, table), control)
      }.columns
    }
    let ends = try found(DateSpan.ends(of: "[\(date)]"))
    guard let span = DateSpan(first: ends[0], last: ends[1], steps: nil), span.mayHaveSteps else {
      return DateSpan(first: ends[0], last: ends[1], steps: nil)
    }
    return DateSpan(first: ends[0], last: ends[1], steps: try found(DateSpan.steps(of: "[\(date)]")))
  }

  /// Returns every day or hour from the first to the last.
  private func days(_ span: DateSpan?, hours: Bool) throws -> Column {
    guard let (first, last) = span.map({ ($0.first, $0.last) }) else { return Column([CivilDate]()) }
    let count = Int(last.days) - Int(first.days) + 1
    let dates = count.multipliedReportingOverflow(by: hours ? 24 : 1)
    guard !dates.overflow, dates.partialValue <= min(definition.mostDates, GrainDefinition.utmostDates) else {
      throw DiagnosticError(
        Diagnostic(
          .limitExceeded,
          "the dates reach from \(first) to \(last), over \(dates.partialValue) \(hours ? "hours" : "days"); at most "
            + "\(min(definition.mostDates, GrainDefinition.utmostDates)) are shown", at: chart.category.place,
          hint: "Filter placeholder dates such as 9999-12-31, or raise MostDates."))
    }
    let all = (0..<count).map { CivilDate(days: first.days + Int32(truncatingIfNeeded: $0)) }
    guard hours else { return Column(all) }
    return Column(all.flatMap { day in (0..<24).map { Timestamp(day, hour: $0) } })
  }

  private func values(of dates: Column, _ grains: [AugerMetadata.Grain]) throws -> [Column] {
    var warnings = Warnings()
    return try grains.map { try evaluated($0.expression(of: "d", in: definition), dates, &warnings) }
  }

  private func evaluated(_ text: String, _ dates: Column, _ warnings: inout Warnings) throws -> Column {
    let scope = ExpressionScope(schema: Schema([Field("d", dates.type)]))
    let bound = try BoundExpression.bind(try Expression.parse(text, name: "Grains"), in: scope)
    return try bound.evaluate([dates], rowCount: dates.count, firstRow: 0, warnings: &warnings)
  }
}

extension Diagnostic.Code {
  package static let grainsNeedDates = Self("grainsNeedDates")
}
