import AugerColumns
import AugerExport
import Testing

@Suite struct JSONBytesTests {
  private func text(_ number: Double) -> String {
    var out = JSONBytes(capacity: 32)
    out.number(number)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  @Test func `Doubles are written in their shortest form`() {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var state = seed
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 11 ^ state << 31
    }
    for _ in 0..<20_000 {
      let cents = Double(Int64(bitPattern: next()) >> 16) / 100
      let shifted = Double(next() % 1_000_000_000) / [1.0, 10, 1000, 10_000, 1e6, 1e9][Int(next() % 6)]
      let any = Double(bitPattern: next())
      for number in [cents, -cents, shifted, cents + shifted, shifted / 3, any] where number.isFinite {
        #expect(text(number) == NumberText.shortest(number), "seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    0.1, 0.001, 0.0009, 1e-6, 1e-7, 123456789.01, 99999999999.99, 100000000000.01, 999999999999999.9,
    4503599627370495.5, 9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_994, 1e21, 1e22,
    .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.3, 2.0 / 3, -0.0, 0.1 + 0.2, 1234.5000000000002,
    100.01,
  ])
  func `Extreme doubles are written in their shortest form`(number: Double) {
    #expect(text(number) == NumberText.shortest(number))
    #expect(text(-number) == NumberText.shortest(-number))
  }

  @Test func `Exact texts are written for integers beyond 2^53 and decimals that a double cannot represent`() throws {
    #expect(ExactText.text(.int(1 << 53)) == nil)
    #expect(ExactText.text(.int(-(1 << 53) - 1)) == "-9007199254740993")
    #expect(ExactText.text(.int(.min)) == "-9223372036854775808")
    #expect(ExactText.text(.decimal(try #require(Decimal128("0.1")))) == nil)
    #expect(ExactText.text(.decimal(try #require(Decimal128("0.10000000000000000000001")))) != nil)
    #expect(ExactText.text(.decimal(try #require(Decimal128("12345678901234567.89")))) == "12345678901234567.89")
    #expect(ExactText.text(.decimal(try #require(Decimal128("1000000000000000000000000")))) == nil)
    #expect(ExactText.text(.decimal(try #require(Decimal128("1230000000000000000000001")))) != nil)
    #expect(ExactText.text(.decimal(try #require(Decimal128("0.00000001234500000000000000")))) == nil)
    #expect(ExactText.text(.float(0.1)) == nil)
  }
}
