import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

extension SQLiteRules {
  func number(
    _ function: NumericFunction, _ terms: [SQLTerm], _ type: DataType
  ) throws(NotExpressible) -> SQLTerm {
    let x = terms[0]
    switch function {
    case .abs:
      return SQLTerm("abs(\(x.sql))", type, try magnitude(x), from: [x])
    case .negate:
      return SQLTerm("(- \(x.sql))", type, try negative(x), from: [x])
    case .sign: return SQLTerm("((\(x.sql) > 0) - (\(x.sql) < 0))", .int64, .whole(-1...1), from: [x])
    case .int:
      if x.type == .int64 { return x }
      if case .decimal(_, let scale) = x.type { return divided(x, by: scale, .down, .int64) }
      return SQLTerm(try whole(x, .down), .int64, try wholeBounds(x), from: [x])
    default: throw NotExpressible("SQLite's own function may differ in the last digits, or be missing")
    }
  }

  private func magnitude(_ x: SQLTerm) throws(NotExpressible) -> SQLTerm.Bounds {
    switch x.bounds {
    case .whole(let range):
      let most = max(range.lowerBound.magnitude, range.upperBound.magnitude)
      let bounds = SQLTerm.Bounds.whole(0...Int128(most))
      guard bounds.fitsInt64 else { throw Self.overflow }
      return bounds
    case .real(let range):
      return .real(Bounds.zero.union(range.lowerBound.magnitude).union(range.upperBound.magnitude).range)
    case .unknown: throw Self.overflow
    }
  }

  private func negative(_ x: SQLTerm) throws(NotExpressible) -> SQLTerm.Bounds {
    switch x.bounds {
    case .whole(let range):
      let bounds = SQLTerm.Bounds.whole(-range.upperBound ... -range.lowerBound)
      guard bounds.fitsInt64 else { throw Self.overflow }
      return bounds
    case .real(let range): return .real((Bounds(-range.upperBound, -range.lowerBound) ?? .zero).range)
    case .unknown: throw Self.overflow
    }
  }

  // MARK: Rounding

