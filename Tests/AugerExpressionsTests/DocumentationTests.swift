import AugerExpressions
import Foundation
import TestSupport
import Testing

struct DocumentationTests {
  private static let page = Shared.repository.appendingPathComponent("Documentation/functions.md")

  @Test func referencePageMatchesTheCatalogue() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(
      text == FunctionCatalogue.reference, "write it anew: auger functions --markdown -o Documentation/functions.md")
  }

  @Test func helpNamesParametersAndExamples() throws {
    let help = try #require(FunctionCatalogue.function(named: "round")).help
    #expect(help.hasPrefix("Round(x[, decimals]) → type of x\n"))
    #expect(help.contains("  decimals: a whole number, a constant or a variable\n"))
    #expect(help.contains("  Round(2.345, 1) gives 2.3\n"))
  }
}
