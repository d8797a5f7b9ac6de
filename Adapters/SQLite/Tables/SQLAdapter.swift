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
    let names = SourceNames(others.names)
    let members = try written.map { try TableSpace($0, among: names, at: option?.place) }
    let counts = Dictionary(members.map { (Name($0.name.lowercased()), 1) }, uniquingKeysWith: +)
    if let twice = members.first(where: { counts[Name($0.name.lowercased())] != 1 }) {
      throw DiagnosticError(
        Diagnostic(
          .duplicateName, "two of the sources that SQL reads are called '\(twice.name)'", at: option?.place,
          hint: "name one of them otherwise: OTHER=\(twice.source)"))
    }
    return TablesSource(name: configuration.name, members, isAll: option == nil, others)
  }

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

/// The names of the sources that SQL may read.
struct SourceNames {
  /// In the order of the workspace.
  let all: [String]
  private let known: Set<Name>
  private let longest: Int

  init(_ all: [String]) {
    self.all = all
    known = Set(all.map { Name($0) })
    longest = all.map(\.utf8.count).max() ?? 0
  }

  /// The source that a text means, and the table of it where it names one: `SOURCE`, `SOURCE.TABLE`. Of sources whose
  /// names begin alike the one with the longer name is meant.
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

/// One of the sources that SQL reads, or one table of it, and the name that it has there.
struct TableSpace: Sendable {
  let name: String
  let source: String
  /// Nil where all tables of the source are meant.
  let table: String?

  /// Reads `SOURCE`, `SOURCE.TABLE`, `NAME=SOURCE` and `NAME=SOURCE.TABLE`.
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
        .wrongOptionValue, "there is no source '\(text)' that SQL could read", at: place,
        hint: DidYouMean.hint(for: text, among: names.all, listing: "sources")))
  }
}
