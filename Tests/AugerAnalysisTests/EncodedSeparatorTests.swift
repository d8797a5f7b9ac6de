import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import Testing

/// Query strings of clients that percent-encode separators and the signs of what-if changes.
@Suite struct EncodedSeparatorTests {
  @Test(arguments: ["+10%25", "%2B10%25", "10%25", "%2b10%", "+10%"])
  func changeAllowsAPlusSign(_ amount: String) throws {
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
    ("%24hike=5", "$hike=5"), ("filter.Regions=Europe%2CAsia%20Pacific", "filter.Regions=Europe,Asia%20Pacific"),
    ("filter.Regions=%27A%2CB%27%2cC", "filter.Regions='A%2CB',C"), ("C.hide=A%2CB,C", "C.hide=A,B,C"),
    ("filter.Day=date(2011%2C1%2C1)", "filter.Day=2011-01-01"), ("D.drill=Region:A%2CB", "D.drill=Region:A,B"),
    ("filter.Day=2011-01-01%2C2011-01-02", "filter.Day=2011-01-01,2011-01-02"),
    ("C.select=paths%3A2011%2FMarch", "C.select=paths:2011/March"),
    ("C.select=rectangles%3A1..2~", "C.select=rectangles:1..2~"), ("C.select=items%3AA%7EB", "C.select=items:A~B"),
  ])
  func encodedSeparatorsAreSeparators(_ encoded: String, _ plain: String) throws {
    #expect(try Exploration(encoded) == Exploration(plain))
  }

  /// Query strings of earlier versions have the same meaning.
  @Test func quotedCommaIsNotASeparator() throws {
    let exploration = try Exploration("filter.R='A%2CB'")
    #expect(exploration.filters["R"] == .picks([.string("A,B")]))
    #expect(exploration.description == "filter.R='A%2CB'")
  }

  @Test(arguments: ["A',B", "'A,B", "A,B'", "','", "A,'B','C'", "A, B", "A,B", "A/B", "A;B", "A:B", "[A]", "'A'", "~A"])
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
