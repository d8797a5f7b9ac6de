import AugerDiagnostics

/// `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` at the start of a document.
struct XMLDeclaration {
  /// The span of the encoding's name, if one is declared.
  var encoding: SourceSpan?
  var isStandalone = false
  /// The offset after the `?>`.
  var end: Int

  /// Reads the declaration at an offset. Nil if none exists.
  static func scan(_ bytes: [UInt8], from start: Int) throws(XMLFailure) -> XMLDeclaration? {
    let opening = Array("<?xml".utf8)
    guard bytes[start...].starts(with: opening), start + opening.count < bytes.count,
      XMLCharacters.isSpace(bytes[start + opening.count]) || bytes[start + opening.count] == UInt8(ascii: "?")
    else { return nil }
    var end = start + opening.count
    while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "?") || bytes[end + 1] != UInt8(ascii: ">") { end += 1 }
    guard end + 1 < bytes.count else {
      throw XMLFailure(
        code: .metadataInvalidXMLFormat, message: "the XML declaration is not closed",
        span: SourceSpan(start, start + opening.count), isAtEnd: true)
    }
    var attributes = PseudoAttributes(bytes: bytes, offset: start + opening.count, end: end)
    var result = XMLDeclaration(end: end + 2)
    var next = try attributes.next()
    guard next?.name == "version" else {
      throw attributes.failure(next?.nameSpan, "an XML declaration begins with its version")
    }
    next = try attributes.next()
    if let encoding = next, encoding.name == "encoding" {
      guard let first = bytes[encoding.value.lower..<encoding.value.upper].first, XMLCharacters.isLetter(first) else {
        throw attributes.failure(encoding.value, "the name of an encoding begins with a letter")
      }
      result.encoding = encoding.value
      next = try attributes.next()
    }
    if let standalone = next, standalone.name == "standalone" {
      let value = bytes[standalone.value.lower..<standalone.value.upper]
      guard value.elementsEqual("yes".utf8) || value.elementsEqual("no".utf8) else {
        throw attributes.failure(standalone.value, "standalone is yes or no")
      }
      result.isStandalone = value.elementsEqual("yes".utf8)
      next = try attributes.next()
    }
    if let next {
      throw attributes.failure(next.nameSpan, "an XML declaration must not contain '\(next.name.shown)' here")
    }
    return result
  }
}

/// The pseudo-attributes of an XML declaration, with a simpler syntax than attributes.
private struct PseudoAttributes {
  let bytes: [UInt8]
  var offset: Int
  let end: Int

  struct Item {
    var name: String
    var nameSpan: SourceSpan
    var value: SourceSpan
  }

  func failure(_ span: SourceSpan?, _ message: String) -> XMLFailure {
    XMLFailure(code: .metadataInvalidXMLFormat, message: message, span: span ?? SourceSpan(offset, offset + 1))
  }

  private mutating func skipSpace() {
    while offset < end, XMLCharacters.isSpace(bytes[offset]) { offset += 1 }
  }

  mutating func next() throws(XMLFailure) -> Item? {
    guard offset < end else { return nil }
    guard XMLCharacters.isSpace(bytes[offset]) else { throw failure(nil, "expected white space") }
    skipSpace()
    guard offset < end else { return nil }
    let nameStart = offset
    while offset < end, bytes[offset] < 0x80, bytes[offset] != UInt8(ascii: "="), !XMLCharacters.isSpace(bytes[offset])
    {
      offset += 1
    }
    let nameSpan = SourceSpan(nameStart, offset)
    skipSpace()
    guard !nameSpan.isEmpty, offset < end, bytes[offset] == UInt8(ascii: "=") else {
      throw failure(nil, "an XML declaration holds version, encoding and standalone, each with a value")
    }
    offset += 1
    skipSpace()
    guard offset < end, bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'") else {
      throw failure(nil, "the value must be in quotes")
    }
    let quote = bytes[offset]
    offset += 1
    let valueStart = offset
    while offset < end, bytes[offset] != quote {
      guard XMLCharacters.isDeclarationValue(bytes[offset]) else {
        throw failure(nil, "expected only letters, digits, '.', '-' and '_'")
      }
      offset += 1
    }
    guard offset < end else { throw failure(SourceSpan(valueStart - 1, valueStart), "the quote is not closed") }
    offset += 1
    return Item(
      name: String(decoding: bytes[nameSpan.lower..<nameSpan.upper], as: UTF8.self), nameSpan: nameSpan,
      value: SourceSpan(valueStart, offset - 1))
  }
}