  func rounded(
    _ mode: RoundingMode, _ term: SQLTerm, digits: Int, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm {
    switch term.type {
    case .int64:
      guard digits < 0 else { return term }
      throw NotExpressible("whole numbers are rounded to tens here")
    case .decimal(_, let scale):
      guard digits >= 0 else { throw NotExpressible("decimals are rounded to tens here") }
      return divided(term, by: scale - digits, mode, type)
    default:
      guard digits == 0, mode != .nearest else { throw NotExpressible("SQLite rounds floats in its own way") }
      let bounds = try wholeBounds(term)
      guard case .whole(let range) = bounds else { throw Self.overflow }
      let real = SQLTerm.Bounds.real((Bounds(Double(range.lowerBound), Double(range.upperBound)) ?? .zero).range)
      return SQLTerm("CAST(\(try whole(term, mode)) AS REAL)", .float64, real, from: [term])
    }
  }

  /// Returns an integer without some of its last digits. SQLite's division truncates.
  private func divided(_ x: SQLTerm, by digits: Int, _ mode: RoundingMode, _ type: DataType) -> SQLTerm {
    guard digits > 0 else { return SQLTerm(x.sql, type, x.bounds, from: [x]) }
    let power = Decimal128.powersOfTen[min(digits, 18)]
    let divisor = SQLFragment(verbatim: "\(power)")
    let half = SQLFragment(verbatim: "\(power / 2)")
    let quotient: SQLFragment = "(\(x.sql) / \(divisor))"
    let rest: SQLFragment = "(\(x.sql) % \(divisor))"
    let sql: SQLFragment =
      switch mode {
      case .towardZero: quotient
      case .down: "(\(quotient) - (\(rest) < 0))"
      case .up: "(\(quotient) + (\(rest) > 0))"
      case .nearest: "(\(quotient) + (\(rest) >= \(half)) - (\(rest) <= -\(half)))"
      }
    let bounds = x.whole.map { SQLTerm.Bounds.whole($0.lowerBound / power - 1...$0.upperBound / power + 1) }
    return SQLTerm(sql, type, bounds ?? .unknown, from: [x])
  }

  /// Returns a float rounded to an integer. A cast truncates.
  private func whole(_ x: SQLTerm, _ mode: RoundingMode) throws(NotExpressible) -> SQLFragment {
    _ = try wholeBounds(x)
    let cut: SQLFragment = "CAST(\(x.sql) AS INTEGER)"
    switch mode {
    case .down: return "(\(cut) - (\(x.sql) < \(cut)))"
    case .up: return "(\(cut) + (\(x.sql) > \(cut)))"
    default: return cut
    }
  }

  private func wholeBounds(_ x: SQLTerm) throws(NotExpressible) -> SQLTerm.Bounds {
    // SQLite compares a float and an integer exactly.
    guard let range = x.real, range.lowerBound >= -0x1p62, range.upperBound <= 0x1p62 else { throw Self.overflow }
    let least = Int128(clamping: range.lowerBound.rounded(.down))
    return .whole(least...max(least, Int128(clamping: range.upperBound.rounded(.up))))
  }

  // MARK: Dates

  func datePart(_ part: DatePart, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm {
    func digits(_ start: Int, _ count: Int, _ range: ClosedRange<Int128>) -> SQLTerm {
      let place = SQLFragment(verbatim: "\(start), \(count)")
      return SQLTerm("CAST(substr(\(term.sql), \(place)) AS INTEGER)", .int64, .whole(range), from: [term])
    }
    let hasTime = term.type != .date
    switch part {
    case .year: return digits(1, 4, 0...9999)
    case .month: return digits(6, 2, 1...12)
    case .day: return digits(9, 2, 1...31)
    case .quarter:
      let month = digits(6, 2, 1...12)
      return SQLTerm("((\(month.sql) + 2) / 3)", .int64, .whole(1...4), from: [term])
    case .hour where hasTime: return digits(12, 2, 0...23)
    case .minute where hasTime: return digits(15, 2, 0...59)
    case .second where hasTime: return digits(18, 2, 0...59)
    case .hour, .minute, .second:
      return SQLTerm("CASE WHEN \(term.sql) IS NULL THEN NULL ELSE 0 END", .int64, .whole(0...0), from: [term])
    case .dayNumber:
      return SQLTerm("(CAST(strftime('%w', \(term.sql)) AS INTEGER) + 1)", .int64, .whole(1...7), from: [term])
    case .week:
      let thursday = try thursday(term)
      return SQLTerm(
        "((CAST(strftime('%j', \(thursday)) AS INTEGER) - 1) / 7 + 1)", .int64, .whole(1...53), from: [term])
    case .weekYear:
      return SQLTerm(
        "CAST(strftime('%Y', \(try thursday(term))) AS INTEGER)", .int64, .whole(0...9999), from: [term])
    case .fiscalYear(let start):
      let year = digits(1, 4, 0...9999)
      if start <= 1 { return year }
      let month = digits(6, 2, 1...12)
      let first = SQLFragment(verbatim: "\(start)")
      return SQLTerm("(\(year.sql) + (\(month.sql) >= \(first)))", .int64, .whole(0...10_000), from: [term])
    default:
      guard case .fiscalQuarter(let start) = part else { throw NotExpressible("SQLite has no such part of a date") }
      let month = digits(6, 2, 1...12)
      let offset = SQLFragment(verbatim: "\(12 - start)")
      return SQLTerm("((\(month.sql) + \(offset)) % 12 / 3 + 1)", .int64, .whole(1...4), from: [term])
    }
  }

  /// Returns the Thursday of the ISO week.
  private func thursday(_ term: SQLTerm) throws(NotExpressible) -> SQLFragment {
    try requireCalendar(term, days: 7)
    return "date(\(term.sql), '-3 days', 'weekday 4')"
  }

  /// Throws unless SQLite's functions can add the days without leaving the years 0 to 9999.
  private func requireCalendar(_ term: SQLTerm, days: Int128) throws(NotExpressible) {
    let first = Int128(CivilDate.daysFromCivil(year: 0, month: 1, day: 1)) + days
    let last = Int128(CivilDate.daysFromCivil(year: 9999, month: 12, day: 31)) - days
    guard let range = term.whole, range.lowerBound >= first, range.upperBound <= last else {
      throw NotExpressible("SQLite knows the years 0 to 9999")
    }
  }

  func start(of unit: CalendarUnit, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm {
    let tail: SQLFragment = term.type == .date ? "" : " 00:00:00"
    func sql(_ text: SQLFragment) -> SQLTerm { SQLTerm(text, term.type, term.bounds, from: [term]) }
    let text = term.sql
    switch unit {
    case .year: return SQLTerm("(substr(\(text), 1, 5) || '01-01\(tail)')", term.type, earlier(term, 366), from: [term])
    case .quarter:
      let month: SQLFragment = "((CAST(substr(\(text), 6, 2) AS INTEGER) + 2) / 3 * 3 - 2)"
      return SQLTerm(
        "(substr(\(text), 1, 5) || substr('0' || \(month), -2) || '-01\(tail)')", term.type, earlier(term, 92),
        from: [term])
    case .month: return SQLTerm("(substr(\(text), 1, 8) || '01\(tail)')", term.type, earlier(term, 31), from: [term])
    case .week:
      try requireCalendar(term, days: 7)
      let monday: SQLFragment = "date(\(text), '-6 days', 'weekday 1')"
      let whole: SQLFragment = term.type == .date ? monday : "(\(monday) || '\(tail)')"
      return SQLTerm(whole, term.type, earlier(term, 7), from: [term])
    case .day: return term.type == .date ? term : sql("(substr(\(text), 1, 10) || '\(tail)')")
    case .hour: return term.type == .date ? term : sql("(substr(\(text), 1, 13) || ':00:00')")
    case .minute: return term.type == .date ? term : sql("(substr(\(text), 1, 16) || ':00')")
    case .second: return term.type == .date ? term : sql("substr(\(text), 1, 19)")
    }
  }

  private func earlier(_ term: SQLTerm, _ days: Int128) -> SQLTerm.Bounds {
    term.whole.map { .whole($0.lowerBound - days...$0.upperBound) } ?? .unknown
  }

  func shifted(_ unit: CalendarUnit, _ term: SQLTerm, by amount: SQLTerm) throws(NotExpressible) -> SQLTerm {
    guard case .int(let count) = amount.constant, count.magnitude < 1_000_000 else {
      throw NotExpressible("steps that change from row to row are taken here")
    }
    let days: Int64
    switch unit {
    case .day: days = count
    case .week: days = count * 7
    default: throw NotExpressible("SQLite steps over the ends of months in another way")
    }
    try requireCalendar(term, days: Int128(days.magnitude) + 1)
    let step = SQLFragment(verbatim: "'\(days >= 0 ? "+" : "")\(days) days'")
    let bounds = term.whole.map {
      SQLTerm.Bounds.whole($0.lowerBound + Int128(days)...$0.upperBound + Int128(days))
    }
    // The time of day is unchanged, in any format.
    let sql: SQLFragment =
      term.type == .date
      ? "date(\(term.sql), \(step))" : "(date(\(term.sql), \(step)) || substr(\(term.sql), 11))"
    return SQLTerm(sql, term.type, bounds ?? .unknown, from: [term])
  }

  // MARK: Strings

  func text(_ function: TextFunction, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm {
    let x = terms[0]
    let texts = terms.filter { $0.type == .string }
    guard texts.allSatisfy(\.isPlainText) else {
      throw NotExpressible("SQLite ends a text at the character U+0000")
    }
    func term(_ sql: SQLFragment, _ bounds: SQLTerm.Bounds = .unknown) -> SQLTerm {
      SQLTerm(sql, type, bounds, from: terms)
    }
    let lengths = SQLTerm.Bounds.whole(0...2_000_000_000)
    switch function {
    case .len: return term("length(\(x.sql))", lengths)
    case .trim: return term("trim(\(x.sql), ' ')")
    case .leftTrim: return term("ltrim(\(x.sql), ' ')")
    case .rightTrim: return term("rtrim(\(x.sql), ' ')")
    case .left: return term("substr(\(x.sql), 1, \(try position(terms[1], from: 0)))")
    case .right:
      let count = try position(terms[1], from: 0)
      if case .int(0) = terms[1].constant { return term("substr(\(x.sql), 1, 0)") }
      guard terms[1].isNeverZero else { throw NotExpressible("the number of characters may be 0") }
      return term("substr(\(x.sql), -\(count))")
    case .mid:
      let start = try position(terms[1], from: 1)
      if terms.count == 2 { return term("substr(\(x.sql), \(start))") }
      return term("substr(\(x.sql), \(start), \(try position(terms[2], from: 0)))")
    case .replace:
      let start = try position(terms[1], from: 1)
      let count = try position(terms[2], from: 0)
      return term(
        "(substr(\(x.sql), 1, \(start) - 1) || \(terms[3].sql) || substr(\(x.sql), \(start) + \(count)))")
    case .pos:
      guard case .int(1) = terms[2].constant, let part = terms[1].constant, part != .string("") else {
        throw NotExpressible("SQLite looks for a part from the start only, and finds an empty one everywhere")
      }
      return term("instr(\(x.sql), \(terms[1].sql))", lengths)
    case .contains: return term("(instr(\(x.sql), \(terms[1].sql)) > 0)", .whole(0...1))
    case .startsWith:
      return term(
        "(substr(\(x.sql), 1, length(\(terms[1].sql))) = \(terms[1].sql) COLLATE BINARY)", .whole(0...1))
    case .endsWith:
      guard let part = terms[1].constant, part != .string("") else {
        throw NotExpressible("the part may be empty")
      }
      return term("(substr(\(x.sql), -length(\(terms[1].sql))) = \(terms[1].sql) COLLATE BINARY)", .whole(0...1))
    default:
      let isCase = function == .upper || function == .lower || function == .wordCap
      throw NotExpressible(isCase ? "SQLite knows ASCII only" : "SQLite has no such function")
    }
  }

  /// Returns a position or length that is never below `least`. SQLite counts smaller ones from the end.
  private func position(_ term: SQLTerm, from least: Int128) throws(NotExpressible) -> SQLFragment {
    guard let range = term.whole, range.lowerBound >= least, range.upperBound <= 1 << 31 else {
      throw NotExpressible("SQLite counts positions below \(least) from the end")
    }
    return term.sql
  }

  // MARK: Aggregates

  func aggregate(
    _ function: AggregateFunction, _ arguments: [SQLTerm], rowCount: Int?
  ) throws(NotExpressible) -> SQLAggregate {
    guard let x = arguments.first else { return SQLAggregate(["count(*)"], .value, guards: []) }
    func made(_ columns: [SQLFragment], _ reading: SQLAggregate.Reading, isExact: Bool = true) -> SQLAggregate {
      SQLAggregate(columns, reading, guards: x.guards, isExact: isExact)
    }
    let scale: Int? = if case .decimal(_, let scale) = x.type { scale } else { nil }
    switch function {
    case .count: return made(["count(\(x.sql))"], .value)
    case .countDistinct: return made(["count(DISTINCT \(ordered(x)))"], .value)
    case .min, .max:
      let sql: SQLFragment = function == .min ? "min(\(ordered(x)))" : "max(\(ordered(x)))"
      return made([sql], scale.map { .scaled($0) } ?? .value)
    case .sum, .avg:
      let parts: [SQLFragment]
      if x.type == .float64 {
        parts = try floatSums(x, rowCount)
      } else {
        // Sums of ints fail above 64 bits. If that is possible, the sum is computed here.
        guard let range = x.whole, let rowCount,
          max(range.lowerBound.magnitude, range.upperBound.magnitude) < (1 << 62) / UInt128(max(rowCount, 1))
        else { throw Self.overflow }
        parts = ["sum(\(x.sql))"]
      }
      if function == .avg {
        return made(parts + ["count(\(x.sql))"], .average(scale: x.type == .float64 ? nil : scale ?? 0), isExact: false)
      }
      if x.type == .float64 { return made(parts, .floatSum, isExact: false) }
      return made(parts, scale.map { .scaled($0) } ?? .value)
    case .first, .last: throw NotExpressible("SQLite does not keep the order of the rows of a group")
    case .lowerQuartile, .upperQuartile, .lowerWhisker, .upperWhisker: throw NotExpressible("SQLite has no median")
    case .median, .percentile, .mode, .weightedAvg, .stddev, .variance, .corr:
      throw NotExpressible("SQLite has no \(function.rawValue)")
    }
  }

  /// SQLite (before 3.43) adds floats one by one and rounds each time. The upper halves of the digits, whose sum is
  /// exact, and the lower halves are therefore added separately.
  private func floatSums(_ x: SQLTerm, _ rowCount: Int?) throws(NotExpressible) -> [SQLFragment] {
    guard let range = x.real, max(range.lowerBound.magnitude, range.upperBound.magnitude) < 1e280 else {
      throw NotExpressible("floats that may be infinite are added up here")
    }
    if let rowCount, rowCount <= 1000 { return ["sum(\(x.sql))"] }
    let upper: SQLFragment = "(\(x.sql) * 134217729.0 - (\(x.sql) * 134217729.0 - \(x.sql)))"
    return ["sum(\(upper))", "sum(\(x.sql) - \(upper))"]
  }
}
