import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

/// Differences of dates, lengths of intervals, bins, and numbers in strings.
struct DifferenceTests {
  let table = Setting(
    columns: [
      ("day", Column([CivilDate(days: 10), CivilDate(days: 40), .infinity])),
      ("due", Column([CivilDate(days: 12), CivilDate(days: 30), CivilDate(days: 0)])),
      ("at", Column([0, 90_061, -1].map { Timestamp(microseconds: $0 * 1_000_000) })),
      ("price", Column(["1.234,50 €", "n/a", "-7 %"])), ("qty", Column([37, -1, 40] as [Int64])),
      ("span", Column([Interval(days: 1, microseconds: 500_000), Interval(months: 1), Interval(microseconds: -1)])),
    ],
    variables: [("width", .scalar(.int(25))), ("none", .scalar(.null))])

  @Test func dateDifferenceIsANumberOfDays() throws {
    #expect(try table.bind("due - day").type == .int64)
    #expect(try table.results("due - day") == ["2", "-10", "null"])
    #expect(try table.results("(due - date(1970,1,1)) * 2 + 1") == ["25", "61", "1"])
    #expect(try table.results("due - '1970-01-02' - 1") == ["10", "28", "-2"])
    #expect(try table.results("due - null") == ["null", "null", "null"])
    #expect(try table.warnings("due - day").count == 1)
    #expect(try value("date(2024,3,1) - date(2024,2,28)") == "2")
  }

  @Test func timestampDifferenceIsAnInterval() throws {
    #expect(try table.bind("at - date(1970,1,1)").type == .interval)
    #expect(try table.results("at - '1970-01-01'") == ["PT0S", "P1DT1H1M1S", "PT-1S"])
    #expect(try table.results("Seconds(at - date(1970,1,1))") == ["0", "90061", "-1"])
    #expect(try table.results("Seconds(at - date(1970,1,1)) / 60 < 1") == ["1", "0", "1"])
  }

  @Test func zonedTimestampsSubtractAsInstants() throws {
    var zoned = table
    zoned.columns[2].column = try Column(
      .timestamp(zone: "Europe/Berlin"),
      [Timestamp(microseconds: 1_711_846_800_000_000), Timestamp(microseconds: 0), Timestamp(microseconds: 0)].map {
        .timestamp($0)
      })
    // 03:00 is two hours after midnight on the day that skips an hour.
    #expect(try zoned.results("Seconds(at - date(2024,3,31))")[0] == "7200")
  }

  @Test func intervalWithMonthsHasNoLengthInSeconds() throws {
    #expect(try table.results("Seconds(span)") == ["86400.5", "null", "-0.000001"])
    #expect(try table.warnings("Seconds(span)").count == 1)
    table.expect(
      "Seconds(⟦day⟧)", fails: .wrongArgumentType,
      hint: "Pass an interval, for example the difference of two timestamps.")
    table.expect("Seconds(⟦'soon'⟧)", fails: .wrongArgumentValue)
  }

  @Test func invalidDifferencesAreReported() {
    table.expect("day - ⟦'soon'⟧", fails: .wrongArgumentValue)
    table.expect("⟦day⟧ - 1", fails: .wrongArgumentType)
    table.expect("1 - ⟦day⟧", fails: .wrongArgumentType)
    table.expect("day + ⟦due⟧", fails: .wrongArgumentType)
  }

  @Test func binsStartAtMultiplesOfTheirWidth() throws {
    #expect(try table.results("Bin(qty, 10)") == ["30", "-10", "40"])
    #expect(try table.results("Bin(qty, $width)") == ["25", "-25", "25"])
    #expect(try table.results("Bin(qty, 2.5)") == ["35", "-2.5", "40"])
    #expect(try table.bind("Bin(qty, 10)").type == .int64)
    for (x, start) in [
      ("0.3", "0.3"), ("0.29", "0.2"), ("-0.1", "-0.1"), ("-0.05", "-0.1"), ("0.7", "0.7"), ("1e300", "1e+300"),
    ] {
      #expect(try value("Bin(\(x), 0.1)") == start, "\(x)")
    }
    let prices = Setting(columns: [("price", try decimals(["12.34", "-0.01", "99.99"], precision: 4, scale: 2))])
    #expect(try prices.results("Bin(price, 5)") == ["10.00", "-5.00", "95.00"])
    #expect(try prices.results("Bin(price, 0.05)") == ["12.30", "-0.05", "99.95"])
  }

  @Test func invalidBinWidthsAreReported() throws {
    table.expect("Bin(qty, ⟦0⟧)", fails: .wrongArgumentValue, hint: "Write Bin(x, 10).")
    table.expect("Bin(qty, ⟦-1⟧)", fails: .wrongArgumentValue)
    table.expect("Bin(qty, ⟦$none⟧)", fails: .wrongArgumentValue)
    table.expect("Bin(qty, ⟦qty⟧)", fails: .constantRequired)
    let ends = Setting(columns: [("i", Column([.min, 1] as [Int64])), ("f", Column([-1.5e308, 1]))])
    try ends.expect("⟦Bin(i, 10)⟧", overflowsInRow: 1)
    try ends.expect("⟦Bin(f, 1e308)⟧", overflowsInRow: 1)
  }

  @Test func stringsThatAreNotNumbersCauseWarnings() throws {
    #expect(try table.results("ToNumber(price, 'de')") == ["1234.5", "null", "-0.07"])
    #expect(
      try table.warnings("ToNumber(price, 'de')") == [
        "warning: domainError: ToNumber returned null for a string that is not a number, first at row 2"
      ])
    let texts = Setting(columns: [("v", Column(["1.234,50", "7,25 €", "n/a"]))])
    #expect(try texts.results("ToNumber(v)") == ["null", "null", "null"])
    #expect(
      try texts.warnings("ToNumber(v)") == [
        "warning: domainError: ToNumber returned null for a string that is "
          + "a number in 'de' (write ToNumber(text, 'de')) "
          + "(2 times), first at row 1",
        "warning: domainError: ToNumber returned null for a string that is not a number, first at row 3",
      ])
    #expect(try value("ToNumber(null)") == "null")
    #expect(try value("ToNumber('x')") == "null")
    table.expect("ToNumber(price, ⟦'du'⟧)", fails: .wrongArgumentValue)
    table.expect("ToNumber(price, ⟦$none⟧)", fails: .wrongArgumentValue)
    table.expect("ToNumber(⟦qty⟧)", fails: .wrongArgumentType, hint: "Convert the argument with string(x).")
  }
}
