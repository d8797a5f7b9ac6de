import AugerDiagnostics

/// AugerArrow: tables as Arrow's interprocess format, stream and file, written and read. The facade writes results
/// with it, the adapter for Arrow files reads them; it opens no file itself. `FlatBuffers` is the language in which
/// messages are described, `Types` what columns are declared as, `Writing` and `Reading` their bytes.

/// What Arrow's specification fixes ("Serialization and Interprocess Communication").
enum ArrowFormat {
  /// The first and the last bytes of a file; a stream has none.
  static let magic = Array("ARROW1".utf8)
  /// What each message begins with.
  static let continuation: UInt32 = 0xFFFF_FFFF
  /// Version 5 of the metadata, that of Arrow 1.0.
  static let version: Int16 = 4
  /// Where a field keeps what the source called its type.
  static let declaredTypeKey = "auger.type"

  /// The kinds of messages.
  enum Header: UInt8 { case schema = 1, dictionaryBatch, recordBatch, tensor, sparseTensor }
}

/// What data of a few bytes may not claim to be.
package enum ArrowLimits {
  /// Fields within one another.
  package static let mostDepth = 64
  /// Rows of a file that has no bytes for them, as a column of nulls; beyond that, eight for each byte.
  package static let mostBareRows = 1 << 24
  /// Bytes of a chunk's texts by way of views, which may all be of the same; or as many as the file has.
  package static let mostViewedBytes = 1 << 28
  /// Bytes of a chunk's lists, structs and maps as JSON, at least; beyond that, 64 for each byte of the file.
  package static let mostJSONBytes = 1 << 24
  /// That are never more than these.
  package static let utmostJSONBytes = 1 << 30

  /// Rows, or elements of lists, that so many bytes may stand for.
  static func rows(_ byteCount: Int) -> Int { max(mostBareRows, byteCount * 8) }

  static func jsonBytes(_ byteCount: Int) -> Int { min(max(mostJSONBytes, byteCount * 64), utmostJSONBytes) }
}

extension Diagnostic.Code {
  package static let notArrow = Self("notArrow")
  /// Bytes that begin as Arrow's format and do not go on so.
  package static let damagedArrow = Self("damagedArrow")
  /// What Arrow's format has and this program does not read: compressed bodies, big-endian numbers.
  package static let unsupportedArrow = Self("unsupportedArrow")
  /// A column of a type that has no place in a table, and is left out.
  package static let unsupportedType = Self("unsupportedType")
  /// Values that have lost digits, which our types do not have.
  package static let precisionLost = Self("precisionLost")
  /// A value that Arrow's types have no room for.
  package static let unwritableValue = Self("unwritableValue")
}

extension AugerError {
  static func damagedArrow(_ message: String) -> AugerError {
    AugerError(.damagedArrow, operation: "read Arrow data", message, hint: "the file was cut short or changed")
  }
}
