import AugerAdapterKit
import AugerDiagnostics
import AugerDocuments
import AugerQuery

/// Opens a source that answers SQL over the tables of other sources: `adapter: sql, over: [flights, shop]`.
///
/// The SQL dialect is SQLite's, and statements can only read. Columns of the other sources are read as needed.
/// Options:
///
/// - `over`: the sources, each as `SOURCE`, `SOURCE.TABLE`, or with another name, `NAME=SOURCE`. Default: all sources
///   of the workspace.
///
/// A file is a table with the name of its source. Every other source is a schema, `shop.orders`. Its tables need no
/// qualifier if their names are unique.
public struct SQLAdapter: SourceAdapter {
  /// The maximum number of columns of a SQLite table.
  package static let mostColumns = 2000

  /// Creates an adapter for SQL over all other sources of a workspace.
  public init() {}

  public var name: String { "sql" }

  public var pathExtensions: [String] { [] }

  public var readsOthers: Bool { true }

  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    try open(configuration, beside: OtherSources([]) { try Self.unknown($0, among: []) })
  }

  /// Validates the options. The other sources are opened when a statement names them.
  ///
  /// Throws `DiagnosticError` for unknown sources and options.
  public func open(_ configuration: SourceConfiguration, beside others: OtherSources) throws -> any Source {
    try configuration.checkOptions(Self.options)
    let option = configuration.option("over")
    let written = option?.values ?? others.names.filter { $0 != configuration.name }
    let names = SourceNames(others.names)
    let members = try written.map { try TableSpace($0, among: names, at: option?.place) }
    let counts = Dictionary(members.map { (Name($0.name.lowercased()), 1) }, uniquingKeysWith: +)
    if let twice = members.first(where: { counts[Name($0.name.lowercased())] != 1 }) {
      throw DiagnosticError(
        Diagnostic(
          .duplicateName, "two of the sources that SQL reads have the name '\(twice.name)'", at: option?.place,
          hint: "Give one of them another name: OTHER=\(twice.source)."))
    }
    return TablesSource(name: configuration.name, members, isAll: option == nil, others)
  }

  package static let options = MappingDescription(
    "sql",
    """
    SQL queries over the tables of other sources, in the SQL of SQLite. A file is a table with the name of its
    source. Every other source is a schema: `shop.orders`. It has neither `path` nor `url`.
    """,
    keys: [
      .option(
        "over", .texts, "the sources: `SOURCE`, `SOURCE.TABLE`, or `NAME=SOURCE` with a different name",
        standard: "all other sources", example: "[flights, s=shop]")
    ],
    example: """
      sources:
        flights: { adapter: csv, path: flights.csv }
        shop: { adapter: sqlite, path: shop.sqlite }
        everything: { adapter: sql, over: [flights, s=shop] }
      """)

  private static func unknown(_ name: String, among names: [String]) throws -> Never {
    throw DiagnosticError(
      Diagnostic(
        .wrongOptionValue, "source '\(name)' does not exist",
        hint: DidYouMean.hint(for: name, among: names, listing: "sources")))
  }
}

/// The names of the sources that SQL may read.
struct SourceNames {
  /// All names, in workspace order.
  let all: [String]
  private let known: Set<Name>
  private let longest: Int

  init(_ all: [String]) {
    self.all = all
    known = Set(all.map { Name($0) })
    longest = all.map(\.utf8.count).max() ?? 0
  }

  /// Returns the source that a name refers to, and its table for `SOURCE.TABLE`. If several sources match, the
  /// longest name applies.
  func find(_ text: Substring) -> (source: String, table: String?)? {
    let scalars = text.unicodeScalars
    if let found = source(String(text)) { return (found, nil) }
    var end = scalars.endIndex
    while let dot = scalars[..<end].lastIndex(of: ".") {
      if let found = source(String(scalars[..<dot])) {
        let table = String(scalars[scalars.index(after: dot)...])
        return (found, table.isEmpty ? nil : table)
      }
      end = dot
    }
    return nil
  }

  private func source(_ text: String) -> String? {
    text.utf8.count <= longest && known.contains(Name(text)) ? text : nil
  }
}

/// A source that SQL can read, or one of its tables, with its name in SQL.
struct TableSpace: Sendable {
  let name: String
  let source: String
  /// The table. Nil means all tables of the source.
  let table: String?

  /// Parses `SOURCE`, `SOURCE.TABLE`, `NAME=SOURCE` or `NAME=SOURCE.TABLE`.
  init(_ text: String, among names: SourceNames, at place: Diagnostic.Place?) throws(DiagnosticError) {
    if let found = names.find(text[...]) {
      (source, table) = found
      name = found.table ?? found.source
      return
    }
    if let (written, rest) = text.parted(at: "="), !written.isEmpty, let found = names.find(rest) {
      (source, table) = found
      name = String(written)
      return
    }
    throw DiagnosticError(
      Diagnostic(
        .wrongOptionValue, "SQL cannot read source '\(text)', which does not exist", at: place,
        hint: DidYouMean.hint(for: text, among: names.all, listing: "sources")))
  }
}
