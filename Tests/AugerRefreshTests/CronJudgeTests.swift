import AugerColumns
import AugerRefresh
import Foundation
import Testing

/// 500 expressions in three time zones from 2020 to 2050, with the results of cronsim (`Scripts/cron-judge.py`).
@Suite struct CronJudgeTests {
  /// Times that cronsim omits although the clock shows them once: Lord Howe Island changes its clock by half an hour.
  /// Each entry is a number of hours after the change, in spring or in autumn.
  private static let leftOut = [
    (expression: "8 */11 * oct *", hours: 12, isForward: true),
    (expression: "*/15 2 1/9 mar-10 *", hours: 1, isForward: false),
    (expression: "*/28 */2 3 * *", hours: 1, isForward: false),
  ]

  private static func isLeftOut(_ time: Timestamp, _ expression: String, _ schedule: Schedule) -> Bool {
    guard schedule.timeZone == "Australia/Lord_Howe",
      let known = leftOut.first(where: { $0.expression == expression })
    else { return false }
    func offset(_ moment: Timestamp) -> Int64 {
      schedule.wallClock(at: moment).microseconds - moment.microseconds
    }
    let earlier = Timestamp(microseconds: time.microseconds - Int64(known.hours) * 3_600_000_000)
    return known.isForward ? offset(time) > offset(earlier) : offset(time) < offset(earlier)
  }

  @Test func thirtyYearsMatchCronsim() throws {
    let file = Fixture.folder.appendingPathComponent("Cases/Cron/times.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let end = Timestamp(try #require(CivilDate(year: 2050, month: 1, day: 1)))
    let start = Timestamp(try #require(CivilDate(year: 2020, month: 1, day: 1)))
    var expressions: Set<String> = []
    var leftOut = 0
    for line in lines {
      let fields = line.components(separatedBy: " | ")
      expressions.insert(fields[0])
      let schedule = try #require(Schedule(.cron(try CronExpression.parse(fields[0])), timeZone: fields[1]))
      var (count, first, last, hash) = (0, Int64(0), Int64(0), UInt64(0xCBF2_9CE4_8422_2325))
      var time = start
      while let next = schedule.next(after: time), next < end {
        time = next
        if Self.isLeftOut(next, fields[0], schedule) {
          leftOut += 1
          continue
        }
        last = next.microseconds / 1_000_000
        if count == 0 { first = last }
        count += 1
        hash = (hash ^ UInt64(last)) &* 0x100_0000_01B3
      }
      let found = [String(count), String(first), String(last), String(hash, radix: 16)]
      let expected = Array(fields[2..<5]) + [String(try #require(UInt64(fields[5], radix: 16)), radix: 16)]
      #expect(found == expected, "\(fields[0]) in \(fields[1])")
    }
    #expect(expressions.count == 500)
    #expect(leftOut == 30 + 8 + 8)
  }
}
