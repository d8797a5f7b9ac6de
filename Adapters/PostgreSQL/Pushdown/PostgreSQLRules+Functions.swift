import AugerColumns
import AugerExpressions
import AugerQuery

extension PostgreSQLRules {
  func number(
    _ function: NumericFunction, _ terms: [SQLTerm], _ type: DataType
  ) throws(NotExpressible) -> SQLTerm {
    let x = terms[0]
    func term(_ sql: SQLFragment) -> SQLTerm { SQLTerm(sql, type, from: terms) }
    switch function {
    case .abs: return term("abs(\(x.sql))")
    case .negate: return term("(- \(x.sql))")
    case .sign: return term("sign(\(x.sql))::int8")
    case .int: return x.type == .int64 ? x : term("floor(\(x.sql))::int8")
    case .sqrt: return term("sqrt(\(x.sql))")
    default: throw NotExpressible("PostgreSQL's own function may differ in the last digits")
    }
  }

  func rounded(
    _ mode: RoundingMode, _ term: SQLTerm, digits: Int, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm {
    let places = SQLFragment(verbatim: "\(digits)")
    func made(_ sql: SQLFragment) -> SQLTerm { SQLTerm(sql, type, from: [term]) }
    switch (term.type, mode) {
    case (.int64, _) where digits >= 0: return term
    case (.int64, .nearest) where digits > -19: return made("round(\(term.sql)::numeric, \(places))::int8")
    case (.int64, .towardZero) where digits > -19: return made("trunc(\(term.sql)::numeric, \(places))::int8")
    case (.decimal, .nearest) where digits >= 0: return made("round(\(term.sql), \(places))")
    case (.decimal, .towardZero) where digits >= 0: return made("trunc(\(term.sql), \(places))")
    case (.decimal, .up) where digits == 0, (.float64, .up) where digits == 0: return made("ceil(\(term.sql))")
    case (.decimal, .down) where digits == 0, (.float64, .down) where digits == 0: return made("floor(\(term.sql))")
    case (.float64, .towardZero) where digits == 0: return made("trunc(\(term.sql))")
    default: throw NotExpressible("PostgreSQL rounds such numbers in its own way")
    }
  }

  // MARK: Dates

  /// Returns a term whose calendar fields can be extracted. Instants are converted to UTC.
  private func wall(_ term: SQLTerm) throws(NotExpressible) -> SQLFragment {
    guard case .timestamp(let zone?) = term.type else { return term.sql }
    guard zone == "UTC" else { throw NotExpressible("dates of the zone \(zone) are computed by Auger") }
    return "(\(term.sql) AT TIME ZONE 'UTC')"
  }

  func datePart(_ part: DatePart, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm {
    let d = try wall(term)
    func made(_ sql: SQLFragment) -> SQLTerm { SQLTerm(sql, .int64, from: [term]) }
    // Years before 1 are counted without a year 0. An infinite date has a year that is not an int. The error makes
    // the query run here, which counts the warning.
    func year(_ field: SQLFragment) -> SQLFragment {
      "(extract(\(field) FROM \(d)) - least(sign(extract(\(field) FROM \(d))), 0))::int8"
    }
    // Other fields do not exist for infinite dates. Extracting the year as well causes the same error.
    func field(_ sql: SQLFragment) -> SQLFragment {
      "(CASE WHEN isfinite(\(d)) THEN \(sql) ELSE \(year("year")) END)"
    }
    let month: SQLFragment = "extract(month FROM \(d))::int8"
    let hasTime = term.type != .date
    switch part {
    case .year: return made(year("year"))
    case .weekYear: return made(year("isoyear"))
    case .quarter: return made(field("extract(quarter FROM \(d))::int8"))
    case .month: return made(field(month))
    case .day: return made(field("extract(day FROM \(d))::int8"))
    case .dayNumber: return made(field("extract(dow FROM \(d))::int8 + 1"))
    case .week: return made(field("extract(week FROM \(d))::int8"))
    case .hour where hasTime: return made(field("extract(hour FROM \(d))::int8"))
    case .minute where hasTime: return made(field("extract(minute FROM \(d))::int8"))
    case .second where hasTime: return made(field("floor(extract(second FROM \(d)))::int8"))
    case .hour, .minute, .second: return made("(CASE WHEN \(term.sql) IS NULL THEN NULL ELSE 0 END)::int8")
    case .fiscalYear(let start):
      if start <= 1 { return made(year("year")) }
      let first = SQLFragment(verbatim: "\(start)")
      return made("(\(year("year")) + (\(field(month)) >= \(first))::int)")
    default:
      guard case .fiscalQuarter(let start) = part else { throw NotExpressible("PostgreSQL has no such part of a date") }
      let offset = SQLFragment(verbatim: "\(12 - start)")
      return made("((\(field(month)) + \(offset)) % 12 / 3 + 1)")
    }
  }

  func start(of unit: CalendarUnit, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm {
    let d = try wall(term)
    let name = SQLFragment(verbatim: "'\(unit.rawValue)'")
    let start: SQLFragment = "date_trunc(\(name), \(d)::timestamp)"
    switch term.type {
    case .date: return SQLTerm("\(start)::date", term.type, from: [term])
    case .timestamp(nil): return SQLTerm(start, term.type, from: [term])
    default: return SQLTerm("(\(start) AT TIME ZONE 'UTC')", term.type, from: [term])
    }
  }

  func shifted(_ unit: CalendarUnit, _ term: SQLTerm, by amount: SQLTerm) throws(NotExpressible) -> SQLTerm {
    let d = try wall(term)
    guard term.type == .date || term.type == .timestamp else {
      throw NotExpressible("steps of instants are taken here")
    }
    guard case .int(let count) = amount.constant, count.magnitude < 1_000_000 else {
      throw NotExpressible("steps that change from row to row are taken here")
    }
    let (name, size): (String, Int64) =
      switch unit {
      case .year: ("years", 1)
      case .quarter: ("months", 3)
      case .month: ("months", 1)
      case .week: ("days", 7)
      case .day: ("days", 1)
      case .hour: ("hours", 1)
      case .minute: ("mins", 1)
      default: unit == .second ? ("secs", 1) : ("", 0)
      }
    guard size > 0 else { throw NotExpressible("PostgreSQL has no such step") }
    let step = SQLFragment(verbatim: "make_interval(\(name) => \(count * size))")
    let sql: SQLFragment = term.type == .date ? "(\(d) + \(step))::date" : "(\(d) + \(step))"
    var result = SQLTerm(sql, term.type, from: [term])
    result.guards.append("\(sql) > '9999-12-31' OR NOT isfinite(\(sql))")
    return result
  }

  // MARK: Strings

  func text(_ function: TextFunction, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm {
    let x = terms[0].sql
    func made(_ sql: SQLFragment) -> SQLTerm { SQLTerm(sql, type, from: terms) }
    /// Negative counts are 0. Counts above 32 bits are an error in the database, but mean no characters here.
    func count(_ term: SQLTerm) -> SQLFragment { "greatest(\(term.sql), 0)::int" }
    switch function {
    case .len: return made("char_length(\(x))::int8")
    case .trim: return made("btrim(\(x), ' ')")
    case .leftTrim: return made("ltrim(\(x), ' ')")
    case .rightTrim: return made("rtrim(\(x), ' ')")
    case .left: return made("left(\(x), \(count(terms[1])))")
    case .right: return made("right(\(x), \(count(terms[1])))")
    case .mid:
      if terms.count == 2 { return made("substr(\(x), \(terms[1].sql)::int)") }
      return made("substr(\(x), \(terms[1].sql)::int, \(count(terms[2])))")
    case .pos:
      guard case .int(1) = terms[2].constant, let part = terms[1].constant, part != .string("") else {
        throw NotExpressible("PostgreSQL looks for a part from the start only, and finds an empty one everywhere")
      }
      return made("strpos(\(x), \(terms[1].sql))::int8")
    case .contains: return made("(strpos(\(x), \(terms[1].sql)) > 0)")
    case .startsWith: return made("starts_with(\(x), \(terms[1].sql))")
    case .endsWith: return made("(right(\(x), char_length(\(terms[1].sql))) = \(terms[1].sql))")
    case .replace:
      let (start, length): (Int64, Int64)
      guard case .int(let a) = terms[1].constant, case .int(let b) = terms[2].constant, a >= 1, b >= 0, a < 1 << 30,
        b < 1 << 30
      else { throw NotExpressible("PostgreSQL replaces from positions in the text only") }
      (start, length) = (a, b)
      let before = SQLFragment(verbatim: "\(start - 1)")
      let after = SQLFragment(verbatim: "\(start + length)")
      return made("(left(\(x), \(before)) || \(terms[3].sql) || substr(\(x), \(after)))")
    default:
      let isCase = function == .upper || function == .lower || function == .wordCap
      throw NotExpressible(
        isCase ? "PostgreSQL's case depends on the locale of the database" : "PostgreSQL has no such function")
    }
  }

  // MARK: Aggregates

  func aggregate(
    _ function: AggregateFunction, _ arguments: [SQLTerm], rowCount: Int?
  ) throws(NotExpressible) -> SQLAggregate {
    guard let x = arguments.first else { return SQLAggregate(["count(*)"], .value, guards: []) }
    func made(_ columns: [SQLFragment], _ reading: SQLAggregate.Reading, isExact: Bool = true) -> SQLAggregate {
      SQLAggregate(columns, reading, guards: x.guards, isExact: isExact)
    }
    func digits(_ sql: SQLFragment, _ scale: Int) -> SQLFragment {
      "\(sql)::numeric(38, \(SQLFragment(verbatim: "\(scale)")))"
    }
    let number: SQLFragment = x.type == .bool ? "\(x.sql)::int" : x.sql
    let scale: Int? = if case .decimal(_, let scale) = x.type { scale } else { nil }
    switch function {
    case .count: return made(["count(\(x.sql))"], .value)
    case .countDistinct: return made(["count(DISTINCT \(x.sql))"], .value)
    case .min, .max:
      if x.type == .bool { return made([function == .min ? "bool_and(\(x.sql))" : "bool_or(\(x.sql))"], .value) }
      let sql: SQLFragment = function == .min ? "min(\(ordered(x)))" : "max(\(ordered(x)))"
      if let scale { return made([digits(sql, scale)], .value) }
      return made(x.isNarrow ? ["\(sql)::\(try Self.name(of: x.type))"] : [sql], .value)
    case .sum, .avg:
      if x.type == .float64 {
        let value = x.isNarrow ? try converted(x, to: .float64).sql : x.sql
        // Floats are added one by one and rounded each time. The upper halves of the digits, whose sum is exact, and
        // the lower halves are therefore added separately.
        let upper: SQLFragment = "(\(value) * 134217729 - (\(value) * 134217729 - \(value)))"
        let parts: [SQLFragment] = ["sum(\(upper))", "sum(\(value) - \(upper))"]
        if function == .sum { return made(parts, .floatSum, isExact: false) }
        return made(parts + ["count(\(x.sql))"], .average(scale: nil), isExact: false)
      }
      if function == .avg {
        return made(
          [digits("sum(\(number))", scale ?? 0), "count(\(x.sql))"], .average(scale: scale ?? 0), isExact: false)
      }
      return made([scale.map { digits("sum(\(number))", $0) } ?? "sum(\(number))::int8"], .value)
    case .median:
      let float: SQLFragment = "\(number)::float8"
      return made(
        [
          "percentile_disc(0.5) WITHIN GROUP (ORDER BY \(float))",
          "percentile_disc(0.5) WITHIN GROUP (ORDER BY \(float) DESC)",
        ], .middle, isExact: false)
    case .stddev: return made(["stddev_samp(\(number)::float8)"], .value, isExact: false)
    case .variance: return made(["var_samp(\(number)::float8)"], .value, isExact: false)
    case .first, .last: throw NotExpressible("PostgreSQL does not keep the order of the rows of a group")
    case .mode: throw NotExpressible("PostgreSQL does not define which of several values is the mode")
    case .weightedAvg, .percentile, .lowerQuartile, .upperQuartile, .lowerWhisker, .upperWhisker, .corr:
      throw NotExpressible("PostgreSQL rounds \(function.rawValue) otherwise")
    }
  }
}
