import AugerColumns
import AugerDiagnostics

/// A part of a bound expression: types are known, names are indices, conversions are nodes of their own.
///
/// Translations to SQL and explanations walk over it; a kind that a translation does not know it cannot express.
package struct BoundNode: Sendable {
  package var kind: Kind
  package var type: DataType
  package var isNullable: Bool
  package var span: SourceSpan
  /// What is known of a constant beside its value. Boxed: trees are walked recursively, and the stack is finite.
  private var origin: Origin?

  private indirect enum Origin: Sendable {
    case literal(Decimal128)
    case variable(String)
    /// The upper end of a range, of this variable where it is one.
    case upperEnd(String?)
  }

  /// For a literal with a point: the decimal it spells, should its surroundings be decimal.
  var exact: Decimal128? {
    get { if case .literal(let value) = origin { value } else { nil } }
    set { origin = newValue.map { .literal($0) } }
  }

  /// For a constant: the variable whose value it is, without `$`.
  package var variable: String? {
    get {
      switch origin {
      case .variable(let name), .upperEnd(let name?): name
      default: nil
      }
    }
    set { origin = newValue.map { .variable($0) } }
  }

  /// Whether a constant is the upper end of a range: as a date it includes the moments of its day.
  var isUpperEnd: Bool {
    get { if case .upperEnd = origin { true } else { false } }
    set { if newValue { origin = .upperEnd(variable) } }
  }

  init(_ kind: Kind, _ type: DataType, isNullable: Bool, _ span: SourceSpan, exact: Decimal128? = nil) {
    self.kind = kind
    self.type = type
    self.isNullable = isNullable
    self.span = span
    origin = exact.map { .literal($0) }
  }

  package indirect enum Kind: Sendable {
    /// A value of the node's type, or null.
    case constant(Scalar)
    /// A null of which nothing says the type yet.
    case bareNull
    case column(Int)
    /// The operand in the node's type.
    case convert(BoundNode)
    /// Steps applied to the first operand from left to right.
    case arithmetic(BoundNode, [ArithmeticStep])
    /// Operands of one type, or decimals of different scales.
    case compare(BinaryOperator, BoundNode, BoundNode)
    /// Three-valued; operands are bools or numbers.
    case logic(isAnd: Bool, [BoundNode])
    case not(BoundNode)
    case isNull(BoundNode, isNegated: Bool)
    case inSet(BoundNode, ConstantSet)
    /// The value of the first condition that is true, or the last.
    case choose([(condition: BoundNode, value: BoundNode)], otherwise: BoundNode)
    case coalesce([BoundNode])
    /// The smallest or greatest of the operands, which have the node's type.
    case extreme(isMaximum: Bool, [BoundNode])
    case number(NumericFunction, [BoundNode])
    /// The nearest multiple of 10^−digits.
    case round(RoundingMode, BoundNode, digits: Int)
    case datePart(DatePart, BoundNode)
    /// Calendar steps later; a day that the month does not have becomes its last.
    case dateShift(CalendarUnit, BoundNode, by: BoundNode)
    case startOf(CalendarUnit, BoundNode)
    /// Year, month, day, and for a timestamp also hour, minute, second.
    case makeDate([BoundNode])
    case parseDate(BoundNode)
    /// A text as the number that it spells in a language.
    case parseNumber(WrittenNumber, BoundNode)
    /// The days between two dates, or the interval between two timestamps.
    case difference(BoundNode, BoundNode)
    /// The length of an interval.
    case seconds(BoundNode)
    /// The greatest multiple of a width that is not above the operand; both are of the node's type.
    case bin(BoundNode, width: Scalar)
    /// Strings joined.
    case concatenate([BoundNode])
    case text(TextFunction, [BoundNode])
    case match(TextPattern, BoundNode)
    /// An instant as its zone's clocks show it, and back. Only zones other than UTC have such nodes.
    case zoned(ZonedOperation, BoundNode, ZoneTable)
    /// Over the rows of a partition in their order; only beside aggregates, and where a frame is given.
    case window(WindowFunction, BoundNode)
  }

  package struct ArithmeticStep: Sendable {
    package var operation: BinaryOperator
    /// What the result so far is converted to before the step.
    package var leftType: DataType
    package var operand: BoundNode
    package var type: DataType
    package var span: SourceSpan
  }

  static func constant(_ value: Scalar, _ type: DataType, _ span: SourceSpan) -> BoundNode {
    BoundNode(.constant(value), type, isNullable: value.isNull, span)
  }

  package var constant: Scalar? {
    switch kind {
    case .constant(let value): value
    case .bareNull: .null
    default: nil
    }
  }

  var isConstant: Bool { constant != nil }

  var isBareNull: Bool { if case .bareNull = kind { true } else { false } }

  /// A bool, a number, or a null without a type: what may be a condition.
  var isCondition: Bool { isBareNull || type == .bool || type.isNumeric }
}
