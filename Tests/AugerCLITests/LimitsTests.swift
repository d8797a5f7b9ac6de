import Foundation
import TestSupport
import Testing

@Suite struct LimitsTests {
  @Test func limitsPageMatchesTheCode() throws {
    let page = Shared.repository.appendingPathComponent("Documentation/limits.md")
    let run = try Auger(["limits", "--markdown"])
    #expect(
      try String(contentsOf: page, encoding: .utf8) == run.output,
      "write it anew: auger limits --markdown -o Documentation/limits.md")
  }
}
