import AugerDiagnostics

/// One setting of a database session, such as `app.tenant`, which row policies of the database read.
package struct SessionSetting: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// A database takes them by their bytes.
  package static func == (a: SessionSetting, b: SessionSetting) -> Bool {
    Name(a.name) == Name(b.name) && Name(a.value) == Name(b.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(Name(name))
    hasher.combine(Name(value))
  }
}

/// A source that makes the settings of `RunControl.session` hold for every statement that it executes for that work,
/// and for none beyond it. Work that has settings is refused on all other sources.
package protocol SessionSource: Source {}

extension Diagnostic.Code {
  /// Settings of a session for a source that has none, or that it cannot take.
  package static let sessionNotSupported = Self("sessionNotSupported")
}
