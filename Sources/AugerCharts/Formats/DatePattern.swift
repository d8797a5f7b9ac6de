import AugerColumns

/// A TR-35 date pattern for dates and times, parsed once, in the proleptic Gregorian calendar.
struct DatePattern: Sendable {
  enum Part: Sendable, Hashable {
    case literal([UInt8])
    /// A number of the timestamp with at least `width` digits.
    case number(Number, width: Int)
    /// The last two digits of the year.
    case shortYear
    case name(Name)
    /// Digits of the fractional second.
    case fraction(Int)
    /// `+01:00`, or `Z` for UTC if the pattern requests it.
    case offset(hasColon: Bool, usesZ: Bool)
  }

  enum Number: Sendable, Hashable {
    case year, month, day, dayOfYear, quarter, weekDay
    /// 0-23, 1-24, 1-12, 0-11.
    case hour, hourFromOne, halfDayHour, halfDayHourFromZero
    case minute, second
  }

  enum Name: Sendable, Hashable, CaseIterable {
    case month, shortMonth, narrowMonth, standaloneMonth, shortStandaloneMonth, narrowStandaloneMonth
    case weekDay, shortWeekDay, narrowWeekDay, standaloneWeekDay, shortStandaloneWeekDay, narrowStandaloneWeekDay
    case quarter, shortQuarter
    case dayPeriod, era
  }

  var parts: [Part]
  /// The names that the parts use, each list in calendar order.
  var names: [Name: [[UInt8]]]
  /// The ten digits of the locale's numbering system; nil for ASCII.
  var glyphs: [[UInt8]]?

  /// Appends a formatted wall-clock time. `offset` is its UTC offset in seconds.
  func append(_ moment: Timestamp, offset: Int = 0, to out: inout [UInt8]) {
    let (year, month, day) = moment.date.components
    for part in parts {
      switch part {
      case .literal(let text): out += text
      case .number(let number, let width):
        appendDigits(value(number, moment, year, month, day), width: width, to: &out)
      // Years before 1 count back from 1 BC.
      case .shortYear: appendDigits((year > 0 ? year : 1 - year) % 100, width: 2, to: &out)
      case .name(let name):
        if let list = names[name] {
          let index = index(name, moment, year, month)
          if list.indices.contains(index) { out += list[index] }
        }
      case .fraction(let digits):
        var value = Int(moment.timeOfDay % Timestamp.microsecondsPerSecond)
        var scale = 100_000
        for _ in 0..<digits {
          appendDigits(scale == 0 ? 0 : value / scale, width: 1, to: &out)
          value = scale == 0 ? 0 : value % scale
          scale /= 10
        }
      case .offset(let hasColon, let usesZ):
        if usesZ, offset == 0 {
          out.append(UInt8(ascii: "Z"))
        } else {
          out.append(UInt8(ascii: offset < 0 ? "-" : "+"))
          appendDigits(abs(offset) / 3600, width: 2, to: &out)
          if hasColon { out.append(UInt8(ascii: ":")) }
          appendDigits(abs(offset) / 60 % 60, width: 2, to: &out)
        }
      }
    }
  }

  private func value(_ number: Number, _ moment: Timestamp, _ year: Int, _ month: Int, _ day: Int) -> Int {
    switch number {
    case .year: year > 0 ? year : 1 - year
    case .month: month
    case .day: day
    case .dayOfYear: Int(moment.date.days - CivilDate.daysFromCivil(year: year, month: 1, day: 1)) + 1
    case .quarter: (month + 2) / 3
    case .weekDay: moment.date.dayNumber
    case .hour: moment.hour
    case .hourFromOne: moment.hour == 0 ? 24 : moment.hour
    case .halfDayHour: (moment.hour + 11) % 12 + 1
    case .halfDayHourFromZero: moment.hour % 12
    case .minute: moment.minute
    case .second: moment.second
    }
  }

  private func index(_ name: Name, _ moment: Timestamp, _ year: Int, _ month: Int) -> Int {
    switch name {
    case .month, .shortMonth, .narrowMonth, .standaloneMonth, .shortStandaloneMonth, .narrowStandaloneMonth: month - 1
    case .weekDay, .shortWeekDay, .narrowWeekDay, .standaloneWeekDay, .shortStandaloneWeekDay,
      .narrowStandaloneWeekDay:
      moment.date.dayNumber - 1
    case .quarter, .shortQuarter: (month + 2) / 3 - 1
    case .dayPeriod: moment.hour < 12 ? 0 : 1
    case .era: year > 0 ? 1 : 0
    }
  }

  private func appendDigits(_ value: Int, width: Int, to out: inout [UInt8]) {
    var digits: [UInt8] = []
    var rest = value
    while rest > 0 || digits.count < max(1, width) {
      digits.append(UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    for digit in digits.reversed() {
      if let glyphs { out += glyphs[Int(digit)] } else { out.append(0x30 + digit) }
    }
  }
}
