import AugerColumns
import AugerDiagnostics

/// An adapter turns one kind of source into tables: a database, CSV files or your own format.
///
/// An adapter has three types. Conform a small `Sendable` struct to this protocol, a class to `Source`, and another
/// to `ScannableTable`. Conform to `SQLSource` or `PushdownTable` only if the source supports it. `AugerTestKit`
/// tests an adapter from outside.
public protocol SourceAdapter: Sendable {
  /// The name of the adapter, in `adapter:` of a workspace and before the colon of an inline source: `csv`.
  var name: String { get }

  /// The lowercase file extensions by which a path belongs to this adapter, without the dot: `["csv", "tsv"]`.
  var pathExtensions: [String] { get }

  /// Opens a source, or at least checks that it exists. Connections can be made later.
  ///
  /// Throws `AugerError` with `fileNotFound`, `notAFile`, ... and `DiagnosticError` for invalid options.
  func open(_ configuration: SourceConfiguration) throws -> any Source

  /// True if its sources read other sources of the workspace and have no location.
  var readsOthers: Bool { get }

  /// Opens a source that can read the other sources of its workspace. The default ignores them.
  func open(_ configuration: SourceConfiguration, beside others: OtherSources) throws -> any Source
}

extension SourceAdapter {
  public var readsOthers: Bool { false }

  public func open(_ configuration: SourceConfiguration, beside others: OtherSources) throws -> any Source {
    try open(configuration)
  }
}

/// An adapter whose sources are recognized without its name or a file extension.
package protocol RecognizedAdapter: SourceAdapter {
  var recognition: Recognition { get }
}

package enum Recognition: Sendable, Hashable {
  /// A file that begins with these bytes.
  case signature(String)
  /// A server, given by a URL or by a list of keywords.
  case server
  /// Standard input, and each file that no other adapter recognizes. A pattern of files can be one table.
  case text
}

extension SourceAdapter {
  package var recognition: Recognition? { (self as? any RecognizedAdapter).map { $0.recognition } }
}

/// The sources of a workspace, for a source that reads others. They are opened on first use.
public struct OtherSources: Sendable {
  /// The names of the sources, in workspace order.
  public let names: [String]
  private let opening: @Sendable (String) throws -> any Source
  private let answering: Answering?

  /// A function that executes a table query like a query of the workspace, and returns the result in memory.
  package typealias Answering =
    @Sendable (
      _ query: TableQuery, _ table: any ScannableTable, _ arguments: QueryArguments, _ limits: QueryLimits,
      _ control: RunControl
    ) throws -> any ScannableTable

  /// - Parameter answering: The function that executes table queries on the sources. Nil if none exists.
  package init(
    _ names: [String], answering: Answering? = nil, opening: @escaping @Sendable (String) throws -> any Source
  ) {
    self.names = names
    self.opening = opening
    self.answering = answering
  }

  /// Returns an opened source. Throws the errors of opening it.
  public func source(_ name: String) throws -> any Source { try opening(name) }

  /// Returns the result of a table query on one of their tables, with its rows in `whole`. Nil if no function
  /// executes queries. Throws the errors of executing it.
  package func answer(
    _ query: TableQuery, on table: any ScannableTable, arguments: QueryArguments, limits: QueryLimits,
    _ control: RunControl
  ) throws -> (any ScannableTable)? {
    try answering?(query, table, arguments, limits, control)
  }
}

/// An open source. Calls can block, so they run on separate threads, never on the cooperative pool.
public protocol Source: Sendable {
  /// The name of the source in its workspace.
  var name: String { get }

  /// Returns all tables, sorted by name (bytes).
  func tables(_ control: RunControl) throws -> [TableDescription]

  /// Returns a table or view by name. Throws `AugerError(.tableNotFound)` with a suggestion.
  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable

  /// Returns the tables according to the catalog of the source, with counts if requested.
  ///
  /// The default returns the result of `tables` without counts. An implementation reads the catalog and the
  /// statistics, in one snapshot if the database supports it:
  ///
  /// - Tables and views are sorted by name (bytes), with the same names as in `tables`. If `request.tables` is set,
  ///   only those are returned. An unknown name throws `tableNotFound` with a suggestion.
  /// - Columns are in order, including generated ones but not hidden ones. `type` is the type that a scan of an empty
  ///   table returns.
  /// - A column is nullable unless the database itself rejects nulls, by declaration or as part of a key.
  /// - `rows` and `distinct` are estimates from statistics, or nil if none exist. No rows are read for them. With
  ///   `countsRows` and `countsDistinct`, they are exact counts of stored values. Strings are distinct by bytes
  ///   in every collation, and null does not count. They remain nil for a view that cannot be read.
  /// - An omitted declaration is nil or empty, not an empty string.
  ///
  /// `AugerTestKit` tests these properties from outside.
  func describe(_ request: IntrospectionRequest, _ control: RunControl) throws -> [TableDescription]

