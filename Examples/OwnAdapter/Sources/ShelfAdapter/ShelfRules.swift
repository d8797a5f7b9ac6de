import AugerQuery

/// How expressions are written in the shelf's SQL, or why they cannot be.
///
/// The law of `SQLRules`: what is written gives the very value that is computed here. Comparisons, conditions and whole
/// numbers do. Whatever the shelf lacks - arithmetic, texts, the calendar - is refused with its reason, and then runs here.
struct ShelfRules: SQLRules {
  var databaseName: String { "the shelf" }

  /// Nothing below is written that could fail there: sums are proven not to overflow.
  var provesSuccess: Bool { true }

  func column(_ quoted: String, _ storage: ColumnStorage) throws(NotExpressible) -> SQLTerm {
    // NaN and sums to the last digit would need rules of their own.
    guard storage.type != .float64 else { throw NotExpressible("\(quoted) has floats, which are computed with here") }
    return SQLTerm(SQLFragment(verbatim: quoted), storage.type, storage.bounds.map { .whole($0) } ?? .unknown)
  }

  func constant(_ value: Scalar, _ type: DataType) throws(NotExpressible) -> SQLTerm {
    guard value.isNull || value.type == type else { throw NotExpressible("the shelf has no values of \(type)") }
    var term = SQLTerm(value.isNull ? "NULL" : SQLFragment(value: value), type)
    term.constant = value
    return term
  }

  func converted(_ term: SQLTerm, to type: DataType) throws(NotExpressible) -> SQLTerm {
    guard term.type == type else { throw NotExpressible("the shelf converts no types") }
    return term
  }

  // Texts compare by bytes, and equal values are the same: nothing is to be added.
  func ordered(_ term: SQLTerm) -> SQLFragment { term.sql }
  func identified(_ term: SQLTerm) -> SQLFragment { term.sql }
  func value(ofCondition condition: SQLFragment) -> SQLFragment { condition }
  func condition(ofBool term: SQLFragment) -> SQLFragment { term }

  func aggregate(
    _ function: AggregateFunction, _ arguments: [SQLTerm], rowCount: Int?
  ) throws(NotExpressible) -> SQLAggregate {
    guard let argument = arguments.first else { return SQLAggregate(["count(*)"], .value, guards: []) }
    switch function {
    case .count: return SQLAggregate(["count(\(argument.sql))"], .value, guards: argument.guards)
    case .min: return SQLAggregate(["min(\(argument.sql))"], .value, guards: argument.guards)
    case .max: return SQLAggregate(["max(\(argument.sql))"], .value, guards: argument.guards)
    case .sum:
      guard argument.type == .int64, case .whole(let range) = argument.bounds, let rowCount,
        max(range.lowerBound.magnitude, range.upperBound.magnitude) <= UInt128(Int64.max) / UInt128(max(rowCount, 1))
      else { throw NotExpressible("a sum that may overflow is taken here") }
      return SQLAggregate(["sum(\(argument.sql))"], .value, guards: argument.guards)
    default: throw NotExpressible("the shelf has no \(function.rawValue)")
    }
  }

  func selected(_ term: SQLTerm) throws(NotExpressible) -> SQLAggregate {
    SQLAggregate([term.sql], .value, guards: term.guards)
  }

  func any(_ condition: SQLFragment) -> SQLFragment { "any(\(condition))" }

  /// The shelf's null is its smallest value: first when ascending, last when descending, as it is to be.
  func ordering(_ term: SQLFragment, isDescending: Bool) -> SQLFragment { isDescending ? "\(term) DESC" : term }

  // MARK: What the shelf lacks

  func arithmetic(
    _ operation: BinaryOperator, _ a: SQLTerm, _ b: SQLTerm, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm {
    throw NotExpressible("the shelf does not compute '\(operation.rawValue)'")
  }

  func extreme(isMaximum: Bool, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm {
    throw NotExpressible("the shelf compares no values of one row")
  }

  func number(_ function: NumericFunction, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm {
    throw NotExpressible("the shelf has no '\(function)'")
  }

  func rounded(_ mode: RoundingMode, _ term: SQLTerm, digits: Int, _ type: DataType) throws(NotExpressible) -> SQLTerm {
    throw NotExpressible("the shelf rounds nothing")
  }

  func datePart(_ part: DatePart, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm { throw Self.noCalendar }

  func start(of unit: CalendarUnit, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm { throw Self.noCalendar }

  func shifted(_ unit: CalendarUnit, _ term: SQLTerm, by amount: SQLTerm) throws(NotExpressible) -> SQLTerm {
    throw Self.noCalendar
  }

  func text(_ function: TextFunction, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm {
    throw NotExpressible("the shelf has no '\(function)'")
  }

  private static let noCalendar = NotExpressible("the shelf has no calendar")
}
