import AugerColumns
import AugerDiagnostics
import AugerRefresh
import Foundation
import TestSupport
import Testing

@Suite struct ScheduleTests {
  private func times(
    _ text: String, _ zone: String, after moment: String, count: Int
  ) throws -> [String] {
    let schedule = try #require(Schedule(.cron(try CronExpression.parse(text)), timeZone: zone))
    return schedule.times(after: try #require(Moment.parse(moment)), count: count).map(\.description)
  }

  @Test func bothDayFieldsApplyIfOneStartsWithAStar() throws {
    #expect(
      try times("0 0 13 * fri", "UTC", after: "2024-09-01T00:00:00", count: 4) == [
        "2024-09-06T00:00:00", "2024-09-13T00:00:00", "2024-09-20T00:00:00", "2024-09-27T00:00:00",
      ])
    #expect(try times("0 0 */13 * fri", "UTC", after: "2024-09-01T00:00:00", count: 1) == ["2024-09-27T00:00:00"])
  }

  @Test func scheduleWaitsForLeapDays() throws {
    #expect(
      try times("0 12 29 2 *", "UTC", after: "2096-03-01T00:00:00", count: 2) == [
        "2104-02-29T12:00:00", "2108-02-29T12:00:00",
      ])
  }

  /// In Berlin, the clocks go from 02:00 to 03:00 on 2024-03-31, and from 03:00 back to 02:00 on 2024-10-27.
  @Test func fixedTimeInTheGapRunsOnceAfterIt() throws {
    #expect(
      try times("0,15,30 2 * * *", "Europe/Berlin", after: "2024-03-30T12:00:00", count: 2) == [
        "2024-03-31T01:00:00", "2024-04-01T00:00:00",
      ])
  }

  @Test func fixedTimeThatOccursTwiceRunsOnce() throws {
    #expect(
      try times("30 2 * * *", "Europe/Berlin", after: "2024-10-26T12:00:00", count: 2) == [
        "2024-10-27T00:30:00", "2024-10-28T01:30:00",
      ])
    #expect(try times("30 2 * * *", "Europe/Berlin", after: "2024-10-27T01:10:00", count: 1) == ["2024-10-28T01:30:00"])
  }

  @Test func starFollowsTheClockThroughGapAndRepetition() throws {
    #expect(
      try times("*/30 2 * * *", "Europe/Berlin", after: "2024-03-30T12:00:00", count: 1) == ["2024-04-01T00:00:00"])
    #expect(
      try times("*/30 2 * * *", "Europe/Berlin", after: "2024-10-26T12:00:00", count: 4) == [
        "2024-10-27T00:00:00", "2024-10-27T00:30:00", "2024-10-27T01:00:00", "2024-10-27T01:30:00",
      ])
  }

  @Test func zoneWithQuarterHourOffsetIsSupported() throws {
    #expect(try times("0 6 * * *", "Asia/Kathmandu", after: "2024-01-01T00:00:00", count: 1) == ["2024-01-01T00:15:00"])
  }

  @Test func intervalsDoNotDependOnTheStartOfTheProgram() throws {
    let schedule = try #require(Schedule(.every(.seconds(900))))
    let start = try #require(Moment.parse("2024-01-01T10:07:31"))
    #expect(
      schedule.times(after: start, count: 2).map(\.description) == ["2024-01-01T10:15:00", "2024-01-01T10:30:00"])
  }

  @Test(arguments: ["Europe/Berln", "CET", "Mars/Olympus", ""])
  func unknownZoneHasNoSchedule(name: String) {
    #expect(Schedule(.every(.seconds(60)), timeZone: name) == nil)
  }

  @Test func sundayIsZeroOrSeven() throws {
    let sunday = try times("0 0 * * 0", "UTC", after: "2024-01-01T00:00:00", count: 3)
    #expect(try times("0 0 * * 7", "UTC", after: "2024-01-01T00:00:00", count: 3) == sunday)
    #expect(try times("0 0 * * Sun", "UTC", after: "2024-01-01T00:00:00", count: 3) == sunday)
  }

  @Test(arguments: [
    ("⟦60⟧ * * * *", "the minute must be between 0 and 59, not 60"),
    ("* * * ⟦jnu⟧ *", "'jnu' is not a valid month"), ("* * * * ⟦1#2⟧", "'1#2' is not a valid day of the week"),
    ("* ⟦5-3⟧ * * *", "the range '5-3' ends before it begins"), ("*/⟦0⟧ * * * *", "the step must be a number"),
    ("⟦* * * *⟧", "has five fields, this one has 4"), ("⟦@daily⟧", "is not a valid cron expression"),
    ("0 0 ⟦30 2⟧ *", "never occurs"), ("⟦1,,2⟧ * * * *", "a value is missing in the minute"),
  ])
  func errorsAreReportedAtTheirLocations(marked: String, message: String) throws {
    let text = marked.replacingOccurrences(of: "⟦", with: "").replacingOccurrences(of: "⟧", with: "")
    let parts = marked.components(separatedBy: "⟦")
    let lower = parts[0].utf8.count
    let upper = lower + parts[1].components(separatedBy: "⟧")[0].utf8.count
    do throws(DiagnosticError) {
      _ = try CronExpression.parse(text)
      Issue.record("'\(text)' was read")
    } catch {
      #expect(error.diagnostics.count == 1)
      #expect(error.diagnostics[0].message.contains(message), "\(error)")
      #expect(error.diagnostics[0].place?.span == SourceSpan(lower, upper))
    }
  }

  @Test func everyFieldIsReportedAtOnce() {
    do throws(DiagnosticError) {
      _ = try CronExpression.parse("61 25 32 13 8")
      Issue.record("it was read")
    } catch {
      #expect(error.diagnostics.count == 5)
    }
  }

  /// Damaged expressions fail or are parsed, but never trap.
  @Test func damagedExpressionsFailOrAreParsed() {
    var chance = Chance(seed: 7)
    let letters = Array("0123456789*/-, jansuL#?@é")
    var read = 0
    for _ in 0..<20_000 {
      let text = String(
        (0..<Int.random(in: 0...16, using: &chance)).map { _ in letters.randomElement(using: &chance) ?? "*" })
      if (try? CronExpression.parse(text)) != nil { read += 1 }
    }
    #expect(read < 20_000)
  }
}
