import Auger
import AugerCLI
import Testing

/// The option table defines the options of `auger chart`: each new entry becomes an option.
@Suite struct DerivedOptionTests {
  private enum ToyTable: OptionTable {
    static let options =
      ChartOption.all + [ChartOption("toy", "Chart.Title", "Hello", "A toy.") { $0.title = $1.text + "!" }]
  }

  @Test func tableEntryDefinesAnOption() throws {
    let values = try DerivedOptions<ToyTable>.values(of: [
      "--toy", "Hello", "--limit", "3", "--summary", "--value", "a", "--value=b", "--axis", "logarithmic",
    ])
    #expect(values["value"] == ["a", "b"] && values["title"].isEmpty)
    let request = try ChartRequest(values, by: ToyTable.options, columns: [])
    #expect(request.title == "Hello!" && request.categoryLimit == 3 && request.showsSummary)
    #expect(request.valueAxis == .logarithmic && request.categoryAxis == .linear)
    #expect(throws: (any Error).self) { try DerivedOptions<ToyTable>.values(of: ["--limit", "0"]) }
    #expect(throws: (any Error).self) { try DerivedOptions<ToyTable>.values(of: ["--toys", "x"]) }
  }

  @Test func everyTableEntryIsAnOption() throws {
    let help = try Auger(["chart", "--help"]).output
    for option in ChartOption.all {
      #expect(help.contains("--\(option.name)"), "\(option.name)")
      #expect(help.contains(option.help.prefix(20)), "\(option.name)")
    }
  }
}
