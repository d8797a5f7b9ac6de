import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Testing

/// Charts of many rows use the engine, and their values are those of the rows.
@Suite struct LargeChartTests {
  private static let count = 70_000

  private static func table(_ rows: Int) -> Table {
    // All values of one region are null, and some values of the others.
    var fees: [Double?] = []
    for row in 0..<rows {
      let isNull = row % 7 == 3 || row % 17 == 5
      fees.append(isNull ? nil : Double(row % 19))
    }
    return Table([
      ("region", Column((0..<rows).map { $0 % 11 == 0 ? nil : "R\($0 % 7)" })),
      ("product", Column((0..<rows).map { "P\($0 % 5)" })),
      ("pieces", Column((0..<rows).map { Int64($0 % 13) })),
      ("price", Column((0..<rows).map { Double($0 % 101) / 4 })),
      ("fee", Column(fees)),
    ])
  }

  private func chart(
    _ rows: Int, _ values: [String], _ change: (inout ChartBuilder) -> Void = { _ in }
  ) throws -> ChartModel {
    var definition = ParsedChart(
      name: "Sales", type: .column, query: "sales", category: AxisDefinition(column: "region"),
      series: AxisDefinition(column: "product"),
      values: try values.enumerated().map { ValueDefinition(sequence: $0 + 1, expression: try .parse($1)) })
    definition.sort = ChartSort(.value, isDescending: true)
    var builder = ChartBuilder(definition, variables: [(name: "f", value: .scalar(.int(3)))])
    change(&builder)
    return try builder.model(from: Self.table(rows), receipt: Receipt())
  }

  private static let changes: [WhatIfChange?] = [
    nil, WhatIfChange("pieces", category: .string("R2"), .value(.int(9))),
    WhatIfChange("price", category: .string("R3"), .percent(.int(12))), WhatIfChange("fee", .percent(.float(-2.5))),
    WhatIfChange("fee", category: .string("R3"), .value(.int(4))),
  ]

  /// The sums of a chart of all rows equal those of two charts of its halves, which use the other code path.
  @Test(arguments: [Scalar.int(3), .float(2.5)], changes)
  func sumsEqualTheSumsOfTheParts(_ f: Scalar, _ change: WhatIfChange?) throws {
    let values = [
      "pieces * $f", "sum(if(product == 'P1', price * $f, price))", "count()", "fee * $f", "sum(price * $f + fee)",
      "sum(if(product == 'P2', fee + fee * $f / 100, fee))",
    ]
    func move(_ builder: inout ChartBuilder) {
      builder.variables = [(name: "f", value: .scalar(f))]
      builder.state.whatIf = [change].compactMap(\.self)
    }
    let model = try chart(Self.count, values, move)
    var sums: [[Scalar]: [Double?]] = [:]
    var befores: [[Scalar]: [Double?]] = [:]
    let rows = Self.table(Self.count)
    for start in stride(from: 0, to: Self.count, by: 35_000) {
      var part = ChartBuilder(try definition(values))
      move(&part)
      let some = try part.model(from: rows[rows: start..<start + 35_000], receipt: Receipt())
      for (index, _) in values.enumerated() {
        add(some.dimensions[index].cells, some, index, &sums)
        if let baseline = some.baselineCells { add(baseline[index], some, index, &befores) }
      }
    }
    for (columns, expected) in [(model.dimensions.map(\.cells), sums), (model.baselineCells ?? [], befores)] {
      for (index, column) in columns.enumerated() {
        for (s, series) in model.series.enumerated() {
          for category in 0..<model.categoryCount {
            let key = [model.levels[0].values[category], series.value]
            let value = column[s * model.categoryCount + category].doubleValue
            let sum = try #require(expected[key])[index]
            #expect((value == nil) == (sum == nil), "\(key), value \(index + 1)")
            #expect(abs((value ?? 0) - (sum ?? 0)) <= 1e-9 * abs(sum ?? 0), "\(key), value \(index + 1)")
          }
        }
      }
    }
    #expect((model.baselineCells != nil) == (change != nil))
    #expect(model.levels[0].values.isNull(model.categoryCount - 1))
  }

