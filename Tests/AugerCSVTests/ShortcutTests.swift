import AugerCSV
import AugerColumns
import TestSupport
import Testing

/// Lookup tables give the same results as the computations that they replace.
@Suite struct ShortcutTests {
  @Test func monthTableGivesTheSameDates() {
    var chance = Chance(seed: 5)
    var months = MonthTable()
    for _ in 0..<Inputs.count(200_000) {
      func digits(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
      }
      var text = Array(
        "\(digits(chance.below(10_000), 4))-\(digits(chance.below(15), 2))-\(digits(chance.below(35), 2))".utf8)
      if chance.isOneIn(10) { text[chance.below(text.count)] = UInt8(chance.below(256)) }
      if chance.isOneIn(50) { text.removeLast() }
      if chance.isOneIn(5) { text += Array(" 12:30:0\(chance.below(10))Z".utf8) }
      #expect(months.date(text.span) == TemporalText.date(text.span), "\(text)")
      #expect(months.moment(text.span) == TemporalText.moment(text.span), "\(text)")
    }
  }

  @Test func wordsOfShortStringsAreEqualIfTheStringsAre() {
    var chance = Chance(seed: 6)
    var texts: [[UInt8]] = []
    for _ in 0..<1500 { texts.append((0..<chance.below(19)).map { _ in UInt8(chance.below(2)) }) }
    for a in texts {
      #expect((ByteHash.words(a.span) == nil) == (a.count > 16))
      guard let words = ByteHash.words(a.span) else { continue }
      for b in texts where (ByteHash.words(b.span) == words) != (a == b) { Issue.record("\(a) and \(b)") }
    }
  }
}
