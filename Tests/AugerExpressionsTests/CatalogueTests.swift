import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

struct CatalogueTests {
  /// All examples except those of aggregate functions, which the engine tests run.
  static let examples = FunctionCatalogue.functions.filter { $0.group != .aggregate }.flatMap { function in
    function.examples.map { (function.name, $0) }
  }

  @Test("Examples of the catalogue give their documented results", arguments: examples)
  func example(function: String, example: FunctionDescription.Example) throws {
    let columns = try example.columns.map {
      (name: $0.name, column: try Column($0.values.lazy.compactMap(\.type).first ?? .string, $0.values))
    }
    var setting = Setting(columns: columns)
    if FunctionCatalogue.function(named: function)?.group == .window {
      // The rows are categories: the columns contain aggregated values.
      setting.groupKeys = columns.map(\.name)
      setting.frame = WindowFrame(count: 1, length: setting.rowCount)
    }
    let result = try setting.results(example.expression).joined(separator: ", ")
    if result != example.expected, example.expected.contains("."), Double(example.expected) != nil {
      #expect(result.hasPrefix(example.expected))
    } else {
      #expect(result == example.expected)
    }
  }

  @Test func everyFunctionHasAnExample() {
    #expect(FunctionCatalogue.functions.filter { $0.examples.isEmpty }.map(\.name) == [])
  }

  /// The function names from the "Runtime Functions" tables of MAKit's guide.
  @Test func catalogueContainsEveryFunctionOfTheGuide() {
    let guide = """
      Abs Ceiling Cos Exp Fact Floor Int Log LogTen Mod Neg Round Sign Sin Sqrt Tan Truncate
      Date Day DayNumber Hour Minute Month RelativeDate RelativeTime Second Year
      Left LeftTrim Len Lower Match Mid Pos Replace Right RightTrim String Trim Upper WordCap
      if and or not
      """
    let names = guide.split { $0 == " " || $0 == "\n" }.map(String.init)
    #expect(names.count == 45)
    #expect(names.filter { FunctionCatalogue.function(named: $0) == nil } == [])
  }

  @Test func catalogueContainsEveryAggregate() {
    let names = FunctionCatalogue.functions.filter { $0.group == .aggregate }.map(\.name)
    #expect(names == AggregateFunction.allCases.map(\.rawValue))
  }

  @Test func functionLookupIgnoresCase() {
    #expect(FunctionCatalogue.function(named: "LOGTEN")?.name == "LogTen")
    #expect(FunctionCatalogue.function(named: "nothing") == nil)
  }

  @Test func signaturesMarkOptionalParameters() {
    #expect(FunctionCatalogue.function(named: "Mid")?.signature == "Mid(text, start[, length])")
    #expect(FunctionCatalogue.function(named: "or")?.signature == "Or(condition, condition, ...)")
  }
}