  /// Sums cached after earlier moves do not change any result.
  @Test func cachedSumsChangeNothing() throws {
    let values = ["price * $f", "avg(price * $f + pieces)", "max(price * $f)", "sum(price * $f) / sum(price)"]
    let table = LevelTable(AxisDefinition(column: "region"), query: "sales", Self.table(Self.count))
    var moved: [[[Scalar]]] = []
    for f in [0, 2.5, -1e-9, 1e300] {
      for change in [nil, WhatIfChange("price", category: .string("R2"), .percent(.int(5)))] {
        let answers = try [table, LevelTable(table.category, query: "sales", table.table)].map { table in
          var builder = ChartBuilder(try definition(values), variables: [(name: "f", value: .scalar(.float(f)))])
          builder.state.whatIf = [change].compactMap(\.self)
          let model = try builder.model(from: [table], receipt: Receipt())
          return (model.dimensions.map(\.cells) + (model.baselineCells ?? [])).map(\.scalars)
        }
        #expect(answers[0] == answers[1])
        moved.append(answers[0])
      }
    }
    #expect(Set(moved).count == moved.count, "every move shows something else")
  }

  /// The parts of a sum can overflow although the sum does not, and vice versa.
  @Test func overflowDependsOnTheTotal() throws {
    let huge = try chart(Self.count, ["sum(price * 1e306 * $f)"]) {
      $0.variables = [(name: "f", value: .scalar(.float(1e-300)))]
    }
    #expect(huge.dimensions[0].cells.scalars.allSatisfy { ($0.doubleValue ?? 0) < 1e12 })
    let error = #expect(throws: DiagnosticError.self) {
      try chart(Self.count, ["sum(price * $f)"]) { $0.variables = [(name: "f", value: .scalar(.float(1e308)))] }
    }
    #expect(error?.diagnostics.first?.code == .expressionEvaluation)
  }

  private func definition(_ values: [String]) throws -> ParsedChart {
    ParsedChart(
      name: "Sales", type: .column, query: "sales", category: AxisDefinition(column: "region"),
      series: AxisDefinition(column: "product"),
      values: try values.enumerated().map { ValueDefinition(sequence: $0 + 1, expression: try .parse($1)) })
  }

  private func add(_ column: Column, _ model: ChartModel, _ index: Int, _ sums: inout [[Scalar]: [Double?]]) {
    for (s, series) in model.series.enumerated() {
      for category in 0..<model.categoryCount {
        let key = [model.levels[0].values[category], series.value]
        let value = column[s * model.categoryCount + category].doubleValue
        var known = sums[key] ?? []
        while known.count <= index { known.append(nil) }
        if let value { known[index] = (known[index] ?? 0) + value }
        sums[key] = known
      }
    }
  }

  @Test func changesOfOneColumnApplyInOrder() throws {
    let model = try chart(Self.count, ["max(pieces)"]) {
      $0.state.whatIf = [
        WhatIfChange("pieces", .value(.int(100))), WhatIfChange("pieces", category: .string("R1"), .percent(.int(10))),
      ]
    }
    let categories = model.levels[0].values.scalars
    for (category, value) in categories.enumerated() {
      let expected = value == .string("R1") ? 110.0 : 100
      #expect(model[dimension: 0, series: 0, category: category].doubleValue == expected)
    }
  }

  @Test func errorsDoNotDependOnTheRowCount() throws {
    for (value, code) in [("prise", Diagnostic.Code.dataMissingColumn), ("product", .valueNotNumeric)] {
      for rows in [10, Self.count] {
        let error = #expect(throws: DiagnosticError.self) { try chart(rows, [value]) }
        #expect(error?.diagnostics.first?.code == code, "\(value) of \(rows)")
      }
    }
  }

  @Test func workerCountChangesNothing() throws {
    let one = try chart(Self.count, ["price"]) { $0.workers = 1 }
    let three = try chart(Self.count, ["price"]) { $0.workers = 3 }
    #expect(one.dimensions[0].cells.scalars == three.dimensions[0].cells.scalars)
  }

  @Test func otherIsComputedFromTheRows() throws {
    let model = try chart(Self.count, ["avg(price)"]) { $0.state.sort = SortState(.value, top: 2) }
    #expect(model.levels[0].other == 2)
  }
}
