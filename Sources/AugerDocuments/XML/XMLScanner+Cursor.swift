import AugerDiagnostics

/// The basic operations of all parts of the scanner.
extension XMLScanner {
  /// Returns true if a string with at most 15 bytes is at the cursor. Fast if its first byte differs.
  func starts(with text: String) -> Bool {
    guard offset < bytes.count, bytes[offset] == text.utf8.first else { return false }
    return bytes[offset...].starts(with: text.utf8)
  }

  /// Moves the cursor to the next occurrence of a string, or to the end. Returns false at the end.
  mutating func skip(to text: String) -> Bool {
    let first = text.utf8.first
    while offset < bytes.count {
      if bytes[offset] == first, starts(with: text) { return true }
      offset += 1
    }
    return false
  }

  func string(_ span: SourceSpan) -> String { String(decoding: bytes[span.lower..<span.upper], as: UTF8.self) }

  /// Skips white space. Returns true if there was any.
  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = offset
    while offset < bytes.count, XMLCharacters.isSpace(bytes[offset]) { offset += 1 }
    return offset > start
  }

  /// Reads a name. Messages use `what` as the expected content.
  mutating func scanName(_ what: String) throws(XMLFailure) -> SourceSpan {
    let start = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte < 0x80 {
        guard offset > start ? XMLCharacters.isNameByte(byte) : XMLCharacters.isNameStartByte(byte) else { break }
        offset += 1
      } else {
        let (scalar, length) = scalar(at: offset)
        guard offset > start ? XMLCharacters.isName(scalar) : XMLCharacters.isNameStart(scalar) else { break }
        offset += length
      }
    }
    guard offset > start else {
      if offset == bytes.count { throw unfinished("expected \(what), but the text ends", from: start) }
      throw failure("expected \(what)")
    }
    return SourceSpan(start, offset)
  }

  /// Returns the multibyte character at an offset. The bytes are valid UTF-8.
  private func scalar(at offset: Int) -> (scalar: UInt32, length: Int) {
    func low(_ distance: Int) -> UInt32 { UInt32(bytes[offset + distance] & 0x3F) }
    let first = UInt32(bytes[offset])
    switch first {
    case ..<0xE0: return ((first & 0x1F) << 6 | low(1), 2)
    case ..<0xF0: return ((first & 0x0F) << 12 | low(1) << 6 | low(2), 3)
    default: return ((first & 0x07) << 18 | low(1) << 12 | low(2) << 6 | low(3), 4)
    }
  }

  /// Returns an error at the cursor. Without a length, it covers the character there.
  func failure(_ message: String, length: Int? = nil, hint: String? = nil) -> XMLFailure {
    var end = min(offset + (length ?? 1), bytes.count)
    while length == nil, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return XMLFailure(code: .metadataInvalidXMLFormat, message: message, span: SourceSpan(offset, end), hint: hint)
  }

  /// Returns an error for an unterminated construct.
  func unfinished(_ message: String, from start: Int) -> XMLFailure {
    XMLFailure(
      code: .metadataInvalidXMLFormat, message: message, span: SourceSpan(start, min(start + 1, bytes.count)),
      isAtEnd: true)
  }

  func atEnd(_ message: String, notes: [String] = []) -> XMLFailure {
    XMLFailure(
      code: .metadataInvalidXMLFormat, message: message, span: SourceSpan(bytes.count, bytes.count), notes: notes,
      isAtEnd: true)
  }

  /// `at 13:7`, for notes.
  func at(_ offset: Int) -> String {
    let position = source.position(atOffset: offset)
    return "at \(position.line):\(position.column)"
  }
}
