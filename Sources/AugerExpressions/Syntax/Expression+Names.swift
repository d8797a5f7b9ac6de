import AugerDiagnostics

/// A text that is exactly a column name means that column, even if it contains operators, calls or spaces:
/// `Sub-Category`, `avg(delay)`, `Ship Mode`.
extension Expression {
  /// Parses an expression over columns with known names.
  package static func parse(
    _ text: String, name: String, columns: [String]
  ) throws(DiagnosticError) -> Expression {
    let source = SourceText(name: name, text: text)
    return try parse(source, in: SourceSpan(0, text.utf8.count), columns: columns)
  }

  /// Parses an expression that is a part of a text, over columns with known names.
  package static func parse(
    _ source: SourceText, in span: SourceSpan, columns: [String]
  ) throws(DiagnosticError) -> Expression {
    let text = String(source[span])
    guard columns.contains(name: text) else { return try parse(source, in: span) }
    return Expression(source: source, root: ExpressionNode(.column(text), span))
  }

  /// Returns the column reference if the whole text is the name of one of `columns`, otherwise the expression.
  ///
  /// For expressions that are parsed before their columns are known. An expression with variables is never a name.
  package func naming(_ columns: [String]) -> Expression {
    switch root.kind {
    case .column, .variable, .literal: return self
    default: break
    }
    let text = String(source[span])
    guard variableNames.isEmpty, columns.contains(name: text) else { return self }
    return Expression(source: source, root: ExpressionNode(.column(text), span))
  }
}

extension Parser {
  /// The column that several words without an operator name together: `Ship Mode`. Binding fails with `syntaxError`
  /// if no column has the name.
  var nameOfWords: ExpressionNode? {
    let words = tokens.dropLast()
    let areWords = words.allSatisfy { token in
      switch token.kind {
      case .identifier: true
      case .number: token.span.lower > tokens[0].span.lower
      default: false
      }
    }
    guard areWords, let first = words.first, let last = words.last else { return nil }
    let span = first.span.union(last.span)
    return ExpressionNode(.column(String(source[span])), span)
  }
}
