import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// A random generator with a fixed sequence for each seed.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func number(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func isLucky() -> Bool { number(below: 2) == 0 }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }
}

/// Sales of a few days and places, as rows.
struct GeneratedSales: Sendable {
  struct Row: Sendable {
    var day: CivilDate
    /// The values of the string columns by name, with nil for null.
    var texts: [String: String?]
    var pieces: Int64
    var amount: Decimal128
  }

  static let textColumns = ["region", "country", "product", "kind"]

  let rows: [Row]

  init(_ dice: inout Dice) {
    let count = 20 + dice.number(below: 60)
    var rows: [Row] = []
    for _ in 0..<count {
      let region = dice.number(below: 3)
      let product = dice.number(below: 4)
      rows.append(
        Row(
          day: CivilDate(days: 11_000 + Int32(dice.number(below: 800))),
          texts: [
            // Names contain characters that have a meaning in a URL or a pattern.
            "region": ["Ea/st", "We;st", "Nor:th"][region], "country": "C\(region)\(dice.number(below: 2)),",
            "product": product == 3 && dice.isLucky() ? nil : "P\(product)", "kind": dice.pick(["7", "true", "k"]),
          ],
          pieces: Int64(dice.number(below: 50)),
          amount: Decimal128(unscaled: Int128(dice.number(below: 99_999)), scale: 2)))
    }
    self.rows = rows
  }

  /// Returns the value of a column for grouping or filtering.
  static func key(_ row: Row, _ column: String) -> Scalar {
    switch column {
    case "day": .date(row.day)
    case "year": .int(Int64(row.day.year))
    case "quarter": .int(Int64((row.day.month + 2) / 3))
    case "month": .int(Int64(row.day.month))
    default: (row.texts[column] ?? nil).map { .string($0) } ?? .null
    }
  }
}

/// Answers queries of the form `by:COLUMN,COLUMN` with the sums of the groups. An argument with the name of a column,
/// or with `only COLUMN`, filters the rows.
struct GeneratedDelegate: QueryDelegate {
  func version(of query: String) async throws -> String? { "1" }

  let sales: GeneratedSales
  let calls = Locked(0)

  func table(for request: QueryRequest) async throws -> Table {
    let (name, arguments) = (request.query, request.arguments)
    calls.withLock { $0 += 1 }
    return try table(name.dropFirst(3).split(separator: ",").map(String.init), arguments)
  }

  func table(_ columns: [String], _ arguments: QueryArguments) throws -> Table {
    var groups: [(key: [Scalar], rows: [GeneratedSales.Row])] = []
    var places: [[Scalar]: Int] = [:]
    for row in sales.rows where arguments.entries.allSatisfy({ Self.passes(row, $0, $1) }) {
      let key = columns.map { GeneratedSales.key(row, $0) }
      if let place = places[key] {
        groups[place].rows.append(row)
      } else {
        places[key] = groups.count
        groups.append((key, [row]))
      }
    }
    var result: [(String, Column)] = []
    for (index, column) in columns.enumerated() {
      let type: DataType =
        switch column {
        case "day": .date
        case "year", "quarter", "month": .int64
        default: .string
        }
      result.append((column, try Column(type, groups.map { $0.key[index] })))
    }
    result.append(("pieces", Column(groups.map { $0.rows.reduce(0) { $0 + $1.pieces } })))
    result.append(
      (
        "amount",
        try Column(
          .decimal(precision: 18, scale: 2),
          groups.map { .decimal(Decimal128(unscaled: $0.rows.reduce(0) { $0 + $1.amount.unscaled }, scale: 2)) })
      ))
    result.append(("least", Column(groups.map { $0.rows.map(\.pieces).min() ?? 0 })))
    return Table(result)
  }

  private static func passes(_ row: GeneratedSales.Row, _ name: String, _ argument: QueryArgument) -> Bool {
    let value = GeneratedSales.key(row, name.hasPrefix("only ") ? String(name.dropFirst(5)) : name)
    return switch argument {
    case .scalar(let wanted): Scalar.compare(value, wanted) == 0
    case .list(let wanted): wanted.contains { Scalar.compare($0, value) == 0 }
    case .range(let lower, let upper): Scalar.compare(lower, value) <= 0 && Scalar.compare(value, upper) <= 0
    }
  }
}

