import AugerColumns
import AugerDiagnostics

extension BoundNode {
  /// The digits that the value needs as a decimal. A constant needs only its own digits.
  var decimalShape: (precision: Int, scale: Int) {
    if case .decimal(let precision, let scale) = type { return (precision, scale) }
    if case .int(let value) = constant { return (String(value.magnitude).utf8.count, 0) }
    return (19, 0)
  }
}

extension Binder {
  /// Treats a literal with a decimal point as a decimal if the other operand is one, so that it is exact.
  static func adaptLiterals(_ a: inout BoundNode, _ b: inout BoundNode) {
    func adapted(_ node: BoundNode, beside other: BoundNode) -> BoundNode {
      guard case .decimal = other.type, let exact = node.exact else { return node }
      let value = Scalar.decimal(exact)
      return .constant(value, value.type ?? .float64, node.span)
    }
    let (x, y) = (a, b)
    a = adapted(x, beside: y)
    b = adapted(y, beside: x)
  }

  /// Returns the narrowest type that holds all values: int → decimal → float, date → timestamp, bool → any number.
  /// Nil if none exists. Untyped nulls fit every type.
  static func commonType(_ nodes: [BoundNode], forComparison: Bool = false) -> DataType? {
    let typed = nodes.filter { !$0.isBareNull }
    guard let first = typed.first else { return .string }
    if typed.allSatisfy({ $0.type == first.type }) { return first.type }
    if typed.allSatisfy({ $0.type.isTemporal }) {
      return typed.first { if case .timestamp(.some) = $0.type { true } else { false } }?.type ?? .timestamp
    }
    guard typed.allSatisfy({ $0.type.isNumeric || $0.type == .bool }) else { return nil }
    if typed.contains(where: { $0.type == .float64 }) { return .float64 }
    guard typed.contains(where: { if case .decimal = $0.type { true } else { false } }) else { return .int64 }
    let shapes = typed.map { $0.type == .bool ? (precision: 1, scale: 0) : $0.decimalShape }
    let scale = shapes.map(\.scale).max() ?? 0
    let whole = shapes.map { $0.precision - $0.scale }.max() ?? 0
    if forComparison, whole + scale > Decimal128.maximumPrecision { return nil }
    return .decimal(precision: max(min(whole + scale, Decimal128.maximumPrecision), 1), scale: scale)
  }

  /// Returns the node in a type that `commonType` or a similar function returned.
  mutating func converted(_ node: BoundNode, to type: DataType) -> BoundNode? {
    if node.isBareNull { return .constant(.null, type, node.span) }
    if node.type == type { return node }
    if case .timestamp(.some) = type, let node = zoned(node, to: type) { return node }
    return folded(BoundNode(.convert(node), type, isNullable: node.isNullable, node.span))
  }

  /// Returns the node as a string, like concatenation and `string(x)`.
  func text(_ node: BoundNode) -> BoundNode {
    if node.isBareNull { return .constant(.null, .string, node.span) }
    if node.type == .string { return node }
    return folded(BoundNode(.convert(node), .string, isNullable: node.isNullable, node.span))
  }

  /// Returns the node as a number. A bool becomes an int.
  mutating func number(_ node: BoundNode, for name: String) -> BoundNode? {
    if node.isBareNull { return .constant(.null, .int64, node.span) }
    if node.type.isNumeric { return node }
    if node.type == .bool { return converted(node, to: .int64) }
    return fail(
      .wrongArgumentType, "\(name) takes a number, not \(node.type.described)", node.span,
      hint: node.type.isTemporal
        ? "Use RelativeDate(x, days) to add days."
        : node.type == .time ? "Use RelativeTime(x, seconds) to add seconds." : note(on: node))
  }

  /// Returns an explanation of a column's type if it may surprise.
  func note(on node: BoundNode) -> String? {
    // In a result of groups, column numbers have another meaning.
    if case .groups = place { return nil }
    guard case .column(let index) = node.kind, index < scope.schema.count else { return nil }
    return scope.schema[index].note.map { "'\(scope.schema[index].name)' is \(node.type.described): \($0)" }
  }

  mutating func condition(_ node: BoundNode, for name: String) -> BoundNode? {
    if node.isCondition { return node }
    return fail(
      .wrongArgumentType, "\(name) takes a condition, not \(node.type.described)", node.span,
      hint: note(on: node) ?? "Use a comparison, or a number, which is true if it is not zero.")
  }
}

extension DataType {
  /// True for types whose constants are strings: times of day, intervals and bytes.
  var isSpelled: Bool {
    switch self {
    case .time, .interval, .binary: true
    case .bool, .int64, .float64, .decimal, .string, .date, .timestamp: false
    }
  }
}
