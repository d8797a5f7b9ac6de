import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import Testing

/// Clients that percent-encode separators, and signs of what-if changes.
@Suite struct EncodedSeparatorTests {
  @Test(arguments: ["+10%25", "%2B10%25", "10%25", "%2b10%", "+10%"])
  func aChangeMayHaveAPlusSign(_ amount: String) throws {
    let read = try Exploration("C.whatif.Sales=\(amount)")
    #expect(read.description == "C.whatif.Sales=10%25")
  }

  @Test(arguments: ["+-10", "%2B%2B10", "++10%25"])
  func twoSignsAreNotANumber(_ amount: String) {
    #expect(throws: DiagnosticError.self) { try Exploration("C.whatif.Sales=\(amount)") }
  }

  @Test(arguments: [
    ("D.drill=Region%3AEurope%2FCountry%3AFrance", "D.drill=Region:Europe/Country:France"),
    ("D.drill=Region%3AA%2CB%3BYear%3A2011", "D.drill=Region:A,B;Year:2011"),
    ("C.select=categories%3AA%2CB", "C.select=categories:A,B"),
    ("C.sort=-value%3Btop%3A10", "C.sort=-value;top:10"),
    ("C.range=0.25..0.5%3B0..0.5", "C.range=0.25..0.5;0.0..0.5"),
    ("C.whatif.Sales%5BEurope%5D=5", "C.whatif.Sales[Europe]=5"), ("E.node%5BWACC%5D=5", "E.node[WACC]=5"),
    ("%24hike=5", "$hike=5"),
  ])
  func encodedSeparatorsSeparate(_ encoded: String, _ plain: String) throws {
    #expect(try Exploration(encoded) == Exploration(plain))
  }

  /// Addresses that were written before mean the same.
  @Test(arguments: ["A,B", "A/B", "A;B", "A:B", "[A]", "'A'", "~A"])
  func textsKeepTheirSeparators(_ text: String) throws {
    var exploration = Exploration()
    exploration.filters[text] = .picks([.string(text)])
    var state = exploration[item: "C"]
    state.drill = [[Pick(text, [.string(text)])]]
    state.whatIf = [WhatIfChange("Sales" + text, category: .string(text), .value(.int(5)))]
    exploration[item: "C"] = state
    #expect(try Exploration(exploration.description) == exploration)
  }
}
