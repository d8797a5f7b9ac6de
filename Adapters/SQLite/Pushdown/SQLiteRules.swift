import AugerColumns
import AugerExpressions
import AugerQuery

/// The translation rules of SQLite.
///
/// SQLite computes with 64-bit ints that silently become floats on overflow. Arithmetic is translated only if the
/// bounds of the columns prove that no overflow and no division by zero can occur.
///
/// Bools are 1 and 0, decimals are integers without the decimal point, dates are strings `YYYY-MM-DD`, timestamps are
/// strings `YYYY-MM-DD HH:MM:SS`. These sort correctly from the year 0 to 9999.
struct SQLiteRules: SQLRules {
  var databaseName: String { "SQLite" }

  var provesSuccess: Bool { true }

  func column(_ quoted: String, _ storage: ColumnStorage) throws(NotExpressible) -> SQLTerm {
    let name = SQLFragment(verbatim: quoted)
    var bounds = SQLTerm.Bounds.unknown
    if let range = storage.bounds { bounds = .whole(range) }
    if let range = storage.floatBounds { bounds = .real(range) }
    var term: SQLTerm
    switch storage.form {
    case .native: term = SQLTerm(name, storage.type, bounds)
    case .narrow:
      guard storage.type == .float64 else { throw NotExpressible("\(quoted) is stored in several ways") }
      term = SQLTerm("CAST(\(name) AS REAL)", .float64, bounds)
    case .printedDecimal:
      guard let power = Self.power(of: storage.type) else { throw NotExpressible("\(quoted) has too many digits") }
      term = SQLTerm("CAST(round(\(name) * \(power).0) AS INTEGER)", storage.type, bounds)
    case .dateText: term = SQLTerm(name, .date, bounds)
    case .momentText(" "): term = SQLTerm(name, storage.type, bounds)
    case .momentText: term = SQLTerm("replace(\(name), 'T', ' ')", storage.type, bounds)
    case .midnightText: term = SQLTerm("(\(name) || ' 00:00:00')", storage.type, bounds)
    case .opaque(let reason), .unsettled(let reason): throw NotExpressible("\(quoted) \(reason)")
    }
    term.isPlainText = storage.isPlainText
    return term
  }

  /// Returns 10^scale as SQL, if it is exact in a double.
  private static func power(of type: DataType) -> SQLFragment? {
    guard case .decimal(_, let scale) = type, scale <= 15 else { return nil }
    return SQLFragment(verbatim: "1" + String(repeating: "0", count: scale))
  }

  func constant(_ value: Scalar, _ type: DataType) throws(NotExpressible) -> SQLTerm {
    var term = SQLTerm(SQLFragment(value: value), type)
    switch value {
    case .null: term.sql = "NULL"
    case .bool(let flag):
      term.sql = SQLFragment(value: .int(flag ? 1 : 0))
      term.bounds = .whole(flag ? 1...1 : 0...0)
    case .int(let number): term.bounds = .whole(Int128(number)...Int128(number))
    case .float(let number):
      guard number.isFinite else { throw NotExpressible("SQLite knows no \(value)") }
      term.bounds = .real((Bounds(number) ?? .zero).range)
    case .decimal(let number):
      guard case .decimal(_, let scale) = type, let scaled = number.rescaled(to: scale),
        let unscaled = Int64(exactly: scaled.unscaled)
      else { throw NotExpressible("the number has too many digits for SQLite") }
      term.sql = SQLFragment(value: .int(unscaled))
      term.bounds = .whole(Int128(unscaled)...Int128(unscaled))
    case .date(let day):
      guard (0...9999).contains(day.year) else { throw NotExpressible("SQLite knows the years 0 to 9999") }
      term.bounds = .whole(Int128(day.days)...Int128(day.days))
    case .timestamp(let moment):
      guard (0...9999).contains(moment.date.year), type == .timestamp else {
        throw NotExpressible("SQLite knows the years 0 to 9999, and no zones")
      }
      term.bounds = .whole(Int128(moment.date.days)...Int128(moment.date.days))
    default:
      guard case .string(let text) = value else { throw NotExpressible("\(type) is computed with here") }
      term.isPlainText = !text.utf8.contains(0)
    }
    term.constant = value
    return term
  }

  func converted(_ term: SQLTerm, to type: DataType) throws(NotExpressible) -> SQLTerm {
    switch (term.type, type) {
    case (let from, let to) where from == to: return term
    case (.bool, .int64): return changed(term, term.sql, .int64, term.bounds)
    case (.bool, .float64), (.int64, .float64):
      return changed(term, "CAST(\(term.sql) AS REAL)", .float64, Self.real(term.whole, 1))
    case (.bool, .decimal(_, let scale)), (.int64, .decimal(_, let scale)):
      return try rescaled(term, by: scale, type)
    case (.decimal(_, let from), .decimal(_, let to)) where to >= from:
      return try rescaled(term, by: to - from, type)
    case (.decimal(_, let scale), .float64):
      guard term.bounds.fitsDouble, scale <= 15 else { throw NotExpressible("the decimals have too many digits") }
      let power = SQLFragment(verbatim: "1" + String(repeating: "0", count: scale) + ".0")
      let divisor = Double(Decimal128.powersOfTen[scale])
      return changed(term, "(\(term.sql) / \(power))", .float64, Self.real(term.whole, divisor))
    case (.date, .timestamp(nil)): return changed(term, "(\(term.sql) || ' 00:00:00')", type, term.bounds)
    case (.timestamp(nil), .date): return changed(term, "substr(\(term.sql), 1, 10)", .date, term.bounds)
    case (.bool, .string), (.int64, .string): return changed(term, "CAST(\(term.sql) AS TEXT)", .string, .unknown)
    case (.date, .string): return changed(term, term.sql, .string, .unknown)
    case (.timestamp(nil), .string): return changed(term, "replace(\(term.sql), ' ', 'T')", .string, .unknown)
    case (.float64, .string), (.decimal, .string):
      throw NotExpressible("SQLite prints numbers in its own way")
    default: throw NotExpressible("SQLite cannot make \(type) of \(term.type)")
    }
  }

