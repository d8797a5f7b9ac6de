import AugerColumns
import AugerDiagnostics

/// Reads an expression as linear in some variables.
struct LinearReader {
  let variables: [String]

  /// The contribution of a row: a constant part and a factor for each variable. Nil means zero.
  struct Parts {
    var rest: ExpressionNode?
    var slopes: [ExpressionNode?]

    var isFixed: Bool { slopes.allSatisfy { $0 == nil } }
    var present: [ExpressionNode] { ([rest] + slopes).compactMap(\.self) }

    func mapped(_ body: (ExpressionNode) -> ExpressionNode) -> Parts { mapped(rest: body, slopes: body) }

    func mapped(
      rest ofRest: (ExpressionNode) -> ExpressionNode, slopes ofSlope: (ExpressionNode) -> ExpressionNode
    ) -> Parts {
      Parts(rest: rest.map(ofRest), slopes: slopes.map { $0.map(ofSlope) })
    }
  }

  /// The parts, with the conditions that select them for a row.
  indirect enum Branches {
    case leaf(Parts)
    case choice(ExpressionNode, Branches, Branches, SourceSpan)
  }

  /// The maximum number of leaves. With more leaves, reading the rows for each value is as fast.
  static let mostLeaves = 8

  func branches(of node: ExpressionNode) -> Branches? {
    switch node.kind {
    case .literal(let value):
      return value.doubleValue == nil ? nil : fixed(node)
    case .column: return fixed(node)
    case .variable(let name, nil):
      guard let index = index(of: name) else { return fixed(node) }
      var parts = Parts(rest: nil, slopes: variables.map { _ in nil })
      parts.slopes[index] = ExpressionNode(.literal(.float(1)), node.span)
      return .leaf(parts)
    case .unary(.plus, let operand): return branches(of: operand)
    case .unary(.minus, let operand):
      return branches(of: operand)?.mapped { $0.mapped { ExpressionNode(.unary(.minus, $0), node.span) } }
    case .chain(let first, let terms):
      var result = branches(of: first)
      for term in terms {
        guard let left = result, let right = branches(of: term.operand) else { return nil }
        result = left.combined(with: right) { combined($0, term, $1, node.span) }
        if let leaves = result?.leaves.count, leaves > Self.mostLeaves { return nil }
      }
      return result
    case .call(let name, _, let arguments) where name.lowercased() == "if" && arguments.count == 3:
      guard isPlain(arguments[0]), let then = branches(of: arguments[1]), let other = branches(of: arguments[2]) else {
        return nil
      }
      return .choice(arguments[0], then, other, node.span)
    case .variable, .unary, .isNull, .inList, .call: return nil
    }
  }

  private func index(of name: String) -> Int? { variables.firstIndex(ofName: name) }

  private func fixed(_ node: ExpressionNode) -> Branches {
    .leaf(Parts(rest: node, slopes: variables.map { _ in nil }))
  }

  private func combined(
    _ a: Parts, _ term: ExpressionNode.Term, _ b: Parts, _ span: SourceSpan
  ) -> Parts? {
    func joined(_ x: ExpressionNode, _ y: ExpressionNode) -> ExpressionNode {
      if term.operation == .multiply, x.isOne { return y }
      if term.operation == .multiply, y.isOne { return x }
      return ExpressionNode(.chain(x, [.init(operation: term.operation, span: term.span, operand: y)]), span)
    }
    func added(_ x: ExpressionNode?, _ y: ExpressionNode?) -> ExpressionNode? {
      guard let x else {
        return term.operation == .subtract ? y.map { ExpressionNode(.unary(.minus, $0), span) } : y
      }
      return y.map { joined(x, $0) } ?? x
    }
    switch term.operation {
    case .add, .subtract:
      return Parts(rest: added(a.rest, b.rest), slopes: zip(a.slopes, b.slopes).map { added($0, $1) })
    case .multiply:
      // The divisor of a factor comes last, so that the sum can be divided instead.
      func product(_ x: ExpressionNode, _ y: ExpressionNode) -> ExpressionNode {
        guard let (dividend, division) = x.lastDivision ?? y.lastDivision else { return joined(x, y) }
        let inner = x.lastDivision == nil ? joined(x, dividend) : joined(dividend, y)
        return ExpressionNode(.chain(inner, [division]), span)
      }
      if b.isFixed, let factor = b.rest {
        return a.mapped(rest: { joined($0, factor) }, slopes: { product($0, factor) })
      }
      if a.isFixed, let factor = a.rest {
        return b.mapped(rest: { joined(factor, $0) }, slopes: { product(factor, $0) })
      }
      return nil
    case .divide:
      // The divisor must not be zero, because the quotient would be null.
      guard b.isFixed, let divisor = b.rest, case .literal(let value) = divisor.kind, value.doubleValue != 0 else {
        return nil
      }
      return a.mapped { joined($0, divisor) }
    default: return nil
    }
  }

