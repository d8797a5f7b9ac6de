import AugerColumns
import Foundation
import Testing

@Suite struct ScalarCodingTests {
  private static let scalars: [Scalar] = [
    .null, .bool(true), .int(0), .int(.max), .int(.min), .float(0.1), .float(2), .float(-0.0), .float(1e300),
    .float(.infinity), .float(-.infinity), .float(.nan), .decimal(Decimal128(unscaled: 12_345, scale: 2)),
    .decimal(Decimal128(unscaled: Int128(Int64.max) * 1000 + 7, scale: 5)), .string(""), .string("2024-02-29"),
    .string("é\u{0}"), .date(CivilDate(days: 19_782)), .date(.infinity), .date(CivilDate(days: -1_000_000)),
    .timestamp(Timestamp(microseconds: 1_700_000_000_123_456)), .timestamp(.negativeInfinity),
    .time(TimeOfDay(microseconds: 3_723_000_001)), .interval(Interval(months: 14, days: 3, microseconds: 6_700_000)),
    .binary([0, 255]),
  ]

  @Test(arguments: scalars) func `A value reads back as an equal value of the same type`(scalar: Scalar) throws {
    let data = try JSONEncoder().encode([scalar])
    #expect(try JSONDecoder().decode([Scalar].self, from: data) == [scalar], "\(String(decoding: data, as: UTF8.self))")
  }

  @Test func `Values of JSON's types are plain, others say their type`() throws {
    func text(_ scalar: Scalar) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(scalar), as: UTF8.self)
    }
    #expect(try text(.int(7)) == "7")
    #expect(try text(.float(0.5)) == "0.5")
    #expect(try text("Europe") == "\"Europe\"")
    #expect(try text(.null) == "null")
    #expect(try text(.date(CivilDate(days: 0))) == #"{"type":"date","value":"1970-01-01"}"#)
    #expect(try text(.float(2)) == #"{"type":"float","value":"2.0"}"#)
  }

  @Test(arguments: [#"{"type":"date","value":"2024-02-30"}"#, #"{"type":"day","value":"2024-02-29"}"#, "[1]"])
  func `Invalid values fail to decode`(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Scalar.self, from: Data(text.utf8)) }
  }

  @Test func `Dates and moments are ISO 8601`() throws {
    let date = CivilDate(days: 19_782)
    #expect(String(decoding: try JSONEncoder().encode(date), as: UTF8.self) == #""2024-02-29""#)
    #expect(try JSONDecoder().decode(CivilDate.self, from: Data(#""2024-02-29""#.utf8)) == date)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(CivilDate.self, from: Data(#""2024-2-9""#.utf8)) }
    let moment = Timestamp(date, hour: 12)
    #expect(try JSONDecoder().decode(Timestamp.self, from: try JSONEncoder().encode(moment)) == moment)
    #expect(try JSONDecoder().decode(Timestamp.self, from: Data(#""2024-02-29T13:00:00+01:00""#.utf8)) == moment)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Timestamp.self, from: Data(#""noon""#.utf8)) }
  }
}
