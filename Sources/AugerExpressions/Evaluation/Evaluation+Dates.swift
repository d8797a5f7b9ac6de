import AugerColumns
import AugerDiagnostics

extension Evaluation {
  mutating func datePart(_ part: DatePart, _ operand: BoundNode) throws -> Operand {
    let type = operand.type
    let operand = try value(of: operand)
    if operand.isNullConstant { return operand }
    var present = operand.validity
    let result: Buffer<Int64>
    if type == .time {
      let (unit, size) = part.clock
      // Only 24:00:00 has an hour after 23.
      result = Kernel.map(operand.int64.buffer(rowCount)) {
        $0 == Timestamp.microsecondsPerDay && size == 24 ? 24 : $0 / unit % size
      }
      return .column(Column(.int64, .int64(result), validity: present))
    }
    if let infinite = infinities(operand, type) {
      present = warn(.domainError, "a part of an infinite date is null", infinite, present)
    }
    switch part {
    case .hour, .minute, .second:
      if type == .date {
        result = Buffer([Int64](repeating: 0, count: rowCount))
      } else {
        let (unit, size) = part.clock
        result = Kernel.map(operand.int64.buffer(rowCount)) { value in
          let units = floorDivide(value, unit)
          return units - floorDivide(units, size) * size
        }
      }
    default:
      let days = days(operand, type)
      switch part {
      case .year: result = Self.byDay(days) { Int64(CivilDate(days: $0).components.year) }
      case .quarter: result = Self.byDay(days) { Int64((CivilDate(days: $0).components.month + 2) / 3) }
      case .month: result = Self.byDay(days) { Int64(CivilDate(days: $0).components.month) }
      case .day: result = Self.byDay(days) { Int64(CivilDate(days: $0).components.day) }
      case .dayNumber: result = Self.byDay(days) { Int64(Calendar.daysSinceMonday(Int($0) + 1) + 1) }
      case .week: result = Self.byDay(days) { Int64(Calendar.week(Int($0)).number) }
      case .weekYear: result = Self.byDay(days) { Int64(Calendar.week(Int($0)).year) }
      case .fiscalYear(let start):
        result = Self.byDay(days) {
          let (year, month, _) = CivilDate(days: $0).components
          return Int64(start > 1 && month >= start ? year + 1 : year)
        }
      case .fiscalQuarter(let start):
        result = Self.byDay(days) { Int64((CivilDate(days: $0).components.month - start + 12) % 12 / 3 + 1) }
      case .hour, .minute, .second: preconditionFailure("times of day were computed above")
      }
    }
    return .column(Column(.int64, .int64(result), validity: present))
  }

  /// Returns the rows that are `infinity` or `-infinity`. Nil if none are.
  private func infinities(_ operand: Operand, _ type: DataType) -> Bitmap? {
    if type == .date {
      let days = operand.date.buffer(rowCount)
      guard Kernel.fold(days, false, { $0 || $1 == .max || $1 == .min }) else { return nil }
      return Kernel.bits(days) { $0 == .max || $0 == .min }
    }
    let moments = operand.int64.buffer(rowCount)
    guard Kernel.fold(moments, false, { $0 || $1 == .max || $1 == .min }) else { return nil }
    return Kernel.bits(moments) { $0 == .max || $0 == .min }
  }

  /// Returns day numbers of dates or timestamps. An infinity becomes an arbitrary day.
  private func days(_ operand: Operand, _ type: DataType) -> Buffer<Int32> {
    if type == .date { return operand.date.buffer(rowCount) }
    return Kernel.map(operand.int64.buffer(rowCount)) {
      Int32(truncatingIfNeeded: floorDivide($0, Timestamp.microsecondsPerDay))
    }
  }

  /// Returns the result of `body` for each day. If the rows share a short range of days, each day is computed once.
  @inline(__always)
  private static func byDay<R: BitwiseCopyable & Sendable>(_ days: Buffer<Int32>, _ body: (Int32) -> R) -> Buffer<R> {
    let first = Kernel.fold(days, Int32.max) { min($0, $1) }
    let last = Kernel.fold(days, Int32.min) { max($0, $1) }
    guard first <= last, Int(last) - Int(first) < days.count / 4 else { return Kernel.map(days) { body($0) } }
    let table = (first...last).map(body)
    return Kernel.map(days) { table[Int($0 - first)] }
  }