  /// Returns true if a condition can occur in every part: it reads no variables and cannot warn.
  private func isPlain(_ node: ExpressionNode) -> Bool {
    switch node.kind {
    case .literal, .column: true
    case .variable(let name, _): index(of: name) == nil
    case .unary(_, let operand), .isNull(let operand, _): isPlain(operand)
    case .chain(let first, let terms):
      isPlain(first) && terms.allSatisfy { isPlain($0.operand) && $0.operation != .divide && $0.operation != .modulo }
    case .inList(let operand, let items, _): isPlain(operand) && items.allSatisfy(isPlain)
    case .call: false
    }
  }
}

extension LinearReader.Branches {
  var leaves: [LinearReader.Parts] {
    switch self {
    case .leaf(let parts): [parts]
    case .choice(_, let then, let other, _): then.leaves + other.leaves
    }
  }

  func mapped(_ body: (LinearReader.Parts) -> LinearReader.Parts) -> Self {
    switch self {
    case .leaf(let parts): .leaf(body(parts))
    case .choice(let condition, let then, let other, let span):
      .choice(condition, then.mapped(body), other.mapped(body), span)
    }
  }

  func combined(with right: Self, _ body: (LinearReader.Parts, LinearReader.Parts) -> LinearReader.Parts?) -> Self? {
    switch (self, right) {
    case (.leaf(let a), .leaf(let b)): return body(a, b).map { .leaf($0) }
    case (.choice(let condition, let then, let other, let span), _):
      guard let then = then.combined(with: right, body), let other = other.combined(with: right, body) else {
        return nil
      }
      return .choice(condition, then, other, span)
    case (.leaf, .choice(let condition, let then, let other, let span)):
      guard let then = combined(with: then, body), let other = combined(with: other, body) else { return nil }
      return .choice(condition, then, other, span)
    }
  }

  /// Returns one part as an expression, or nil if it is zero in every branch. For rows of other branches, it is the
  /// literal zero, so that they add none of their values.
  func node(_ part: KeyPath<LinearReader.Parts, ExpressionNode?>) -> ExpressionNode? {
    switch self {
    case .leaf(let parts): return parts[keyPath: part]
    case .choice(let condition, let then, let other, let span):
      let (then, other) = (then.node(part), other.node(part))
      if then == other { return then }
      let zero = ExpressionNode(.literal(.int(0)), span)
      return ExpressionNode(.call("if", span, [condition, then ?? zero, other ?? zero]), span)
    }
  }

  /// Returns the last divisor of a variable's factor if it is the same in all branches that have the factor,
  /// otherwise nil.
  func divisor(ofSlope index: Int) -> Scalar? {
    let divisors = leaves.compactMap { $0.slopes[index] }.map { $0.lastDivision?.division.literal }
    guard let first = divisors.first ?? nil, divisors.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// Returns the branches without that division.
  func dividing(slope index: Int) -> Self {
    mapped { parts in
      var parts = parts
      parts.slopes[index] = parts.slopes[index].map { $0.lastDivision?.dividend ?? $0 }
      return parts
    }
  }

  /// Returns true if the sums of the parts are null for the same groups as the sum of the whole. For means, the parts
  /// must be null for the same rows.
  func keepsNulls(isMean: Bool, _ isNullable: (String) -> Bool) -> Bool {
    func nulls(_ node: ExpressionNode) -> Set<[UInt8]> {
      Set(node.columnNames.filter(isNullable).map { Array($0.utf8) })
    }
    let leaves = leaves
    let nullable = leaves.map { $0.present.reduce(into: Set()) { $0.formUnion(nulls($1)) } }
    guard zip(leaves, nullable).allSatisfy({ leaf, all in leaf.present.allSatisfy { nulls($0) == all } }) else {
      return false
    }
    // A part that is missing in a branch is zero there, even if the whole is null.
    if nullable.allSatisfy(\.isEmpty) { return true }
    let everywhere = ([\.rest] + leaves[0].slopes.indices.map { \LinearReader.Parts.slopes[$0] }).map { part in
      leaves.count { $0[keyPath: part] != nil }
    }
    return isMean
      ? everywhere.allSatisfy { $0 == 0 || $0 == leaves.count } : everywhere.contains(leaves.count)
  }
}

extension ExpressionNode {
  /// The dividend and the division of `x / 100`.
  fileprivate var lastDivision: (dividend: ExpressionNode, division: Term)? {
    guard case .chain(let first, let terms) = kind, terms.count == 1, terms[0].operation == .divide,
      terms[0].literal != nil
    else { return nil }
    return (first, terms[0])
  }

  fileprivate var isOne: Bool { if case .literal(.float(1)) = kind { true } else { false } }
}

extension ExpressionNode.Term {
  fileprivate var literal: Scalar? { if case .literal(let value) = operand.kind { value } else { nil } }
}
