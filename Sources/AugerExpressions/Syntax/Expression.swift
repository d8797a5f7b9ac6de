/// AugerExpressions: the language of chart values, conditions, derived columns and measures. `Syntax` turns text into
/// a tree with places, `Binding` gives it types against a schema, `Evaluation` runs it over whole columns,
/// `Catalogue` is what the language's functions are as data. Everything above the columns may call it; it knows no
/// table, query or file.

import AugerDiagnostics

/// An expression as it was written: a tree whose nodes know their places in the text.
///
/// The grammar is the one of MAKit's guide ("Expressions"), with infix logic, signs, `%`, `in` and `is null` added.
package struct Expression: Sendable {
  /// The text, or the file that the text is a part of; spans are offsets into it.
  package let source: SourceText
  package let root: ExpressionNode
}

extension Expression {
  /// Reads an expression; throws `syntaxError` with the place.
  package static func parse(_ source: SourceText) throws(DiagnosticError) -> Expression {
    try parse(source, in: SourceSpan(0, source.text.utf8.count))
  }

  /// Reads an expression; `name` is what messages call the text.
  package static func parse(_ text: String, name: String = "expression") throws(DiagnosticError) -> Expression {
    try parse(SourceText(name: name, text: text))
  }

  /// Reads an expression that is a part of a file; the places of its nodes are places in the file.
  package static func parse(_ source: SourceText, in span: SourceSpan) throws(DiagnosticError) -> Expression {
    var lexer = Lexer(source, span)
    var parser = Parser(source: source, tokens: try lexer.tokens())
    return Expression(source: source, root: try parser.parse())
  }

  /// The columns that are named, in the order of their first appearance.
  package var columnNames: [String] {
    names { if case .column(let name) = $0.kind { name } else { nil } }
  }

  /// The variables that are named, without their `$`, in the order of their first appearance.
  package var variableNames: [String] {
    names { if case .variable(let name, _) = $0.kind { name } else { nil } }
  }

  /// Whether an aggregate is called anywhere: `sum(x)`, and `min(x)` and `max(x)` of a single argument.
  package var containsAggregate: Bool { root.containsAggregate }

  /// Whether a window form is called anywhere: `Running(x)`.
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
  /// Calls `body` with the name, without its `$`, and the place of every use of a variable.
  package func forEachVariable(_ body: (String, SourceSpan) -> Void) {
    root.visit { node in if case .variable(let name, _) = node.kind { body(name, node.span) } }
  }

  /// Calls `body` with the name and the place of every use of a column.
  package func forEachColumn(_ body: (String, SourceSpan) -> Void) {
    root.visit { node in if case .column(let name) = node.kind { body(name, node.span) } }
  }
}
