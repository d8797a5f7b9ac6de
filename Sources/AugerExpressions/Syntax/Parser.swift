import AugerColumns
import AugerDiagnostics

/// Parses tokens by precedence climbing. The nesting depth is limited, so that no text can overflow the stack.
/// Operator chains are parsed in a loop.
struct Parser {
  let source: SourceText
  let tokens: [Token]
  var at = 0
  private var depth = 0

  /// The maximum nesting depth of operands. A call in a sum in a call has two levels. Deeper expressions come from
  /// faulty programs.
  static let deepestNesting = Expression.deepestNesting

  init(source: SourceText, tokens: [Token]) {
    self.source = source
    self.tokens = tokens
  }

  mutating func parse() throws(DiagnosticError) -> ExpressionNode {
    if token.kind == .end { throw fail("the expression is empty") }
    let root = try expression(.or)
    switch token.kind {
    case .end: return root
    case .close: throw fail("this ')' closes nothing")
    case .comma: throw fail("a ',' is allowed only between the arguments of a function")
    default:
      if hintForSQL == nil, let name = nameOfWords { return name }
      throw fail("\(token.described) follows without an operator", hint: hintForMissingOperator)
    }
  }

  var token: Token { tokens[at] }

  private var next: Token { tokens[min(at + 1, tokens.count - 1)] }

  mutating func advance() { if at < tokens.count - 1 { at += 1 } }

  mutating func expression(_ lowest: Precedence) throws(DiagnosticError) -> ExpressionNode {
    try descend()
    defer { depth -= 1 }
    var left = try operand()
    // Each iteration parses the operators of one precedence. The operators after them bind looser.
    var highest = Precedence.primary
    var comparisons = 0
    while let precedence = infixPrecedence, precedence >= lowest, precedence <= highest {
      // The operand of `not` includes comparisons. A looser operand must not become the left side of a tighter
      // operator.
      if precedence == .comparison {
        comparisons += 1
        if comparisons > Self.deepestNesting {
          throw fail("more than \(Self.deepestNesting) comparisons follow one another")
        }
        left = try comparison(of: left)
      } else {
        left = try chain(from: left, precedence)
      }
      highest = precedence
    }
    return left
  }

  private var infixPrecedence: Precedence? {
    switch token.kind {
    case .binary(let operation): operation.precedence
    case .keyword(.and): .and
    case .keyword(.or): .or
    case .keyword(.is), .keyword(.in): .comparison
    case .keyword(.not): next.kind == .keyword(.in) || next.isWordOperator ? .comparison : nil
    default: token.isWordOperator ? .comparison : nil
    }
  }

  private var infixOperator: BinaryOperator? {
    switch token.kind {
    case .binary(let operation): operation
    case .keyword(.and): .and
    case .keyword(.or): .or
    default: nil
    }
  }

  private mutating func chain(from left: ExpressionNode, _ precedence: Precedence) throws(DiagnosticError)
    -> ExpressionNode
  {
    var terms: [ExpressionNode.Term] = []
    while let operation = infixOperator, operation.precedence == precedence {
      let span = token.span
      advance()
      terms.append(.init(operation: operation, span: span, operand: try expression(precedence.next)))
      if precedence == .comparison, terms.count > Self.deepestNesting {
        throw fail("more than \(Self.deepestNesting) comparisons follow one another", at: span)
      }
    }
    return ExpressionNode(.chain(left, terms), left.span.union(terms.last?.operand.span ?? left.span))
  }

  private mutating func comparison(of left: ExpressionNode) throws(DiagnosticError) -> ExpressionNode {
    if infixOperator != nil { return try chain(from: left, .comparison) }
    var isNegated = false
    if token.kind == .keyword(.is) {
      advance()
      if token.kind == .keyword(.not) {
        isNegated = true
        advance()
      }
      guard token.kind == .keyword(.null) else {
        throw fail("expected 'null' after 'is'", hint: "Use == to compare with other values.")
      }
      let span = left.span.union(token.span)
      advance()
      return ExpressionNode(.isNull(left, isNegated: isNegated), span)
    }
    if token.kind == .keyword(.not) {
      isNegated = true
      advance()
    }
    if token.isWordOperator { return try wordOperator(left, isNegated: isNegated) }
    advance()
    guard token.kind == .open else {
      throw fail("expected a list in parentheses after 'in'", hint: "Write in (1, 2) or in ($list).")
    }
    let open = token.span
    advance()
    let items = try arguments(of: "the list", open: open)
    return ExpressionNode(.inList(left, items, isNegated: isNegated), left.span.union(tokens[at - 1].span))
  }

  private mutating func operand() throws(DiagnosticError) -> ExpressionNode {
    let start = token
    switch start.kind {
    case .binary(.subtract), .binary(.add):
      advance()
      let isMinus = start.kind == .binary(.subtract)
      let isParenthesised = token.kind == .open
      let operand = try expression(.unary)
      let span = start.span.union(operand.span)
      if isMinus, !isParenthesised, let value = operand.negatedLiteral { return ExpressionNode(.literal(value), span) }
      return ExpressionNode(.unary(isMinus ? .minus : .plus, operand), span)
    case .keyword(.not):
      advance()
      // not(...) is MAKit's function, with the precedence of a call.
      if token.kind == .open {
        let inner = try primary()
        return ExpressionNode(.unary(.not, inner), start.span.union(tokens[at - 1].span))
      }
      let operand = try expression(.not)
      return ExpressionNode(.unary(.not, operand), start.span.union(operand.span))
    default: return try primary()
    }
  }

