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
    case open, close, comma
    case end
  }

  /// Words that are no names, in any case. A column of that name stands in brackets.
  enum Keyword: String, CaseIterable {
    case and, or, not, `in`, `is`, null, `true`, `false`
  }

  var kind: Kind
  var span: SourceSpan

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
    case .end: "the end"
    }
  }
}
