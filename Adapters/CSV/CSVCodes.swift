import AugerDiagnostics

extension Diagnostic.Code {
  package static let binaryFile = Self("binaryFile")
  package static let unterminatedQuote = Self("unterminatedQuote")
  package static let misplacedQuote = Self("misplacedQuote")
  package static let fieldTooLong = Self("fieldTooLong")
  package static let tooManyColumns = Self("tooManyColumns")
  /// A value that does not fit the type of its column.
  package static let badValue = Self("badValue")
  package static let shortRow = Self("shortRow")
  package static let longRow = Self("longRow")
  package static let skippedRow = Self("skippedRow")
  /// A quote inside an unquoted field, read as a character.
  package static let bareQuote = Self("bareQuote")
  /// More values were rejected than the list of rejects can hold.
  package static let rejectsCut = Self("rejectsCut")
  /// The file does not match its schema file.
  package static let schemaMismatch = Self("schemaMismatch")
}
