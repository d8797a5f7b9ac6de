import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Testing

@Suite struct ChartBuilderTests {
  private func chart(
    _ table: Table, type: ChartType = .column, category: String = "year", series: String? = "item",
    values: [String] = ["amount"], configure: (inout ParsedChart) -> Void = { _ in }
  ) throws -> ChartModel {
    var definition = ParsedChart(
      name: "test", type: type, query: "Sales", category: AxisDefinition(column: category),
      series: series.map { AxisDefinition(column: $0) },
      values: try values.enumerated().map { ValueDefinition(sequence: $0 + 1, expression: try .parse($1)) })
    configure(&definition)
    let receipt = Receipt(queries: [Receipt.Query(name: "Sales", rows: table.rowCount)])
    return try ChartBuilder(definition, variables: [(name: "goal", value: .scalar(.int(7)))])
      .model(from: table, receipt: receipt)
  }

  private let sales = Table([
    ("year", Column([2012, 2010, 2010, 2011] as [Int64])),
    ("item", Column(["Bikes", "Bikes", "Accessories", "Clothing"])),
    ("amount", Column([30.5, 10, 1, 2] as [Double])),
    ("units", Column([3, 1, 10, 2] as [Int64])),
  ])

  private func cells(_ model: ChartModel, dimension: Int = 0) -> [[Scalar]] {
    model.series.indices.map { model.cells(dimension: dimension, series: $0).scalars }
  }

