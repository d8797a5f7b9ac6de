import AugerColumns
import AugerDiagnostics

/// A part of an expression with its span.
package struct ExpressionNode: Sendable {
  package let kind: Kind
  package let span: SourceSpan

  init(_ kind: Kind, _ span: SourceSpan) {
    self.kind = kind
    self.span = span
  }

  package indirect enum Kind: Sendable {
    /// A literal. A number with a decimal point is a decimal here; binding makes it a float unless its context is
    /// decimal.
    case literal(Scalar)
    case column(String)
    /// A variable without its `$`.
    case variable(String, VariablePart?)
    case unary(UnaryOperator, ExpressionNode)
    /// Operators of one precedence, applied from left to right. The chain is flat: a sum of 10,000 terms has the
    /// depth of a sum of two.
    case chain(ExpressionNode, [Term])
    case isNull(ExpressionNode, isNegated: Bool)
    case inList(ExpressionNode, [ExpressionNode], isNegated: Bool)
    /// A function call with the name as written and the span of the name.
    case call(String, SourceSpan, [ExpressionNode])
  }

  /// An operator of a chain and its right operand.
  package struct Term: Sendable {
    package let operation: BinaryOperator
    package let span: SourceSpan
    package let operand: ExpressionNode
  }

  /// An end of a variable that is a range.
  package enum VariablePart: String, Sendable {
    case lower, upper
  }

  /// The columns named in this tree.
  package var columnNames: [String] {
    var names: [String] = []
    visit { if case .column(let name) = $0.kind { names.append(name) } }
    return names
  }

  /// Calls `body` for this node and all nodes below it, in text order.
  func visit(_ body: (ExpressionNode) -> Void) {
    body(self)
    switch kind {
    case .literal, .column, .variable: break
    case .unary(_, let operand), .isNull(let operand, _): operand.visit(body)
    case .chain(let first, let terms):
      first.visit(body)
      for term in terms { term.operand.visit(body) }
    case .inList(let operand, let items, _):
      operand.visit(body)
      for item in items { item.visit(body) }
    case .call(_, _, let arguments): for argument in arguments { argument.visit(body) }
    }
  }
}

package enum UnaryOperator: String, Sendable {
  case minus = "-"
  case plus = "+"
  case not
}

/// An operator between two operands. `=` and `==` are equal, `<>` and `!=` are equal.
public enum BinaryOperator: String, Sendable {
  case or, and
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case modulo = "%"

  /// The precedence. Operators of higher precedence bind tighter.
  var precedence: Precedence {
    switch self {
    case .or: .or
    case .and: .and
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: .comparison
    case .add, .subtract: .additive
    case .multiply, .divide, .modulo: .multiplicative
    }
  }
}

enum Precedence: Int, Comparable {
  case or, and, not, comparison, additive, multiplicative, unary, primary

  static func < (a: Precedence, b: Precedence) -> Bool { a.rawValue < b.rawValue }

  var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }
}
