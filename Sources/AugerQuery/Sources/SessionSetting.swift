import AugerDiagnostics

/// One setting of a database session, such as `app.tenant`, which row policies of the database read.
public struct SessionSetting: Sendable, Hashable, HasName {
  /// As the database knows it, with its prefix.
  public let name: String
  /// Bound as a value, never written into a statement.
  public let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// A database takes them by their bytes.
  public static func == (a: SessionSetting, b: SessionSetting) -> Bool {
    Name(a.name) == Name(b.name) && Name(a.value) == Name(b.value)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(Name(name))
    hasher.combine(Name(value))
  }
}

extension Diagnostic.Code {
  /// Settings of a session for a source that has none, or that it cannot take.
  package static let sessionNotSupported = Self("sessionNotSupported")
}
