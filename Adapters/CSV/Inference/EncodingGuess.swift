import AugerColumns
import AugerDiagnostics

/// Detects the character encoding from the first bytes of a file.
enum EncodingGuess {
  /// The maximum number of bytes to examine.
  static let sampleSize = 1 << 20

  /// Returns true if the bytes begin like an Arrow file or stream.
  private static func isArrow(_ bytes: borrowing Span<UInt8>) -> Bool {
    func begins(_ mark: [UInt8]) -> Bool {
      bytes.count >= mark.count && mark.indices.allSatisfy { bytes[$0] == mark[$0] }
    }
    return begins(Array("ARROW1".utf8)) || begins([0xFF, 0xFF, 0xFF, 0xFF])
  }

  /// Returns the encoding. Throws `binaryFile` if the bytes are not text.
  ///
  /// A byte order mark decides. Without one, zeros in every other byte mean UTF-16. Text that is not UTF-8 is
  /// Windows-1252. Exceptions are text that is mostly UTF-8 with damage, and bytes that Windows-1252 does not define.
  /// Such text is read as UTF-8, and its invalid bytes are rejected.
  static func encoding(of bytes: borrowing Span<UInt8>, title: String) throws(AugerError) -> TextEncoding {
    if bytes.count >= 2 {
      if bytes[0] == 0xFF, bytes[1] == 0xFE { return .utf16LittleEndian }
      if bytes[0] == 0xFE, bytes[1] == 0xFF { return .utf16BigEndian }
    }
    if let encoding = utf16(bytes) { return encoding }
    if let index = binaryMark(in: bytes.extracting(first: sampleSize)) {
      throw AugerError(
        .binaryFile, operation: "read '\(title)'", "the file is not text: byte \(index + 1) is NUL", place: title,
        hint: isArrow(bytes)
          ? "Rename the file so that it ends with .arrow. It looks like an Arrow file."
          : "Set the option 'encoding' if the file is UTF-16.")
    }
    var valid = 0
    var invalid = 0
    var isUndefined = false
    var isOnlyLast = true
    let count = min(bytes.count, sampleSize)
    var at = 0
    while at < count {
      let byte = bytes[at]
      if byte < 0x80 {
        at += 1
        continue
      }
      let end = min(at + 4, bytes.count)
      let length = UTF8Check.scalarLength(bytes.extracting(at..<end))
      if length > 0 {
        valid += 1
        at += length
        continue
      }
      // The sample can end inside a scalar; that is not damage.
      if end < at + 4, count == sampleSize { break }
      invalid += 1
      if [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) { isUndefined = true }
      if byte != 0xFF { isOnlyLast = false }
      at += 1
    }
    return invalid > valid && !isUndefined && !isOnlyLast ? .windows1252 : .utf8
  }

  /// Returns the offset of the first NUL of a binary file. Such a file also has other control characters, or more
  /// NULs than damaged text. A few NULs alone are characters of their fields.
  static func binaryMark(in bytes: borrowing Span<UInt8>) -> Int? {
    var first: Int?
    var (nuls, controls) = (0, 0)
    for index in bytes.indices where bytes[index] < 0x20 {
      switch bytes[index] {
      case 0:
        if first == nil { first = index }
        nuls += 1
      case 0x01...0x08, 0x0E...0x1A, 0x1C...0x1E: controls += 1
      default: break
      }
    }
    return controls > 0 || nuls * 4 > bytes.count ? first : nil
  }

  /// Detects UTF-16 without a byte order mark in mostly Latin text: nearly every other byte is zero, and few others
  /// are.
  private static func utf16(_ bytes: borrowing Span<UInt8>) -> TextEncoding? {
    let count = min(bytes.count, 4096) & ~1
    guard count >= 4 else { return nil }
    var even = 0
    var odd = 0
    for index in 0..<count where bytes[index] == 0 { if index & 1 == 0 { even += 1 } else { odd += 1 } }
    let half = count / 2
    if odd * 10 >= half * 7, even * 20 <= half { return .utf16LittleEndian }
    if even * 10 >= half * 7, odd * 20 <= half { return .utf16BigEndian }
    return nil
  }
}
