import AugerColumns
import AugerDiagnostics

/// A part of a bound expression. Types are resolved, names are indices, and conversions are separate nodes.
///
/// Translations to SQL and explanations traverse it. A kind of node that a translation does not know cannot be
/// translated.
package struct BoundNode: Sendable {
  package var kind: Kind
  package var type: DataType
  package var isNullable: Bool
  package var span: SourceSpan
  /// Additional information about a constant. Boxed, because trees are traversed recursively and the stack is finite.
  private var origin: Origin?

  private indirect enum Origin: Sendable {
    case literal(Decimal128)
    case variable(String)
    /// The upper end of a range, with the variable that contains the range, if any.
    case upperEnd(String?)
  }

  /// The decimal of a literal with a decimal point, for use in a decimal context.
  var exact: Decimal128? {
    get { if case .literal(let value) = origin { value } else { nil } }
    set { origin = newValue.map { .literal($0) } }
  }

  /// The variable that a constant came from, without `$`.
  package var variable: String? {
    get {
      switch origin {
      case .variable(let name), .upperEnd(let name?): name
      default: nil
      }
    }
    set { origin = newValue.map { .variable($0) } }
  }

  /// True if a constant is the upper end of a range. A date there includes all times of its day.
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
    /// An untyped null.
    case bareNull
    case column(Int)
    /// A conversion of the operand to the node's type.
    case convert(BoundNode)
    /// Operations applied to the first operand from left to right.
    case arithmetic(BoundNode, [ArithmeticStep])
    /// A comparison of operands of one type, or of decimals with different scales.
    case compare(BinaryOperator, BoundNode, BoundNode)
    /// Three-valued logic over bools or numbers.
    case logic(isAnd: Bool, [BoundNode])
    case not(BoundNode)
    case isNull(BoundNode, isNegated: Bool)
    case inSet(BoundNode, ConstantSet)
    /// The value of the first true condition, or the last value.
    case choose([(condition: BoundNode, value: BoundNode)], otherwise: BoundNode)
    case coalesce([BoundNode])
    /// The minimum or maximum of the operands, which have the node's type.
    case extreme(isMaximum: Bool, [BoundNode])
    case number(NumericFunction, [BoundNode])
    /// The nearest multiple of 10^−digits.
    case round(RoundingMode, BoundNode, digits: Int)
    case datePart(DatePart, BoundNode)
    /// A date some calendar units later. A day that the month does not have becomes its last day.
    case dateShift(CalendarUnit, BoundNode, by: BoundNode)
    case startOf(CalendarUnit, BoundNode)
    /// A date from year, month and day, or a timestamp also from hour, minute and second.
    case makeDate([BoundNode])
    case parseDate(BoundNode)
    /// The number that a string represents in a language.
    case parseNumber(WrittenNumber, BoundNode)
    /// The days between two dates, or the interval between two timestamps.
    case difference(BoundNode, BoundNode)
    /// The length of an interval in seconds.
    case seconds(BoundNode)
    /// The greatest multiple of a width that is not above the operand. Both have the node's type.
    case bin(BoundNode, width: Scalar)
    /// A concatenation of strings.
    case concatenate([BoundNode])
    case text(TextFunction, [BoundNode])
    case match(TextPattern, BoundNode)
    /// A conversion between an instant and local time. Only zones other than UTC have such nodes.
    case zoned(ZonedOperation, BoundNode, ZoneTable)
    /// A window function over the rows of a partition in order. Only next to aggregates, and only with a frame.
    case window(WindowFunction, BoundNode)
  }

  package struct ArithmeticStep: Sendable {
    package var operation: BinaryOperator
    /// The type to which the previous result is converted before this step.
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

  /// True if the node can be a condition: a bool, a number, or an untyped null.
  var isCondition: Bool { isBareNull || type == .bool || type.isNumeric }
}