  mutating func start(of grain: CalendarUnit, _ operand: BoundNode) throws -> Operand {
    let type = operand.type
    let operand = try value(of: operand)
    if operand.isNullConstant { return operand }
    let present = operand.validity
    if let unit = grain.microseconds {
      if type == .date { return operand }
      let result = Kernel.map(operand.int64.buffer(rowCount)) {
        $0 == .max || $0 == .min ? $0 : floorDivide($0, unit) &* unit
      }
      return .column(Column(type, .timestamp(result), validity: present))
    }
    let starts = Self.byDay(days(operand, type)) { $0 == .max || $0 == .min ? $0 : Calendar.start(of: grain, $0) }
    if type == .date { return .column(Column(type, .date(starts), validity: present)) }
    let result = Kernel.zip(starts, operand.int64.buffer(rowCount)) { start, moment in
      moment == .max || moment == .min ? moment : Int64(start) &* Timestamp.microsecondsPerDay
    }
    return .column(Column(type, .timestamp(result), validity: present))
  }

  mutating func shifted(
    _ grain: CalendarUnit, _ operand: BoundNode, _ amount: BoundNode, _ node: BoundNode
  ) throws -> Operand {
    let moment = try value(of: operand)
    let count = try value(of: amount)
    if moment.isNullConstant || count.isNullConstant { return .constant(.null) }
    let present = validity(moment, count)
    let message = "the date is outside the years -9999 to 9999"
    let amounts = count.int64
    if node.type == .date {
      let dates = moment.date
      let (result, isFlagged) = Kernel.zipFlagged(dates, amounts, rowCount) { Calendar.shift($0, by: $1, grain) }
      if isFlagged {
        try check(
          Kernel.bits(dates, amounts, rowCount) { Calendar.shift($0, by: $1, grain).1 }, present, node.span, message,
          hint: nil)
      }
      return .column(Column(.date, .date(result), validity: present))
    }
    let moments = moment.int64
    if node.type == .time, let unit = grain.microseconds {
      // Time of day wraps around at midnight.
      let day = Timestamp.microsecondsPerDay
      let result = Kernel.zip(moments, amounts, rowCount) { moment, amount in
        let sum = (moment &+ amount % (day / unit) &* unit) % day
        return sum < 0 ? sum + day : sum
      }
      return .column(Column(.time, .time(result), validity: present))
    }
    let (result, isFlagged) = Kernel.zipFlagged(moments, amounts, rowCount) { Calendar.shift($0, by: $1, grain) }
    if isFlagged {
      try check(
        Kernel.bits(moments, amounts, rowCount) { Calendar.shift($0, by: $1, grain).1 }, present, node.span, message,
        hint: nil)
    }
    return .column(Column(node.type, .timestamp(result), validity: present))
  }

  mutating func madeDate(_ parts: [BoundNode], _ node: BoundNode) throws -> Operand {
    var sides: [Buffer<Int64>] = []
    var present: Bitmap?
    let operands = try parts.map { try value(of: $0) }
    if let null = operands.first(where: \.isNullConstant) { return null }
    for operand in operands {
      present = Bitmap.intersection(present, operand.validity)
      sides.append(operand.int64.buffer(rowCount))
    }
    let isDate = node.type == .date
    let isInRange = (3..<sides.count).reduce(Bitmap(repeating: true, count: rowCount)) { found, part in
      let limit: Int64 = part == 3 ? 24 : 60
      return found.intersection(Kernel.bits(sides[part]) { $0 >= 0 && $0 < limit })
    }
    var days = [Int32](repeating: 0, count: rowCount)
    var problems = isInRange.inverted.spread(true, false)
    for row in 0..<rowCount {
      let date = CivilDate(
        year: Int(sides[0][row]), month: Int(sides[1][row]), day: Int(clamping: sides[2][row]))
      if let date { days[row] = date.days } else { problems[row] = true }
    }
    present = warn(.domainError, "Date returned null for a day that does not exist", Bitmap(problems), present)
    if isDate { return .column(Column(.date, .date(Buffer(days)), validity: present)) }
    var seconds = Kernel.map(Buffer(days)) { Int64($0) * 86_400 }
    for (part, size) in [(3, 3600), (4, 60), (5, 1)] as [(Int, Int64)] where part < sides.count {
      seconds = Kernel.zip(seconds, sides[part]) { $0 &+ $1 &* size }
    }
    let moments = Kernel.map(seconds) { $0 &* Timestamp.microsecondsPerSecond }
    return .column(Column(node.type, .timestamp(moments), validity: present))
  }

  /// Converts strings to dates.
  mutating func parsedDate(_ operand: BoundNode, _ node: BoundNode) throws -> Operand {
    let operand = try value(of: operand)
    if operand.isNullConstant { return operand }
    guard case .column(let codes, let dictionary, let validity) = StringSide(try .column(column(operand, .string)))
    else {
      preconditionFailure("a column has codes")
    }
    let none = Int32.min
    let table = StringSide.table(codes, dictionary, validity, filler: none) {
      TemporalText.moment($0)?.timestamp.date.days ?? none
    }
    let days = codes.lookup(table, none)
    let present = warn(
      .domainError, "Date returned null for a string that is not a date", Kernel.bits(days) { $0 == none }, validity)
    return .column(Column(.date, .date(days), validity: present))
  }
}

