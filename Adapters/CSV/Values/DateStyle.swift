import AugerColumns

/// The notation of the dates of a column: the order of day, month and year, and the separator.
package struct DateStyle: Sendable, Hashable {
  package enum Order: String, Sendable { case yearMonthDay, dayMonthYear, monthDayYear }

  package var order: Order
  package var separator: UInt8
  /// True if the month is an English name, in full or its first three letters, as in `Jan 1, 2000` and `31-OCT-2023`.
  package var hasMonthName = false

  /// `YYYY-MM-DD`, with or without a time as in ISO 8601.
  package static let iso = DateStyle(order: .yearMonthDay, separator: UInt8(ascii: "-"))

  /// The other styles to detect, in order of preference. With points, the day always comes first.
  package static let others: [DateStyle] = [
    DateStyle(order: .yearMonthDay, separator: UInt8(ascii: "/")),
    DateStyle(order: .yearMonthDay, separator: UInt8(ascii: ".")),
    DateStyle(order: .dayMonthYear, separator: UInt8(ascii: ".")),
    DateStyle(order: .dayMonthYear, separator: UInt8(ascii: "/")),
    DateStyle(order: .dayMonthYear, separator: UInt8(ascii: "-")),
    DateStyle(order: .monthDayYear, separator: UInt8(ascii: "/")),
    DateStyle(order: .monthDayYear, separator: UInt8(ascii: "-")),
    DateStyle(order: .monthDayYear, separator: UInt8(ascii: " "), hasMonthName: true),
    DateStyle(order: .dayMonthYear, separator: UInt8(ascii: " "), hasMonthName: true),
    DateStyle(order: .dayMonthYear, separator: UInt8(ascii: "-"), hasMonthName: true),
  ]

  /// True if a date of this style can also have another order, such as `01/02/2024`.
  var isAmbiguous: Bool { order != .yearMonthDay && separator != UInt8(ascii: ".") && !hasMonthName }

  /// The notation in a schema file: `DD.MM.YYYY`, `MON D YYYY`.
  package var pattern: String {
    let separator = String(UnicodeScalar(separator))
    if hasMonthName {
      return (order == .monthDayYear ? ["MON", "D", "YYYY"] : ["D", "MON", "YYYY"]).joined(separator: separator)
    }
    return switch order {
    case .yearMonthDay: ["YYYY", "MM", "DD"].joined(separator: separator)
    case .dayMonthYear: ["DD", "MM", "YYYY"].joined(separator: separator)
    case .monthDayYear: ["MM", "DD", "YYYY"].joined(separator: separator)
    }
  }

  package init(order: Order, separator: UInt8, hasMonthName: Bool = false) {
    self.order = order
    self.separator = separator
    self.hasMonthName = hasMonthName
  }

  package init?(pattern: String) {
    guard let style = ([.iso] + Self.others).first(where: { $0.pattern == pattern.uppercased() }) else { return nil }
    self = style
  }

  /// A date, or a date and time without an offset.
  package struct Reading: Hashable {
    package var timestamp: Timestamp
    package var days: Int32
    package var hasTime: Bool
  }

  /// Reads `D.M.YYYY` with one or two digits for day and month and four for the year. Two digits are valid for a year
  /// between slashes, or if day and month have two digits too. 69 to 99 are in the 20th century, 00 to 68 in the
  /// 21st. An optional time follows a space or `T`: `H:MM[:SS[.fraction]]`, optionally with AM or PM.
  package func read(_ text: borrowing Span<UInt8>) -> Reading? {
    let count = text.count
    guard count >= 6, count <= 40 else { return nil }
    var at = 0
    guard let (year, month, day) = hasMonthName ? namedParts(text, &at) : numberParts(text, &at) else { return nil }
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    if at == count { return Reading(timestamp: Timestamp(date), days: date.days, hasTime: false) }
    guard text[at] == 0x20 || text[at] == 0x54,
      let time = Self.time(text, from: at + 1)
    else { return nil }
    var timestamp = Timestamp(date)
    timestamp.microseconds += time
    return Reading(timestamp: timestamp, days: date.days, hasTime: true)
  }

  private func numberParts(
    _ text: borrowing Span<UInt8>, _ at: inout Int
  ) -> (year: Int, month: Int, day: Int)? {
    let count = text.count
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
    // `1.2.34` can be a version and `1-2-34` a number; `3/30/12` is a date.
    let isPlain = separator == UInt8(ascii: "/") || (month.digits == 2 && day.digits == 2)
    if year.digits == 2, order != .yearMonthDay, isPlain {
      year.value += year.value < 69 ? 2000 : 1900
    } else if year.digits != 4 {
      return nil
    }
    return (year.value, month.value, day.value)
  }

  /// Reads `Jan 1 2000`, `January 1, 2000`, `1 Jan 2000` or `31-OCT-2023`. Years have four digits.
  private func namedParts(
    _ text: borrowing Span<UInt8>, _ at: inout Int
  ) -> (year: Int, month: Int, day: Int)? {
    func passes(_ byte: UInt8) -> Bool {
      guard at < text.count, text[at] == byte else { return false }
      at += 1
      return true
    }
    let month: Int
    let day: Int
    if order == .monthDayYear {
      guard let name = Self.month(text, &at), passes(separator), let number = Self.number(text, &at, digits: 1...2)
      else { return nil }
      (month, day) = (name, number.value)
      _ = passes(UInt8(ascii: ","))
    } else {
      guard let number = Self.number(text, &at, digits: 1...2), passes(separator), let name = Self.month(text, &at)
      else { return nil }
      (month, day) = (name, number.value)
    }
    guard passes(separator), let year = Self.number(text, &at, digits: 4...4) else { return nil }
    return (year.value, month, day)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ].map { Array($0.utf8) }

  /// Returns the number of the month whose name begins at `at`, in full or as three letters, in any case.
  private static func month(_ text: borrowing Span<UInt8>, _ at: inout Int) -> Int? {
    var end = at
    while end < text.count, (text[end] | 0x20) &- 0x61 < 26 { end += 1 }
    let length = end - at
    for (index, name) in months.enumerated() where length == 3 || length == name.count {
      var isSame = true
      for offset in 0..<length where text[at + offset] | 0x20 != name[offset] { isSame = false }
      guard isSame else { continue }
      at = end
      return index + 1
    }
    return nil
  }

  /// Returns the time of day in microseconds since midnight.
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
