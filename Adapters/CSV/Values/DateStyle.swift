import AugerColumns

/// How the dates of a column are written: the order of day, month and year, and what stands between them.
package struct DateStyle: Sendable, Hashable {
  package enum Order: String, Sendable { case yearMonthDay, dayMonthYear, monthDayYear }

  package var order: Order
  package var separator: UInt8

  /// `YYYY-MM-DD`, with or without a time as ISO 8601 has it.
  package static let iso = DateStyle(order: .yearMonthDay, separator: UInt8(ascii: "-"))

  /// The others that are looked for, in the order of preference. Points are only found day first.
  package static let others: [DateStyle] = [
    DateStyle(order: .yearMonthDay, separator: UInt8(ascii: "/")),
    DateStyle(order: .yearMonthDay, separator: UInt8(ascii: ".")),
    DateStyle(order: .dayMonthYear, separator: UInt8(ascii: ".")),
    DateStyle(order: .dayMonthYear, separator: UInt8(ascii: "/")),
    DateStyle(order: .dayMonthYear, separator: UInt8(ascii: "-")),
    DateStyle(order: .monthDayYear, separator: UInt8(ascii: "/")),
    DateStyle(order: .monthDayYear, separator: UInt8(ascii: "-")),
  ]

  /// As a schema file has it: `DD.MM.YYYY`.
  package var pattern: String {
    let separator = String(UnicodeScalar(separator))
    return switch order {
    case .yearMonthDay: ["YYYY", "MM", "DD"].joined(separator: separator)
    case .dayMonthYear: ["DD", "MM", "YYYY"].joined(separator: separator)
    case .monthDayYear: ["MM", "DD", "YYYY"].joined(separator: separator)
    }
  }

  package init(order: Order, separator: UInt8) {
    self.order = order
    self.separator = separator
  }

  package init?(pattern: String) {
    guard let style = ([.iso] + Self.others).first(where: { $0.pattern == pattern.uppercased() }) else { return nil }
    self = style
  }

  /// A date, or a moment without an offset.
  package struct Reading: Hashable {
    package var timestamp: Timestamp
    package var days: Int32
    package var hasTime: Bool
  }

  /// Reads `D.M.YYYY`, days and months of one digit or two, years of four. Two digits of a year do where day and month
  /// have two as well: 69 to 99 are of the 20th century, 00 to 68 of the 21st. Then optionally a blank or `T` and
  /// `H:MM[:SS[.fraction]]`, optionally with AM or PM.
  package func read(_ text: borrowing Span<UInt8>) -> Reading? {
    let count = text.count
    guard count >= 8, count <= 40 else { return nil }
    var at = 0
    guard let first = Self.number(text, &at, digits: 1...4), at < count, text[at] == separator else { return nil }
    at += 1
    guard let second = Self.number(text, &at, digits: 1...2), at < count, text[at] == separator else { return nil }
    at += 1
    guard let third = Self.number(text, &at, digits: 1...4) else { return nil }
    var (year, month, day) = (first, second, third)
    switch order {
    case .yearMonthDay: break
    case .dayMonthYear: (year, month, day) = (third, second, first)
    case .monthDayYear: (year, month, day) = (third, first, second)
    }
    guard month.digits <= 2, day.digits <= 2 else { return nil }
    if year.digits == 2, order != .yearMonthDay, month.digits == 2, day.digits == 2 {
      year.value += year.value < 69 ? 2000 : 1900
    } else if year.digits != 4 {
      return nil
    }
    guard let date = CivilDate(year: year.value, month: month.value, day: day.value) else { return nil }
    if at == count { return Reading(timestamp: Timestamp(date), days: date.days, hasTime: false) }
    guard text[at] == 0x20 || text[at] == 0x54,
      let time = Self.time(text, from: at + 1)
    else { return nil }
    var timestamp = Timestamp(date)
    timestamp.microseconds += time
    return Reading(timestamp: timestamp, days: date.days, hasTime: true)
  }

  /// Microseconds since midnight.
  private static func time(_ text: borrowing Span<UInt8>, from: Int) -> Int64? {
    let count = text.count
    var at = from
    guard var hour = number(text, &at, digits: 1...2)?.value, at < count, text[at] == 0x3A else { return nil }
    at += 1
    guard let minute = number(text, &at, digits: 2...2)?.value, minute < 60 else { return nil }
    var second = 0
    var fraction: Int64 = 0
    if at < count, text[at] == 0x3A {
      at += 1
      guard let value = number(text, &at, digits: 2...2)?.value, value < 60 else { return nil }
      second = value
      if at < count, text[at] == 0x2E {
        at += 1
        var scale: Int64 = 100_000
        let start = at
        while at < count, text[at] &- 0x30 <= 9 {
          fraction += Int64(text[at] - 0x30) * scale
          scale /= 10
          at += 1
        }
        if at == start { return nil }
      }
    }
    if at < count {
      if text[at] == 0x20 { at += 1 }
      guard at + 2 == count, text[at + 1] | 0x20 == 0x6D, (1...12).contains(hour) else { return nil }
      switch text[at] | 0x20 {
      case 0x61: hour = hour == 12 ? 0 : hour
      case 0x70: hour = hour == 12 ? 12 : hour + 12
      default: return nil
      }
    }
    guard hour < 24 else { return nil }
    return Int64(hour * 3600 + minute * 60 + second) * 1_000_000 + fraction
  }

  private static func number(
    _ text: borrowing Span<UInt8>, _ at: inout Int, digits: ClosedRange<Int>
  ) -> (value: Int, digits: Int)? {
    var value = 0
    var count = 0
    while at < text.count, text[at] &- 0x30 <= 9, count <= digits.upperBound {
      value = value * 10 + Int(text[at] - 0x30)
      count += 1
      at += 1
    }
    return digits.contains(count) ? (value, count) : nil
  }
}