extension DatePart {
  /// The length of an hour, minute or second in microseconds, and the number of them in the next larger unit.
  fileprivate var clock: (unit: Int64, size: Int64) {
    switch self {
    case .hour: (3_600_000_000, 24)
    case .minute: (60_000_000, 60)
    default: (1_000_000, 60)
    }
  }
}

extension CalendarUnit {
  /// The length of a unit shorter than a day.
  var microseconds: Int64? {
    switch self {
    case .hour: 3_600_000_000
    case .minute: 60_000_000
    case .second: 1_000_000
    default: nil
    }
  }
}

/// Calendar arithmetic with day numbers. Weeks begin on Monday, and the first week of a year contains its first
/// Thursday (ISO 8601).
enum Calendar {
  private static let firstDay = CivilDate.daysFromCivil(year: -9999, month: 1, day: 1)
  private static let lastDay = CivilDate.daysFromCivil(year: 9999, month: 12, day: 31)

  /// Returns the days since Monday, 0 for a Monday. Day 0 was a Thursday.
  @inline(__always)
  static func daysSinceMonday(_ day: Int) -> Int {
    let rest = (day + 3) % 7
    return rest < 0 ? rest + 7 : rest
  }

  static func week(_ day: Int) -> (year: Int, number: Int) {
    let thursday = day - daysSinceMonday(day) + 3
    let year = CivilDate(days: Int32(truncatingIfNeeded: thursday)).components.year
    let newYear = Int(CivilDate.daysFromCivil(year: year, month: 1, day: 1))
    return (year, (thursday - newYear) / 7 + 1)
  }

  static func start(of grain: CalendarUnit, _ day: Int32) -> Int32 {
    switch grain {
    case .day, .hour, .minute, .second: return day
    case .week: return day &- Int32(daysSinceMonday(Int(day)))
    case .year, .quarter, .month:
      let (year, month, _) = CivilDate(days: day).components
      let first = grain == .year ? 1 : grain == .quarter ? (month - 1) / 3 * 3 + 1 : month
      return CivilDate.daysFromCivil(year: year, month: first, day: 1)
    }
  }

  /// Returns the day some units later, and true if it exceeds the calendar. Infinities do not change.
  static func shift(_ day: Int32, by amount: Int64, _ grain: CalendarUnit) -> (Int32, Bool) {
    if day == .max || day == .min { return (day, false) }
    guard amount.magnitude < 10_000_000 else { return (0, true) }
    let result: Int64
    switch grain {
    case .day, .hour, .minute, .second: result = Int64(day) + amount
    case .week: result = Int64(day) + amount * 7
    case .month, .quarter, .year:
      let (year, month, dayOfMonth) = CivilDate(days: day).components
      let steps = grain == .month ? Int(amount) : grain == .quarter ? Int(amount) * 3 : Int(amount) * 12
      let months = year * 12 + month - 1 + steps
      let newYear = months >= 0 ? months / 12 : (months - 11) / 12
      let newMonth = months - newYear * 12 + 1
      guard newYear.magnitude <= 9999 else { return (0, true) }
      let last = CivilDate.daysInMonth(year: newYear, month: newMonth)
      result = Int64(CivilDate.daysFromCivil(year: newYear, month: newMonth, day: min(dayOfMonth, last)))
    }
    guard result >= Int64(firstDay), result <= Int64(lastDay) else { return (0, true) }
    return (Int32(truncatingIfNeeded: result), false)
  }

  /// Returns the timestamp some units later, and true if it exceeds the calendar. Units of a day or more preserve the
  /// time of day.
  static func shift(_ moment: Int64, by amount: Int64, _ grain: CalendarUnit) -> (Int64, Bool) {
    if moment == .max || moment == .min { return (moment, false) }
    if let unit = grain.microseconds {
      let (distance, overflow) = amount.multipliedReportingOverflow(by: unit)
      let (result, beyond) = moment.addingReportingOverflow(distance)
      let day = floorDivide(result, Timestamp.microsecondsPerDay)
      return (result, overflow || beyond || day < Int64(firstDay) || day > Int64(lastDay))
    }
    let day = floorDivide(moment, Timestamp.microsecondsPerDay)
    let (shifted, isBeyond) = shift(Int32(truncatingIfNeeded: day), by: amount, grain)
    // The value of a null row is arbitrary, so the arithmetic must not trap.
    let timeOfDay = moment &- day &* Timestamp.microsecondsPerDay
    return (Int64(shifted) &* Timestamp.microsecondsPerDay &+ timeOfDay, isBeyond)
  }
}
