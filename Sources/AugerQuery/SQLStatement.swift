import AugerColumns

/// SQL text ready for a database: placeholders where values belong, and the values.
public struct SQLStatement: Sendable {
  public var text: String
  /// One for each placeholder, in order.
  public var bindings: [Scalar]
  /// For each byte range of `text`, in order, where it comes from in the template: maps error positions back.
  public var origins: [Origin]

  public struct Origin: Sendable {
    public var offset: Int
    public var templateOffset: Int

    public init(offset: Int, templateOffset: Int) {
      self.offset = offset
      self.templateOffset = templateOffset
    }
  }

  public init(text: String, bindings: [Scalar] = [], origins: [Origin] = []) {
    self.text = text
    self.bindings = bindings
    self.origins = origins
  }
}

/// How a database writes what SQL leaves open.
public struct SQLDialect: Sendable, Hashable {
  public enum Placeholder: Sendable, Hashable {
    /// `?1, ?2` (SQLite)
    case numberedQuestionMark
    /// `$1, $2` (PostgreSQL)
    case dollarNumber
  }

  public var name: String
  public var placeholder: Placeholder

  public init(name: String, placeholder: Placeholder) {
    self.name = name
    self.placeholder = placeholder
  }

  public static let sqlite = SQLDialect(name: "sqlite", placeholder: .numberedQuestionMark)
  public static let postgreSQL = SQLDialect(name: "postgresql", placeholder: .dollarNumber)

  /// A name as an identifier: double quotes, inner ones doubled.
  public func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}
