import AugerColumns
import AugerExpressions

/// The translation of expressions to the SQL of one database. Each method translates one kind of node, or throws the
/// reason why it cannot.
///
/// An adapter that implements it together with `PushdownTable` lets its database filter, order and group. One
/// property must hold: for every row, the SQL returns the value that Auger computes. Otherwise, the method throws
/// `NotExpressible`, and Auger computes that part of the query.
///
/// Databases differ in overflows, divisions by zero, rounding, case conversion of non-ASCII letters, and collations.
/// A method must reject such cases, exclude them by the `bounds` of the operands, or add conditions to the `guards`
/// of the term.
///
/// Operands are translated, and narrow ones are already converted. `auger plan` shows `NotExpressible.reason`.
/// `AugerAgreementTests` checks the property with generated queries.
public protocol SQLRules: Sendable {
  /// The name of the database in messages: `DuckDB`.
  var databaseName: String { get }

  /// True if a translated expression cannot fail in the database. Otherwise, a failed statement is computed again by
  /// Auger, and conditions that can fail are evaluated in order.
  var provesSuccess: Bool { get }

  /// Returns a column in the form of the dialect for its type.
  func column(_ quoted: String, _ storage: ColumnStorage) throws(NotExpressible) -> SQLTerm
  /// Returns a value, bound or literal, in the dialect's form for its type.
  func constant(_ value: Scalar, _ type: DataType) throws(NotExpressible) -> SQLTerm
  /// Returns the term in a wider type, or as a string.
  func converted(_ term: SQLTerm, to type: DataType) throws(NotExpressible) -> SQLTerm
  /// Returns `+ - * / %` of two terms. `type` is the type of the result, and the operands already have it.
  func arithmetic(
    _ operation: BinaryOperator, _ a: SQLTerm, _ b: SQLTerm, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm
  /// Returns a string in the collation by bytes, or any other term unchanged, for comparing and ordering.
  func ordered(_ term: SQLTerm) -> SQLFragment
  /// Returns the same for equality only.
  func identified(_ term: SQLTerm) -> SQLFragment
  /// Returns a condition as a Boolean value that rows can contain.
  func value(ofCondition condition: SQLFragment) -> SQLFragment
  /// Returns a Boolean term as a condition.
  func condition(ofBool term: SQLFragment) -> SQLFragment
  /// Returns the greatest or smallest of the terms. It is null if a term is null.
  func extreme(isMaximum: Bool, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm
  /// Returns a function of numbers.
  func number(_ function: NumericFunction, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm
  /// Returns a number rounded to `digits` digits after the point.
  func rounded(
    _ mode: RoundingMode, _ term: SQLTerm, digits: Int, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm
  /// Returns a part of a date or timestamp as an integer.
  func datePart(_ part: DatePart, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm
  /// Returns the start of the unit that contains a date or timestamp.
  func start(of unit: CalendarUnit, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm
  /// Returns a date or timestamp shifted by `amount` units.
  func shifted(_ unit: CalendarUnit, _ term: SQLTerm, by amount: SQLTerm) throws(NotExpressible) -> SQLTerm
  /// Returns a function of strings.
  func text(_ function: TextFunction, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm

  /// Returns the columns to select for an aggregate, and the way to compute its result from them. Without arguments,
  /// it counts rows.
  func aggregate(
    _ function: AggregateFunction, _ arguments: [SQLTerm], rowCount: Int?
  ) throws(NotExpressible) -> SQLAggregate
  /// Returns a key in a form that can be read as its type.
  func selected(_ term: SQLTerm) throws(NotExpressible) -> SQLAggregate
  /// Returns an aggregate that is true if a condition holds for any row of a group.
  func any(_ condition: SQLFragment) -> SQLFragment
  /// Returns one term of an ORDER BY: nulls first in ascending order, last in descending order.
  func ordering(_ term: SQLFragment, isDescending: Bool) -> SQLFragment
}

/// The columns that a statement selects for an aggregate call or a key, and the computation of the result.
public struct SQLAggregate: Sendable {
  /// The computation of an aggregate from the selected columns.
  public enum Reading: Sendable, Hashable {
    /// The value of the single column, as the call's type.
    case value
    /// The sum of the columns. They are parts of a sum of floats, each computed exactly or almost exactly.
    case floatSum
    /// A sum followed by a count. The sum consists of parts of floats, or of scaled integers.
    case average(scale: Int?)
    /// The two middle values.
    case middle
    /// Integers without their decimal point.
    case scaled(Int)
  }

  package var columns: [SQLFragment]
  package var reading: Reading
  /// The guards of the terms in it.
  package var guards: [SQLFragment]
  /// True if the database can order and limit groups by it, because its value is exact to the last digit.
  package var isExact: Bool

  /// Creates an aggregate from its columns and their reading. The result is valid if no guard holds. `isExact` is
  /// true if it is then exact to the last bit.
  public init(_ columns: [SQLFragment], _ reading: Reading, guards: [SQLFragment], isExact: Bool = true) {
    self.columns = columns
    self.reading = reading
    self.guards = guards
    self.isExact = isExact
  }
}
