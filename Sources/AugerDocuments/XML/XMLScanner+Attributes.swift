import AugerDiagnostics

extension XMLScanner {
  /// Reads the rest of a tag after the element's name.
  mutating func scanAttributes(
    of element: String, openedAt start: Int
  ) throws(XMLFailure) -> (attributes: [NodeAttribute], isEmpty: Bool) {
    var attributes: [NodeAttribute] = []
    var names: Set<ArraySlice<UInt8>> = []
    while true {
      let isSeparated = skipSpace()
      guard offset < bytes.count else { throw unfinished("the tag '<\(element.shown)' is not closed", from: start) }
      switch bytes[offset] {
      case UInt8(ascii: ">"):
        offset += 1
        return (attributes, false)
      case UInt8(ascii: "/"):
        guard offset + 1 < bytes.count else {
          throw unfinished("the tag '<\(element.shown)' is not closed", from: start)
        }
        guard bytes[offset + 1] == UInt8(ascii: ">") else { throw failure("'>' must follow '/'", length: 1) }
        offset += 2
        return (attributes, true)
      default:
        guard isSeparated else { throw failure("white space is needed before an attribute") }
        let attribute = try scanAttribute()
        guard names.insert(bytes[attribute.nameSpan.lower..<attribute.nameSpan.upper]).inserted else {
          throw XMLFailure(
            code: .metadataInvalidXMLFormat,
            message: "attribute '\(attribute.name.shown)' occurs twice in '\(element.shown)'",
            span: attribute.nameSpan)
        }
        guard attributes.count < limits.attributes else {
          throw XMLFailure(
            code: .documentTooLarge, message: "'\(element.shown)' has more than \(limits.attributes) attributes",
            span: attribute.nameSpan)
        }
        try count(1, at: attribute.nameSpan)
        attributes.append(attribute)
      }
    }
  }

  private mutating func scanAttribute() throws(XMLFailure) -> NodeAttribute {
    let nameSpan = try scanName("the name of an attribute")
    let name = string(nameSpan)
    skipSpace()
    guard offset < bytes.count else { throw unfinished("attribute '\(name.shown)' has no value", from: nameSpan.lower) }
    guard bytes[offset] == UInt8(ascii: "=") else {
      throw failure("attribute '\(name.shown)' has no value", hint: "'=' and a value in quotes must follow.")
    }
    offset += 1
    skipSpace()
    guard offset < bytes.count else { throw unfinished("attribute '\(name.shown)' has no value", from: nameSpan.lower) }
    let quote = bytes[offset]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let isCurly = bytes[offset...].starts(with: [0xE2, 0x80])
      throw failure(
        "the value of '\(name.shown)' must be in quotes",
        hint: isCurly ? "Use straight quotes (\" or '), not typographic ones." : nil)
    }
    offset += 1
    return try scanValue(of: name, nameSpan: nameSpan, to: quote)
  }

  private mutating func scanValue(
    of name: String, nameSpan: SourceSpan, to quote: UInt8
  ) throws(XMLFailure) -> NodeAttribute {
    let start = offset
    var value = ValueBuilder(from: start)
    while offset < bytes.count, bytes[offset] != quote {
      switch bytes[offset] {
      case UInt8(ascii: "<"):
        throw failure("the value of an attribute must not contain '<'", length: 1, hint: "Write '&lt;'.")
      case UInt8(ascii: "&"):
        let reference = offset
        var character: [UInt8] = []
        try scanReference(into: &character)
        try count(1, at: SourceSpan(reference, offset))
        value.replace(reference..<offset, of: bytes, with: character)
      case 0x0D where offset + 1 < bytes.count && bytes[offset + 1] == 0x0A:
        try count(1, at: SourceSpan(offset, offset + 2))
        value.replace(offset..<offset + 2, of: bytes, with: [0x20])
        offset += 2
      case 0x09, 0x0A, 0x0D:
        value.hasBlanks = true
        offset += 1
      default: offset += 1
      }
    }
    guard offset < bytes.count else {
      throw unfinished("the value of '\(name.shown)' is not closed", from: start - 1)
    }
    let span = SourceSpan(start, offset)
    offset += 1
    guard span.upper - span.lower <= limits.valueBytes else {
      throw XMLFailure(
        code: .documentTooLarge,
        message:
          "the value of '\(name.shown)' has \(span.upper - span.lower) bytes; at most \(limits.valueBytes) are read",
        span: nameSpan)
    }
    let isVerbatim = value.pieces.isEmpty && !value.hasBlanks
    if !isVerbatim { value.copy(to: span.upper, of: bytes) }
    return NodeAttribute(
      name: name, nameSpan: nameSpan, value: isVerbatim ? string(span) : String(decoding: value.bytes, as: UTF8.self),
      valueSpan: span, in: source, pieces: value.pieces)
  }
}

/// The value of an attribute during parsing. Copies no bytes while the value is identical to the source.
private struct ValueBuilder {
  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [ValuePiece] = []
  /// True if line ends or tabs occur, which become spaces.
  var hasBlanks = false
  /// The start of the bytes that are not copied yet.
  private var pending: Int

  init(from start: Int) { pending = start }

  mutating func copy(to end: Int, of source: [UInt8]) {
    guard end > pending else { return }
    pieces.append(ValuePiece(value: bytes.count, source: pending, sourceEnd: end, isReference: false))
    bytes += source[pending..<end].lazy.map { XMLCharacters.isSpace($0) ? 0x20 : $0 }
    pending = end
  }

  mutating func replace(_ range: Range<Int>, of source: [UInt8], with character: [UInt8]) {
    copy(to: range.lowerBound, of: source)
    pieces.append(
      ValuePiece(
        value: bytes.count, source: range.lowerBound, sourceEnd: range.upperBound, isReference: true))
    bytes += character
    pending = range.upperBound
  }
}
