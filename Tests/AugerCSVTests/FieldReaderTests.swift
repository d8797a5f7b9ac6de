import AugerAdapterKit
import AugerCSV
import AugerColumns
import AugerDiagnostics
import TestSupport
import Testing

@Suite("CSV: field readers")
struct FieldReaderTests {
  private func int(_ text: String) -> Int64? { FieldReader.int64(Array(text.utf8).span) }
  private func float(_ text: String) -> Double? { FieldReader.float64(Array(text.utf8).span) }
  private func kind(_ text: String) -> FieldKind? { FieldKind(Array(text.utf8).span) }

  @Test("integers up to the limits of 64 bits")
  func integers() {
    #expect(int("0") == 0)
    #expect(int("-0") == 0)
    #expect(int("9223372036854775807") == .max)
    #expect(int("-9223372036854775808") == .min)
    #expect(int("+12") == 12)
    for wrong in ["", "-", "+", "007", "-01", "1.0", "1 ", "9223372036854775808", "-9223372036854775809", "1e3", "١"] {
      #expect(int(wrong) == nil, "\(wrong)")
    }
  }

  @Test("identifiers are not numbers")
  func identifiers() {
    #expect(kind("007") == .text)
    #expect(kind("+4930123456") == .text)
    #expect(kind("12345678901234567890") == .hugeInt)
    #expect(kind("0x1F") == .text)
    #expect(kind("007.5") == .text)
    #expect(kind("1-2") == .text)
    #expect(kind("192.168.0.1") == .text)
  }

  @Test("every type is recognized, with surrounding spaces ignored")
  func kinds() {
    let kinds: [(String, FieldKind)] = [
      (" 12\t", .int), ("-1.5", .float), (".5", .float), ("5.", .float), ("1e5", .float), ("NaN", .float),
      ("-inf", .float), ("Infinity", .float), ("true", .bool), ("No", .bool), ("2024-02-29", .date),
      ("2023-02-29", .text), ("2024-02-29 10:00", .localTime), ("2024-02-29T10:00:00Z", .instant), ("n/a", .text),
    ]
    for (text, expected) in kinds { #expect(kind(text) == expected, "\(text)") }
    #expect(kind("") == nil)
    #expect(kind("  ") == nil)
  }

  @Test("numbers too large for a double are invalid, too small ones are zero")
  func extremeFloats() {
    #expect(float("1e400") == nil)
    #expect(float("1e-400") == 0)
    #expect(float("-1e-999999999999999999999") == 0)
    #expect(float("1.7976931348623157e308") == .greatestFiniteMagnitude)
    #expect(float("5e-324") == .leastNonzeroMagnitude)
  }

  @Test("floats equal those of the standard library bit for bit", arguments: [1, 2, 3] as [UInt64])
  func floatsAgree(seed: UInt64) {
    var random = Chance(seed: seed)
    var different: [String] = []
    for _ in 0..<20_000 {
      let text = random.number()
      guard let expected = Double(text), expected.isFinite else { continue }
      if float(text)?.bitPattern != expected.bitPattern { different.append(text) }
    }
    #expect(different == [], "seed \(seed)")
  }

  @Test("doubles survive a round trip", arguments: [4, 5] as [UInt64])
  func floatsRoundTrip(seed: UInt64) {
    var random = Chance(seed: seed)
    var different: [Double] = []
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      if float("\(value)")?.bitPattern != value.bitPattern { different.append(value) }
    }
    #expect(different == [], "seed \(seed)")
  }

  @Test("UTF-8 validation equals that of the standard library")
  func utf8() {
    var random = Chance(seed: 6)
    let pool: [UInt8] = [
      0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    var different: [[UInt8]] = []
    for _ in 0..<100_000 {
      let bytes = (0..<(1 + random.below(5))).map { _ in pool[random.below(pool.count)] }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      if (UTF8Check.firstInvalid(bytes.span) == nil) != isValid { different.append(bytes) }
    }
    #expect(different == [])
  }
}

extension Chance {
  /// Returns a number of up to 24 digits, with optional sign, point and exponent, without leading zeros.
  mutating func number() -> String {
    var text = ["", "-", "+"][below(3)]
    let whole = below(3) == 0 ? "" : String(below(9) + 1) + digits(below(12))
    text += whole.isEmpty ? "0" : whole
    if below(3) > 0 { text += "." + digits(below(13)) }
    if below(4) == 0 { text += ["e", "E"][below(2)] + ["", "-", "+"][below(3)] + String(below(330)) }
    return text
  }

  private mutating func digits(_ count: Int) -> String { (0..<count).map { _ in String(below(10)) }.joined() }
}
