import AugerColumns
import AugerDiagnostics

/// SQL text with `:name` parameters and `[[ optional clauses ]]`. It is parsed once and bound for each set of
/// arguments.
///
/// Values are bound, never inserted into the text. The syntax of a template:
///
/// - `:Region`, `:"Sales Reason"`: the argument of that name.
/// - `IN (:Regions)`: a list with at least one value. A list of one value can be bound to any parameter.
/// - `:Year.lower`, `:Year.upper`: the ends of a range. A single value is both ends.
/// - `[[ AND Region = :Region ]]`: included only if every parameter in it has an argument or a default. It cannot be
///   nested.
///
/// The parser recognizes comments, string literals (`'it''s'`, `E'\''`), quoted identifiers (`"a"`, `` `a` ``,
/// `[a]`), dollar quotes, `::casts` and `:=`. A `[` directly after a name, `)`, `]` or `ARRAY` is a subscript, not a
/// quoted identifier. In a subscript, write a slice by columns with a space: `a[i : j]`. `/* Comments */` nest; if a
/// nested reading finds no end, they are read without nesting.
package struct SQLTemplate: Sendable {
  package let source: SourceText
  /// The part of `source` that contains the statement.
  package let span: SourceSpan
  /// All occurrences of parameters, in order.
  package let parameters: [SQLParameter]
  let pieces: [Piece]
  /// The databases' own placeholders outside of literals: `?`, `$1`, `@x`.
  let placeholders: [Placeholder]

  enum Piece: Sendable {
    case text(SourceSpan)
    /// An index into `parameters`.
    case parameter(Int)
    /// An optional clause. `span` includes its brackets.
    case clause(SourceSpan, [Piece])
  }

  struct Placeholder: Sendable {
    var lead: UInt8
    var startsWithDigit: Bool
    var span: SourceSpan
  }

  /// Parses a template. Throws all errors at once, each a `sqlSyntax` with its position.
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

  /// The original text of the statement.
  package var text: String { String(source[span]) }

  /// The distinct names of the parameters, in order of first appearance.
  package var parameterNames: [String] {
    var seen: Set<[UInt8]> = []
    return parameters.map(\.name).filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// Returns the names of arguments without a parameter. They are not an error when a query runs; `auger check`
  /// reports them.
  package func unusedArguments(_ arguments: QueryArguments) -> [String] {
    arguments.names.filter { name in !parameters.contains(named: name) }
  }
}
