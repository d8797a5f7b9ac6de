import AugerColumns
import AugerDiagnostics
import Testing

/// Times of day, intervals, bytes, and infinite dates.
@Suite struct ClockIntervalBinaryTests {
  @Test(arguments: [
    ("00:00", "00:00:00"), ("12:34:56", "12:34:56"), ("23:59:59.999999", "23:59:59.999999"), ("24:00:00", "24:00:00"),
    ("01:02:03,5", "01:02:03.5"), ("01:02:03.1234567", "01:02:03.123456"),
  ])
  func timesAreReadAndWritten(_ text: String, _ expected: String) {
    #expect(Scalar(text: text, type: .time)?.description == expected)
  }

  @Test(arguments: ["24:00:01", "25:00", "12:60", "12:00:60", "1:00", "12:00:00.", "12:00 ", "", "12:00:0a", "-1:00"])
  func invalidTimesFail(_ text: String) { #expect(Scalar(text: text, type: .time) == nil) }

  @Test(arguments: [
    ("P1Y2M3DT4H5M6.7S", 14, 3, 14_706_700_000, "P1Y2M3DT4H5M6.7S"), ("PT0S", 0, 0, 0, "PT0S"),
    ("P0D", 0, 0, 0, "PT0S"), ("P2W", 0, 14, 0, "P14D"), ("-P1Y-2M", -10, 0, 0, "P-10M"),
    ("P1M-1DT-0.5S", 1, -1, -500_000, "P1M-1DT-0.5S"), ("PT90M", 0, 0, 5_400_000_000, "PT1H30M"),
    ("PT-1H30M", 0, 0, -1_800_000_000, "PT-30M"), ("PT1.1234567S", 0, 0, 1_123_456, "PT1.123456S"),
    ("P178956970Y7M", Int32.max, 0, 0, "P178956970Y7M"),
  ])
  func intervalsAreReadAndWritten(
    _ text: String, _ months: Int32, _ days: Int32, _ microseconds: Int64, _ expected: String
  ) {
    let interval = Interval(text)
    #expect(interval == Interval(months: months, days: days, microseconds: microseconds))
    #expect(interval?.description == expected)
  }

  @Test(arguments: [Interval(months: .min, days: .min, microseconds: .min), Interval(months: .max, days: .max)])
  func extremeIntervalsSurviveARoundTrip(_ interval: Interval) { #expect(Interval(interval.description) == interval) }

  @Test(arguments: [
    "", "P", "PT", "P1", "1Y", "P1Y1Y", "P1D1Y", "P1.5Y", "PT1.5H", "P1H", "PT1Y", "P1YT", "p1y", "P1Y ", "P178956971Y",
    "PT9223372036855S", "P--1D",
  ])
  func invalidIntervalsFail(_ text: String) { #expect(Interval(text) == nil) }

  @Test func intervalsAreOrderedAsInPostgreSQL() throws {
    let ascending = ["P-1M", "PT-1S", "PT0S", "PT24H", "P1D", "P29DT23H", "P30D", "P1M", "P31D"]
    let intervals = try ascending.map { try #require(Interval($0)) }
    let shuffled = Column(intervals.reversed() as [Interval])
    let rows = SortOrder.rows(by: [SortOrder(shuffled)], rowCount: shuffled.count)
    #expect(rows.map { shuffled[Int($0)].description } == ascending)
    for (a, b) in zip(intervals, intervals.dropFirst()) {
      #expect(Scalar.compare(.interval(a), .interval(b)) < 0)
      #expect(a != b)
    }
  }

  @Test func bytesAreWrittenAsHexadecimalText() {
    #expect(Scalar.binary([0, 255, 0x41]).description == "\\x00ff41")
    #expect(Scalar(text: "\\x00FF41", type: .binary) == .binary([0, 255, 0x41]))
    #expect(Scalar(text: "\\x", type: .binary) == .binary([]))
    for text in ["", "00", "\\x0", "\\x0g", "x00"] { #expect(Scalar(text: text, type: .binary) == nil) }
  }

  @Test func bytesAreSortedByteByByte() {
    let column = Column([[2], [1, 255], [], [1], [255], [1, 0]] as [[UInt8]])
    let rows = SortOrder.rows(by: [SortOrder(column, isDescending: true)], rowCount: 6)
    #expect(rows.map { column[Int($0)].description } == ["\\xff", "\\x02", "\\x01ff", "\\x0100", "\\x01", "\\x"])
  }

  @Test func infiniteDatesAreOutsideAllDays() throws {
    let days = try ["infinity", "9999-12-31", "-infinity", "0001-01-01"].map {
      try #require(Scalar(text: $0, type: .date))
    }
    #expect(days[0] == .date(.infinity))
    #expect(
      days.sorted(by: Scalar.precedes).map(\.description) == ["-infinity", "0001-01-01", "9999-12-31", "infinity"])
    #expect(Scalar(text: "-Infinity", type: .timestamp) == .timestamp(.negativeInfinity))
    #expect(Timestamp.infinity.description == "infinity")
    #expect(Timestamp(.negativeInfinity).date == .negativeInfinity)
    #expect(Scalar.date(.infinity).converted(to: .timestamp) == .timestamp(.infinity))
    #expect(Scalar.timestamp(.infinity).converted(to: .date) == .date(.infinity))
    #expect(Scalar.compare(.date(.infinity), .timestamp(.infinity)) == 0)
  }

  @Test func daysOutsideTimestampsKeepTheirOrder() {
    let late = Timestamp(CivilDate(days: .max - 1))
    #expect(late.isFinite)
    #expect(late < .infinity)
    #expect(Timestamp(CivilDate(days: .min + 1), hour: 1) > .negativeInfinity)
  }

  @Test func validateFindsInvalidTimesAndBytes() {
    let late = Column(.time, .time(Buffer([Timestamp.microsecondsPerDay + 1])))
    #expect(throws: AugerError.self) { try late.validate() }
    let descending = BinaryBuffer(offsets: Buffer([0, 2, 1]), bytes: Buffer([1, 2]))
    #expect(throws: AugerError.self) { try Column(.binary, .binary(descending)).validate() }
    let beyond = BinaryBuffer(offsets: Buffer([0, 3]), bytes: Buffer([1, 2]))
    #expect(throws: AugerError.self) { try Column(.binary, .binary(beyond)).validate() }
  }

  @Test func gatheringAndSlicingPreserveBytes() throws {
    let column = Column([[1], [2, 2], [], [3, 3, 3]] as [[UInt8]])
    let part = column[1..<4].gathered([2, 0, -1, 1])
    try part.validate()
    #expect(part.scalars == [.binary([3, 3, 3]), .binary([2, 2]), .null, .binary([])])
    try column[4..<4].validate()
  }

  @Test func argumentsHaveACanonicalForm() throws {
    let interval = try #require(Interval("P1D"))
    let one: QueryArguments = [
      "t": .scalar(.time(TimeOfDay(microseconds: 1))), "i": .scalar(.interval(interval)), "b": .scalar(.binary([1])),
    ]
    let other: QueryArguments = [
      "b": .scalar(.binary([1])), "i": .scalar(.interval(interval)), "t": .scalar(.time(TimeOfDay(microseconds: 1))),
    ]
    #expect(one == other)
    let text: QueryArguments = ["i": .scalar(.string("P1D"))]
    #expect(Scalar.string("P1D").converted(to: .interval) == .interval(interval))
    #expect(text != ["i": .scalar(.interval(interval))])
  }
}
