import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

/// `Today()` and `Now()`, which return the same moment for a whole computation, and ranges that end at a given day.
@Suite struct ClockTests {
  private static func moment(_ text: String) throws -> Timestamp {
    guard case .timestamp(let moment)? = Scalar(text: text, type: .timestamp(zone: "UTC")) else { throw Unread() }
    return moment
  }

  private struct Unread: Error {}

  private static func table() throws -> Setting {
    let days: [Scalar] = ["2023-11-30", "2023-12-01", "2024-02-29", "2024-03-01"].compactMap {
      Scalar(text: $0, type: .date)
    }
    let moments: [Scalar] = ["2024-02-28T23:59:59", "2024-02-29T00:00:00", "2024-02-29T23:59:59", "2024-03-01"]
      .compactMap { Scalar(text: $0, type: .timestamp) }
    return Setting(columns: [
      ("day", try Column(.date, days)), ("at", try Column(.timestamp, moments)),
      ("berlin", try Column(.timestamp(zone: "Europe/Berlin"), moments)),
    ])
  }

  private func results(_ text: String, at now: String) throws -> [String] {
    try Self.table().results(try Expression.parse(text).at(Self.moment(now)).description)
  }

  @Test func todayIsTheDayInUTC() throws {
    #expect(try results("today() - day", at: "2024-03-01T00:30:00+01:00") == ["91", "90", "0", "-1"])
    #expect(try results("TODAY()", at: "2024-02-29T12:00:00")[0] == "2024-02-29")
    #expect(try results("AddMonths(today(), -12)", at: "2024-02-29")[0] == "2023-02-28")
  }

  @Test func nowIsAnInstantForColumnsOfAnyZone() throws {
    #expect(try results("at < now()", at: "2024-02-29T00:00:00") == ["1", "0", "0", "0"])
    #expect(try results("berlin < now()", at: "2024-02-29T00:00:00") == ["1", "0", "0", "0"])
    #expect(try results("day < now()", at: "2024-02-29T00:00:01") == ["1", "1", "1", "0"])
    #expect(try results("Seconds(now() - at)", at: "2024-02-29T00:00:01")[0] == "2")
    #expect(try results("now()", at: "2024-02-29T00:00:01")[0] == "2024-02-29T00:00:01")
    #expect(try Self.table().bind("Now('2024-02-29')").type == .timestamp(zone: "UTC"))
    #expect(try results("InZone(now(), 'Asia/Tokyo')", at: "2024-02-29T20:00:00")[0] == "2024-03-01T05:00:00")
  }

  @Test func clockUsesAreKnownBeforeEvaluation() throws {
    #expect(try Expression.parse("sum(x, where: d > Today())").clockUse == .day)
    #expect(try Expression.parse("if(a > today(), now(), b)").clockUse == .moment)
    #expect(try Expression.parse("Today('2024-01-01') > d").clockUse == nil)
    let now = try Self.moment("2024-02-29T12:34:56")
    #expect(ClockUse.day.reading(at: now) == (try Self.moment("2024-02-29")) && ClockUse.moment.reading(at: now) == now)
  }

  @Test func missingMomentIsReportedAtItsLocation() throws {
    let table = try Self.table()
    table.expect(
      "day < ⟦today()⟧", fails: .noClock,
      hint: "Set the time with Expression.at(_:), or write Today('2024-12-31').")
    table.expect("Today(⟦'tomorrow'⟧)", fails: .wrongArgumentValue, hint: "Write Today('2024-12-31').")
    table.expect("Now(⟦'12:00'⟧)", fails: .wrongArgumentValue, hint: "Write Now('2024-12-31T12:00:00').")
    table.expect("⟦Now(1, 2)⟧", fails: .wrongArgumentCount)
    table.expect("⟦getdate⟧()", fails: .unknownFunction, hint: "Write Now().")
  }

  @Test func lastMonthsEndOnLastDayOfMonth() throws {
    let table = try Self.table()
    // Three whole months, up to the end of the last one.
    #expect(try table.results("LastMonths(day, 3, '2024-02-29')") == ["0", "1", "1", "0"])
    #expect(try table.results("LastDays(at, 1, '2024-02-29')") == ["0", "1", "1", "0"])
    // The days of a column with a time zone are local days.
    #expect(try table.results("LastDays(berlin, 1, '2024-02-29')") == ["1", "1", "0", "0"])
    #expect(try table.results("LastYears(day, 1, null)") == ["null", "null", "null", "null"])
    table.expect("LastMonths(day, ⟦0⟧, '2024-02-29')", fails: .wrongArgumentValue)
    table.expect("LastMonths(day, ⟦day - day⟧, '2024-02-29')", fails: .constantRequired)
    table.expect("⟦LastMonths(day, 3)⟧", fails: .constantRequired, hint: "Write LastMonths(d, 12, '2024-12-31').")
    table.expect("⟦Bin(1)⟧", fails: .constantRequired, hint: "Write Bin(x, 10).")
  }

  @Test func valuesForAllRowsAreComputedOnceAndInlined() throws {
    let text = "if(LastMonths(d, 3), Bin(x), 0) + Bin(x, 5) + if(LastDays(d, 1, today()), Bin([a b]), 0)"
    let expression = try Expression.parse(text)
    #expect(expression.dataQuestions.map(\.text) == ["lastDay d", "binWidth x", "binWidth [a b]"])
    let answered = expression.answering { $0.kind == .binWidth ? .int(10) : .date(CivilDate(days: 0)) }
    #expect(
      answered.description
        == "if(LastMonths(d, 3, '1970-01-01'), Bin(x, 10), 0) + Bin(x, 5) + if(LastDays(d, 1, today()), "
        + "Bin([a b], 10), 0)")
    #expect(try Expression.parse("LastMonths(max(d), 3)").dataQuestions.isEmpty, "groups are not asked")
  }
}
