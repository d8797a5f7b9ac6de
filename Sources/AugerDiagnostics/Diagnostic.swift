/// A message about something that an author wrote, with its position.
public struct Diagnostic: Sendable, Hashable {
  /// The severity of a diagnostic.
  public enum Level: String, Sendable, Hashable {
    /// The work cannot be done.
    case error
    /// The work can be done, but possibly not as intended.
    case warning
    /// Information that never changes an exit code.
    case note
  }

  /// The code of the diagnostic, for example `unknownColumn`.
  public var code: Code
  /// The severity.
  public var level: Level
  /// The problem, as one sentence without a period.
  public var message: String { didSet { message = message.withoutPasswords } }
  /// The position of the problem, if known.
  public var place: Place?
  /// A suggested fix, for example `Did you mean 'Region'?`
  public var hint: String? { didSet { hint = hint?.withoutPasswords } }
  /// Additional notes, one sentence each.
  public var notes: [String]
  /// The subjects of the diagnostic by key. Each key occurs at most once.
  package var details: [Detail]
  /// The nearest valid value, encoded as in a URL. Nil if no value is near or none is known.
  package var nearest: String?

  package init(
    _ code: Code, level: Level = .error, _ message: String, at place: Place? = nil, hint: String? = nil,
    notes: [String] = []
  ) {
    self.init(code, level: level, message, at: place, hint: hint, notes: notes, details: [])
  }

  package init(
    _ code: Code, level: Level = .error, _ message: String, at place: Place? = nil, hint: String? = nil,
    notes: [String] = [], details: [Detail]
  ) {
    self.code = code
    self.level = level
    self.message = message.withoutPasswords
    self.place = place
    self.hint = hint?.withoutPasswords
    self.notes = notes.map(\.withoutPasswords)
    self.details = details
  }

  /// Returns the diagnostic with the nearest valid value.
  package func nearest(_ text: String?) -> Diagnostic {
    var diagnostic = self
    diagnostic.nearest = text
    return diagnostic
  }

  /// A range of a source text, a row and column of data, or only a file name.
  public struct Place: Sendable, Hashable, CustomStringConvertible {
    package var source: SourceText
    package var span: SourceSpan?
    /// True if the line contains a secret. The line is named but not shown.
    package var isSecret = false

    package init(_ source: SourceText, _ span: SourceSpan? = nil) {
      self.source = source
      self.span = span
    }

    /// The line of the start, counted from 1. Nil if it is not known or if the file has no lines.
    public var line: Int? { position?.line }

    /// The column of the start in characters, counted from 1. Nil if it is not known or if the file has no lines.
    public var column: Int? { position?.column }

    package var position: SourcePosition? {
      source.keyPath == nil ? span.map { source.position(atOffset: $0.lower) } : nil
    }

    /// `sales.xml:14:38`, `sales.plist#Dashboard/Chart2/Title`, or only the file name.
    public var description: String {
      if let keyPath = source.keyPath { return "\(source.name)#\(keyPath)" }
      return position.map { "\(source.name):\($0.line):\($0.column)" } ?? source.name
    }
  }

  /// A stable name for a kind of error: `error.code == "fileNotFound"`. Adapters declare their own codes next to the
  /// code that reports them.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral name: String) { rawValue = name }

    package init(_ name: String) { rawValue = name }

    public var description: String { rawValue }
  }
}

/// One or more diagnostics. A reader collects all of them and throws them together.
package struct DiagnosticError: Error, Sendable, CustomStringConvertible {
  /// The diagnostics in the order of their positions. At least one.
  package let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// Creates an error with one diagnostic, for delegates and adapters.
  package init(_ diagnostic: Diagnostic) { diagnostics = [diagnostic] }

  package var description: String {
    diagnostics.map { DiagnosticRenderer().text($0) }.joined(separator: "\n")
  }

  /// The description without level and code of the first diagnostic, for records that store the code separately.
  package var reason: String {
    let renderer = DiagnosticRenderer()
    let first = diagnostics.prefix(1).map { renderer.text($0, isNamed: false) }
    return (first + diagnostics.dropFirst().map { renderer.text($0) }).joined(separator: "\n")
  }
}
