import AugerColumns
import AugerDiagnostics

/// One `:name` in a SQL template.
public struct SQLParameter: Sendable, Hashable {
  /// What of the argument is meant.
  public enum Part: String, Sendable, Hashable {
    case whole
    /// `:Year.lower`, the lower end of a range.
    case lower
    /// `:Year.upper`, the upper end of a range.
    case upper
  }

  public var name: String
  public var part: Part
  /// Whether it stands in a `[[ ... ]]`, which is dropped without it.
  public var isOptional: Bool
  /// Whether it is an item of its own in `IN (...)`, where a list may stand.
  public var takesList: Bool
  /// From the colon to the end of the name and part.
  public var span: SourceSpan

  public init(name: String, part: Part, isOptional: Bool, takesList: Bool, span: SourceSpan) {
    self.name = name
    self.part = part
    self.isOptional = isOptional
    self.takesList = takesList
    self.span = span
  }
}

/// What a query says about one of its parameters: `parameters: { Year: { type: int, default: 2012 } }`.
public struct ParameterDeclaration: Sendable, Hashable {
  public var name: String
  /// Arguments are converted to it; without one an argument keeps its own type, and text stays text.
  public var type: DataType?
  /// Stands in where no argument is given. It counts as an argument for optional clauses too.
  public var defaultValue: Scalar?
  /// Where it was declared.
  public var place: Diagnostic.Place?

  public init(
    name: String, type: DataType? = nil, defaultValue: Scalar? = nil, place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.place = place
  }
}

extension Diagnostic.Code {
  /// SQL text that cannot be read as a template: an unclosed quote, comment or clause.
  public static let sqlSyntax = Self("sqlSyntax")
  /// A parameter without an argument.
  public static let argumentUnbound = Self("argumentUnbound")
  /// An argument that cannot be read as the declared type.
  public static let argumentType = Self("argumentType")
  /// A list or a range where one value is needed.
  public static let argumentKind = Self("argumentKind")
  /// A database's own placeholder, to which nothing would be bound.
  public static let foreignPlaceholder = Self("foreignPlaceholder")
}
