import AugerColumns
import AugerRefresh
import Foundation
import Testing

/// What cronsim says of 500 expressions in three zones from 2020 to 2050 (`Scripts/cron-judge.py`).
@Suite struct CronJudgeTests {
  @Test func thirtyYearsAgreeWithAnIndependentImplementation() throws {
    let file = Fixture.folder.appendingPathComponent("Cases/Cron/times.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let end = Timestamp(try #require(CivilDate(year: 2050, month: 1, day: 1)))
    let start = Timestamp(try #require(CivilDate(year: 2020, month: 1, day: 1)))
    var expressions: Set<String> = []
    for line in lines {
      let fields = line.components(separatedBy: " | ")
      expressions.insert(fields[0])
      let schedule = try #require(Schedule(.cron(try CronExpression.parse(fields[0])), timeZone: fields[1]))
      var (count, first, last, hash) = (0, Int64(0), Int64(0), UInt64(0xCBF2_9CE4_8422_2325))
      var time = start
      while let next = schedule.next(after: time), next < end {
        time = next
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
  }
}
