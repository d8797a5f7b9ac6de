import AugerColumns
import AugerDiagnostics

/// One `:name` in a SQL template.
package struct SQLParameter: Sendable, Hashable, HasName {
  /// What of the argument is meant.
  package enum Part: String, Sendable, Hashable {
    case whole
    /// `:Year.lower`, the lower end of a range.
    case lower
    /// `:Year.upper`, the upper end of a range.
    case upper
  }

  package var name: String
  package var part: Part
  /// Whether it stands in a `[[ ... ]]`, which is dropped without it.
  package var isOptional: Bool
  /// Whether it is an item of its own in `IN (...)`, where a list may stand.
  package var takesList: Bool
  /// From the colon to the end of the name and part.
  package var span: SourceSpan
}

/// What a query says about one of its parameters: `parameters: { Year: { type: int, default: 2012 } }`.
package struct ParameterDeclaration: Sendable, Hashable, HasName {
  package var name: String
  /// Arguments are converted to it; without one an argument keeps its own type, and text stays text.
  package var type: DataType?
  /// Stands in where no argument is given. It counts as an argument for optional clauses too.
  package var defaultValue: Scalar?
  /// Where it was declared.
  package var place: Diagnostic.Place?

  package init(
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
  package static let sqlSyntax = Self("sqlSyntax")
  /// A parameter without an argument.
  package static let argumentUnbound = Self("argumentUnbound")
  /// A database's own placeholder, to which nothing would be bound.
  package static let foreignPlaceholder = Self("foreignPlaceholder")
}