  /// Returns the version of a table: equal strings guarantee equal rows. Nil if the version is unknown without
  /// reading the rows. It is called for each cached result, so it must be fast.
  ///
  /// The default is the version of the table for a source that does not execute SQL, and nil for other sources.
  /// Throws if the table cannot be read.
  func contentVersion(ofTable name: String, _ control: RunControl) throws -> String?

  /// The source as a source that executes SQL. Nil if it cannot.
  var sql: (any SQLSource)? { get }

  /// True if the settings of `RunControl.session` apply to every statement of that work, and to no other statement.
  /// The default is false: work with settings is then rejected.
  var holdsSessions: Bool { get }

  /// Closes files and connections. The source is not used afterwards.
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
  /// The syntax of names and bound values.
  var dialect: SQLDialect { get }

  /// Executes one read-only statement with bound values.
  ///
  /// Throws `AugerError`: `queryFailed` with the database's message, `notReadOnly`, `multipleStatements`,
  /// `limitExceeded`, `timeout`, `cancelled`.
  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> DataTable

  /// Returns the version of all data that a statement reads: equal strings guarantee equal rows for equal arguments.
  /// The default is nil: the version is unknown without executing the statement. It is called for each cached result,
  /// so it must be fast.
  ///
  /// - Parameter text: The statement, or its template with `:name` parameters and optional clauses.
  func contentVersion(ofStatement text: String, _ control: RunControl) throws -> String?
}

/// The configuration of a source: its name in the workspace, its location, and the options of the adapter.
public struct SourceConfiguration: Sendable {
  /// The name of the source in its workspace.
  public var name: String
  /// A path (absolute, or relative to the working directory) or a URL.
  public var location: String
  package var options: [SourceOption]
  /// The files that the source can read and write.
  package var access = FileAccess.anywhere
  /// The base folder of relative paths in options. Nil means the working directory.
  package var directory: String?

  /// Creates a configuration from a name, a location and options.
  public init(name: String, location: String, options: [SourceOption] = []) {
    self.name = name
    self.location = location
    self.options = options
  }

  /// Returns the option with a name, if it is set.
  public func option(_ name: String) -> SourceOption? { options.first { $0.name == name } }

  /// Returns the path in an option, relative to the folder of its workspace file.
  package func path(_ option: String) -> String? {
    guard let path = self.option(option)?.text else { return nil }
    guard let directory, !directory.isEmpty, !path.hasPrefix("/") else { return path }
    return directory + "/" + path
  }

  /// Rejects a server that a confined workspace names. The server could otherwise receive credentials from the user's
  /// environment.
  package func requireServerAllowed() throws(AugerError) {
    guard access.isConfined else { return }
    throw AugerError(
      .pathNotAllowed, operation: "open source '\(name)'", "the workspace is not allowed to choose a server",
      hint: "Write the location as one variable, such as url: \"${NAME}\", and pass --allow-env NAME.")
  }

  /// Rejects options that the adapter does not know, all at once, with a suggestion for each.
  public func checkOptions(known: [String]) throws { try requireOptions(known) }

  package func requireOptions(_ known: [String]) throws(DiagnosticError) {
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

/// An option of a source in its original form.
public struct SourceOption: Sendable {
  package var name: String
  /// The values: one string, or several for a list.
  public var values: [String]
  /// The position of the option, if it is in a file.
  package var place: Diagnostic.Place?

  /// Creates an option with values and an optional position.
  public init(_ name: String, _ values: [String], at place: Diagnostic.Place? = nil) {
    self.name = name
    self.values = values
    self.place = place
  }

  /// Creates an option with one value.
  public init(_ name: String, _ value: String, at place: Diagnostic.Place? = nil) {
    self.init(name, [value], at: place)
  }

  /// All values, separated by commas.
  public var text: String { values.joined(separator: ",") }

  /// Returns the selected case. Throws a diagnostic that lists the choices.
  package func choice<Choice: RawRepresentable & CaseIterable>(of type: Choice.Type) throws(DiagnosticError) -> Choice
  where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    throw wrongValue(hint: DidYouMean.hint(for: text, among: Choice.allCases.map(\.rawValue), listing: "values"))
  }

  /// Returns the Boolean for `true`, `yes`, `1` or `false`, `no`, `0`.
  package func bool() throws(DiagnosticError) -> Bool {
    switch text.lowercased() {
    case "true", "yes", "1", "on": return true
    case "false", "no", "0", "off": return false
    default: throw wrongValue(hint: "Use true or false.")
    }
  }

  package func wrongValue(hint: String?) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(.wrongOptionValue, "option '\(name)' cannot be '\(text)'", at: place, hint: hint))
  }
}

extension AugerError {
  /// Returns the error of `Source.table` for an unknown name, with a suggestion from `names`.
  ///
  /// - Parameters:
  /// - source: The name of the source in the workspace.
  /// - operation: The intended use of the table.
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
