/// What an author did wrong, or should know, about something they wrote: one message with its place.
public struct Diagnostic: Sendable, Hashable {
  /// How serious a diagnostic is.
  public enum Level: String, Sendable, Hashable {
    /// The work cannot be done.
    case error
    /// The work can be done, perhaps not as meant.
    case warning
    /// Information; never changes an exit code.
    case note
  }

  /// Which kind of mistake it is.
  public var code: Code
  /// How serious it is.
  public var level: Level
  /// One sentence without a full stop: what is wrong.
  public var message: String { didSet { message = message.withoutPasswords } }
  /// Where the mistake was written, if that is known.
  public var place: Place?
  /// How to mend it, where that is known: `Did you mean 'Region'?`
  public var hint: String? { didSet { hint = hint?.withoutPasswords } }
  /// What else there is to say, a sentence each.
  public var notes: [String]
  /// What it is about, piece by piece; each key at most once.
  package var details: [Detail]
  /// What is legal and nearest to what was refused, as an address writes it; nil where nothing is near, or not known.
  package var nearest: String?

  /// A mistake, with how to mend it where that is known.
  public init(
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

  /// The same, naming what is legal and nearest to what was refused.
  package func nearest(_ text: String?) -> Diagnostic {
    var diagnostic = self
    diagnostic.nearest = text
    return diagnostic
  }

  /// Where: a range of a text, or a row and column of data, or only the name of a file.
  public struct Place: Sendable, Hashable, CustomStringConvertible {
    package var source: SourceText
    package var span: SourceSpan?
    /// Whether a secret stands there: the line is named, and not shown.
    package var isSecret = false

    package init(_ source: SourceText, _ span: SourceSpan? = nil) {
      self.source = source
      self.span = span
    }

    /// Line and column of the beginning, if a span is known and the file has lines.
    public var position: SourcePosition? {
      source.keyPath == nil ? span.map { source.position(atOffset: $0.lower) } : nil
    }

    /// `sales.xml:14:38`, `sales.plist#Dashboard/Chart2/Title`, or only the name of a file.
    public var description: String {
      if let keyPath = source.keyPath { return "\(source.name)#\(keyPath)" }
      return position.map { "\(source.name):\($0.line):\($0.column)" } ?? source.name
    }
  }

  /// A stable name for a kind of mistake: `error.code == "fileNotFound"`. Extensible: adapters declare their own
  /// beside the
  /// code that reports them.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral name: String) { rawValue = name }

    package init(_ name: String) { rawValue = name }

    public var description: String { rawValue }
  }
}

/// One or more diagnostics, thrown together because a reader collects all of them before it gives up.
public struct DiagnosticError: Error, Sendable, CustomStringConvertible {
  /// The mistakes in the order of their places; at least one.
  public let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// What a delegate or an adapter throws for one mistake of an author.
  public init(_ diagnostic: Diagnostic) { diagnostics = [diagnostic] }

  public var description: String {
    diagnostics.map { DiagnosticRenderer().text($0) }.joined(separator: "\n")
  }

  /// The description without level and code of the first mistake, for a record that has its code beside it.
  package var reason: String {
    let renderer = DiagnosticRenderer()
    let first = diagnostics.prefix(1).map { renderer.text($0, isNamed: false) }
    return (first + diagnostics.dropFirst().map { renderer.text($0) }).joined(separator: "\n")
  }
}
