import Testing

/// Only the data policy creates entitlements.
@Suite struct EntitlementTests {
  private static let home = "Sources/Auger/Answering/Entitlement.swift"

  @Test func onlyOneFileCreatesEntitlements() throws {
    var uses = 0
    for file in try Repository.files() where file.isSwift && file.path != Self.home {
      for (number, line) in file.code.lines.enumerated() {
        let words = SwiftCode.words(of: line)
        guard words.contains("Entitlement") else { continue }
        uses += 1
        let isMade =
          line.contains(/\bEntitlement\(/) || line.contains("Entitlement.init")
          || line.contains("extension Entitlement")
        #expect(!isMade, "\(file.path):\(number + 1): an entitlement is made by the data policy")
      }
    }
    #expect(uses > 5, "the rule looks at the right name")
  }

  @Test func entitlementInitializersArePrivate() throws {
    let file = try #require(try Repository.files().first { $0.path == Self.home })
    let initialisers = file.code.lines.filter {
      SwiftCode.words(of: $0).contains("init") && $0.contains("init(") && !$0.contains(".init(")
    }
    #expect(initialisers.count == 2)
    for line in initialisers {
      let words = SwiftCode.words(of: line)
      #expect(words.contains("private") || words.contains("fileprivate"), "\(line)")
    }
  }
}
