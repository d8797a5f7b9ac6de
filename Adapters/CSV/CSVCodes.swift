import AugerDiagnostics

extension Diagnostic.Code {
  public static let binaryFile = Self("binaryFile")
  public static let invalidUTF8 = Self("invalidUTF8")
  public static let unterminatedQuote = Self("unterminatedQuote")
  public static let misplacedQuote = Self("misplacedQuote")
  public static let fieldTooLong = Self("fieldTooLong")
  public static let tooManyColumns = Self("tooManyColumns")
  /// A value that does not fit the type of its column.
  public static let badValue = Self("badValue")
  public static let shortRow = Self("shortRow")
  public static let longRow = Self("longRow")
  public static let skippedRow = Self("skippedRow")
  /// A quote inside a field that was read as text.
  public static let bareQuote = Self("bareQuote")
  /// More was rejected than the list of rejects holds.
  public static let rejectsCut = Self("rejectsCut")
  /// The file is not what its schema file says.
  public static let schemaMismatch = Self("schemaMismatch")
}