/// A random dashboard of generated sales: a drilldown group, a zoomable chart, a chart of dates and a chart to change.
struct GeneratedDashboard {
  var dashboard: Dashboard
  var delegate: GeneratedDelegate

  init(_ dice: inout Dice) throws {
    delegate = GeneratedDelegate(sales: GeneratedSales(&dice))
    let filters = [
      FilterDefinition("only region", kind: .picklist, sourceQuery: "by:region", column: "region"),
      FilterDefinition("only kind", kind: .picklist, sourceQuery: "by:kind", column: "kind"),
      FilterDefinition("only year", kind: .range, sourceQuery: "by:year", column: "year"),
    ]
    var levels: [ParsedChart] = []
    for level in 0..<(2 + dice.number(below: 2)) {
      var chart = try Self.chart("Level\(level)", &dice)
      if level == 0 {
        chart.filters = filters.map { NameReference($0.name) }
        if dice.isLucky() { try Self.zoom(&chart, series: chart.series?.column) }
      }
      if chart.series != nil {
        switch dice.number(below: 3) {
        case 0: chart.drillsBySeries = false
        case 1: chart.drillsByCategory = false
        default: break
        }
      }
      levels.append(chart)
    }
    var zooming = try Self.chart("Zooming", &dice)
    try Self.zoom(&zooming, series: zooming.series?.column)
    zooming.filters = [NameReference("only kind")]
    var dates = ParsedChart(
      name: "Dates", type: .line, query: "by:day,product", category: AxisDefinition(column: "day"),
      series: dice.isLucky() ? AxisDefinition(column: "product") : nil,
      values: try ["sum(amount)", "sum(amount) / sum(pieces)", "min(least)", "sum(pieces) * $factor"].enumerated().map {
        ValueDefinition(sequence: $0.offset + 1, expression: try .parse($0.element))
      })
    dates.grains = GrainDefinition([.year, .quarter, .month])
    dates.filters = [NameReference("only region"), NameReference("only year")]
    var changing = try Self.chart("Changing", &dice)
    changing.whatIfColumns = [
      WhatIfColumnDefinition("pieces", type: .integer, bounds: ControlBounds(min: .int(0), max: .int(99))),
      WhatIfColumnDefinition("amount", type: .float, bounds: ControlBounds(min: .int(0), step: 0.5)),
    ]
    dashboard = Dashboard(
      name: "generated",
      variables: [
        VariableDefinition(
          "factor", type: .float, value: .float(1),
          bounds: ControlBounds(min: .int(0), max: .int(10), step: 0.25))
      ], filters: filters,
      items: [.drillDownGroup(DrillDownGroupDefinition("Drill", levels: levels))]
        + [zooming, dates, changing].map { .chart($0) })
  }

  private static func chart(_ name: String, _ dice: inout Dice) throws -> ParsedChart {
    let category = dice.pick(GeneratedSales.textColumns)
    let series = dice.pick([nil] + GeneratedSales.textColumns.filter { $0 != category })
    return ParsedChart(
      name: name, type: dice.pick([.column, .bar, .line]),
      query: "by:" + ([category, series].compactMap(\.self)).joined(separator: ","),
      category: AxisDefinition(column: category), series: series.map { AxisDefinition(column: $0) },
      values: [
        ValueDefinition(sequence: 1, expression: try .parse("amount * $factor")),
        ValueDefinition(sequence: 2, expression: try .parse("amount / pieces")),
      ])
  }

  private static func zoom(_ chart: inout ParsedChart, series: String?) throws {
    let times = ["year", "quarter", "month"]
    chart.zoomingLevels = times.indices.map { level in
      ZoomingLevelDefinition(
        query: "by:" + (times[...level] + [series].compactMap(\.self)).joined(separator: ","),
        category: AxisDefinition(column: times[level]))
    }
    chart.category = AxisDefinition(column: "year")
    chart.query = chart.zoomingLevels[0].query
  }
}
