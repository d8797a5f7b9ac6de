import AugerColumns
import AugerDiagnostics

/// SQL text ready for a database: placeholders where values belong, and the values.
public struct SQLStatement: Sendable {
  /// The text, with placeholders where values are bound.
  public var text: String
  /// One for each placeholder, in order.
  public var bindings: [Scalar]
  /// For each byte range of `text`, in order, where it comes from in the template: maps error positions back.
  package var origins: [Origin]
  /// The text of the template, in which errors are shown. Without one they are shown in `text`.
  package var template: SourceText?

  /// The placeholders in `text` whose texts a data policy dictates: they are compared by their bytes, whatever the
  /// collation of the column.
  package var dictated: [Range<Int>] = []

  package struct Origin: Sendable {
    package var offset: Int
    package var templateOffset: Int
  }

  /// SQL text with the values of its placeholders, in their order.
  public init(text: String, bindings: [Scalar] = []) {
    self.init(text: text, bindings: bindings, origins: [], template: nil)
  }

  package init(text: String, bindings: [Scalar] = [], origins: [Origin], template: SourceText? = nil) {
    self.text = text
    self.bindings = bindings
    self.origins = origins
    self.template = template
  }

  /// The same statement with texts put in at byte offsets of `text`, which are in ascending order.
  package func inserting(_ insertions: [(offset: Int, text: String)]) -> SQLStatement {
    func moved(_ offset: Int) -> Int {
      insertions.reduce(offset) { $1.offset <= offset ? $0 + $1.text.utf8.count : $0 }
    }
    var result = self
    var bytes = Array(text.utf8)
    for insertion in insertions.reversed() {
      bytes.insert(contentsOf: insertion.text.utf8, at: insertion.offset)
    }
    result.text = String(decoding: bytes, as: UTF8.self)
    for index in origins.indices { result.origins[index].offset = moved(origins[index].offset) }
    result.dictated = []
    return result
  }

  /// Where a byte offset of `text` comes from: a span of one byte in the template.
  package func templateSpan(forOffset offset: Int) -> SourceSpan {
    let origin = origins.last { $0.offset <= offset }
    let start = origin.map { $0.templateOffset + offset - $0.offset } ?? offset
    return SourceSpan(start, start + 1)
  }

  /// The same as a place to show, on the template or, without one, on the statement itself.
  package func place(forOffset offset: Int) -> Diagnostic.Place {
    guard let template else {
      return Diagnostic.Place(SourceText(name: "SQL", text: text), SourceSpan(offset, offset + 1))
    }
    return Diagnostic.Place(template, templateSpan(forOffset: offset))
  }
}

/// How a database writes what SQL leaves open.
public struct SQLDialect: Sendable, Hashable {
  /// How bound values are written in SQL text.
  public enum Placeholder: Sendable, Hashable {
    /// `?1, ?2`
    case numberedQuestionMark
    /// `$1, $2`
    case dollarNumber
  }

  package var name: String
  package var placeholder: Placeholder
  /// Whether dates and moments have types of their own. Without them they are texts, which `date(...)` and
  /// `datetime(...)` bring to one form.
  package var hasDates: Bool
  /// Whether the name of a table may have its schema before a dot: `public.orders`.
  package var namesSchemas: Bool

  /// A dialect. `hasDates`: whether dates are bound as dates, not as texts; `namesSchemas`: whether `a.b` is a table of
  /// a schema.
  public init(name: String, placeholder: Placeholder, hasDates: Bool = true, namesSchemas: Bool = false) {
    self.name = name
    self.placeholder = placeholder
    self.hasDates = hasDates
    self.namesSchemas = namesSchemas
  }

  /// A name as an identifier: double quotes, inner ones doubled.
  public func quoted(_ name: String) -> String {
    "\"" + name.replacingBytes("\"", with: "\"\"") + "\""
  }

  /// The name of a table as a FROM clause has it.
  public func quoted(table: String) -> String {
    let parts = table.split(separator: ".", maxSplits: 1).map(String.init)
    guard namesSchemas, parts.count == 2 else { return quoted(table) }
    return parts.map { quoted($0) }.joined(separator: ".")
  }
}
