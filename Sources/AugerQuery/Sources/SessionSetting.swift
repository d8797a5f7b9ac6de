import AugerDiagnostics

/// A setting of a database session, such as `app.tenant`, for row policies of the database.
public struct SessionSetting: Sendable, Hashable, HasName {
  /// The name in the database, including its prefix.
  public let name: String
  /// The value. It is bound, never inserted into a statement.
  public let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Compares by bytes, like databases do.
  public static func == (a: SessionSetting, b: SessionSetting) -> Bool {
    Name(a.name) == Name(b.name) && Name(a.value) == Name(b.value)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(Name(name))
    hasher.combine(Name(value))
  }
}

extension Diagnostic.Code {
  /// The source does not support session settings, or not these.
  package static let sessionNotSupported = Self("sessionNotSupported")
}
