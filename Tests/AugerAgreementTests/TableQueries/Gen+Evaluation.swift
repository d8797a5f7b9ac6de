import AugerColumns

/// The expression has no result. Every code path must fail.
struct GenOverflow: Error {}

extension Gen {
  /// Returns the value for a row. Each rule follows the specification, one row at a time.
  func value(_ row: [Scalar]) throws -> Scalar {
    switch self {
    case .column(let index): return row[index]
    case .literal(let value): return value
    case .arithmetic(let sign, let a, let b): return try Self.arithmetic(sign, try a.value(row), try b.value(row))
    case .compare(let sign, let a, let b):
      let (x, y) = (try a.value(row), try b.value(row))
      if x.isNull || y.isNull { return .null }
      let order = Scalar.compare(x, y)
      switch sign {
      case "==": return .bool(order == 0)
      case "!=": return .bool(order != 0)
      case "<": return .bool(order < 0)
      case "<=": return .bool(order <= 0)
      case ">": return .bool(order > 0)
      default: return .bool(order >= 0)
      }
    case .logic(let isAnd, let operands):
      var isUnknown = false
      for operand in operands {
        let truth = try operand.value(row)
        if truth == .bool(!isAnd) { return .bool(!isAnd) }
        isUnknown = isUnknown || truth.isNull
      }
      return isUnknown ? .null : .bool(isAnd)
    case .not(let operand):
      if case .bool(let truth) = try operand.value(row) { return .bool(!truth) }
      return .null
    case .isNull(let operand, let isNegated): return .bool(try operand.value(row).isNull != isNegated)
    case .isIn(let operand, let values):
      let value = try operand.value(row)
      if value.isNull { return .null }
      if values.contains(where: { !$0.isNull && Scalar.compare($0, value) == 0 }) { return .bool(true) }
      return values.contains { $0.isNull } ? .null : .bool(false)
    case .call(let name, let arguments): return try Self.call(name, arguments, row)
    }
  }

  private static func arithmetic(_ sign: String, _ a: Scalar, _ b: Scalar) throws -> Scalar {
    if a.isNull || b.isNull { return .null }
    let isFloat: (Scalar) -> Bool = { if case .float = $0 { true } else { false } }
    if sign == "/" || isFloat(a) || isFloat(b) {
      guard let x = a.doubleValue, let y = b.doubleValue else { return .null }
      if (sign == "/" || sign == "%") && y == 0 { return .null }
      let result: Double =
        switch sign {
        case "+": x + y
        case "-": x - y
        case "*": x * y
        case "/": x / y
        default: x.truncatingRemainder(dividingBy: y)
        }
      guard result.isFinite || !x.isFinite || !y.isFinite else { throw GenOverflow() }
      return .float(result)
    }
    if case .int(let x) = a, case .int(let y) = b {
      if sign == "%" { return y == 0 ? .null : .int(y == -1 ? 0 : x % y) }
      let (value, overflow) =
        switch sign {
        case "+": x.addingReportingOverflow(y)
        case "-": x.subtractingReportingOverflow(y)
        default: x.multipliedReportingOverflow(by: y)
        }
      if overflow { throw GenOverflow() }
      return .int(value)
    }
    guard let x = a.decimal, let y = b.decimal else { return .null }
    if sign == "*" { return .decimal(Decimal128(unscaled: x.unscaled * y.unscaled, scale: x.scale + y.scale)) }
    let scale = max(x.scale, y.scale)
    guard let u = x.rescaled(to: scale)?.unscaled, let v = y.rescaled(to: scale)?.unscaled else { throw GenOverflow() }
    switch sign {
    case "+": return .decimal(Decimal128(unscaled: u + v, scale: scale))
    case "-": return .decimal(Decimal128(unscaled: u - v, scale: scale))
    default: return v == 0 ? .null : .decimal(Decimal128(unscaled: u % v, scale: scale))
    }
  }

