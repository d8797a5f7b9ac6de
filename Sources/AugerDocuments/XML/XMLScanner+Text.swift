import AugerDiagnostics

extension XMLScanner {
  /// Reads text up to the next `<` or `&`. Line ends become `\n`.
  mutating func scanText() throws(XMLFailure) -> [UInt8] {
    let start = offset
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "<"), bytes[offset] != UInt8(ascii: "&") {
      if bytes[offset] == UInt8(ascii: "]"), starts(with: "]]>") {
        throw failure("text must not contain ']]>'", length: 3, hint: "Write ']]&gt;'.")
      }
      offset += 1
    }
    return Self.withPlainLineEnds(bytes[start..<offset])
  }

  /// Reads `<![CDATA[...]]>`.
  mutating func scanCharacterData() throws(XMLFailure) -> [UInt8] {
    let start = offset
    offset += "<![CDATA[".utf8.count
    let from = offset
    guard skip(to: "]]>") else { throw unfinished("'<![CDATA[' is not closed", from: start) }
    offset += 3
    return Self.withPlainLineEnds(bytes[from..<offset - 3])
  }

  private static func withPlainLineEnds(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(0x0D) else { return Array(text) }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var isAfterReturn = false
    for byte in text {
      if byte == 0x0D {
        result.append(0x0A)
      } else if byte != 0x0A || !isAfterReturn {
        result.append(byte)
      }
      isAfterReturn = byte == 0x0D
    }
    return result
  }

  /// Reads `&lt;`, `&#60;` or `&#x3C;` and appends the character.
  mutating func scanReference(into value: inout [UInt8]) throws(XMLFailure) {
    let start = offset
    offset += 1
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "#") {
      value.append(contentsOf: try scanCharacterReference(from: start))
      return
    }
    guard offset < bytes.count else { throw unfinished("the reference is not closed", from: start) }
    let isName = bytes[offset] >= 0x80 || XMLCharacters.isNameStartByte(bytes[offset])
    let nameSpan = isName ? try scanName("the name of an entity") : SourceSpan(offset, offset)
    guard offset < bytes.count else { throw unfinished("the reference is not closed", from: start) }
    guard isName, bytes[offset] == UInt8(ascii: ";") else {
      offset = start
      throw failure("'&' must begin a reference", length: 1, hint: "Write '&amp;' for the character itself.")
    }
    offset += 1
    switch string(nameSpan) {
    case "lt": value.append(UInt8(ascii: "<"))
    case "gt": value.append(UInt8(ascii: ">"))
    case "amp": value.append(UInt8(ascii: "&"))
    case "quot": value.append(UInt8(ascii: "\""))
    case "apos": value.append(UInt8(ascii: "'"))
    case let name:
      throw XMLFailure(
        code: hasExternalEntities ? .xmlEntity : .metadataInvalidXMLFormat,
        message: "entity '&\(name.shown);' is not one of XML's own", span: SourceSpan(start, offset),
        hint: "Use &lt; &gt; &amp; &quot; &apos; or a number such as &#xE4;.")
    }
  }

  private mutating func scanCharacterReference(from start: Int) throws(XMLFailure) -> [UInt8] {
    offset += 1
    var radix: UInt32 = 10
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "x") {
      radix = 16
      offset += 1
    }
    let digits = offset
    var number: UInt32 = 0
    while offset < bytes.count, let digit = Self.digit(bytes[offset]), digit < radix {
      // This is already an invalid character, so the other digits do not matter.
      number = min(number * radix + digit, 0x110000)
      offset += 1
    }
    guard offset < bytes.count else { throw unfinished("the reference is not closed", from: start) }
    guard offset > digits, bytes[offset] == UInt8(ascii: ";") else {
      throw failure("a character reference is '&#', a number and ';'", hint: "Write &#228; or &#xE4;, for example.")
    }
    offset += 1
    guard XMLCharacters.isCharacter(number), let scalar = Unicode.Scalar(number) else {
      throw XMLFailure(
        code: .metadataInvalidXMLFormat, message: "this number is not a character that XML allows",
        span: SourceSpan(start, offset))
    }
    return Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
