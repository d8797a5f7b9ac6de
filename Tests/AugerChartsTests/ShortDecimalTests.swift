import AugerCharts
import AugerColumns
import TestSupport
import Testing

/// Numbers with few digits use a faster formatter, which gives the same text as the general one.
@Suite struct ShortDecimalTests {
  private static let formats: [ValueFormat?] =
    [.percent, .percentage, .currency("EUR"), .currency("JPY")] + (0...9).map { .rounded($0) }
    + [
      "#,##0.00", "0.0###", "#", "#.##", "000,000.0", "#,##,##0.##", "¤#,##0.00;(¤#,##0.00)", "0.00%",
      "00000000000000000000", "'n' 0.0 'm'",
    ].map { .pattern($0) }

  @Test(
    arguments: ["en_US", "de_DE", "de_CH", "fr_FR", "es_ES", "hi_IN", "ar_EG"],
    [.value, .category] as [ValueFormatter.Role])
  func `Trailing zeros do not change the text`(locale: String, role: ValueFormatter.Role) throws {
    var dice = Chance(seed: UInt64(locale.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }))
    let locale = try ChartLocale.parse(locale)
    for format in Self.formats {
      let formatter = ValueFormatter(format, locale: locale, role: role)
      for _ in 0..<150 {
        let digits = dice.below(19)
        var unscaled = Int64(0)
        for _ in 0..<digits { unscaled = unscaled * 10 + Int64([0, 5, 9, dice.below(10)][dice.below(4)]) }
        if dice.below(3) == 0 { unscaled = -unscaled }
        let scale = dice.below(9)
        let short = Decimal128(unscaled: Int128(unscaled), scale: scale)
        // A scale of nineteen requires the general formatter.
        guard let long = short.rescaled(to: 19) else { continue }
        let text = formatter.text(.decimal(short))
        #expect(text == formatter.text(.decimal(long)), "\(short) \(String(describing: format))")
        if scale == 0 { #expect(text == formatter.text(.int(unscaled)), "\(unscaled)") }
        if digits <= 15, scale <= 4 { #expect(text == formatter.text(.float(short.doubleValue)), "\(short)") }
      }
    }
  }

  @Test func `The limits of the range are written correctly`() {
    let formatter = ValueFormatter(.pattern("#,##0.##"))
    #expect(formatter.text(.int(.max)) == "9,223,372,036,854,775,807")
    #expect(formatter.text(.int(.min)) == "-9,223,372,036,854,775,808")
    let most = Decimal128(unscaled: Int128(UInt64.max), scale: 0)
    #expect(formatter.text(.decimal(most)) == "18,446,744,073,709,551,615")
    #expect(formatter.text(.decimal(Decimal128(unscaled: Int128(UInt64.max), scale: 18))) == "18.45")
    #expect(formatter.text(.float(-0.001)) == "-0" && formatter.text(.float(-0.0)) == "0")
  }
}