  private static func call(_ name: String, _ arguments: [Gen], _ row: [Scalar]) throws -> Scalar {
    switch name {
    case "if": return try arguments[try arguments[0].value(row) == .bool(true) ? 1 : 2].value(row)
    case "coalesce":
      for argument in arguments {
        let value = try argument.value(row)
        if !value.isNull { return value }
      }
      return .null
    default: break
    }
    let values = try arguments.map { try $0.value(row) }
    if values.contains(where: \.isNull) {
      // Apart from three-valued logic, every function of a null returns null.
      if name == "between" {
        let parts = [
          try Gen.compare(">=", arguments[0], arguments[1]).value(row),
          try Gen.compare("<=", arguments[0], arguments[2]).value(row),
        ]
        return parts.contains(.bool(false)) ? .bool(false) : .null
      }
      return .null
    }
    switch name {
    case "between":
      return .bool(Scalar.compare(values[0], values[1]) >= 0 && Scalar.compare(values[0], values[2]) <= 0)
    case "min": return Scalar.compare(values[0], values[1]) <= 0 ? values[0] : values[1]
    case "max": return Scalar.compare(values[0], values[1]) >= 0 ? values[0] : values[1]
    case "abs", "neg", "sign", "int", "floor", "ceiling", "truncate", "round": return try number(name, values)
    case "len", "left", "right", "mid", "trim", "upper", "lower", "contains", "startsWith", "endsWith", "pos", "string",
      "concat":
      return text(name, values)
    default: return date(name, values)
    }
  }

  // MARK: Numbers

  private static func number(_ name: String, _ values: [Scalar]) throws -> Scalar {
    let digits = if values.count > 1, case .int(let digits) = values[1] { Int(digits) } else { 0 }
    switch (values[0], name) {
    case (.int(let x), "abs"), (.int(let x), "neg"):
      if x == .min { throw GenOverflow() }
      return .int(name == "abs" ? abs(x) : -x)
    case (.int(let x), "sign"): return .int(x.signum())
    case (.int, _): return values[0]
    case (.decimal(let x), "abs"): return .decimal(Decimal128(unscaled: abs(x.unscaled), scale: x.scale))
    case (.decimal(let x), "neg"): return .decimal(Decimal128(unscaled: -x.unscaled, scale: x.scale))
    case (.decimal(let x), "sign"): return .int(Int64(x.unscaled.signum()))
    case (.decimal(let x), _):
      if name == "round" || name == "truncate", digits >= x.scale { return values[0] }
      let divisor = (0..<(x.scale - digits)).reduce(Int128(1)) { power, _ in power * 10 }
      let (quotient, rest) = x.unscaled.quotientAndRemainder(dividingBy: divisor)
      let result: Int128 =
        switch name {
        case "truncate": quotient
        case "round": abs(rest) * 2 >= divisor ? quotient + (x.unscaled < 0 ? -1 : 1) : quotient
        case "ceiling": quotient + (rest > 0 ? 1 : 0)
        default: quotient - (rest < 0 ? 1 : 0)
        }
      return name == "int" ? .int(Int64(result)) : .decimal(Decimal128(unscaled: result, scale: digits))
    case (.float(let x), "abs"): return .float(abs(x))
    case (.float(let x), "neg"): return .float(-x)
    case (.float(let x), "sign"): return .int(x > 0 ? 1 : x < 0 ? -1 : 0)
    case (.float(let x), "ceiling"): return .float(x.rounded(.up))
    case (.float(let x), "truncate"): return .float(x.rounded(.towardZero))
    case (.float(let x), "int"):
      guard let whole = Int64(exactly: x.rounded(.down)) else { throw GenOverflow() }
      return .int(whole)
    case (.float(let x), _): return .float(x.rounded(.down))
    default: return .null
    }
  }

  // MARK: Strings

