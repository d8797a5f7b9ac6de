import AugerColumns
import AugerExpressions

/// What a dialect knows of the language: how each kind of node is said in it, or why it cannot be.
///
/// Operands come translated. `bool` terms are conditions of the dialect where `condition` made them so.
protocol SQLRules: Sendable {
  /// What messages call the database.
  var databaseName: String { get }

  /// Whether what is translated cannot fail in the database: nothing is, that might.
  var provesSuccess: Bool { get }

  /// A column in the dialect's form for its type.
  func column(_ quoted: String, _ storage: ColumnStorage) throws(NotExpressible) -> SQLTerm
  func constant(_ value: Scalar, _ type: DataType) throws(NotExpressible) -> SQLTerm
  /// The term in a wider type, or as text.
  func converted(_ term: SQLTerm, to type: DataType) throws(NotExpressible) -> SQLTerm
  func arithmetic(
    _ operation: BinaryOperator, _ a: SQLTerm, _ b: SQLTerm, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm
  /// A text in the collation of the house, or any other term as it is: to be compared and ordered.
  func ordered(_ term: SQLTerm) -> SQLFragment
  /// The same where only equality matters.
  func identified(_ term: SQLTerm) -> SQLFragment
  /// A bool as a value that rows can hold, from a condition.
  func value(ofCondition condition: SQLFragment) -> SQLFragment
  /// A bool term as a condition.
  func condition(ofBool term: SQLFragment) -> SQLFragment
  func extreme(isMaximum: Bool, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm
  func number(_ function: NumericFunction, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm
  func rounded(
    _ mode: RoundingMode, _ term: SQLTerm, digits: Int, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm
  func datePart(_ part: DatePart, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm
  func start(of grain: Grain, _ term: SQLTerm) throws(NotExpressible) -> SQLTerm
  func shifted(_ grain: Grain, _ term: SQLTerm, by amount: SQLTerm) throws(NotExpressible) -> SQLTerm
  func text(_ function: TextFunction, _ terms: [SQLTerm], _ type: DataType) throws(NotExpressible) -> SQLTerm

  /// What to select for an aggregate, and how its result is made of that.
  func aggregate(
    _ function: AggregateFunction, _ argument: SQLTerm?, rowCount: Int?
  ) throws(NotExpressible) -> SQLAggregate
  /// A key in a form that reads back as its type.
  func selected(_ term: SQLTerm) throws(NotExpressible) -> SQLAggregate
  /// Whether a condition holds for any row of a group, as an aggregate.
  func any(_ condition: SQLFragment) -> SQLFragment
  /// One term of an ORDER BY: nulls first when ascending, last when descending.
  func ordering(_ term: SQLFragment, isDescending: Bool) -> SQLFragment
}

/// The columns that a statement selects for an aggregate call or a key, and what is made of them.
package struct SQLAggregate: Sendable {
  package enum Reading: Sendable, Hashable {
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
  package var guards: [SQLFragment]
  /// Whether groups may be ordered and cut by it in the database: its value there is the value here, to the last digit.
  package var isExact: Bool

  init(_ columns: [SQLFragment], _ reading: Reading, guards: [SQLFragment], isExact: Bool = true) {
    self.columns = columns
    self.reading = reading
    self.guards = guards
    self.isExact = isExact
  }
}
