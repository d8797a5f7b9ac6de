import AugerDiagnostics

extension Diagnostic.Code {
  /// The text is not well-formed YAML.
  package static let yamlSyntax = Self("yamlSyntax")
  /// More than one document in a file that must contain a single one.
  package static let yamlSeveralDocuments = Self("yamlSeveralDocuments")
  /// A tag (`!name`) that is not supported.
  package static let yamlUnknownTag = Self("yamlUnknownTag")
  /// An alias (`*name`) without an anchor (`&name`) before it.
  package static let yamlUnknownAlias = Self("yamlUnknownAlias")
  /// A document with too many bytes, or with too many values after its aliases are followed.
  package static let documentTooLarge = Self("documentTooLarge")
  /// Values that are nested too deep.
  package static let documentTooDeep = Self("documentTooDeep")
  /// A key that occurs twice in a mapping.
  package static let duplicateKey = Self("duplicateKey")
  /// A key that is not supported.
  package static let unknownKey = Self("unknownKey")
  /// Two keys that exclude each other.
  package static let conflictingKeys = Self("conflictingKeys")
  /// A required key that is missing.
  package static let missingKey = Self("missingKey")
  /// A value of the wrong kind, such as a list instead of a mapping or a mapping instead of a string.
  package static let wrongKind = Self("wrongKind")
  /// A string that is not valid for its key.
  package static let wrongValue = Self("wrongValue")
  /// `${NAME}` with a NAME that is not in the environment.
  package static let environmentVariableUndefined = Self("environmentVariableUndefined")
  /// A confined workspace reads an environment variable that the command line does not allow.
  package static let environmentVariableNotAllowed = Self("environmentVariableNotAllowed")
  /// `${` that is not closed, or an invalid name.
  package static let environmentReferenceInvalid = Self("environmentReferenceInvalid")
}
