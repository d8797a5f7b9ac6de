import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerMetadata
import AugerQuery
import Testing

/// A program gets the same default chart of a table as `auger chart FILE`. `FirstGuessTests` tests the command.
@Suite struct ChartChoiceTests {
  @Test func unclearNumbersAreCounted() async throws {
    let table = Table([
      ("region", Column((0..<100).map { ["x", "y", "z", "w"][$0 * 5 % 7 % 4] })),
      ("zorp", Column((0..<100).map { Double($0 * 37 % 101) + 0.5 })),
    ])
    let choice = try await table.choice(for: try ChartRequest())
    #expect(
      choice.notes == [
        "counted rows. To show another value: --value 'avg(zorp)' or --value 'sum(zorp)'",
        "chose: Column of count() by region",
      ])
    #expect(choice.isOfValue)
    let model = try await table.chart(choice.request)
    #expect(model.title == "Number of rows by region" && model.categoryCount == 4)
  }

  @Test func manyGroupsAreLimitedToTheLargest() async throws {
    let table = Table([
      ("state", Column((0..<370).map { "s\($0 % 37)" })), ("sales", Column((0..<370).map { Int64($0) })),
    ])
    let choice = try await table.choice(for: try ChartRequest())
    #expect(choice.request.title == "Sales by state: top 10 of 37" && choice.request.categoryLimit == 10)
    #expect(choice.notes.last?.hasSuffix(", the top 10 of 37") == true, "\(choice.notes)")
  }

  @Test func explicitSettingsAreNotReplaced() async throws {
    let table = Table([("region", Column(["x", "y"])), ("amount", Column([1, 2] as [Int64]))])
    let request = try ChartRequest(category: "region", values: ["amount"], columns: ["region", "amount"])
    let choice = try await table.choice(for: request)
    #expect(choice.notes.isEmpty && !choice.isOfValue && choice.request.type == .column)
  }

  @Test func optionSetsItsPartOfARequest() throws {
    var values = ChartOptionValues()
    for (name, texts) in [
      ("value", ["amount", "avg(price)"]), ("category", ["order date"]), ("limit", ["3"]), ("sort", ["-value"]),
      ("value-range", ["0..100"]), ("hide", ["title, legend"]), ("value-format", ["Currency"]), ("currency", ["EUR"]),
    ] { values[name] = texts }
    let request = try ChartRequest(values, columns: ["order date", "amount"])
    #expect(
      request.category?.columnName == "order date" && request.values.map(\.source.text) == ["amount", "avg(price)"])
    #expect(request.categoryLimit == 3 && request.sort == ChartSort(.value, isDescending: true))
    #expect(request.shownParts == [.title: false, .legend: false] && request.axes != ChartAxes())
    #expect(request.valueFormat != nil && request.type == nil)
  }

  @Test func optionNamesAreUniqueAndHaveHelp() {
    let names = ChartOption.all.map(\.name)
    #expect(Set(names).count == names.count && ChartOption.all.allSatisfy { !$0.help.isEmpty })
  }

  @Test func numberOutOfRangeIsReported() {
    var values = ChartOptionValues()
    (values["limit"], values["season"], values["bins"]) = (["0"], ["1001"], ["20"])
    #expect(
      values.faults(by: ChartOption.all) == ["--limit must be at least 1.", "--season must be from 1 to 1000."])
  }
}
