import AugerDiagnostics

/// The text of a document as UTF-8, decoded according to its first bytes and its XML declaration.
struct XMLText {
  let source: SourceText
  /// The bytes of `source`, up to the first invalid one.
  let bytes: [UInt8]
  /// The start of the document, after a byte order mark.
  let start: Int
  /// The error at the end of `bytes`, if it is before the end of the text.
  private(set) var unreadable: XMLFailure?
  /// The error if no part of the text can be read.
  private(set) var refusal: XMLFailure?

  /// Creates a text that is already decoded. An encoding in its declaration is ignored.
  init(_ source: SourceText, limits: XMLDocument.Limits) {
    var bytes = source.text.utf8.count <= limits.bytes ? Array(source.text.utf8) : []
    self.source = source
    start = bytes.starts(with: ScalarOffsets.byteOrderMark) ? 3 : 0
    refusal = Self.tooLarge(source.text.utf8.count, limits)
    unreadable = Self.cut(&bytes, from: start)
    self.bytes = bytes
  }

  init(bytes input: [UInt8], name: String, limits: XMLDocument.Limits) {
    refusal = Self.tooLarge(input.count, limits)
    start = 0
    guard refusal == nil else {
      source = SourceText(name: name, text: "")
      bytes = []
      return
    }
    var decoded = Self.decode(input)
    source = SourceText(name: name, text: String(decoding: decoded.bytes, as: UTF8.self))
    refusal = decoded.refusal
    unreadable = Self.cut(&decoded.bytes, from: 0, isASCII: decoded.isASCII)
    bytes = decoded.bytes
  }

  private static func tooLarge(_ count: Int, _ limits: XMLDocument.Limits) -> XMLFailure? {
    guard count > limits.bytes else { return nil }
    return XMLFailure(
      code: .documentTooLarge, message: "the document has \(count) bytes; at most \(limits.bytes) are read",
      span: SourceSpan(0, 0))
  }

  private struct Decoded {
    var bytes: [UInt8]
    var isASCII = false
    var refusal: XMLFailure?
  }

  private static func decode(_ input: [UInt8]) -> Decoded {
    switch (input.first, input.dropFirst().first) {
    case (0xFE, 0xFF): return decodeUTF16(input.dropFirst(2), isBigEndian: true)
    case (0xFF, 0xFE): return decodeUTF16(input.dropFirst(2), isBigEndian: false)
    case (0x00, UInt8(ascii: "<")): return decodeUTF16(input[...], isBigEndian: true)
    case (UInt8(ascii: "<"), 0x00): return decodeUTF16(input[...], isBigEndian: false)
    default: break
    }
    let hasMark = input.starts(with: ScalarOffsets.byteOrderMark)
    var decoded = Decoded(bytes: hasMark ? Array(input.dropFirst(3)) : input)
    guard let (name, span) = declaredEncoding(of: decoded.bytes) else { return decoded }
    switch name.uppercased() {
    case "UTF-8": break
    case "US-ASCII": decoded.isASCII = true
    case "ISO-8859-1":
      decoded.bytes = decoded.bytes.reduce(into: []) { result, byte in
        if byte >= 0x80 { result.append(0xC0 | byte >> 6) }
        result.append(byte < 0x80 ? byte : 0x80 | byte & 0x3F)
      }
    case "UTF-16", "UTF-16LE", "UTF-16BE": decoded.refusal = contradiction(name, span)
    default:
      decoded.refusal = XMLFailure(
        code: .xmlEncoding, message: "the encoding '\(name.shown)' is not supported", span: span,
        hint: "Save the file as UTF-8; UTF-16, ISO-8859-1 and US-ASCII are read too.")
    }
    return decoded
  }

  private static func decodeUTF16(_ input: ArraySlice<UInt8>, isBigEndian: Bool) -> Decoded {
    var units: [UInt16] = []
    units.reserveCapacity(input.count / 2)
    var index = input.startIndex
    while index + 1 < input.endIndex {
      let (first, second) = (UInt16(input[index]), UInt16(input[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    // An incomplete unit or pair becomes an invalid UTF-8 byte, which ends the readable text.
    var decoded = Decoded(bytes: [])
    decoded.bytes.reserveCapacity(units.count)
    var decoder = UTF16()
    var iterator = units.makeIterator()
    var isWhole = index == input.endIndex
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar) where scalar.isASCII: decoded.bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case .scalarValue(let scalar):
        decoded.bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      case .emptyInput: break decoding
      case .error:
        isWhole = false
        break decoding
      }
    }
    if !isWhole { decoded.bytes.append(0xFF) }
    if let (name, span) = declaredEncoding(of: decoded.bytes),
      !["UTF-16", isBigEndian ? "UTF-16BE" : "UTF-16LE"].contains(name.uppercased())
    {
      decoded.refusal = contradiction(name, span)
    }
    return decoded
  }

  private static func contradiction(_ name: String, _ span: SourceSpan) -> XMLFailure {
    XMLFailure(
      code: .metadataInvalidXMLFormat, message: "the text is not encoded as '\(name.shown)', which it declares",
      span: span,
      hint: "Leave the encoding out, or save the file in it.")
  }

  private static func declaredEncoding(of bytes: [UInt8]) -> (name: String, span: SourceSpan)? {
    guard let declaration = try? XMLDeclaration.scan(bytes, from: 0), let span = declaration.encoding else {
      return nil
    }
    return (String(decoding: bytes[span.lower..<span.upper], as: UTF8.self), span)
  }

  /// Cuts the bytes before the first invalid character.
  private static func cut(_ bytes: inout [UInt8], from start: Int, isASCII: Bool = false) -> XMLFailure? {
    guard let offset = firstUnreadable(bytes, from: start, isASCII: isASCII) else { return nil }
    let byte = bytes[offset]
    let name = byte < 0x80 || isASCII ? "character \(hex(byte))" : "byte \(hex(byte))"
    let isCharacter = byte == 0xEF && bytes[offset...].prefix(2).elementsEqual([0xEF, 0xBF])
    bytes.removeSubrange(offset...)
    return XMLFailure(
      code: .metadataInvalidXMLFormat,
      message: isCharacter ? "XML must not contain U+FFFE or U+FFFF" : "XML must not contain \(name)",
      span: SourceSpan(offset, offset + 1),
      hint: byte >= 0x80 && !isCharacter
        ? "The file is not in the encoding that it declares; without a declaration that is UTF-8." : nil)
  }

  private static func hex(_ byte: UInt8) -> String { "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  private static func firstUnreadable(_ bytes: [UInt8], from start: Int, isASCII: Bool) -> Int? {
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte < 0x80 {
        if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return offset }
        offset += 1
        continue
      }
      let length = isASCII ? 0 : characterLength(bytes.span, at: offset)
      guard length > 0 else { return offset }
      offset += length
    }
    return nil
  }

  /// Returns the length of the character at an offset. 0 if it is invalid or not allowed in XML.
  private static func characterLength(_ bytes: borrowing Span<UInt8>, at offset: Int) -> Int {
    let length = UTF8Check.scalarLength(bytes, at: offset)
    // U+FFFE and U+FFFF are not XML characters.
    if length == 3, bytes[offset] == 0xEF, bytes[offset + 1] == 0xBF, bytes[offset + 2] >= 0xBE { return 0 }
    return length
  }
}
