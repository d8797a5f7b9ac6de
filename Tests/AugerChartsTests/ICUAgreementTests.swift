import AugerCharts
import AugerColumns
import Foundation
import TestSupport
import Testing

/// Formatted texts equal those of ICU, through Foundation's format styles.
@Suite struct ICUAgreementTests {
  static let locales = [
    "en_US", "en_GB", "en_IN", "de_DE", "de_CH", "de_AT", "fr_FR", "fr_CH", "it_IT", "es_ES", "es_MX", "pt_BR", "pt_PT",
    "pl_PL", "sv_SE", "nb_NO", "da_DK", "fi_FI", "cs_CZ", "hu_HU", "ru_RU", "tr_TR", "ja_JP", "zh_CN", "ko_KR", "hi_IN",
    "th_TH", "ar_EG", "fa_IR", "he_IL", "nl_NL", "de",
  ]

  static let decimals = [
    "0", "1", "-1", "0.5", "1.5", "2.5", "-2.5", "0.05", "0.125", "0.375", "-0.004", "9.995", "99.995", "999.5",
    "999.99", "1000", "1234", "-1234.5", "9999.5", "12345.678", "100000", "1234567.891", "-12345678.9",
    "123456789012.345",
    "12345678901234567890.125", "0.000001",
  ]

  @Test("Decimals match ICU", arguments: locales)
  func decimals(locale identifier: String) throws {
    let locale = Locale(identifier: identifier)
    for text in Self.decimals {
      let decimal = try #require(Decimal(string: text))
      let scalar = Scalar.decimal(try #require(Decimal128(text)))
      for digits in [0, 1, 2, 5] {
        #expect(
          texts(scalar, .rounded(digits), identifier)
            == decimal.formatted(.number.precision(.fractionLength(digits)).locale(locale)), "\(text) to \(digits)")
      }
      #expect(
        texts(scalar, .percent, identifier)
          == (decimal / 100).formatted(.percent.precision(.fractionLength(0)).locale(locale)), "\(text)")
      #expect(
        texts(scalar, .percentage, identifier)
          == decimal.formatted(.percent.precision(.fractionLength(0)).locale(locale)), "\(text)")
    }
  }

  @Test("Currencies match ICU", arguments: locales)
  func currencies(locale identifier: String) throws {
    let locale = Locale(identifier: identifier)
    for code in ["USD", "EUR", "JPY", "CHF", "INR", "KWD", "BRL", "GBP", "CVE"] {
      for text in Self.decimals {
        let decimal = try #require(Decimal(string: text))
        let scalar = Scalar.decimal(try #require(Decimal128(text)))
        #expect(
          texts(scalar, .currency(code), identifier)
            == decimal.formatted(.currency(code: code).locale(locale)), "\(text) \(code)")
      }
    }
  }

  @Test("Floats and integers match ICU", arguments: locales)
  func floats(locale identifier: String) {
    let locale = Locale(identifier: identifier)
    var random = Chance(seed: 20_240_229)
    for _ in 0..<100 {
      let exponent = Double(Int(random.next() % 24)) - 8
      let double = (Double(random.next() % 2_000_001) - 1_000_000) / 1_000_000 * pow(10, exponent)
      guard double != 0 else { continue }
      for digits in [0, 2, 6] {
        #expect(
          texts(.float(double), .rounded(digits), identifier)
            == double.formatted(.number.precision(.fractionLength(digits)).locale(locale)), "\(double)")
      }
      let int = Int64(bitPattern: random.next()) >> Int64(random.next() % 63)
      #expect(
        texts(.int(int), .rounded(2), identifier)
          == int.formatted(.number.precision(.fractionLength(2)).locale(locale)), "\(int)")
    }
  }

  @Test("Dates match ICU", arguments: locales)
  func dates(locale identifier: String) throws {
    let days = [(2024, 2, 29), (2001, 1, 1), (1999, 12, 31), (1969, 7, 20), (2026, 11, 21), (2005, 5, 8)]
    for (year, month, day) in days {
      let civil = try #require(CivilDate(year: year, month: month, day: day))
      let date = Date(timeIntervalSince1970: Double(civil.days) * 86_400)
      let formats: [(ValueFormat, String?, DateFormatter.Style)] = [
        (.shortDate, nil, .short), (.longDate, nil, .long), (.month, "LLLL", .none), (.shortMonth, "LLL", .none),
        (.weekDay, "cccc", .none), (.shortWeekDay, "ccc", .none),
        (.pattern("yyyy-MM-dd EEEE, d. MMM"), "yyyy-MM-dd EEEE, d. MMM", .none),
        (.pattern("QQQ y 'o''clock' HH:mm:ss.SSS a"), "QQQ y 'o''clock' HH:mm:ss.SSS a", .none),
        (.pattern("D MMMMM EEEEE h K k"), "D MMMMM EEEEE h K k", .none),
      ]
      for (format, pattern, style) in formats {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: identifier)
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        if let pattern { formatter.dateFormat = pattern } else { formatter.dateStyle = style }
        #expect(texts(.date(civil), format, identifier) == formatter.string(from: date), "\(format)")
      }
    }
  }

  private func texts(_ value: Scalar, _ format: ValueFormat, _ locale: String) -> String? {
    ValueFormatter(format, locale: ChartLocale(locale)).text(value)
  }
}
