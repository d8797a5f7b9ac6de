import AugerDiagnostics

/// AugerArrow: reads and writes tables in Arrow's interprocess format, as stream and file. The facade writes results
/// with it, and the adapter for Arrow files reads them. It opens no files itself.
///
/// `FlatBuffers` encodes messages, `Types` describes columns, and `Writing` and `Reading` process their bytes.

/// Constants of Arrow's specification ("Serialization and Interprocess Communication").
enum ArrowFormat {
  /// The first and last bytes of a file. Streams do not have them.
  static let magic = Array("ARROW1".utf8)
  /// The first bytes of each message.
  static let continuation: UInt32 = 0xFFFF_FFFF
  /// Version 5 of the metadata, which Arrow 1.0 uses.
  static let version: Int16 = 4
  /// The metadata key of a field for the source's name of its type.
  static let declaredTypeKey = "auger.type"

  /// The kinds of messages.
  enum Header: UInt8 { case schema = 1, dictionaryBatch, recordBatch, tensor, sparseTensor }
}

/// Limits for damaged or malicious data.
package enum ArrowLimits {
  /// The maximum nesting depth of fields.
  package static let mostDepth = 64
  /// The maximum number of rows without bytes, such as a column of nulls. Larger files may have eight per byte.
  package static let mostBareRows = 1 << 24
  /// The maximum size of a chunk's strings from views, which may all refer to the same bytes. Larger files may have
  /// their own size.
  package static let mostViewedBytes = 1 << 28
  /// The minimum of the size limit for a chunk's lists, structs and maps as JSON. Larger files may have 64 per byte.
  package static let mostJSONBytes = 1 << 24
  /// The maximum of that limit.
  package static let utmostJSONBytes = 1 << 30

  /// Returns the maximum number of rows or list elements for a number of bytes.
  static func rows(_ byteCount: Int) -> Int { max(mostBareRows, byteCount * 8) }

  static func jsonBytes(_ byteCount: Int) -> Int { min(max(mostJSONBytes, byteCount * 64), utmostJSONBytes) }
}

extension Diagnostic.Code {
  package static let notArrow = Self("notArrow")
  /// Damaged data that starts like Arrow's format.
  package static let damagedArrow = Self("damagedArrow")
  /// A feature of Arrow's format that is not supported: compressed bodies, big-endian numbers.
  package static let unsupportedArrow = Self("unsupportedArrow")
  /// A column with a type that tables do not support. The column is omitted.
  package static let unsupportedType = Self("unsupportedType")
  /// Values that were rounded because column types have fewer digits.
  package static let precisionLost = Self("precisionLost")
  /// A value that Arrow's types cannot represent.
  package static let unwritableValue = Self("unwritableValue")
}

extension AugerError {
  static func damagedArrow(_ message: String) -> AugerError {
    AugerError(
      .damagedArrow, operation: "read Arrow data", message, hint: "Write the file again. It was truncated or changed.")
  }
}
