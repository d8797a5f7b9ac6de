import AugerColumns
import Testing

@Suite struct CivilDateTests {
  @Test func daysCountFromTheEpoch() {
    #expect(CivilDate(year: 1970, month: 1, day: 1)?.days == 0)
    #expect(CivilDate(year: 1969, month: 12, day: 31)?.days == -1)
    #expect(CivilDate(year: 2000, month: 3, day: 1)?.days == 11_017)
  }

  @Test func daysOfEightHundredYearsSurviveARoundTrip() {
    var date = CivilDate(year: 1600, month: 1, day: 1) ?? CivilDate(days: 0)
    var (year, month, day) = (1600, 1, 1)
    while year < 2400 {
      #expect(date.components == (year, month, day))
      #expect(CivilDate(year: year, month: month, day: day) == date)
      date.days += 1
      day += 1
      if day > CivilDate.daysInMonth(year: year, month: month) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test(arguments: [(2024, 2, 30), (2023, 2, 29), (1900, 2, 29), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0)])
  func nonexistentDaysFail(_ day: (Int, Int, Int)) {
    #expect(CivilDate(year: day.0, month: day.1, day: day.2) == nil)
  }

  @Test func sundayIsDayNumberOne() {
    #expect(CivilDate(year: 2024, month: 2, day: 29)?.dayNumber == 5)
    #expect(CivilDate(year: 2024, month: 3, day: 3)?.dayNumber == 1)
    #expect(CivilDate(year: 1960, month: 1, day: 2)?.dayNumber == 7)
  }

  @Test func textIsISO8601() {
    #expect("\(CivilDate(days: 0))" == "1970-01-01")
    #expect(CivilDate(year: -43, month: 3, day: 15)?.description == "-0043-03-15")
  }
}

@Suite struct TemporalTextTests {
  private func moment(_ text: String) -> TemporalText.Moment? { TemporalText.moment(Array(text.utf8).span) }

  @Test(arguments: [
    ("2024-02-29", "2024-02-29T00:00:00"), ("2024-02-29T12:34", "2024-02-29T12:34:00"),
    ("2024-02-29 12:34:56.789", "2024-02-29T12:34:56.789"), ("2024-02-29T12:34:56Z", "2024-02-29T12:34:56"),
    ("2024-02-29T12:34:56+02:00", "2024-02-29T10:34:56"), ("2024-02-29T23:30:00-0130", "2024-03-01T01:00:00"),
    ("1969-12-31T23:59:59.999999", "1969-12-31T23:59:59.999999"),
  ])
  func readsISO8601(_ text: String, _ expected: String) {
    #expect(moment(text)?.timestamp.description == expected)
  }

