import AugerColumns
import AugerDiagnostics

/// A token of the language with its span.
struct Token {
  enum Kind: Equatable {
    case number(Scalar)
    case string(String)
    case identifier(String)
    /// A name in brackets, which is always a column.
    case bracketed(String)
    case variable(String, ExpressionNode.VariablePart?)
    case keyword(Keyword)
    case binary(BinaryOperator)
    case open, close, comma, colon
    case end
  }

  /// Reserved words, in any case. A column with such a name needs brackets.
  enum Keyword: String, CaseIterable {
    case and, or, not, `in`, `is`, null, `true`, `false`
  }

  var kind: Kind
  var span: SourceSpan

  /// The word in lower case, if it is a name without brackets. It identifies SQL keywords.
  var word: String? { if case .identifier(let name) = kind { name.lowercased() } else { nil } }

  var beginsOperand: Bool {
    switch kind {
    case .number, .string, .identifier, .bracketed, .variable, .open: true
    default: false
    }
  }

  /// The description for messages.
  var described: String {
    switch kind {
    case .number(let value): "the number \(value)"
    case .string: "a string"
    case .identifier(let name), .bracketed(let name): "'\(name)'"
    case .variable(let name, _): "'\(Lexer.variable(name))'"
    case .keyword(let word): "'\(word.rawValue)'"
    case .binary(let operation): "'\(operation.rawValue)'"
    case .open: "'('"
    case .close: "')'"
    case .comma: "','"
    case .colon: "':'"
    case .end: "the end"
    }
  }
}