  mutating func primary() throws(DiagnosticError) -> ExpressionNode {
    let start = token
    switch start.kind {
    case .number(let value): return literal(value)
    case .string(let value): return literal(.string(value))
    case .keyword(.null): return literal(.null)
    case .keyword(.true): return literal(.bool(true))
    case .keyword(.false): return literal(.bool(false))
    case .bracketed(let name):
      advance()
      return ExpressionNode(.column(name), start.span)
    case .variable(let name, let part):
      advance()
      return ExpressionNode(.variable(name, part), start.span)
    case .identifier(let name):
      advance()
      if start.word == "case", token.word == "when" || token.beginsOperand && next.word == "when" {
        return try sqlCase(start)
      }
      guard token.kind == .open else { return ExpressionNode(.column(name), start.span) }
      return try call(name, start.span)
    case .keyword(.and), .keyword(.or):
      advance()
      guard token.kind == .open else { throw fail("an operand is missing before \(start.described)", at: start.span) }
      return try call(start.kind == .keyword(.and) ? "and" : "or", start.span)
    case .open:
      advance()
      let inner = try expression(.or)
      guard token.kind == .close else { throw unclosed(start.span) }
      let span = start.span.union(token.span)
      advance()
      return ExpressionNode(inner.kind, span)
    case .end:
      throw fail("an operand is missing at the end", at: SourceSpan(start.span.lower, start.span.upper))
    default:
      throw fail("an operand is missing before \(start.described)", hint: hintForMissingOperand(start))
    }
  }

  private mutating func call(_ name: String, _ nameSpan: SourceSpan) throws(DiagnosticError) -> ExpressionNode {
    let open = token.span
    advance()
    if token.kind == .binary(.multiply), tokens[at + 1].kind == .close, name.lowercased() == "count" {
      advance()
    }
    if token.word == "distinct", next.beginsOperand { return try distinctCall(name, nameSpan, open) }
    try refuseCast(name, nameSpan)
    var condition: Condition?
    let arguments = try arguments(of: name, open: open, condition: &condition)
    let span = nameSpan.union(tokens[at - 1].span)
    guard let condition else { return ExpressionNode(.call(name, nameSpan, arguments), span) }
    return try conditional(name, nameSpan, arguments, condition, span)
  }

  /// The condition of an aggregate: `where: y` after its arguments.
  struct Condition {
    let word: SourceSpan
    let node: ExpressionNode
  }

  /// Parses arguments up to and including the closing parenthesis.
  mutating func arguments(of name: String, open: SourceSpan) throws(DiagnosticError) -> [ExpressionNode] {
    var condition: Condition?
    let result = try arguments(of: name, open: open, condition: &condition)
    if let condition { throw fail("only aggregates take a condition", at: condition.word) }
    return result
  }

  mutating func arguments(
    of name: String, open: SourceSpan, condition: inout Condition?
  ) throws(DiagnosticError) -> [ExpressionNode] {
    var result: [ExpressionNode] = []
    if token.kind == .close {
      advance()
      return result
    }
    while true {
      if token.kind == .comma || token.kind == .close {
        throw fail("an argument of \(name) is missing before \(token.described)")
      }
      if token.word == "where", next.kind == .colon {
        let word = token.span
        advance()
        advance()
        condition = Condition(word: word, node: try expression(.or))
        guard token.kind == .close else {
          throw token.kind == .comma ? fail("the condition must follow all arguments") : unclosed(open)
        }
      } else {
        result.append(try expression(.or))
      }
      switch token.kind {
      case .comma: advance()
      case .close:
        advance()
        return result
      default: throw unclosed(open)
      }
    }
  }

  private mutating func literal(_ value: Scalar) -> ExpressionNode {
    let span = token.span
    advance()
    return ExpressionNode(.literal(value), span)
  }

  private mutating func descend() throws(DiagnosticError) {
    depth += 1
    if depth > Self.deepestNesting {
      throw fail("the expression is nested too deeply", hint: "Compute a part of the expression in a derived column.")
    }
  }

  // MARK: Errors

  func unclosed(_ open: SourceSpan) -> DiagnosticError {
    if token.kind == .end { return fail("this '(' is not closed", at: open) }
    return fail("\(token.described) follows without an operator", hint: hintForMissingOperator)
  }

  private var hintForMissingOperator: String? {
    if let hint = hintForSQL { return hint }
    return switch token.kind {
    case .identifier, .string: "Put a name that contains spaces in brackets: [unit price]."
    default: nil
    }
  }

  private func hintForMissingOperand(_ token: Token) -> String? {
    if case .binary(.equal) = token.kind { return "equality is written = or ==" }
    return nil
  }

  func fail(_ message: String, at span: SourceSpan? = nil, hint: String? = nil) -> DiagnosticError {
    DiagnosticError(Diagnostic(.syntaxError, message, at: .init(source, span ?? token.span), hint: hint))
  }
}

extension ExpressionNode {
  /// The literal with the opposite sign, if it is a number.
  fileprivate var negatedLiteral: Scalar? {
    guard case .literal(let value) = kind else { return nil }
    switch value {
    case .int(let value): return value == .min ? nil : .int(-value)
    case .float(let value): return .float(-value)
    case .decimal(let value):
      // The smallest int has no positive counterpart.
      if value.scale == 0, value.unscaled == 1 << 63 { return .int(.min) }
      return .decimal(value.negated)
    default: return nil
    }
  }
}

extension Expression {
  /// The maximum nesting depth of operands.
  package static let deepestNesting = 200
}