  private static func text(_ name: String, _ values: [Scalar]) -> Scalar {
    let scalars = Array(values[0].description.unicodeScalars)
    let a = if values.count > 1, case .int(let a) = values[1] { Int(a) } else { 0 }
    let b = if values.count > 2, case .int(let b) = values[2] { Int(b) } else { Int.max }
    let part = values.count > 1 ? Array(values[1].description.unicodeScalars) : []
    func string(_ part: some Sequence<Unicode.Scalar>) -> Scalar {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: part)
      return .string(String(text))
    }
    switch name {
    case "len": return .int(Int64(scalars.count))
    case "left": return string(scalars.prefix(max(a, 0)))
    case "right": return string(scalars.suffix(max(a, 0)))
    case "mid": return string(scalars.indices.filter { $0 >= a - 1 && $0 - (a - 1) < max(b, 0) }.map { scalars[$0] })
    case "trim":
      var kept = scalars[...]
      while kept.first == " " { kept.removeFirst() }
      while kept.last == " " { kept.removeLast() }
      return string(kept)
    case "upper": return .string(scalars.map(\.properties.uppercaseMapping).joined())
    case "lower": return .string(scalars.map(\.properties.lowercaseMapping).joined())
    case "startsWith": return .bool(scalars.starts(with: part))
    case "endsWith": return .bool(scalars.reversed().starts(with: part.reversed()))
    case "string", "concat": return .string(values.map(\.description).joined())
    default:
      let found = (0...scalars.count).first { scalars[$0...].starts(with: part) }
      if name == "contains" { return .bool(found != nil) }
      return .int(Int64(part.isEmpty ? 0 : found.map { $0 + 1 } ?? 0))
    }
  }

  // MARK: Dates

  private static func date(_ name: String, _ values: [Scalar]) -> Scalar {
    let day: CivilDate
    var time: Int64 = 0
    var isMoment = false
    switch values[0] {
    case .date(let value): day = value
    case .timestamp(let value):
      (day, time, isMoment) = (value.date, value.timeOfDay, true)
    default: return .null
    }
    let (year, month, dayOfMonth) = day.components
    func result(_ day: CivilDate, _ time: Int64) -> Scalar {
      isMoment ? .timestamp(Timestamp(microseconds: Timestamp(day).microseconds + time)) : .date(day)
    }
    func first(_ year: Int, _ month: Int) -> Scalar {
      CivilDate(year: year, month: month, day: 1).map { result($0, 0) } ?? .null
    }
    let start = if values.count > 1, case .int(let start) = values[1] { Int(start) } else { 0 }
    switch name {
    case "year": return .int(Int64(year))
    case "quarter": return .int(Int64((month - 1) / 3 + 1))
    case "month": return .int(Int64(month))
    case "day": return .int(Int64(dayOfMonth))
    case "dayNumber": return .int(Int64(day.dayNumber))
    case "hour": return .int(time / 3_600_000_000)
    case "minute": return .int(time / 60_000_000 % 60)
    case "second": return .int(time / 1_000_000 % 60)
    case "week", "weekYear":
      var thursday = day
      while thursday.dayNumber != 5 { thursday.days += [2, 3, 4].contains(thursday.dayNumber) ? 1 : -1 }
      // Sunday, Friday and Saturday belong to the week of the preceding Thursday.
      var number = 1
      var walk = thursday
      while CivilDate(days: walk.days - 7).year == thursday.year {
        walk.days -= 7
        number += 1
      }
      return .int(Int64(name == "week" ? number : thursday.year))
    case "fiscalYear": return .int(Int64(start > 1 && month >= start ? year + 1 : year))
    case "fiscalQuarter": return .int(Int64((month - start + 12) % 12 / 3 + 1))
    case "date": return .date(day)
    case "startOf":
      switch values[1].description {
      case "year": return first(year, 1)
      case "quarter": return first(year, (month - 1) / 3 * 3 + 1)
      case "month": return first(year, month)
      case "week":
        var monday = day
        while monday.dayNumber != 2 { monday.days -= 1 }
        return result(monday, 0)
      default: return result(day, 0)
      }
    default:
      guard case .int(let steps) = values[1] else { return .null }
      if values[2].description == "day" { return result(CivilDate(days: day.days + Int32(steps)), time) }
      let months = year * 12 + month - 1 + Int(steps)
      let last = CivilDate.daysInMonth(year: months / 12, month: months % 12 + 1)
      let shifted = CivilDate(year: months / 12, month: months % 12 + 1, day: min(dayOfMonth, last))
      return shifted.map { result($0, time) } ?? .null
    }
  }
}

extension Scalar {
  var decimal: Decimal128? {
    switch self {
    case .int(let value): Decimal128(value)
    case .decimal(let value): value
    default: nil
    }
  }
}
