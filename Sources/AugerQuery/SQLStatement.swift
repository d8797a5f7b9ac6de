import AugerColumns
import AugerDiagnostics

/// SQL text for a database, with placeholders and their values.
public struct SQLStatement: Sendable {
  /// The SQL text, with a placeholder for each bound value.
  public var text: String
  /// The value of each placeholder, in order.
  public var bindings: [Scalar]
  /// The origin in the template of each byte range of `text`, in order. It maps error positions to the template.
  package var origins: [Origin]
  /// The template in which errors are shown. Without a template, they are shown in `text`.
  package var template: SourceText?

  /// The placeholders in `text` whose strings a data policy sets. They are compared by their bytes. The
  /// collation of the column does not apply.
  package var dictated: [Range<Int>] = []

  package struct Origin: Sendable {
    package var offset: Int
    package var templateOffset: Int
  }

  /// Creates a statement from SQL text and the values of its placeholders, in order.
  public init(text: String, bindings: [Scalar] = []) {
    self.init(text: text, bindings: bindings, origins: [], template: nil)
  }

  package init(text: String, bindings: [Scalar] = [], origins: [Origin], template: SourceText? = nil) {
    self.text = text
    self.bindings = bindings
    self.origins = origins
    self.template = template
  }

  /// Returns the statement with strings inserted at byte offsets of `text`, in ascending order.
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

  /// Returns the origin of a byte offset of `text`, as a span of one byte in the template.
  package func templateSpan(forOffset offset: Int) -> SourceSpan {
    let origin = origins.last { $0.offset <= offset }
    let start = origin.map { $0.templateOffset + offset - $0.offset } ?? offset
    return SourceSpan(start, start + 1)
  }

  /// Returns the origin as a position in the template, or in the statement if it has no template.
  package func place(forOffset offset: Int) -> Diagnostic.Place {
    guard let template else {
      return Diagnostic.Place(SourceText(name: "SQL", text: text), SourceSpan(offset, offset + 1))
    }
    return Diagnostic.Place(template, templateSpan(forOffset: offset))
  }
}

/// The syntax that differs between databases.
public struct SQLDialect: Sendable, Hashable {
  /// The notation of bound values in SQL text.
  public enum Placeholder: Sendable, Hashable {
    /// `?1, ?2`
    case numberedQuestionMark
    /// `$1, $2`
    case dollarNumber
  }

  package var name: String
  package var placeholder: Placeholder
  /// True if dates and timestamps have their own types. Otherwise, they are strings, which `date(...)` and
  /// `datetime(...)` normalize.
  package var hasDates: Bool
  /// True if a table name can have a schema before a dot: `public.orders`.
  package var namesSchemas: Bool

  /// Creates a dialect. `hasDates` is true if dates are bound as dates, not as strings. `namesSchemas` is true if
  /// `a.b` is a table of a schema.
  public init(name: String, placeholder: Placeholder, hasDates: Bool = true, namesSchemas: Bool = false) {
    self.name = name
    self.placeholder = placeholder
    self.hasDates = hasDates
    self.namesSchemas = namesSchemas
  }

  /// Returns a name as an identifier in double quotes, with inner quotes doubled.
  public func quoted(_ name: String) -> String {
    "\"" + name.replacingBytes("\"", with: "\"\"") + "\""
  }

  /// Returns the name of a table for a FROM clause.
  public func quoted(table: String) -> String {
    let parts = table.split(separator: ".", maxSplits: 1).map(String.init)
    guard namesSchemas, parts.count == 2 else { return quoted(table) }
    return parts.map { quoted($0) }.joined(separator: ".")
  }
}
