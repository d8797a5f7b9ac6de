import AugerColumns
import AugerDiagnostics

/// The code that turns one kind of source - SQLite files, CSV files, yours - into tables.
///
/// To write one: conform a small `Sendable` struct to this protocol, a class to `Source`, and one to `ScannableTable`;
/// announce more (`SQLSource`) only where the source can do it. `AugerTestKit` checks an adapter from outside.
public protocol SourceAdapter: Sendable {
  /// The name in a workspace's `adapter:` and before the colon of an inline source: `sqlite`.
  var name: String { get }

  /// Endings by which a bare path is recognised as this adapter's, lowercase, without the dot: `["sqlite", "db"]`.
  var pathExtensions: [String] { get }

  /// Opens a source, or at least checks that it is there; connections may be made later.
  ///
  /// Throws `AugerError` with `fileNotFound`, `notAFile`, ... and `DiagnosticError` for wrong options.
  func open(_ configuration: SourceConfiguration) throws -> any Source
}

/// An opened source. Calls may block: they run on threads of their own, never on the cooperative pool.
public protocol Source: Sendable {
  var name: String { get }

  /// Everything that can be scanned, sorted by name (bytes).
  func tables(_ control: RunControl) throws -> [TableDescription]

  /// A table or view by its name. Throws `AugerError(.tableNotFound)` with a suggestion.
  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable

  func close()
}

/// A source that executes SQL text.
public protocol SQLSource: Source {
  var dialect: SQLDialect { get }

  /// Executes one reading statement with bound values.
  ///
  /// Throws `AugerError`: `queryFailed` with the database's message, `notReadOnly`, `multipleStatements`,
  /// `limitExceeded`,
  /// `timeout`, `cancelled`.
  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table
}

/// How a source is configured: its name in the workspace, where it is, and the adapter's own options.
public struct SourceConfiguration: Sendable {
  public var name: String
  /// A path (absolute, or relative to the working directory) or a URL.
  public var location: String
  public var options: [SourceOption]

  public init(name: String, location: String, options: [SourceOption] = []) {
    self.name = name
    self.location = location
    self.options = options
  }

  /// The option of a name, if it was given.
  public func option(_ name: String) -> SourceOption? { options.first { $0.name == name } }

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
  public var name: String
  /// One text, or several where a list was written.
  public var values: [String]
  /// Where it was written, if in a file.
  public var place: Diagnostic.Place?

  public init(_ name: String, _ values: [String], at place: Diagnostic.Place? = nil) {
    self.name = name
    self.values = values
    self.place = place
  }

  public init(_ name: String, _ value: String, at place: Diagnostic.Place? = nil) {
    self.init(name, [value], at: place)
  }

  public var text: String { values.joined(separator: ",") }

  /// The one of `choices` that was written, or a diagnostic that lists them.
  public func choice<Choice: RawRepresentable & CaseIterable>(of type: Choice.Type) throws(DiagnosticError) -> Choice
  where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    throw wrongValue(hint: DidYouMean.hint(for: text, among: Choice.allCases.map(\.rawValue), listing: "values"))
  }

  /// `true`, `yes`, `1` or `false`, `no`, `0`.
  public func bool() throws(DiagnosticError) -> Bool {
    switch text.lowercased() {
    case "true", "yes", "1", "on": return true
    case "false", "no", "0", "off": return false
    default: throw wrongValue(hint: "values: true, false")
    }
  }

  public func wrongValue(hint: String?) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(.wrongOptionValue, "option '\(name)' cannot be '\(text)'", at: place, hint: hint))
  }
}

extension Diagnostic.Code {
  public static let unknownOption = Self("unknownOption")
  public static let wrongOptionValue = Self("wrongOptionValue")
  public static let notReadOnly = Self("notReadOnly")
  public static let multipleStatements = Self("multipleStatements")
}
