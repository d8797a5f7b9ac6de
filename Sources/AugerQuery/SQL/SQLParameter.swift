import AugerColumns
import AugerDiagnostics

/// An occurrence of `:name` in a SQL template.
package struct SQLParameter: Sendable, Hashable, HasName {
  /// The part of the argument to bind.
  package enum Part: String, Sendable, Hashable {
    case whole
    /// The lower end of a range, `:Year.lower`.
    case lower
    /// The upper end of a range, `:Year.upper`.
    case upper
  }

  package var name: String
  package var part: Part
  /// True if it is in a clause `[[ ... ]]`, which is dropped if the argument is missing.
  package var isOptional: Bool
  /// True if it is a complete item of `IN (...)`, where a list is valid.
  package var takesList: Bool
  /// The span from the colon to the end of the name and part.
  package var span: SourceSpan
}

/// The declaration of a query parameter: `parameters: { Year: { type: int, default: 2012 } }`.
package struct ParameterDeclaration: Sendable, Hashable, HasName {
  package var name: String
  /// The type to which arguments are converted. Without a type, an argument is unchanged, and a string remains a
  /// string.
  package var type: DataType?
  /// The value for a missing argument. It counts as an argument for optional clauses too.
  package var defaultValue: Scalar?
  /// The position of the declaration.
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
  /// SQL text that is not a valid template: an unclosed quote, comment or clause.
  package static let sqlSyntax = Self("sqlSyntax")
  /// A parameter without an argument.
  package static let argumentUnbound = Self("argumentUnbound")
  /// A placeholder of the database's own syntax, to which no value would be bound.
  package static let foreignPlaceholder = Self("foreignPlaceholder")
}
