import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import Testing

/// Appending data to a chart gives the same chart as computing it from all data, for every chart type.
@Suite struct AppendingLawTests {
  /// A reproducible random number generator.
  struct Dice {
    var state: UInt64

    mutating func number(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }

  /// The chart types that support appending: those with categories or points.
  static let kinds = ChartType.allCases.filter { ![.dataGrid, .treeMap, .histogram, .graph].contains($0) }

  private static let columns = ["v", "w", "x", "y", "z"]

  private static func valueCount(_ type: ChartType) -> Int {
    type == .boxPlot ? 5 : max(1, type.kind.leastValueCount)
  }

  /// Returns rows with ascending categories, starting at `first`: numbers, days or strings.
  private func table(_ first: Int, _ count: Int, _ kind: Int, hasSeries: Bool, _ dice: inout Dice) -> Table {
    var numbers: [Int] = []
    var series: [String] = []
    var values = [[Double?]](repeating: [], count: Self.columns.count)
    for category in first..<first + count {
      for name in hasSeries ? ["a", "b", "c"] : ["a"] {
        // Every part contains every series, so that all parts have the same series.
        if category != first, dice.number(below: 4) == 0 { continue }
        numbers.append(category)
        series.append(name)
        let low = Double(1 + dice.number(below: 500)) / 8
        let isMissing = category != first && dice.number(below: 9) == 0
        for place in values.indices { values[place].append(isMissing ? nil : low + Double(place)) }
      }
    }
    let names =
      switch kind {
      case 0: Column(numbers.map { Int64($0) })
      case 1: Column(numbers.map { CivilDate(days: Int32(18_000 + $0)) })
      default: Column(numbers.map { "n" + String(1000 + $0) })
      }
    return Table(
      [("category", names), ("series", Column(series))] + zip(Self.columns, values).map { ($0, Column($1)) })
  }

  private func joined(_ a: Table, _ b: Table) throws -> Table {
    Table(
      try a.schema.names.enumerated().map { index, name in
        (name, try Column(a.columns[index].type, a.columns[index].scalars + b.columns[index].scalars))
      })
  }

  private func shown(_ model: ChartModel) -> [String] {
    var lines = model.levels[0].values.scalars.map(\.description) + model.levels[0].labels
    lines += model.series.map { "\($0.value) \($0.text)" }
    for dimension in model.dimensions {
      lines.append(dimension.cells.scalars.map(\.description).joined(separator: " "))
    }
    if let items = model.items {
      lines.append(items.category.scalars.map(\.description).joined(separator: " ") + "\(items.series)")
      lines += items.values.map { $0.scalars.map(\.description).joined(separator: " ") }
    }
    return lines + model.warnings.map(\.description)
  }

  @Test(arguments: kinds) func appendingEqualsRecomputing(type: ChartType) throws {
    var dice = Dice(state: 7)
    for round in 0..<24 {
      let (kind, hasSeries) = (round % 3, round % 2 == 1)
      let definition = ParsedChart(
        name: "c", type: type, query: "q", category: AxisDefinition(column: "category"),
        series: hasSeries ? AxisDefinition(column: "series") : nil,
        values: try Self.columns.prefix(Self.valueCount(type)).enumerated().map {
          let isPoint = type == .scatter || type == .bubble
          return ValueDefinition(
            sequence: $0 + 1, expression: try .parse(isPoint && round < 12 ? $1 : "sum(\($1))"))
        })
      let counts = [1 + dice.number(below: 6), 1 + dice.number(below: 6)]
      let first = table(10, counts[0], kind, hasSeries: hasSeries, &dice)
      let second = table(10 + counts[0], counts[1], kind, hasSeries: hasSeries, &dice)
      let builder = ChartBuilder(definition)
      let whole = try builder.model(from: try joined(first, second), receipt: Receipt())
      let (a, b) = (
        try builder.model(from: first, receipt: Receipt()), try builder.model(from: second, receipt: Receipt())
      )
      let appended = try a.appending(b)
      #expect(shown(appended) == shown(whole), "round \(round)")
      // Dropping the original categories leaves the appended ones.
      if appended.items == nil { #expect(try shown(appended.droppingFirst(a.categoryCount)) == shown(b)) }
    }
  }
}
