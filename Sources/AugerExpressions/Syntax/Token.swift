import AugerColumns
import AugerDiagnostics

/// A word of the language with its place.
struct Token {
  enum Kind: Equatable {
    case number(Scalar)
    case string(String)
    case identifier(String)
    /// A name in brackets: always a column.
    case bracketed(String)
    case variable(String, ExpressionNode.VariablePart?)
    case keyword(Keyword)
    case binary(BinaryOperator)
    case open, close, comma, colon
    case end
  }

  /// Words that are no names, in any case. A column of that name stands in brackets.
  enum Keyword: String, CaseIterable {
    case and, or, not, `in`, `is`, null, `true`, `false`
  }

  var kind: Kind
  var span: SourceSpan

  /// The word in lower case, where it is a name that no brackets hold: words of SQL are known by it.
  var word: String? { if case .identifier(let name) = kind { name.lowercased() } else { nil } }

  var beginsOperand: Bool {
    switch kind {
    case .number, .string, .identifier, .bracketed, .variable, .open: true
    default: false
    }
  }

  /// How messages call it.
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
