import AugerColumns
import AugerDiagnostics

/// The code that turns one kind of source - a database, CSV files, yours - into tables.
///
/// To write one: conform a small `Sendable` struct to this protocol, a class to `Source`, and one to `ScannableTable`;
/// announce more (`SQLSource`, `PushdownTable`) only where the source can do it. `AugerTestKit` checks an adapter from
/// outside.
public protocol SourceAdapter: Sendable {
  /// The name in a workspace's `adapter:` and before the colon of an inline source: `csv`.
  var name: String { get }

  /// Endings by which a bare path is recognised as this adapter's, lowercase, without the dot: `["csv", "tsv"]`.
  var pathExtensions: [String] { get }

  /// Opens a source, or at least checks that it is there; connections may be made later.
  ///
  /// Throws `AugerError` with `fileNotFound`, `notAFile`, ... and `DiagnosticError` for wrong options.
  func open(_ configuration: SourceConfiguration) throws -> any Source

  /// Whether its sources read others of their workspace, and lie nowhere themselves.
  var readsOthers: Bool { get }

  /// Opens a source that may read the others of its workspace. Without an implementation of its own an adapter does
  /// not look at them.
  func open(_ configuration: SourceConfiguration, beside others: OtherSources) throws -> any Source
}

extension SourceAdapter {
  public var readsOthers: Bool { false }

  public func open(_ configuration: SourceConfiguration, beside others: OtherSources) throws -> any Source {
    try open(configuration)
  }
}

/// An adapter whose sources are recognized although neither its name nor an ending says so.
package protocol RecognizedAdapter: SourceAdapter {
  var recognition: Recognition { get }
}

package enum Recognition: Sendable, Hashable {
  /// A file that begins with these bytes.
  case signature(String)
  /// A server: by its URL or by a list of keywords.
  case server
  /// Standard input, and each file that no other adapter recognizes. A pattern of files can be one table.
  case text
}

extension SourceAdapter {
  package var recognition: Recognition? { (self as? any RecognizedAdapter).map { $0.recognition } }
}

/// The sources of a workspace, for a source that reads others: opened when they are first asked for.
public struct OtherSources: Sendable {
  /// In the order of the workspace.
  public let names: [String]
  private let opening: @Sendable (String) throws -> any Source
  private let answering: Answering?

  /// Executes a table query on one of their tables, as a query of the workspace would be; gives the result in memory.
  package typealias Answering =
    @Sendable (
      _ query: TableQuery, _ table: any ScannableTable, _ arguments: QueryArguments, _ limits: QueryLimits,
      _ control: RunControl
    ) throws -> any ScannableTable

  /// - Parameter answering: what executes table queries on them; nil where there is nothing that does.
  package init(
    _ names: [String], answering: Answering? = nil, opening: @escaping @Sendable (String) throws -> any Source
  ) {
    self.names = names
    self.opening = opening
    self.answering = answering
  }

  /// An opened source. Throws what opening it throws.
  public func source(_ name: String) throws -> any Source { try opening(name) }

  /// The result of a table query on one of their tables, whose `whole` is all of it; nil where nothing executes such.
  /// Throws what executing it throws.
  package func answer(
    _ query: TableQuery, on table: any ScannableTable, arguments: QueryArguments, limits: QueryLimits,
    _ control: RunControl
  ) throws -> (any ScannableTable)? {
    try answering?(query, table, arguments, limits, control)
  }
}

/// An opened source. Calls may block: they run on threads of their own, never on the cooperative pool.
public protocol Source: Sendable {
  /// The source's name in its workspace.
  var name: String { get }

  /// Everything that can be scanned, sorted by name (bytes).
  func tables(_ control: RunControl) throws -> [TableDescription]

  /// A table or view by its name. Throws `AugerError(.tableNotFound)` with a suggestion.
  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable

  /// What the source's catalogue knows of its tables, and on request what is counted.
  ///
  /// Without an implementation of its own a source gives what `tables` gives, and counts nothing. To implement it,
  /// answer from the catalogue and the statistics, in one snapshot where the database has those:
  ///
  /// - tables and views sorted by name (bytes), the same names as `tables` gives; of `request.tables` those alone; an
  ///   unknown one throws `tableNotFound` with a suggestion;
  /// - columns in their order, generated ones included, hidden ones not; `type` as a scan of an empty table has it;
  /// - a column is nullable unless the database itself keeps nulls out, by declaration or as part of a key;
  /// - `rows` and `distinct` are estimates from statistics where there are such, and nil where not; nothing is read for
  ///   them. With `countsRows` and `countsDistinct` they are counted: exact, by values as they are stored (strings by
  ///   bytes, whatever the collation), null not among the distinct. A view that cannot be read keeps nil;
  /// - what an author did not write is nil or empty, not an empty text.
  ///
  /// `AugerTestKit` checks it from outside.
  func describe(_ request: IntrospectionRequest, _ control: RunControl) throws -> [TableDescription]

  /// The state of a table: equal texts promise equal rows. Nil if nothing tells without reading the rows. It is asked
  /// for each cached answer, so it must be cheap.
  ///
  /// By default the version of the table for a source that does not execute SQL, and nil for one that does. Throws if
  /// the table cannot be read.
  func contentVersion(ofTable name: String, _ control: RunControl) throws -> String?

  /// The source as one that executes SQL text; nil for one that cannot.
  var sql: (any SQLSource)? { get }

  /// Whether the settings of `RunControl.session` hold for every statement that it executes for that work, and for none
  /// beyond it. Work that has settings is refused where it is false, as by default.
  var holdsSessions: Bool { get }

  /// Closes files and connections; the source is not used afterwards.
  func close()
}

