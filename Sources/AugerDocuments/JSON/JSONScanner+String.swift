import AugerDiagnostics

extension JSONScanner {
  /// A string in quotes, with its escapes resolved.
  struct Text {
    var text: String
    /// The span including the quotes.
    var span: SourceSpan
    /// The span inside the quotes.
    var inner: SourceSpan
    /// The mapping to the source. Empty if the source contains the same bytes.
    var pieces: [ValuePiece]
  }

  /// Reads the string whose opening quote is at the cursor.
  mutating func string() throws(DocumentFailure) -> Text {
    let start = offset
    offset += 1
    var value: [UInt8] = []
    var pieces: [ValuePiece] = []
    var pending = offset
    func copy(_ value: inout [UInt8], _ pieces: inout [ValuePiece], from pending: Int, to end: Int) {
      guard end > pending else { return }
      pieces.append(ValuePiece(value: value.count, source: pending, sourceEnd: end, isReference: false))
      value += bytes[pending..<end]
    }
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      if bytes[offset] < 0x20 {
        throw failure(
          bytes[offset] == 0x0A || bytes[offset] == 0x0D
            ? "the string is not closed in its line"
            : "a string must not contain a control character",
          hint: "Write it as an escape: \\n, \\t, \\u0000.")
      }
      guard bytes[offset] == UInt8(ascii: "\\") else {
        offset += 1
        continue
      }
      let escape = offset
      copy(&value, &pieces, from: pending, to: escape)
      let character = try self.escape()
      pieces.append(ValuePiece(value: value.count, source: escape, sourceEnd: offset, isReference: true))
      value += character
      pending = offset
    }
    guard offset < bytes.count else {
      offset = start
      throw failure("the string that begins here is not closed")
    }
    let inner = SourceSpan(start + 1, offset)
    offset += 1
    let span = SourceSpan(start, offset)
    if pieces.isEmpty {
      let text = String(decoding: bytes[inner.lower..<inner.upper], as: UTF8.self)
      return Text(text: text, span: span, inner: inner, pieces: [])
    }
    copy(&value, &pieces, from: pending, to: inner.upper)
    return Text(text: String(decoding: value, as: UTF8.self), span: span, inner: inner, pieces: pieces)
  }

  /// Reads an escape, or the two escapes of a surrogate pair.
  private mutating func escape() throws(DocumentFailure) -> [UInt8] {
    let start = offset
    offset += 1
    guard offset < bytes.count else { throw failure("the escape is not complete") }
    let kind = bytes[offset]
    offset += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [kind]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): break
    default:
      offset = start
      throw failure("the escape sequence is not valid", hint: "Write \\\\ for a backslash.")
    }
    var code = try hexadecimal()
    if (0xD800...0xDBFF).contains(code), bytes[offset...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
      offset += 2
      let low = try hexadecimal()
      if (0xDC00...0xDFFF).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw DocumentFailure(
        code: .jsonSyntax, message: "half of a surrogate pair is not a character", span: SourceSpan(start, offset),
        hint: "Write characters above U+FFFF as two escapes, or unescaped.")
    }
    return Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func hexadecimal() throws(DocumentFailure) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard offset < bytes.count, let digit = XMLScanner.digit(bytes[offset]) else {
        throw failure("four hexadecimal digits must follow '\\u'")
      }
      code = code << 4 | digit
      offset += 1
    }
    return code
  }
}
