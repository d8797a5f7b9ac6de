import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

struct CatalogueTests {
  static let examples = FunctionCatalogue.functions.flatMap { function in
    function.examples.map { (function.name, $0) }
  }

  @Test("Every example of the catalogue gives what it says", arguments: examples)
  func example(function: String, example: FunctionDescription.Example) throws {
    let columns = try example.columns.map { (name: $0.name, column: try Column($0.value.type ?? .string, [$0.value])) }
    let result = try Setting(columns: columns).results(example.expression)[0]
    if result != example.expected, example.expected.contains("."), Double(example.expected) != nil {
      #expect(result.hasPrefix(example.expected))
    } else {
      #expect(result == example.expected)
    }
  }

  @Test func everyFunctionButTheAggregatesHasAnExample() {
    let silent = FunctionCatalogue.functions.filter { $0.group != .aggregate && $0.examples.isEmpty }.map(\.name)
    #expect(silent == [])
  }

  @Test func everyAggregateIsInTheCatalogue() {
    let names = FunctionCatalogue.functions.filter { $0.group == .aggregate }.map(\.name)
    #expect(names == AggregateFunction.allCases.map(\.rawValue))
  }

  @Test func functionsAreFoundInAnyCase() {
    #expect(FunctionCatalogue.function(named: "LOGTEN")?.name == "LogTen")
    #expect(FunctionCatalogue.function(named: "nothing") == nil)
  }

  @Test func signaturesShowWhatMayBeLeftOut() {
    #expect(FunctionCatalogue.function(named: "Mid")?.signature == "Mid(text, start[, length])")
    #expect(FunctionCatalogue.function(named: "or")?.signature == "Or(condition, condition, ...)")
  }
}
