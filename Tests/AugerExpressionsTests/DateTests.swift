import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

struct DateTests {
  let table: Setting

  init() throws {
    let days = [(2024, 2, 29), (1969, 12, 31), (2021, 1, 3)].map { CivilDate(year: $0.0, month: $0.1, day: $0.2) }
    let dates = try Column(.date, days.map { $0.map { .date($0) } ?? .null } + [.null])
    let moments = try Column(
      .timestamp, days.map { $0.map { .timestamp(Timestamp($0, hour: 12, minute: 34, second: 56)) } ?? .null } + [.null]
    )
    table = Setting(columns: [("d", dates), ("t", moments), ("n", Column([1, -1, 12, 0] as [Int64]))])
  }

  @Test func partsOfDatesAndTimestamps() throws {
    for column in ["d", "t"] {
      #expect(try table.results("year(\(column))") == ["2024", "1969", "2021", "null"])
      #expect(try table.results("month(\(column))") == ["2", "12", "1", "null"])
      #expect(try table.results("day(\(column))") == ["29", "31", "3", "null"])
      #expect(try table.results("quarter(\(column))") == ["1", "4", "1", "null"])
      #expect(try table.results("daynumber(\(column))") == ["5", "4", "1", "null"])
      #expect(try table.results("week(\(column))") == ["9", "1", "53", "null"])
      #expect(try table.results("weekyear(\(column))") == ["2024", "1970", "2020", "null"])
      #expect(try table.results("fiscalyear(\(column), 2)") == ["2025", "1970", "2021", "null"])
      #expect(try table.results("fiscalquarter(\(column), 2)") == ["1", "4", "4", "null"])
    }
    #expect(try table.results("hour(d)") == ["0", "0", "0", "null"])
    #expect(
      try table.results("hour(t) * 10000 + minute(t) * 100 + second(t)") == ["123456", "123456", "123456", "null"])
  }

  @Test func comparisonsConvertStringsOnce() throws {
    #expect(try table.results("d == '2024-02-29'") == ["1", "0", "0", "null"])
    #expect(try table.results("'2021-01-03' >= d") == ["0", "1", "1", "null"])
    #expect(try table.results("t > date(2021,1,3)") == ["1", "0", "1", "null"])
    #expect(try table.results("t == '2021-01-03T12:34:56'") == ["0", "0", "1", "null"])
    #expect(try table.results("date(t) == d") == ["1", "1", "1", "null"])
    #expect(try table.results("t < d") == ["0", "0", "0", "null"])
    #expect(try table.results("d in ('2024-02-29', '1969-12-31')") == ["1", "1", "0", "null"])
    #expect(try table.results("between(d, '1969-12-31', '2021-01-03')") == ["0", "1", "1", "null"])
  }

  @Test func stringVariablesCompareAsDates() throws {
    var setting = table
    setting.variables = [
      ("from", .scalar(.string("2021-01-01"))),
      ("span", .range(lower: .string("2021-01-01"), upper: .string("2021-12-31"))),
    ]
    #expect(try setting.results("d >= $from") == ["1", "0", "1", "null"])
    #expect(try setting.results("d in ($span)") == ["0", "0", "1", "null"])
    setting.variables = [("from", .scalar(.string("soon")))]
    setting.expect("d >= ⟦$from⟧", fails: .wrongArgumentValue)
  }

  @Test func shifts() throws {
    #expect(try table.results("relativedate(d, 1)") == ["2024-03-01", "1970-01-01", "2021-01-04", "null"])
    #expect(try table.results("relativetime(t, -45297)")[1] == "1969-12-30T23:59:59")
    #expect(try table.results("relativetime(d, 3600)")[0] == "2024-02-29T01:00:00")
    #expect(try table.results("add(d, n, 'month')") == ["2024-03-29", "1969-11-30", "2022-01-03", "null"])
    #expect(try table.results("add(t, 1, 'year')")[0] == "2025-02-28T12:34:56")
    #expect(try table.results("add(d, -1, 'week')")[2] == "2020-12-27")
    #expect(try table.results("add(t, n, 'hour')")[1] == "1969-12-31T11:34:56")
    try table.expect("⟦add(d, n * 100000, 'year')⟧", overflowsInRow: 1)
  }

  @Test func starts() throws {
    #expect(try table.results("startof(d, 'week')") == ["2024-02-26", "1969-12-29", "2020-12-28", "null"])
    #expect(try table.results("startof(d, 'quarter')") == ["2024-01-01", "1969-10-01", "2021-01-01", "null"])
    #expect(try table.results("startof(t, 'year')")[1] == "1969-01-01T00:00:00")
    #expect(try table.results("startof(t, 'hour')")[1] == "1969-12-31T12:00:00")
    #expect(try table.results("startof(t, 'Day')")[0] == "2024-02-29T00:00:00")
  }

  @Test func datesFromColumns() throws {
    #expect(try table.results("date(2024, n, 1)") == ["2024-01-01", "null", "2024-12-01", "null"])
    #expect(
      try table.warnings("date(2024, n, 1)") == [
        "warning: domainError: Date returned null for a day that does not exist (2 times), first at row 2"
      ])
    let texts = Setting(columns: [("s", Column(["2024-02-29", "soon", nil] as [String?]))])
    #expect(try texts.results("date(s)") == ["2024-02-29", "null", "null"])
    #expect(
      try texts.warnings("date(s)") == [
        "warning: domainError: Date returned null for a string that is not a date, first at row 2"
      ])
    #expect(try value("day('2010-05-10')") == "10")
  }

  @Test func datesConcatenateAsISOStrings() throws {
    #expect(try table.results("'on ' + d")[0] == "on 2024-02-29")
    #expect(try table.results("'at ' + t")[0] == "at 2024-02-29T12:34:56")
  }
}

/// A range that ends at a date includes the whole day.
struct RangeOfDaysTests {
  private func shop(zone: String? = nil) throws -> Setting {
    let moments = ["2013-02-01T00:00:00", "2013-02-28T23:30:00", "2013-02-28T23:59:59.999999", "2013-03-01T00:00:00"]
    let type = DataType.timestamp(zone: zone)
    let range = QueryArgument.range(
      lower: .date(try #require(CivilDate(year: 2013, month: 2, day: 1))),
      upper: .date(try #require(CivilDate(year: 2013, month: 2, day: 28))))
    return Setting(
      columns: [
        ("t", try Column(type, moments.map { Scalar(text: $0, type: type) ?? .null })),
        ("d", try Column(.date, [Scalar](repeating: .date(CivilDate(days: 15_764)), count: 4))),
      ], variables: [("when", range)])
  }

  @Test(arguments: [
    "t in ($when)", "Between(t, $when)", "Between(t, date(2013,2,1), date(2013,2,28))", "t <= $when.upper",
    "not (t > $when.upper)", "$when.upper >= t", "Between(t, '2013-02-01', '2013-02-28')",
    "Between(t, date(2013,2,1), d)",
  ])
  func rangeIncludesItsLastDay(_ text: String) throws {
    #expect(try shop().results(text) == ["1", "1", "1", "0"])
  }

  @Test func lessThanUpperEndExcludesItsDay() throws {
    #expect(try shop().results("t < $when.upper") == ["1", "0", "0", "0"])
  }

  @Test func rangeUsesTheTimeZoneOfTheColumn() throws {
    // 23:30 UTC is 00:30 of the next day in Berlin.
    #expect(try shop(zone: "Europe/Berlin").results("t in ($when)") == ["1", "0", "0", "0"])
  }
}
