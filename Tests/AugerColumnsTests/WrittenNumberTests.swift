import AugerColumns
import Testing

struct WrittenNumberTests {
  @Test(
    "Numbers as people write them",
    arguments: [
      ("en", "1,234.50", 1234.5), ("en", "1234.5", 1234.5), ("en", " -12 ", -12), ("en", "+7", 7), ("en", ".5", 0.5),
      ("en", "5.", 5), ("en", "1e3", 1000), ("en", "1.5E-2", 0.015), ("en", "$1,234,567.89", 1_234_567.89),
      ("en", "($1,200)", -1200), ("en", "$(5)", -5), ("en", "-$5", -5), ("en", "$-5", -5), ("en", "12-", -12),
      ("en", "\u{2212}3", -3), ("en", "12.5%", 0.125), ("en", "7 %", 0.07), ("en", "1,000 USD", 1000),
      ("en", "GBP 3.20", 3.2), ("en", "US$ 4", 4), ("en", "£3", 3), ("en", "1 234.5", 1234.5),
      ("en", "1'234.5", 1234.5),
      ("en", "0", 0), ("en", "007", 7), ("de", "1.234,50 €", 1234.5), ("de", "-1.234.567", -1_234_567),
      ("de", "12,5 %", 0.125), ("de", "€ 3", 3), ("de", "0,5", 0.5), ("de", "(1.000,00)", -1000), ("DE_at", "1,5", 1.5),
      ("fr", "1 234,56 €", 1234.56), ("fr", "1\u{202F}234,56", 1234.56), ("fr", "1\u{A0}234\u{A0}567", 1_234_567),
      ("ch", "1'234.50", 1234.5), ("de-CH", "CHF 1’234.50", 1234.5), ("ch", "Fr. 5.-", 5), ("sv", "12 kr", 12),
      ("pl", "1 200,50 zł", 1200.5), ("in", "12,34,567.8", 1_234_567.8), ("in", "₹1,00,000", 100_000),
      ("es", "1.234", 1234), ("pt-BR", "R$ 1.234,5", 1234.5), ("ja", "¥1,000", 1000),
    ])
  func read(language: String, text: String, value: Double) throws {
    #expect(try #require(WrittenNumber(language: language)).read(text) == value, "\(language): \(text)")
  }

  @Test(
    "What is no number, or one of another language",
    arguments: [
      ("en", ""), ("en", " "), ("en", "-"), ("en", "%"), ("en", "€"), ("en", "n/a"), ("en", "()"), ("en", "(-5)"),
      ("en", "--5"), ("en", "1.234,5"), ("en", "12,34"), ("en", "1,2345"), ("en", ",123"), ("en", "1,,234"),
      ("en", "0,123"), ("en", "1,234 567"), ("en", "1e"), ("en", "1e999"), ("en", "1,234e2"), ("en", "5 kg"),
      ("en", "$5 €"), ("en", "5%%"), ("en", "1-2"), ("en", "0x1F"), ("en", "１２"), ("de", "1,234.5"), ("de", "12.5"),
      ("de", "0.123"), ("fr", "1.234"), ("fr", "1,2,3"), ("in", "1,234,567"), ("ch", "1,5"), ("en", "1.2.3"),
      ("en", "1e1e1"), ("en", "1e+"), ("en", "Infinity"), ("en", "nan"),
    ])
  func refused(language: String, text: String) throws {
    #expect(try #require(WrittenNumber(language: language)).read(text) == nil, "\(language): \(text)")
  }

  @Test func languagesHaveSeveralNames() {
    #expect(WrittenNumber(language: "de-DE") == WrittenNumber(language: "DE"))
    #expect(WrittenNumber(language: "de_CH") == WrittenNumber(language: "ch"))
    #expect(WrittenNumber(language: "klingon") == nil)
    #expect(WrittenNumber.languages.allSatisfy { WrittenNumber(language: $0) != nil })
  }
}
