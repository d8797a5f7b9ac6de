import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

/// Columns with a time zone. Berlin changed from +1 to +2 on 2024-03-31 at 01:00 UTC and back on 2024-10-27 at 01:00
/// UTC.
struct ZoneTests {
  private let table: Setting

  private static func column(_ zone: String, _ texts: [String]) throws -> Column {
    try Column(.timestamp(zone: zone), texts.map { Scalar(text: $0, type: .timestamp) ?? .null })
  }

  private static let moments = [
    "2024-03-30T23:30:00", "2024-03-31T00:59:59", "2024-03-31T01:00:00", "2024-10-27T00:30:00", "2024-10-27T01:30:00",
    "2024-12-31T23:15:30", "null",
  ]

  init() throws {
    table = Setting(
      columns: [
        ("t", try Self.column("Europe/Berlin", Self.moments)), ("utc", try Self.column("UTC", Self.moments)),
        ("fixed", try Self.column("+05:30", Self.moments)),
        ("plain", try Column(.timestamp, Self.column("UTC", Self.moments).scalars)),
        ("d", Column([CivilDate](repeating: CivilDate(days: 19_813), count: 7))),
      ],
      variables: [
        ("picked", .scalar(Scalar(text: "2024-03-31T01:00:00", type: .timestamp) ?? .null)),
        ("text", .scalar(.string("2024-03-31"))),
      ])
  }

  @Test func datePartsAreLocal() throws {
    #expect(try table.results("hour(t)") == ["0", "1", "3", "2", "2", "0", "null"])
    #expect(try table.results("day(t)") == ["31", "31", "31", "27", "27", "1", "null"])
    #expect(try table.results("year(t)")[5] == "2025")
    #expect(try table.results("week(t)")[5] == "1")
    #expect(
      try table.results("hour(fixed) * 100 + minute(fixed)") == ["500", "629", "630", "600", "700", "445", "null"])
    #expect(try table.results("hour(utc)") == table.results("hour(plain)"))
    #expect(try table.results("date(t)")[5] == "2025-01-01")
    #expect(try table.results("date(t)")[1] == "2024-03-31")
  }

  @Test func daysStartAtLocalMidnight() throws {
    #expect(try table.results("startof(t, 'day')")[2] == "2024-03-30T23:00:00")
    #expect(try table.results("startof(t, 'day')")[3] == "2024-10-26T22:00:00")
    #expect(try table.results("startof(t, 'year')")[5] == "2024-12-31T23:00:00")
    #expect(try table.results("startof(t, 'hour')")[3] == "2024-10-27T00:00:00")
    #expect(try table.results("startof(t, 'hour')")[4] == "2024-10-27T01:00:00")
    #expect(try table.results("startof(fixed, 'hour')")[0] == "2024-03-30T23:30:00")
    #expect(try table.bind("startof(t, 'day')").type == .timestamp(zone: "Europe/Berlin"))
  }

  @Test func dayShiftsKeepLocalTimeAndHourShiftsDoNot() throws {
    #expect(try table.results("relativedate(t, 1)")[0] == "2024-03-31T22:30:00")
    #expect(try table.results("relativetime(t, 86400)")[0] == "2024-03-31T23:30:00")
    #expect(try table.results("add(t, 1, 'month')")[0] == "2024-04-29T22:30:00")
    // 02:30 does not exist on that day. It is read with the offset before the change.
    let skipped = Setting(columns: [("t", try Self.column("Europe/Berlin", ["2024-03-30T01:30:00"]))])
    #expect(try skipped.results("relativedate(t, 1)") == ["2024-03-31T01:30:00"])
  }

  @Test func datesComparedWithZonedColumnsAreLocalMidnights() throws {
    #expect(try table.results("t >= '2024-03-31'") == ["1", "1", "1", "1", "1", "1", "null"])
    #expect(try table.results("utc >= '2024-03-31'") == ["0", "1", "1", "1", "1", "1", "null"])
    #expect(try table.results("t < d")[0] == "0")
    #expect(try table.results("t == '2024-03-31T03:00:00'") == ["0", "0", "1", "0", "0", "0", "null"])
    #expect(try table.results("t == '2024-03-31T01:00:00Z'") == ["0", "0", "1", "0", "0", "0", "null"])
    #expect(try table.results("t == date(2024,3,31,3,0,0)") == ["0", "0", "1", "0", "0", "0", "null"])
    #expect(try table.results("t >= $text")[0] == "1")
    #expect(try table.results("t in ('2024-03-31T03:00:00', '2025-01-01')") == ["0", "0", "1", "0", "0", "0", "null"])
  }

  @Test func valueSelectedFromZonedColumnIsAnInstant() throws {
    #expect(try table.results("t == $picked") == ["0", "0", "1", "0", "0", "0", "null"])
    #expect(try table.results("t in ($picked)") == ["0", "0", "1", "0", "0", "0", "null"])
    #expect(try table.results("plain == $picked") == ["0", "0", "1", "0", "0", "0", "null"])
  }

  @Test func changedTimeZoneRulesApply() throws {
    // Samoa skipped 2011-12-30. Istanbul has stayed on summer time since 2016.
    let apia = Setting(
      columns: [("t", try Self.column("Pacific/Apia", ["2011-12-30T09:59:59", "2011-12-30T10:00:00"]))])
    #expect(try apia.results("date(t)") == ["2011-12-29", "2011-12-31"])
    let istanbul = Setting(
      columns: [("t", try Self.column("Europe/Istanbul", ["2015-01-01T00:00:00", "2017-01-01T00:00:00"]))])
    #expect(try istanbul.results("hour(t)") == ["2", "3"])
  }

  @Test func instantCanBeConvertedToAnyZone() throws {
    #expect(try table.results("inzone(plain, 'Europe/Berlin')")[1] == "2024-03-31T01:59:59")
    #expect(try table.results("inzone(plain, 'Europe/Berlin')")[2] == "2024-03-31T03:00:00")
    #expect(try table.results("inzone(t, '+05:30')") == table.results("inzone(plain, '+05:30')"))
    #expect(try table.results("inzone(t, 'UTC')") == table.results("plain"))
    #expect(try table.results("hour(inzone(utc, 'Europe/Berlin'))") == table.results("hour(t)"))
    #expect(try table.results("inzone(d, 'Asia/Tokyo')") == table.results("d"))
    #expect(try table.bind("inzone(t, 'Asia/Tokyo')").type == .timestamp)
    table.expect(
      "inzone(t, ⟦'Asia/Tokio'⟧)", fails: .wrongArgumentValue,
      hint: "Use a name such as 'Europe/Berlin' or an offset such as '+02:00'."
    )
  }

  @Test func unknownZoneIsReported() throws {
    let lost = Setting(columns: [("t", try Self.column("Europe/Berlni", ["2015-01-01T00:00:00"]))])
    lost.expect(
      "year(⟦t⟧)", fails: .wrongArgumentValue, hint: "Use a name such as 'Europe/Berlin' or an offset such as '+02:00'."
    )
    #expect(try lost.results("t is null") == ["0"])
  }
}
