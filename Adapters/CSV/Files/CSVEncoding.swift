import AugerDiagnostics

/// What the first bytes of a file say about its encoding.
enum CSVEncoding {
  static let byteOrderMarkLength = 3

  static func hasByteOrderMark(_ bytes: borrowing Span<UInt8>) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }

  /// Refuses what is no UTF-8 text at first sight: UTF-16, compressed files, anything with a NUL byte.
  static func check(_ bytes: borrowing Span<UInt8>, path: String) throws(AugerError) {
    if bytes.count >= 2, (bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF) {
      throw AugerError(
        .unsupportedEncoding, operation: "read '\(path)'", "the file is UTF-16", place: path,
        hint: "convert it: iconv -f UTF-16 -t UTF-8")
    }
    if bytes.count >= 2, bytes[0] == 0x1F, bytes[1] == 0x8B {
      throw AugerError(
        .binaryFile, operation: "read '\(path)'", "the file is compressed by gzip", place: path,
        hint: "decompress it: gunzip")
    }
    for index in bytes.indices where bytes[index] == 0 {
      throw AugerError(
        .binaryFile, operation: "read '\(path)'", "the file is not text: byte \(index + 1) is NUL", place: path)
    }
  }
}

extension Diagnostic.Code {
  public static let binaryFile = Self("binaryFile")
  public static let unsupportedEncoding = Self("unsupportedEncoding")
  public static let invalidUTF8 = Self("invalidUTF8")
  public static let unterminatedQuote = Self("unterminatedQuote")
  public static let misplacedQuote = Self("misplacedQuote")
  public static let fieldTooLong = Self("fieldTooLong")
  /// A value that does not fit the type of its column.
  public static let badValue = Self("badValue")
  public static let shortRow = Self("shortRow")
  public static let longRow = Self("longRow")
  public static let skippedRow = Self("skippedRow")
}
