/// AugerExpressions: the language of chart values, conditions, derived columns and measures. `Syntax` parses text
/// into a tree with positions, and `Binding` resolves types against a schema. `Evaluation` computes whole columns,
/// and `Catalogue` describes the functions. Every module above the columns may use it. It does not depend on tables,
/// queries or files.

import AugerDiagnostics

/// A parsed expression: a tree whose nodes know their positions in the text.
///
/// The grammar is that of MAKit's guide ("Expressions"), extended by infix logic, signs, `%`, `in` and `is null`.
package struct Expression: Sendable {
  /// The text, or the file that contains it. Spans are offsets into this source.
  package let source: SourceText
  package let root: ExpressionNode
}

extension Expression: Equatable {
  /// Compares the trees without positions and notation.
  package static func == (a: Expression, b: Expression) -> Bool { a.root == b.root }
}

extension Expression {
  /// Parses an expression. Throws `syntaxError` with the position.
  package static func parse(_ source: SourceText) throws(DiagnosticError) -> Expression {
    try parse(source, in: SourceSpan(0, source.text.utf8.count))
  }

  /// Parses an expression. Messages refer to the text by `name`.
  package static func parse(_ text: String, name: String = "expression") throws(DiagnosticError) -> Expression {
    try parse(SourceText(name: name, text: text))
  }

  /// Parses an expression that is a part of a file. The positions of its nodes are positions in the file.
  package static func parse(_ source: SourceText, in span: SourceSpan) throws(DiagnosticError) -> Expression {
    var lexer = Lexer(source, span)
    var parser = Parser(source: source, tokens: try lexer.tokens())
    return Expression(source: source, root: try parser.parse())
  }

  /// The names of the columns, in the order of their first appearance.
  package var columnNames: [String] {
    names { if case .column(let name) = $0.kind { name } else { nil } }
  }

  /// The names of the variables without `$`, in the order of their first appearance.
  package var variableNames: [String] {
    names { if case .variable(let name, _) = $0.kind { name } else { nil } }
  }

  /// True if an aggregate is called: `sum(x)`, or `min(x)` and `max(x)` with a single argument.
  package var containsAggregate: Bool { root.containsAggregate }

  /// True if a window function is called: `Running(x)`.
  package var containsWindow: Bool { root.containsCall { name, _ in FunctionCatalogue.isWindow(name) } }

  private func names(_ name: (ExpressionNode) -> String?) -> [String] {
    var seen: Set<[UInt8]> = []
    var result: [String] = []
    root.visit { node in
      if let name = name(node), seen.insert(Array(name.utf8)).inserted { result.append(name) }
    }
    return result
  }
}

extension Expression {
  /// Calls `body` with the name (without `$`) and the span of every use of a variable.
  package func forEachVariable(_ body: (String, SourceSpan) -> Void) {
    root.visit { node in if case .variable(let name, _) = node.kind { body(name, node.span) } }
  }

  /// Calls `body` with the name and the span of every use of a column.
  package func forEachColumn(_ body: (String, SourceSpan) -> Void) {
    root.visit { node in if case .column(let name) = node.kind { body(name, node.span) } }
  }
}