  private func changed(
    _ term: SQLTerm, _ sql: SQLFragment, _ type: DataType, _ bounds: SQLTerm.Bounds
  ) -> SQLTerm {
    SQLTerm(sql, type, bounds, from: [term])
  }

  private static func real(_ range: ClosedRange<Int128>?, _ divisor: Double) -> SQLTerm.Bounds {
    guard let range else { return .unknown }
    return .real((Bounds(Double(range.lowerBound) / divisor, Double(range.upperBound) / divisor) ?? .zero).range)
  }

  private func rescaled(_ term: SQLTerm, by digits: Int, _ type: DataType) throws(NotExpressible) -> SQLTerm {
    guard digits <= 18 else { throw NotExpressible("the decimals have too many digits for SQLite") }
    let power = Decimal128.powersOfTen[digits]
    guard let range = term.whole else { throw Self.overflow }
    let bounds = SQLTerm.Bounds.corners(range, power...power) { $0.multipliedReportingOverflow(by: $1) }
    guard bounds.fitsInt64 else { throw Self.overflow }
    if digits == 0 { return changed(term, term.sql, type, bounds) }
    return changed(term, "(\(term.sql) * \(SQLFragment(verbatim: "\(power)")))", type, bounds)
  }

  static let overflow = NotExpressible("SQLite would not report an overflow; Auger does")

  // MARK: Arithmetic

  func arithmetic(
    _ operation: BinaryOperator, _ a: SQLTerm, _ b: SQLTerm, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm {
    let sign = SQLFragment(verbatim: operation.rawValue)
    if operation == .divide || operation == .modulo, !b.isNeverZero {
      throw NotExpressible("the divisor may be 0; such rows are counted here")
    }
    if type == .float64 {
      guard operation != .modulo else { throw NotExpressible("SQLite's % is for whole numbers") }
      guard let x = a.real ?? Self.doubles(a), let y = b.real ?? Self.doubles(b) else {
        throw NotExpressible("floats that may be infinite are computed with here")
      }
      let bounds: SQLTerm.Bounds =
        switch operation {
        case .add: .corners(x, y, +)
        case .subtract: .corners(x, y, -)
        case .multiply: .corners(x, y, *)
        default: .corners(x, y, /)
        }
      guard bounds != .unknown else { throw Self.overflow }
      let left: SQLFragment = a.type == .float64 ? a.sql : "CAST(\(a.sql) AS REAL)"
      return SQLTerm("(\(left) \(sign) \(b.sql))", .float64, bounds, from: [a, b])
    }
    guard let x = a.whole, let y = b.whole else { throw Self.overflow }
    let bounds: SQLTerm.Bounds
    switch operation {
    case .add: bounds = .corners(x, y) { $0.addingReportingOverflow($1) }
    case .subtract: bounds = .corners(x, y) { $0.subtractingReportingOverflow($1) }
    case .multiply: bounds = .corners(x, y) { $0.multipliedReportingOverflow(by: $1) }
    default:
      let most = max(y.lowerBound.magnitude, y.upperBound.magnitude)
      bounds = .whole(-Int128(clamping: most)...Int128(clamping: most))
    }
    guard bounds.fitsInt64 else { throw Self.overflow }
    return SQLTerm("(\(a.sql) \(sign) \(b.sql))", type, bounds, from: [a, b])
  }

  private static func doubles(_ term: SQLTerm) -> ClosedRange<Double>? {
    term.whole.map { (Bounds(Double($0.lowerBound), Double($0.upperBound)) ?? .zero).range }
  }

  func ordered(_ term: SQLTerm) -> SQLFragment {
    // A column has the collation of its declaration. A value has none.
    term.type == .string && term.constant == nil ? "\(term.sql) COLLATE BINARY" : term.sql
  }

  func identified(_ term: SQLTerm) -> SQLFragment { ordered(term) }

  func value(ofCondition condition: SQLFragment) -> SQLFragment { condition }

  func condition(ofBool term: SQLFragment) -> SQLFragment { term }

  func extreme(isMaximum: Bool, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm {
    let sql = terms.map { ordered($0) }.joined(", ")
    return SQLTerm(
      isMaximum ? "max(\(sql))" : "min(\(sql))", type, .union(terms.map(\.bounds)), from: terms)
  }

  func ordering(_ term: SQLFragment, isDescending: Bool) -> SQLFragment {
    // Nulls are SQLite's smallest values: first ascending, last descending, like here.
    isDescending ? "\(term) DESC" : term
  }

  func any(_ condition: SQLFragment) -> SQLFragment { "max(\(condition))" }

  func selected(_ term: SQLTerm) throws(NotExpressible) -> SQLAggregate {
    if case .decimal(_, let scale) = term.type { return SQLAggregate([term.sql], .scaled(scale), guards: term.guards) }
    return SQLAggregate([ordered(term)], .value, guards: term.guards)
  }
}