  @Test func categoriesAndSeriesAreSortedByTypeAndMissingPairsAreNull() throws {
    let model = try chart(sales)
    #expect(model.levels[0].values.scalars == [.int(2010), .int(2011), .int(2012)])
    #expect(model.series.map(\.text) == ["Accessories", "Bikes", "Clothing"])
    #expect(
      cells(model) == [
        [.float(1), .null, .null], [.float(10), .null, .float(30.5)], [.null, .float(2), .null],
      ])
  }

  @Test func valueWithoutColumnsIsConstant() throws {
    let model = try chart(sales, series: nil, values: ["10", "$goal * 2"]) { _ in }
    #expect(cells(model) == [[.int(10), .int(10), .int(10)]])
    #expect(cells(model, dimension: 1) == [[.int(14), .int(14), .int(14)]])
  }

  @Test(arguments: ["amount", "sum(amount)", "amount * 2 + 1", "avg(amount) / count()", "Running(sum(amount))"])
  func chartWithoutRowsIsEmpty(_ value: String) throws {
    // The types of an empty result are unknown.
    let empty = Table([
      ("year", Column([String?]())), ("item", Column([String?]())), ("amount", Column([String?]())),
    ])
    let model = try chart(empty, values: [value])
    #expect(model.categoryCount == 0)
    #expect(model.warnings.map(\.code) == [.dataTableEmpty])
  }

  @Test(arguments: ["amount", "sum(amount)", "max(amount) + 1"])
  func columnWithoutValuesGivesNulls(_ value: String) throws {
    let table = Table([
      ("year", Column([1, 2] as [Int64])), ("amount", Column([nil, nil] as [String?])),
    ])
    let model = try chart(table, series: nil, values: [value])
    #expect(cells(model) == [[.null, .null]])
  }

  @Test func categoryColumnsCannotBeChanged() throws {
    var builder = ChartBuilder(
      ParsedChart(
        name: "test", type: .column, query: "Sales", category: AxisDefinition(column: "year"),
        values: [ValueDefinition(sequence: 1, expression: try .parse("amount"))]))
    builder.state.whatIf = [WhatIfChange("year", .value(.int(3)))]
    let error = #expect(throws: DiagnosticError.self) { try builder.model(from: sales, receipt: Receipt()) }
    #expect(error?.diagnostics.first?.code == .whatIfNotPossible)
  }

  @Test func sortedTableKeepsItsOrder() throws {
    var table = sales
    table.properties.isSorted = true
    let model = try chart(table)
    #expect(model.levels[0].values.scalars == [.int(2012), .int(2010), .int(2011)])
    #expect(model.series.map(\.text) == ["Bikes", "Accessories", "Clothing"])
  }

  @Test func numbersSortByValueAndTextsByBytes() throws {
    let table = Table([
      ("year", Column([10, 9, -1] as [Int64])), ("item", Column(["\u{E9}", "Z", "a"])),
      ("amount", Column([1, 2, 3] as [Int64])),
    ])
    let model = try chart(table)
    #expect(model.levels[0].labels == ["-1", "9", "10"])
    #expect(model.series.map(\.text) == ["Z", "a", "\u{E9}"])
  }

  @Test func nullCategoriesAndSeriesComeLast() throws {
    let table = Table([
      ("year", Column([nil, 2] as [Int64?])), ("item", Column([nil, "x"] as [String?])),
      ("amount", Column([1, 2] as [Int64])),
    ])
    let model = try chart(table)
    #expect(model.levels[0].values.scalars == [.int(2), .null])
    #expect(model.series.map(\.value) == [.string("x"), .null])
  }

  @Test func repeatedPairsAreSummedByDefault() throws {
    let table = Table([
      ("year", Column([1, 1, 1] as [Int64])), ("item", Column(["a", "a", "b"])),
      ("amount", Column([2, 4, nil] as [Int64?])),
    ])
    #expect(cells(try chart(table)) == [[.int(6)], [.null]])
    #expect(cells(try chart(table) { $0.aggregate = .avg }) == [[.float(3)], [.null]])
    #expect(cells(try chart(table) { $0.aggregate = .count }) == [[.int(2)], [.int(0)]])
  }

  @Test func chartHasSeveralValueExpressions() throws {
    let model = try chart(sales, values: ["amount * 2", "units", "sum(amount) / sum(units)"])
    #expect(model.dimensions.map(\.sequence) == [1, 2, 3])
    #expect(cells(model, dimension: 0)[1] == [.float(20), .null, .float(61)])
    #expect(cells(model, dimension: 1)[1] == [.int(1), .null, .int(3)])
    #expect(cells(model, dimension: 2)[0][0] == .float(0.1))
  }

  @Test func chartWithoutSeriesColumnHasOneNullSeries() throws {
    let model = try chart(sales, series: nil)
    #expect(model.series.map(\.value) == [.null])
    #expect(cells(model) == [[.float(11), .float(2), .float(30.5)]])
  }

  @Test func decimalsStayExact() throws {
    let amounts = try Column(
      .decimal(precision: 10, scale: 2),
      ["0.10", "0.20"].map { text in .decimal(try #require(Decimal128(text))) })
    let table = Table([("year", Column([1, 1] as [Int64])), ("amount", amounts)])
    #expect(cells(try chart(table, series: nil))[0].map(\.description) == ["0.30"])
  }

  @Test func sortingByValueLimitsCategories() throws {
    let model = try chart(sales) {
      $0.sort = ChartSort(.value, isDescending: true)
      $0.categoryLimit = 2
    }
    #expect(model.levels[0].values.scalars == [.int(2012), .int(2010)])
    #expect(cells(model)[0] == [.null, .float(1)])
  }

  @Test func missingColumnHasASuggestion() {
    let error = #expect(throws: DiagnosticError.self) { try chart(sales, category: "yaer") }
    #expect(error?.diagnostics.first?.code == .dataMissingColumn)
    #expect(error?.diagnostics.first?.hint == "Did you mean 'year'?")
  }

  @Test func stringsAreNotChartValues() {
    let error = #expect(throws: DiagnosticError.self) { try chart(sales, values: ["item"]) }
    #expect(error?.diagnostics.first?.code == .valueNotNumeric)
  }

  @Test func emptyTableGivesAnEmptyChartAndAWarning() throws {
    let model = try chart(sales[rows: 0..<0])
    #expect(model.categoryCount == 0)
    #expect(model.warnings.map(\.code) == [.dataTableEmpty])
  }

  @Test func pieRejectsNegativeSlices() {
    let table = Table([("year", Column([1, 2] as [Int64])), ("amount", Column([1, -2] as [Int64]))])
    let error = #expect(throws: AugerError.self) { try chart(table, type: .pie, series: nil) }
    #expect(error?.code == .negativeSlice)
  }

  @Test func tablePropertiesBecomeThresholds() throws {
    var table = sales
    table.properties.referenceValue = 5
    table.properties.predictiveStartCategory = .int(2011)
    let model = try chart(table)
    #expect(model.thresholds.reference == 5)
    #expect(model.thresholds.predictiveStart == 1)
  }

  @Test func formatsDetermineTheLabels() throws {
    let table = Table([
      ("year", Column([1, 2] as [Int64])), ("item", Column(["a", "a"])), ("amount", Column([1, 2] as [Int64])),
    ])
    let model = try chart(table) { $0.category.format = .weekDay }
    #expect(model.levels[0].labels == ["Sunday", "Monday"])
  }
}
