import AugerColumns
import AugerDiagnostics

/// SQL text with `:name` parameters and `[[ optional clauses ]]`: parsed once, bound for each set of arguments.
///
/// Values are bound, never spliced into the text. What a template may say:
///
/// - `:Region`, `:"Sales Reason"` - the argument of that name;
/// - `IN (:Regions)` - a list of any length but none; a list of one binds to any parameter;
/// - `:Year.lower`, `:Year.upper` - the ends of a range (a single value is both its ends);
/// - `[[ AND Region = :Region ]]` - kept only if every parameter in it has an argument or a default; cannot be nested.
///
/// Comments, string literals (`'it''s'`, `E'\''`), quoted identifiers (`"a"`, `` `a` ``, `[a]`), dollar quotes,
/// `::casts` and `:=` are understood. A `[` directly after a name, `)` or `]`, or after `ARRAY`, is a subscript, not a
/// quoted identifier; in a subscript write a slice by columns with a blank: `a[i : j]`. `/* Comments */` nest; where
/// that reading finds no end, they are read as ones that do not.
package struct SQLTemplate: Sendable {
  package let source: SourceText
  /// The part of `source` that is the statement.
  package let span: SourceSpan
  /// Every occurrence, in order.
  package let parameters: [SQLParameter]
  let pieces: [Piece]
  /// Placeholders of databases found outside literals: `?`, `$1`, `@x`.
  let placeholders: [Placeholder]

  enum Piece: Sendable {
    case text(SourceSpan)
    /// An index into `parameters`.
    case parameter(Int)
    /// `span` is the whole clause with its brackets.
    case clause(SourceSpan, [Piece])
  }

  struct Placeholder: Sendable {
    var lead: UInt8
    var startsWithDigit: Bool
    var span: SourceSpan
  }

  /// Reads a template; all mistakes at once, each `sqlSyntax` with its place.
  package static func parse(_ source: SourceText, in span: SourceSpan? = nil) throws(DiagnosticError) -> SQLTemplate {
    let span = span ?? SourceSpan(0, source.text.utf8.count)
    var scanner = SQLTemplateScanner(source, span)
    scanner.scan()
    guard scanner.diagnostics.isEmpty else { throw DiagnosticError(scanner.diagnostics) }
    return SQLTemplate(
      source: source, span: span, parameters: scanner.parameters, pieces: scanner.pieces,
      placeholders: scanner.placeholders)
  }

  package static func parse(_ text: String, name: String = "SQL") throws(DiagnosticError) -> SQLTemplate {
    try parse(SourceText(name: name, text: text))
  }

  /// The statement as it was written.
  package var text: String { String(source[span]) }

  /// The distinct names of the parameters, in order of first appearance.
  package var parameterNames: [String] {
    var seen: Set<[UInt8]> = []
    return parameters.map(\.name).filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// Names of arguments that no parameter asks for. Not a mistake when a query runs: a check reports them.
  package func unusedArguments(_ arguments: QueryArguments) -> [String] {
    arguments.names.filter { name in !parameters.contains(named: name) }
  }
}