extension Source {
  public func describe(_ request: IntrospectionRequest, _ control: RunControl) throws -> [TableDescription] {
    let tables = try tables(control)
    let chosen = try request.chosen(tables.map(\.name), of: name)
    return chosen.map { tables[$0] }
  }

  public func contentVersion(ofTable name: String, _ control: RunControl) throws -> String? {
    sql == nil ? try table(name, control).contentVersion(control) : nil
  }

  public var sql: (any SQLSource)? { nil }

  public var holdsSessions: Bool { false }
}

extension SQLSource {
  public func contentVersion(ofStatement text: String, _ control: RunControl) throws -> String? { nil }

  public var sql: (any SQLSource)? { self }
}

/// A source that executes SQL text.
public protocol SQLSource: Source {
  /// How names are quoted and values bound.
  var dialect: SQLDialect { get }

  /// Executes one reading statement with bound values.
  ///
  /// Throws `AugerError`: `queryFailed` with the database's message, `notReadOnly`, `multipleStatements`,
  /// `limitExceeded`,
  /// `timeout`, `cancelled`.
  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table

  /// The state of all that a statement reads: equal texts promise equal rows for equal arguments. Nil, as by default,
  /// if nothing tells without executing it. It is asked for each cached answer, so it must be cheap.
  ///
  /// - Parameter text: the statement, or a template of it with `:name` parameters and optional clauses.
  func contentVersion(ofStatement text: String, _ control: RunControl) throws -> String?
}

/// How a source is configured: its name in the workspace, where it is, and the adapter's own options.
public struct SourceConfiguration: Sendable {
  /// The name of the source in its workspace.
  public var name: String
  /// A path (absolute, or relative to the working directory) or a URL.
  public var location: String
  package var options: [SourceOption]
  /// The files that the source may read and write.
  package var access = FileAccess.anywhere
  /// The folder at which relative paths of options begin; nil: the working directory.
  package var directory: String?

  /// A source by its name, where it is, and its further options.
  public init(name: String, location: String, options: [SourceOption] = []) {
    self.name = name
    self.location = location
    self.options = options
  }

  /// The option of a name, if it was given.
  public func option(_ name: String) -> SourceOption? { options.first { $0.name == name } }

  /// The path that an option gives, from the folder of the workspace file that has it.
  package func path(_ option: String) -> String? {
    guard let path = self.option(option)?.text else { return nil }
    guard let directory, !directory.isEmpty, !path.hasPrefix("/") else { return path }
    return directory + "/" + path
  }

  /// Refuses a server that a confined workspace names: it would be given what the user's environment has for servers.
  package func requireServerAllowed() throws(AugerError) {
    guard access.isConfined else { return }
    throw AugerError(
      .pathNotAllowed, operation: "open source '\(name)'", "the workspace may not choose a server",
      hint: "Write the location as one variable, such as url: \"${NAME}\", and pass --allow-env NAME.")
  }

  /// Refuses options that the adapter does not know, all of them at once, with a suggestion for each.
  public func checkOptions(known: [String]) throws(DiagnosticError) {
    let unknown = options.filter { !known.contains($0.name) }
    guard !unknown.isEmpty else { return }
    throw DiagnosticError(
      unknown.map {
        Diagnostic(
          .unknownOption, "source '\(name)' has no option '\($0.name)'", at: $0.place,
          hint: DidYouMean.hint(for: $0.name, among: known, listing: "options"))
      })
  }
}

/// One option of a source as it was written.
public struct SourceOption: Sendable {
  package var name: String
  /// One text, or several where a list was written.
  public var values: [String]
  /// Where it was written, if in a file.
  package var place: Diagnostic.Place?

  /// An option with its values and the place where it was written.
  public init(_ name: String, _ values: [String], at place: Diagnostic.Place? = nil) {
    self.name = name
    self.values = values
    self.place = place
  }

  /// An option with one value.
  public init(_ name: String, _ value: String, at place: Diagnostic.Place? = nil) {
    self.init(name, [value], at: place)
  }

  /// All values, separated by commas.
  public var text: String { values.joined(separator: ",") }

  /// The one of `choices` that was written, or a diagnostic that lists them.
  package func choice<Choice: RawRepresentable & CaseIterable>(of type: Choice.Type) throws(DiagnosticError) -> Choice
  where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    throw wrongValue(hint: DidYouMean.hint(for: text, among: Choice.allCases.map(\.rawValue), listing: "values"))
  }

  /// `true`, `yes`, `1` or `false`, `no`, `0`.
  package func bool() throws(DiagnosticError) -> Bool {
    switch text.lowercased() {
    case "true", "yes", "1", "on": return true
    case "false", "no", "0", "off": return false
    default: throw wrongValue(hint: "values: true, false")
    }
  }

  package func wrongValue(hint: String?) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(.wrongOptionValue, "option '\(name)' cannot be '\(text)'", at: place, hint: hint))
  }
}

extension AugerError {
  /// What `Source.table` throws for a name that is not among its tables, with a suggestion from `names`.
  ///
  /// - Parameters:
  ///   - source: the source's name in the workspace.
  ///   - operation: what was to be done with the table.
  public static func tableNotFound(
    _ table: String, of source: String, among names: [String], operation: String = "read"
  ) -> AugerError {
    AugerError(
      .tableNotFound, operation: "\(operation) '\(table)'", "source '\(source)' has no table '\(table)'",
      hint: DidYouMean.hint(for: table, among: names, listing: "tables"))
  }
}

extension Diagnostic.Code {
  package static let wrongOptionValue = Self("wrongOptionValue")
  package static let notReadOnly = Self("notReadOnly")
  package static let multipleStatements = Self("multipleStatements")
}
