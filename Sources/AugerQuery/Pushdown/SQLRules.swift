import AugerColumns
import AugerExpressions

/// How expressions are written in the SQL of one database: each kind of node, or why it cannot be said.
///
/// An adapter that implements it beside its `PushdownTable` lets its database filter, order and group. The law is one:
/// what is written gives, for every row, the value that is computed here, or `NotExpressible` is thrown, and that part
/// of a query runs here. What a database does otherwise - overflows, divisions by zero, rounding, case beyond ASCII,
/// collations - is to be refused, proven not to happen by the operands' `bounds`, or named in the term's `guards`.
///
/// Operands come translated, narrow ones already converted. `NotExpressible.reason` is shown by `auger plan`.
/// `AugerAgreementTests` holds rules to the law with generated queries.
public protocol SQLRules: Sendable {
  /// What messages call the database: `DuckDB`.
  var databaseName: String { get }

  /// Whether what is translated cannot fail in the database, because nothing is translated that might. Otherwise a
  /// statement that fails is run again here, and conditions that can fail are asked in their order.
  var provesSuccess: Bool { get }

  /// Returns a column in the form of the dialect for its type.
  func column(_ quoted: String, _ storage: ColumnStorage) throws(NotExpressible) -> SQLTerm
  /// A value, bound or written out, in the dialect's form for its type.
  func constant(_ value: Scalar, _ type: DataType) throws(NotExpressible) -> SQLTerm
  /// The term in a wider type, or as text.
  func converted(_ term: SQLTerm, to type: DataType) throws(NotExpressible) -> SQLTerm
  /// `+ - * / %` of two terms; `type` is that of the result, to which the operands were brought.
  func arithmetic(
    _ operation: BinaryOperator, _ a: SQLTerm, _ b: SQLTerm, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm
  /// A text in the collation by bytes, or any other term as it is: to be compared and ordered.
  func ordered(_ term: SQLTerm) -> SQLFragment
  /// The same where only equality matters.
  func identified(_ term: SQLTerm) -> SQLFragment
  /// A bool as a value that rows can hold, from a condition.
  func value(ofCondition condition: SQLFragment) -> SQLFragment
  /// Returns a Boolean term as a condition.
  func condition(ofBool term: SQLFragment) -> SQLFragment
  /// The greatest or smallest of the terms; null if one of them is.
  func extreme(isMaximum: Bool, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm
  /// Returns a function of numbers.
  func number(_ function: NumericFunction, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm
  /// A number with so many digits after the point.
  func rounded(
    _ mode: RoundingMode, _ term: SQLTerm, digits: Int, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm
  /// Returns a part of a date or timestamp as an integer.
  func datePart(_ part: DatePart, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm
  /// The beginning of the unit that a date or timestamp lies in.
  func start(of unit: CalendarUnit, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm
  /// A date or timestamp so many units later.
  func shifted(_ unit: CalendarUnit, _ term: SQLTerm, by amount: SQLTerm) throws(NotExpressible) -> SQLTerm
  /// Returns a function of strings.
  func text(_ function: TextFunction, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm

  /// What to select for an aggregate, and how its result is made of that. Without arguments rows are counted.
  func aggregate(
    _ function: AggregateFunction, _ arguments: [SQLTerm], rowCount: Int?
  ) throws(NotExpressible) -> SQLAggregate
  /// A key in a form that reads back as its type.
  func selected(_ term: SQLTerm) throws(NotExpressible) -> SQLAggregate
  /// Whether a condition holds for any row of a group, as an aggregate.
  func any(_ condition: SQLFragment) -> SQLFragment
  /// One term of an ORDER BY: nulls first when ascending, last when descending.
  func ordering(_ term: SQLFragment, isDescending: Bool) -> SQLFragment
}

/// The columns that a statement selects for an aggregate call or a key, and what is made of them.
public struct SQLAggregate: Sendable {
  /// How the columns that a database answers become the value of an aggregate.
  public enum Reading: Sendable, Hashable {
    /// The one column, as the call's type.
    case value
    /// The sum of the columns: parts of a sum of floats, each added up exactly or nearly so.
    case floatSum
    /// A sum, of floats in parts or of whole numbers of a scale, then a count.
    case average(scale: Int?)
    /// The two values in the middle.
    case middle
    /// Whole numbers without their point.
    case scaled(Int)
  }

  package var columns: [SQLFragment]
  package var reading: Reading
  /// As the guards of the terms that it is made of.
  package var guards: [SQLFragment]
  /// Whether groups may be ordered and cut by it in the database: its value there is the value here, to the last digit.
  package var isExact: Bool

  /// The columns that an aggregate selects, how they are read, conditions that must hold for it to be right, and
  /// whether it is then exact to the last bit.
  public init(_ columns: [SQLFragment], _ reading: Reading, guards: [SQLFragment], isExact: Bool = true) {
    self.columns = columns
    self.reading = reading
    self.guards = guards
    self.isExact = isExact
  }
}
