import AugerAdapterKit
import AugerDiagnostics
import AugerDocuments
import AugerQuery

/// Opens a source that answers SQL over the tables of other sources: `adapter: sql, over: [flights, shop]`.
///
/// The statements are SQLite's, and read only; what they read comes from the other sources, column by column. Options:
///
/// - `over`: the sources, each as `SOURCE`, `SOURCE.TABLE`, or with a name of its own, `NAME=SOURCE`; without it, all
///   sources of the workspace.
///
/// A file is a table with the name of its source; every other source is a schema, `shop.orders`, whose tables need not
/// be qualified where no other has the name.
public struct SQLAdapter: SourceAdapter {
  /// Columns that SQLite gives a table at most.
  package static let mostColumns = 2000

  /// An adapter for SQL over all other sources of a workspace.
  public init() {}

  public var name: String { "sql" }

  public var pathExtensions: [String] { [] }

  public var readsOthers: Bool { true }

  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    try open(configuration, beside: OtherSources([]) { try Self.unknown($0, among: []) })
  }

  /// Checks the options; the other sources are opened when a statement names them.
  ///
  /// Throws `DiagnosticError` for unknown sources and options.
  public func open(_ configuration: SourceConfiguration, beside others: OtherSources) throws -> any Source {
    try configuration.checkOptions(Self.options)
    let option = configuration.option("over")
    let written = option?.values ?? others.names.filter { $0 != configuration.name }
    let members = try written.map { try TableSpace($0, among: others.names, at: option?.place) }
    if let twice = members.first(where: { member in
      members.count { $0.name.lowercased() == member.name.lowercased() } > 1
    }) {
      throw DiagnosticError(
        Diagnostic(
          .duplicateName, "two of the sources that SQL reads are called '\(twice.name)'", at: option?.place,
          hint: "name one of them otherwise: OTHER=\(twice.source)"))
    }
    return TablesSource(name: configuration.name, members, isAll: option == nil, others)
  }

  /// The options of a source.
  package static let options = MappingDescription(
    "sql",
    """
    SQLite's SQL over the tables of other sources. A file is a table with the name of its source; every other source is
    a schema, `shop.orders`. It has neither `path` nor `url`.
    """,
    keys: [
      .option(
        "over", .texts, "the sources, each as `SOURCE`, `SOURCE.TABLE`, or with a name of its own, `NAME=SOURCE`",
        standard: "all others", example: "[flights, s=shop]")
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
        .wrongOptionValue, "there is no source '\(name)'",
        hint: DidYouMean.hint(for: name, among: names, listing: "sources")))
  }
}

/// One of the sources that SQL reads, or one table of it, and the name that it has there.
struct TableSpace: Sendable {
  let name: String
  let source: String
  /// Nil where all tables of the source are meant.
  let table: String?

  /// Reads `SOURCE`, `SOURCE.TABLE`, `NAME=SOURCE` and `NAME=SOURCE.TABLE`; of sources whose names begin alike the one
  /// with the longer name is meant.
  init(_ text: String, among names: [String], at place: Diagnostic.Place?) throws(DiagnosticError) {
    func find(_ text: Substring) -> (source: String, table: String?)? {
      let found = names.filter { text == $0 || text.hasPrefix($0 + ".") }
      guard let source = found.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
      let table = text.dropFirst(source.count + 1)
      return (source, table.isEmpty ? nil : String(table))
    }
    if let found = find(text[...]) {
      (source, table) = found
      name = found.table ?? found.source
      return
    }
    if let (written, rest) = text.parted(at: "="), !written.isEmpty, let found = find(rest) {
      (source, table) = found
      name = String(written)
      return
    }
    throw DiagnosticError(
      Diagnostic(
        .wrongOptionValue, "there is no source '\(text)' that SQL could read", at: place,
        hint: DidYouMean.hint(for: text, among: names, listing: "sources")))
  }
}
