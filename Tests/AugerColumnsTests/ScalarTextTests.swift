import AugerColumns
import Testing

@Suite struct ScalarTextTests {
  @Test func textIsReadByType() {
    #expect(Scalar(text: "YES", type: .bool) == .bool(true))
    #expect(Scalar(text: "-12", type: .int64) == .int(-12))
    #expect(Scalar(text: "1.5e3", type: .float64) == .float(1500))
    #expect(
      Scalar(text: "1.50", type: .decimal(precision: 5, scale: 2)) == .decimal(Decimal128(unscaled: 150, scale: 2)))
    #expect(Scalar(text: "2024-02-29", type: .date) == .date(CivilDate(year: 2024, month: 2, day: 29)!))
    #expect(Scalar(text: "2024-02-29T01:00:00+01:00", type: .timestamp)?.description == "2024-02-29T00:00:00")
    #expect(Scalar(text: "", type: .string) == .string(""))
  }

  @Test(arguments: [
    ("maybe", DataType.bool), ("", .int64), ("1.0", .int64), ("9223372036854775808", .int64), (" 1", .int64),
    ("nan", .float64), ("inf", .float64), ("0x10", .float64), ("1e999", .float64), ("", .float64),
    ("1.555", .decimal(precision: 5, scale: 2)), ("1000", .decimal(precision: 5, scale: 2)), ("2024-02-30", .date),
    ("2024-02-29 00:00", .date), ("noon", .timestamp),
  ])
  func unfittingTextIsNil(_ text: String, _ type: DataType) { #expect(Scalar(text: text, type: type) == nil) }

  @Test func conversionsLoseNothing() {
    #expect(Scalar.int(2).converted(to: .float64) == .float(2))
    #expect(Scalar.int(9_007_199_254_740_993).converted(to: .float64) == nil)
    #expect(Scalar.float(2.5).converted(to: .int64) == nil)
    #expect(Scalar.float(2).converted(to: .int64) == .int(2))
    #expect(Scalar.null.converted(to: .date) == .null)
    #expect(Scalar.int(5).converted(to: .string) == .string("5"))
  }

  @Test(arguments: [
    Int32.max - 1, Int32.min + 1, 2_932_897, 2_932_896, -719_528, -719_529, -2_440_588, 2_145_031_948, 0,
  ])
  func everyDateSurvivesARoundTrip(_ days: Int32) {
    let date = CivilDate(days: days)
    #expect(Scalar(text: date.description, type: .date) == .date(date))
    #expect(Scalar(text: Timestamp(date).description, type: .timestamp) == .timestamp(Timestamp(date)))
  }

  @Test(arguments: [Int64.max - 1, Int64.min + 1, -62_167_219_200_000_001, 253_402_300_800_000_000, -1])
  func everyTimestampSurvivesARoundTrip(_ microseconds: Int64) {
    let moment = Scalar.timestamp(Timestamp(microseconds: microseconds))
    for type in [DataType.timestamp, .timestamp(zone: "Europe/Berlin")] {
      #expect(Scalar(text: type.text(of: moment), type: type) == moment)
    }
  }

  @Test(arguments: [
    "-4712-01-32", "-4712-13-01", "+5881580-07-11", "-5877641-06-22", "+99999999-01-01", "-471-01-01", "-4712-1-1",
    "+10000-01-01T24:00", "+10000-01-01T00:00+01:00", "+294247-01-10T04:00:54.775807", "-4712-01-01x", "+10000-01-0",
  ])
  func invalidTextWithASignedYearIsNil(_ text: String) {
    #expect(Scalar(text: text, type: .timestamp) == nil)
    #expect(Scalar(text: text, type: .date) == nil)
  }
}
