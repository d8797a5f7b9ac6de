import AugerDiagnostics
import Testing

@Suite struct WarningsTests {
  @Test func equalWarningsAreCounted() {
    var warnings = Warnings()
    warnings.add(Warning(.other, "division by zero", firstPlace: "row 7"))
    warnings.add(Warning(.other, "logarithm of zero"))
    warnings.add(Warning(.other, "division by zero", count: 4, firstPlace: "row 2"))
    #expect(warnings.items.map(\.message) == ["division by zero", "logarithm of zero"])
    #expect(warnings.items.map(\.count) == [5, 1])
    #expect(warnings.items.map(\.firstPlace) == ["row 7", nil])
  }

  @Test func laterLocationFillsAMissingOne() {
    let warnings = Warnings([Warning(.other, "x"), Warning(.other, "x", firstPlace: "row 3")])
    #expect(warnings.items.map(\.firstPlace) == ["row 3"])
  }

  @Test func warningWithZeroCountIsNotAdded() {
    #expect(Warnings([Warning(.other, "x", count: 0)]).isEmpty)
  }

  @Test func warningsAreMergedInOrder() {
    var first = Warnings([Warning(.other, "a", count: 2)])
    first.add(contentsOf: Warnings([Warning(.other, "b"), Warning(.other, "a", count: 3)]))
    #expect(first.items.map(\.description) == ["warning: other: a (5 times)", "warning: other: b"])
  }

  @Test func textContainsCountAndFirstLocation() {
    let warning = Warning(.other, "division by zero", count: 5, firstPlace: "row 7")
    #expect(warning.description == "warning: other: division by zero (5 times), first at row 7")
  }
}
