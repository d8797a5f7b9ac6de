/// A day of the sample, counted from 1 January 2021 as 0.
struct SampleDay: Sendable, Hashable, Comparable {
  /// The number of days from 2021 to 2024, which is a leap year.
  static let count = 1461

  let number: Int
  let year: Int
  /// From 1 to 12.
  let month: Int
  let day: Int

  init(_ number: Int) {
    precondition((0..<Self.count).contains(number))
    self.number = number
    var rest = number
    var year = 2021
    while rest >= Self.days(inYear: year) {
      rest -= Self.days(inYear: year)
      year += 1
    }
    var month = 1
    while rest >= Self.days(inMonth: month, of: year) {
      rest -= Self.days(inMonth: month, of: year)
      month += 1
    }
    self.year = year
    self.month = month
    day = rest + 1
  }

  /// The number of months since January 2021.
  var monthIndex: Int { (year - 2021) * 12 + month - 1 }

  /// 1 January 2021 was a Friday.
  var isWeekend: Bool { [1, 2].contains(number % 7) }

  /// The day as `2021-03-09`.
  var text: String { "\(year)-\(Self.padded(month))-\(Self.padded(day))" }

  static func < (a: SampleDay, b: SampleDay) -> Bool { a.number < b.number }

  private static func days(inYear year: Int) -> Int { year % 4 == 0 ? 366 : 365 }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
