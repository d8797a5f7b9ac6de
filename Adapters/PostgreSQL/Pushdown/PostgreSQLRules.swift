import AugerColumns
import AugerExpressions
import AugerQuery

/// The translation rules of PostgreSQL.
///
/// Its numbers are exact, and an overflow is an error. The query is then executed here, where the error has a
/// position. Silent differences are not translated: case by locale, rounding of floats to even.
struct PostgreSQLRules: SQLRules {
  var databaseName: String { "PostgreSQL" }

  var provesSuccess: Bool { false }

  func column(_ quoted: String, _ storage: ColumnStorage) throws(NotExpressible) -> SQLTerm {
    let name = SQLFragment(verbatim: quoted)
    switch storage.form {
    case .native: return SQLTerm(name, storage.type)
    case .narrow:
      // The type or collation of a column may treat different strings as equal. Expressions that use it are compared by
      // bytes too.
      if storage.type == .string { return SQLTerm("(\(name)::text COLLATE \"C\")", .string) }
      var term = SQLTerm(name, storage.type)
      term.isNarrow = true
      return term
    case .opaque(let reason), .unsettled(let reason): throw NotExpressible("\(quoted) \(reason)")
    default: throw NotExpressible("\(quoted) is stored in a form that PostgreSQL does not compute with")
    }
  }

  func constant(_ value: Scalar, _ type: DataType) throws(NotExpressible) -> SQLTerm {
    let name = try Self.name(of: type)
    var term = SQLTerm("\(SQLFragment(value: value))::\(name)", type)
    switch value {
    case .null: term.sql = "NULL::\(name)"
    case .bool(let flag): term.sql = flag ? "TRUE" : "FALSE"
    case .string(let text) where text.utf8.contains(0):
      throw NotExpressible("PostgreSQL has no texts with the character U+0000")
    case .date(let day) where !(1...9999).contains(day.year):
      throw NotExpressible("dates before the year 1 and after 9999 are written otherwise in PostgreSQL")
    case .timestamp(let moment) where !(1...9999).contains(moment.date.year):
      throw NotExpressible("dates before the year 1 and after 9999 are written otherwise in PostgreSQL")
    case .timestamp:
      // The bound string has no time zone: it is parsed as UTC.
      if type != .timestamp {
        term.sql = "(\(SQLFragment(value: value))::timestamp AT TIME ZONE 'UTC')"
      }
    default: break
    }
    if let number = value.doubleValue, number != 0, !number.isNaN {
      term.bounds = .real((Bounds(number) ?? .zero).range)
    }
    term.constant = value
    return term
  }

  static func name(of type: DataType) throws(NotExpressible) -> SQLFragment {
    switch type {
    case .bool: return "bool"
    case .int64: return "int8"
    case .float64: return "float8"
    case .decimal: return "numeric"
    case .date: return "date"
    case .timestamp(nil): return "timestamp"
    case .timestamp: return "timestamptz"
    default:
      guard type == .string else { throw NotExpressible("\(type) is computed with here") }
      return "text"
    }
  }

  func converted(_ term: SQLTerm, to type: DataType) throws(NotExpressible) -> SQLTerm {
    func cast(_ sql: SQLFragment) -> SQLTerm { SQLTerm(sql, type, from: [term]) }
    switch (term.type, type) {
    case (let from, let to) where from == to: return cast("\(term.sql)::\(try Self.name(of: type))")
    case (.bool, .int64), (.bool, .float64), (.bool, .decimal):
      return cast("\(term.sql)::int::\(try Self.name(of: type))")
    case (.int64, .float64), (.int64, .decimal), (.decimal, .decimal), (.decimal, .float64):
      return cast("\(term.sql)::\(try Self.name(of: type))")
    case (.date, .timestamp(nil)), (.timestamp(nil), .date): return cast("\(term.sql)::\(try Self.name(of: type))")
    case (.timestamp(.some), .date): return cast("(\(term.sql) AT TIME ZONE 'UTC')::date")
    case (.bool, .string): return cast("\(term.sql)::int::text")
    case (.int64, .string): return cast("\(term.sql)::text")
    default: throw NotExpressible("PostgreSQL writes \(term.type) as \(type) in its own way")
    }
  }

  // MARK: Arithmetic

  func arithmetic(
    _ operation: BinaryOperator, _ a: SQLTerm, _ b: SQLTerm, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm {
    if case .decimal(let precision, _) = type, precision == Decimal128.maximumPrecision {
      throw NotExpressible("Auger reports a result of more than 38 digits")
    }
    let sign = SQLFragment(verbatim: operation.rawValue)
    switch operation {
    case .add, .subtract, .multiply: return SQLTerm("(\(a.sql) \(sign) \(b.sql))", type, from: [a, b])
    case .divide, .modulo:
      guard operation == .divide || type != .float64 else {
        throw NotExpressible("PostgreSQL has no remainder of floats")
      }
      var left = a
      var right = b
      if operation == .divide {
        if left.type != .float64 { left = try converted(left, to: .float64) }
        if right.type != .float64 { right = try converted(right, to: .float64) }
      }
      if b.constant != nil, b.isNeverZero { return SQLTerm("(\(left.sql) \(sign) \(right.sql))", type, from: [a, b]) }
      var term = SQLTerm("(\(left.sql) \(sign) nullif(\(right.sql), 0))", type, from: [a, b])
      let isZero: SQLFragment = "\(b.sql) = 0"
      if !term.guards.contains(isZero) { term.guards.append(isZero) }
      return term
    default: throw NotExpressible("PostgreSQL has no such operator")
    }
  }

  func ordered(_ term: SQLTerm) -> SQLFragment {
    term.type == .string ? "\(term.sql) COLLATE \"C\"" : term.sql
  }

  // Every deterministic collation has equality by bytes. Using the column's collation allows its indexes and shards
  // to be used. Columns with other collations are handled as narrow ones.
  func identified(_ term: SQLTerm) -> SQLFragment { term.sql }

  func value(ofCondition condition: SQLFragment) -> SQLFragment { condition }

  func condition(ofBool term: SQLFragment) -> SQLFragment { term }

  func extreme(isMaximum: Bool, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm {
    let sql = terms.map { ordered($0) }.joined(", ")
    let nulls = terms.map { "\($0.sql) IS NULL" as SQLFragment }.joined(" OR ")
    let name: SQLFragment = isMaximum ? "greatest" : "least"
    return SQLTerm("(CASE WHEN \(nulls) THEN NULL ELSE \(name)(\(sql)) END)", type, from: terms)
  }

  func ordering(_ term: SQLFragment, isDescending: Bool) -> SQLFragment {
    isDescending ? "\(term) DESC NULLS LAST" : "\(term) NULLS FIRST"
  }

  func any(_ condition: SQLFragment) -> SQLFragment { "bool_or(\(condition))" }

  func selected(_ term: SQLTerm) throws(NotExpressible) -> SQLAggregate {
    var sql = term.sql
    if case .decimal(_, let scale) = term.type {
      sql = "\(sql)::numeric(38, \(SQLFragment(verbatim: "\(scale)")))"
    } else if term.isNarrow {
      sql = try converted(term, to: term.type).sql
    }
    return SQLAggregate([sql], .value, guards: term.guards)
  }
}
