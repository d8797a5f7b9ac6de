import AugerAgents
import AugerColumns
import AugerDiagnostics
import TestSupport
import Testing

/// Values survive a round trip through a message.
@Suite struct ScalarTests {
  @Test func everyValueSurvivesARoundTrip() throws {
    let texts = [
      "", "Europe", "2023", "2024-05-01", "'2024-05-01'", "true", "null", "NaN", "1e5", "'", "9.50", "\u{1}",
    ]
    var values: [Scalar] = texts.map { .string($0) }
    values += [.bool(true), .int(0), .int(.max), .int(.min), .float(5), .float(-0.5), .float(1e300), .float(.infinity)]
    values += [.decimal(Decimal128(unscaled: 950, scale: 2)), .decimal(Decimal128(unscaled: 7, scale: 0))]
    values += [.date(CivilDate(days: 19_000)), .null]
    for value in values {
      let written = JSONNode(value)
      let read = try #require(JSONNode(reading: written.bytes))
      #expect(read.scalar == value, "\(written.line)")
    }
  }
}
