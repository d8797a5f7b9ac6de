import AugerQuery

/// Translates expressions to the shelf's SQL. Throws the reason if an expression is not supported.
///
/// `SQLRules` requires that SQL returns exactly the value that Auger computes. Comparisons, conditions and integers
/// satisfy this. The shelf does not support arithmetic, strings and the calendar, so that Auger computes them.
struct ShelfRules: SQLRules {
  var databaseName: String { "the shelf" }

  /// True because the translated expressions cannot fail. Sums are translated only if they cannot overflow.
  var provesSuccess: Bool { true }

  func column(_ quoted: String, _ storage: ColumnStorage) throws(NotExpressible) -> SQLTerm {
    // NaN and exact sums would need additional rules.
    guard storage.type != .float64 else { throw NotExpressible("\(quoted) contains floats, which Auger computes") }
    return SQLTerm(SQLFragment(verbatim: quoted), storage.type, storage.bounds.map { .whole($0) } ?? .unknown)
  }

  func constant(_ value: Scalar, _ type: DataType) throws(NotExpressible) -> SQLTerm {
    guard value.isNull || value.type == type else { throw NotExpressible("the shelf does not store \(type) values") }
    var term = SQLTerm(value.isNull ? "NULL" : SQLFragment(value: value), type)
    term.constant = value
    return term
  }

  func converted(_ term: SQLTerm, to type: DataType) throws(NotExpressible) -> SQLTerm {
    guard term.type == type else { throw NotExpressible("the shelf does not convert types") }
    return term
  }

  // Strings are compared by bytes and equal values are identical, so that the SQL needs no additions.
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
      else { throw NotExpressible("Auger computes sums that can overflow") }
      return SQLAggregate(["sum(\(argument.sql))"], .value, guards: argument.guards)
    default: throw NotExpressible("the shelf has no \(function.rawValue)")
    }
  }

  func selected(_ term: SQLTerm) throws(NotExpressible) -> SQLAggregate {
    SQLAggregate([term.sql], .value, guards: term.guards)
  }

  func any(_ condition: SQLFragment) -> SQLFragment { "any(\(condition))" }

  /// The shelf sorts null as the smallest value, like Auger: first in ascending order, last in descending order.
  func ordering(_ term: SQLFragment, isDescending: Bool) -> SQLFragment { isDescending ? "\(term) DESC" : term }

  // MARK: Unsupported expressions

  func arithmetic(
    _ operation: BinaryOperator, _ a: SQLTerm, _ b: SQLTerm, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm {
    throw NotExpressible("the shelf does not compute '\(operation.rawValue)'")
  }

  func extreme(isMaximum: Bool, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm {
    throw NotExpressible("the shelf does not compare values of one row")
  }

  func number(_ function: NumericFunction, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm {
    throw NotExpressible("the shelf has no '\(function)'")
  }

  func rounded(_ mode: RoundingMode, _ term: SQLTerm, digits: Int, _ type: DataType) throws(NotExpressible) -> SQLTerm {
    throw NotExpressible("the shelf does not round numbers")
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
