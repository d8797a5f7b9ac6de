import AugerDiagnostics

extension Diagnostic.Code {
  /// The text is not well-formed YAML.
  package static let yamlSyntax = Self("yamlSyntax")
  /// More than one document in a file that must hold one.
  package static let yamlSeveralDocuments = Self("yamlSeveralDocuments")
  /// A tag (`!name`) that means nothing here.
  package static let yamlUnknownTag = Self("yamlUnknownTag")
  /// An alias (`*name`) without an anchor (`&name`) before it.
  package static let yamlUnknownAlias = Self("yamlUnknownAlias")
  /// More bytes, or after its aliases are followed more values, than a document may have.
  package static let documentTooLarge = Self("documentTooLarge")
  /// Values nested deeper than a document may.
  package static let documentTooDeep = Self("documentTooDeep")
  /// A key that stands twice in one mapping.
  package static let duplicateKey = Self("duplicateKey")
  /// A key that nobody asked for.
  package static let unknownKey = Self("unknownKey")
  /// Two keys that exclude each other.
  package static let conflictingKeys = Self("conflictingKeys")
  /// A key that must be there and is not.
  package static let missingKey = Self("missingKey")
  /// A list where a mapping belongs, a mapping where a text belongs, and so on.
  package static let wrongKind = Self("wrongKind")
  /// A text that does not read as what was asked for.
  package static let wrongValue = Self("wrongValue")
  /// `${NAME}` where the environment has no NAME.
  package static let environmentVariableUndefined = Self("environmentVariableUndefined")
  /// A confined workspace reads an environment variable that the command line does not allow.
  package static let environmentVariableNotAllowed = Self("environmentVariableNotAllowed")
  /// `${` that is not closed, or a name that cannot be one.
  package static let environmentReferenceInvalid = Self("environmentReferenceInvalid")
}
