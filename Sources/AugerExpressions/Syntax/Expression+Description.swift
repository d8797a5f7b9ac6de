import AugerColumns
import AugerDiagnostics

extension Expression: CustomStringConvertible {
  /// The expression in canonical form.
  ///
  /// Parsing it gives an equal tree. If its additional parentheses (`+(1)` for `+1`) exceed `deepestNesting`, parsing
  /// fails with a syntax error.
  package var description: String { root.description }

  /// Returns a column reference. The name is in brackets only if necessary.
  package static func reference(to column: String) -> String { ExpressionNode.name(column) }

  /// Returns a variable reference with its `$`.
  package static func reference(toVariable name: String) -> String { Lexer.variable(name) }
}

extension ExpressionNode: CustomStringConvertible {
  package var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private var precedence: Precedence {
    switch kind {
    case .literal, .column, .variable, .call, .unary(.not, _): .primary
    case .unary: .unary
    case .chain(_, let terms): terms.first?.operation.precedence ?? .primary
    case .isNull, .inList: .comparison
    }
  }

  private func write(to text: inout String) {
    switch kind {
    case .literal(let value): text += Self.literal(value)
    case .column(let name): text += Self.name(name)
    case .variable(let name, let part):
      text += Lexer.variable(name)
      if let part { text += "." + part.rawValue }
    case .unary(.not, let operand):
      text += "not"
      operand.write(to: &text, atLeast: .or, isEnclosed: true)
    case .unary(let operation, let operand):
      text += operation.rawValue
      // A minus before a bare number would become part of the number.
      operand.write(to: &text, atLeast: .unary, isEnclosed: operand.isNumber)
    case .chain(let first, let terms):
      first.write(to: &text, atLeast: precedence.next)
      for term in terms {
        text += " \(term.operation.rawValue) "
        term.operand.write(to: &text, atLeast: precedence.next)
      }
    case .isNull(let operand, let isNegated):
      operand.write(to: &text, atLeast: .additive)
      text += isNegated ? " is not null" : " is null"
    case .inList(let operand, let items, let isNegated):
      operand.write(to: &text, atLeast: .additive)
      text += isNegated ? " not in (" : " in ("
      Self.write(items, to: &text)
      text += ")"
    case .call(let name, _, let arguments):
      text += name + "("
      Self.write(arguments, to: &text)
      text += ")"
    }
  }

  private func write(to text: inout String, atLeast needed: Precedence, isEnclosed: Bool = false) {
    let isEnclosed = isEnclosed || precedence < needed
    if isEnclosed { text += "(" }
    write(to: &text)
    if isEnclosed { text += ")" }
  }

  private static func write(_ items: [ExpressionNode], to text: inout String) {
    for (index, item) in items.enumerated() {
      if index > 0 { text += ", " }
      item.write(to: &text)
    }
  }

  private var isNumber: Bool {
    if case .literal(let value) = kind { value.doubleValue != nil } else { false }
  }

  private static func literal(_ value: Scalar) -> String {
    switch value {
    case .null: "null"
    case .string(let value): Lexer.quote(value, "'", "'")
    // An exponent marks a float. Digits alone would be an int or a decimal.
    case .float(let value): floatLiteral(value)
    default: value.description
    }
  }

  private static func floatLiteral(_ value: Double) -> String {
    let text = NumberText.shortest(value)
    return text.utf8.contains(UInt8(ascii: "e")) ? text : text + "e0"
  }

  fileprivate static func name(_ name: String) -> String {
    if Lexer.isIdentifier(name), Lexer.keyword(name) == nil { return name }
    return Lexer.quote(name, "[", "]")
  }
}

extension ExpressionNode: Equatable {
  /// Compares trees without their positions: names and strings by bytes, function names without case.
  package static func == (a: ExpressionNode, b: ExpressionNode) -> Bool {
    switch (a.kind, b.kind) {
    case (.literal(.decimal(let x)), .literal(.decimal(let y))): x.unscaled == y.unscaled && x.scale == y.scale
    case (.literal(let x), .literal(let y)): x == y
    case (.column(let x), .column(let y)): Name(x) == Name(y)
    case (.variable(let x, let partX), .variable(let y, let partY)): Name(x) == Name(y) && partX == partY
    case (.unary(let x, let operandX), .unary(let y, let operandY)): x == y && operandX == operandY
    case (.chain(let x, let termsX), .chain(let y, let termsY)):
      x == y && termsX.count == termsY.count
        && zip(termsX, termsY).allSatisfy { $0.operation == $1.operation && $0.operand == $1.operand }
    case (.isNull(let x, let negatedX), .isNull(let y, let negatedY)): negatedX == negatedY && x == y
    case (.inList(let x, let itemsX, let negatedX), .inList(let y, let itemsY, let negatedY)):
      negatedX == negatedY && x == y && itemsX == itemsY
    case (.call(let x, _, let argumentsX), .call(let y, _, let argumentsY)):
      x.lowercased() == y.lowercased() && argumentsX == argumentsY
    default: false
    }
  }
}
