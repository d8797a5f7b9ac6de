import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Testing

/// Charts of many rows take the engine's road; what they show is what the rows say.
@Suite struct LargeChartTests {
  private static let count = 70_000

  private static func table(_ rows: Int) -> Table {
    Table([
      ("region", Column((0..<rows).map { $0 % 11 == 0 ? nil : "R\($0 % 7)" })),
      ("product", Column((0..<rows).map { "P\($0 % 5)" })),
      ("pieces", Column((0..<rows).map { Int64($0 % 13) })),
      ("price", Column((0..<rows).map { Double($0 % 101) / 4 })),
    ])
  }

  private func chart(
    _ rows: Int, _ values: [String], _ change: (inout ChartBuilder) -> Void = { _ in }
  ) throws -> ChartModel {
    var definition = ChartDefinition(
      name: "Sales", type: .column, query: "sales", category: AxisDefinition(column: "region"),
      series: AxisDefinition(column: "product"),
      values: try values.enumerated().map { ValueDefinition(sequence: $0 + 1, expression: try .parse($1)) })
    definition.sort = ChartSort(.value, isDescending: true)
    var builder = ChartBuilder(definition, variables: [(name: "f", value: .scalar(.int(3)))])
    change(&builder)
    return try builder.model(from: Self.table(rows), receipt: Receipt())
  }

  /// The sums of a chart of all rows are those of two charts of the parts, which are computed by the other road.
  @Test func theSumsOfManyRowsAreThoseOfTheirParts() throws {
    let values = ["pieces * $f", "sum(if(product == 'P1', price * $f, price))", "count()"]
    for change in [nil, WhatIfChange("pieces", category: .string("R2"), .value(.int(9)))] {
      func builder(_ builder: inout ChartBuilder) { builder.state.whatIf = [change].compactMap(\.self) }
      let model = try chart(Self.count, values, builder)
      var sums: [[Scalar]: [Double]] = [:]
      var befores: [[Scalar]: [Double]] = [:]
      let rows = Self.table(Self.count)
      for start in stride(from: 0, to: Self.count, by: 35_000) {
        var part = ChartBuilder(try definition(values), variables: [(name: "f", value: .scalar(.int(3)))])
        builder(&part)
        let some = try part.model(from: rows[rows: start..<start + 35_000], receipt: Receipt())
        for (index, _) in values.enumerated() {
          add(some.dimensions[index].cells, some, index, &sums)
          if let baseline = some.baseline { add(baseline[index], some, index, &befores) }
        }
      }
      for (columns, expected) in [(model.dimensions.map(\.cells), sums), (model.baseline ?? [], befores)] {
        for (index, column) in columns.enumerated() {
          for (s, series) in model.series.enumerated() {
            for category in 0..<model.categoryCount {
              let key = [model.levels[0].values[category], series.value]
              let value = try #require(column[s * model.categoryCount + category].doubleValue)
              let sum = try #require(expected[key]?[index])
              #expect(abs(value - sum) <= 1e-9 * abs(sum), "\(key)")
            }
          }
        }
      }
      #expect((model.baseline != nil) == (change != nil))
      #expect(model.levels[0].values.isNull(model.categoryCount - 1))
    }
  }

  private func definition(_ values: [String]) throws -> ChartDefinition {
    ChartDefinition(
      name: "Sales", type: .column, query: "sales", category: AxisDefinition(column: "region"),
      series: AxisDefinition(column: "product"),
      values: try values.enumerated().map { ValueDefinition(sequence: $0 + 1, expression: try .parse($1)) })
  }

  private func add(_ column: Column, _ model: ChartModel, _ index: Int, _ sums: inout [[Scalar]: [Double]]) {
    for (s, series) in model.series.enumerated() {
      for category in 0..<model.categoryCount {
        guard let value = column[s * model.categoryCount + category].doubleValue else { continue }
        let key = [model.levels[0].values[category], series.value]
        sums[key, default: [0, 0, 0]][index] += value
      }
    }
  }

  @Test func twoChangesOfOneColumnApplyInTheirOrder() throws {
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

  @Test func whatIsWrongIsToldAsOfFewRows() throws {
    for (value, code) in [("prise", Diagnostic.Code.unknownColumn), ("product", .valueNotNumeric)] {
      for rows in [10, Self.count] {
        let error = #expect(throws: DiagnosticError.self) { try chart(rows, [value]) }
        #expect(error?.diagnostics.first?.code == code, "\(value) of \(rows)")
      }
    }
  }

  @Test func theNumberOfWorkersChangesNothing() throws {
    let one = try chart(Self.count, ["price"]) { $0.workers = 1 }
    let three = try chart(Self.count, ["price"]) { $0.workers = 3 }
    #expect(one.dimensions[0].cells.scalars == three.dimensions[0].cells.scalars)
  }

  @Test func otherIsMadeOfTheRows() throws {
    let model = try chart(Self.count, ["avg(price)"]) { $0.state.sort = SortState(.value, top: 2) }
    #expect(model.levels[0].other == 2)
  }
}