  @Test(arguments: [
    "2024-02-30", "2024-2-29", "20240229", "2024-02-29T", "2024-02-29T24:00", "2024-02-29T12:60", "2024-02-29T12:34:",
    "2024-02-29T12:34:56.", "2024-02-29T12:34:56x", "2024-02-29T12:34:56+2", "2024-02-29T12:34:56+02:0", "",
    "9999-12-31T23:59:59-09", "0000-01-01T00:00+00:01",
  ])
  func otherTextFails(_ text: String) { #expect(moment(text) == nil) }

  @Test func offsetIsPreserved() {
    #expect(moment("2024-02-29T12:34:56+00:00")?.hasOffset == true)
    #expect(moment("2024-02-29T12:34:56")?.hasOffset == false)
  }
}

@Suite struct Decimal128Tests {
  private func decimal(_ text: String) throws -> Decimal128 { try #require(Decimal128(text)) }

  @Test(arguments: ["0", "-1", "12.50", "0.001", "-0.5", "99999999999999999999999999999999999999"])
  func decimalTextSurvivesARoundTrip(_ text: String) throws { #expect(try decimal(text).description == text) }

  @Test(arguments: ["", ".", "-", "1.2.3", "1e5", " 1", "100000000000000000000000000000000000000", "12a"])
  func invalidDecimalFails(_ text: String) { #expect(Decimal128(text) == nil) }

  @Test func equalityComparesValues() throws {
    #expect(try decimal("1.50") == decimal("1.5"))
    #expect(Set([try decimal("1.50"), try decimal("1.5")]).count == 1)
    #expect(try decimal("-0.10") < decimal("-0.09"))
    #expect(try decimal("99999999999999999999999999999999999999") > decimal("0.00000000000000000000000000000000000001"))
  }

  @Test func roundingIsHalfAwayFromZero() throws {
    #expect(try decimal("2.345").rescaled(to: 2)?.description == "2.35")
    #expect(try decimal("-2.345").rescaled(to: 2)?.description == "-2.35")
    #expect(try decimal("2.344").rescaled(to: 2)?.description == "2.34")
    #expect(try decimal("99999999999999999999999999999999999999").rescaled(to: 1) == nil)
  }

  @Test func doublesAreTheNearest() throws {
    for text in ["0.1", "80450596.9823", "123456789012345678.9", "-1.3740", "0.000000000000000000000000000000001"] {
      #expect(try decimal(text).doubleValue == Double(text))
    }
  }
}

@Suite struct NumberTextTests {
  @Test(arguments: [
    (0.1, "0.1"), (120.5, "120.5"), (2.0, "2"), (-0.0, "0"), (1e20, "100000000000000000000"), (1e21, "1e+21"),
    (1.5e-7, "1.5e-7"), (0.000001, "0.000001"), (123456789.123, "123456789.123"),
    (Double.leastNonzeroMagnitude, "5e-324"),
    (1.7976931348623157e308, "1.7976931348623157e+308"), (9_007_199_254_740_992, "9007199254740992"),
    (-1234.5678, "-1234.5678"), (1.25e22, "1.25e+22"),
  ])
  func isWhatABrowserShows(_ value: Double, _ text: String) { #expect(NumberText.shortest(value) == text) }

  @Test func readsBackAsTheSameNumber() {
    var state: UInt64 = 42
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Double(bitPattern: state ^ state >> 29)
      guard value.isFinite else { continue }
      #expect(Double(NumberText.shortest(value)) == value)
    }
  }
}

@Suite struct ScalarTests {
  @Test func stringsAreComparedByBytes() {
    // é as one scalar and as two. Swift treats them as equal, but they are different data.
    #expect(Scalar.string("\u{E9}") != .string("e\u{301}"))
    #expect(Scalar.precedes(.string("Z"), .string("a")))
    #expect(Scalar.precedes(.string("z"), .string("\u{E9}")))
  }

  @Test func nullComesFirstAndNaNLast() {
    let sorted = [Scalar.float(.nan), .int(3), .null, .float(2.5)].sorted(by: Scalar.precedes)
    #expect(sorted == [.null, .float(2.5), .int(3), .float(.nan)])
  }
}

@Suite struct QueryArgumentsTests {
  @Test func orderDoesNotMatterForEquality() {
    let a: QueryArguments = [
      "Region": .scalar(.string("Europe")), "Year": .range(lower: .int(2010), upper: .int(2012)),
    ]
    let b: QueryArguments = [
      "Year": .range(lower: .int(2010), upper: .int(2012)), "Region": .scalar(.string("Europe")),
    ]
    #expect(a == b)
    #expect(a.stableHash == b.stableHash)
    #expect(a.names == ["Region", "Year"])
  }

  @Test func typesAndBoundariesDistinguishArguments() {
    let variants: [QueryArguments] = [
      ["a": .scalar(.string("1"))], ["a": .scalar(.int(1))], ["a": .list([.int(1)])], ["a": .scalar(.null)],
      ["a": .list([.string("1,s1:1")])], ["a": .list([.string("1"), .string("1")])], ["a1": .scalar(.int(1))],
    ]
    #expect(Set(variants.map(\.canonicalText)).count == variants.count)
  }
}
