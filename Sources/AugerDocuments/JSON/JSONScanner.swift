import AugerDiagnostics

/// Scans JSON once. Recursion is limited by the maximum depth.
struct JSONScanner {
  let source: SourceText
  let bytes: [UInt8]
  let limits: JSONDocument.Limits
  let collector: DiagnosticCollector
  var offset = 0
  private var nodeCount = 0

  init(_ source: SourceText, limits: JSONDocument.Limits, reporting collector: DiagnosticCollector) {
    self.source = source
    bytes = Array(source.text.utf8)
    self.limits = limits
    self.collector = collector
  }

  mutating func document() throws(DocumentFailure) -> DocumentNode {
    if bytes.starts(with: ScalarOffsets.byteOrderMark) { offset = ScalarOffsets.byteOrderMark.count }
    skipSpace()
    let root = try value(depth: 0)
    skipSpace()
    guard offset == bytes.count else {
      throw failure("a document must have one value, which ended before this position")
    }
    return root
  }

  private mutating func value(depth: Int) throws(DocumentFailure) -> DocumentNode {
    guard offset < bytes.count else { throw failure("expected a value, but the text ends") }
    try count(at: offset)
    switch bytes[offset] {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""):
      let string = try string()
      return DocumentNode(
        .scalar(string.text, style: .quoted), span: string.span, in: source,
        layout: .pieces(string.pieces, string.inner))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: return try word()
    }
  }

  // MARK: Objects and arrays

  private mutating func object(depth: Int) throws(DocumentFailure) -> DocumentNode {
    let start = try open(depth)
    var entries: [DocumentEntry] = []
    var keys: [ArraySlice<UInt8>: Int] = [:]
    if !close(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
          let isClosing = offset < bytes.count && bytes[offset] == UInt8(ascii: "}")
          throw failure(
            "expected a key in double quotes",
            hint: isClosing ? "Leave out the comma before it." : nil)
        }
        try count(at: offset)
        let key = try string()
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else { throw failure("expected ':'") }
        offset += 1
        skipSpace()
        let value = try value(depth: depth + 1)
        if let first = keys[Array(key.text.utf8)[...]] {
          let position = source.position(atOffset: first)
          collector.report(
            Diagnostic(
              .duplicateKey, "key '\(key.text.shown)' occurs twice in this object",
              at: Diagnostic.Place(source, key.span), notes: ["the first is at \(position.line):\(position.column)"]))
        } else {
          keys[Array(key.text.utf8)[...]] = key.span.lower
          entries.append(DocumentEntry(key: DocumentKey(key.text, span: key.inner, in: source), value: value))
        }
      } while try comma(or: UInt8(ascii: "}"), openedAt: start)
    }
    return DocumentNode(.mapping(entries), span: SourceSpan(start, offset), in: source)
  }

  private mutating func array(depth: Int) throws(DocumentFailure) -> DocumentNode {
    let start = try open(depth)
    var items: [DocumentNode] = []
    if !close(UInt8(ascii: "]")) {
      repeat {
        skipSpace()
        items.append(try value(depth: depth + 1))
      } while try comma(or: UInt8(ascii: "]"), openedAt: start)
    }
    return DocumentNode(.sequence(items), span: SourceSpan(start, offset), in: source)
  }

  private mutating func open(_ depth: Int) throws(DocumentFailure) -> Int {
    guard depth < limits.depth else {
      throw DocumentFailure(
        code: .documentTooDeep, message: "values are nested more than \(limits.depth) levels deep",
        span: SourceSpan(offset, offset + 1))
    }
    offset += 1
    return offset - 1
  }

  /// Reads the closing bracket of an empty collection.
  private mutating func close(_ bracket: UInt8) -> Bool {
    skipSpace()
    guard offset < bytes.count, bytes[offset] == bracket else { return false }
    offset += 1
    return true
  }

  /// Reads a comma or the closing bracket. Returns true for a comma.
  private mutating func comma(or bracket: UInt8, openedAt start: Int) throws(DocumentFailure) -> Bool {
    skipSpace()
    guard offset < bytes.count else {
      let position = source.position(atOffset: start)
      throw failure(
        "the text ends before '\(Character(Unicode.Scalar(bracket)))'",
        hint: "Close the bracket that was opened at \(position.line):\(position.column).")
    }
    defer { offset += 1 }
    if bytes[offset] == UInt8(ascii: ",") { return true }
    if bytes[offset] == bracket { return false }
    throw failure("expected ',' or '\(Character(Unicode.Scalar(bracket)))'")
  }

  // MARK: Numbers and words

  private mutating func number() throws(DocumentFailure) -> DocumentNode {
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    let whole = digits()
    guard whole > 0 else { throw failure("expected a digit") }
    if whole > 1, bytes[offset - whole] == UInt8(ascii: "0") {
      offset -= whole
      throw failure("a number must not begin with 0", hint: "Put the value in quotes if it is a string.")
    }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      guard digits() > 0 else { throw failure("expected a digit after the decimal point") }
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
      guard digits() > 0 else { throw failure("expected a digit in the exponent") }
    }
    return plain(from: start)
  }

  private mutating func digits() -> Int {
    let start = offset
    while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) { offset += 1 }
    return offset - start
  }

  private mutating func word() throws(DocumentFailure) -> DocumentNode {
    let start = offset
    while offset < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[offset] | 0x20) { offset += 1 }
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    if word == "true" || word == "false" || word == "null" { return plain(from: start) }
    offset = start
    let isQuote = bytes[start] == UInt8(ascii: "'")
    throw failure(
      word.isEmpty ? "expected a value" : "'\(word.shown)' is not a JSON value",
      hint: isQuote || !word.isEmpty ? "Put strings in double quotes." : nil)
  }

  private func plain(from start: Int) -> DocumentNode {
    DocumentNode(
      .scalar(String(decoding: bytes[start..<offset], as: UTF8.self), style: .plain), span: SourceSpan(start, offset),
      in: source, layout: .verbatim(from: start))
  }

  // MARK: Steps

  mutating func skipSpace() {
    while offset < bytes.count, XMLCharacters.isSpace(bytes[offset]) { offset += 1 }
  }

  private mutating func count(at offset: Int) throws(DocumentFailure) {
    nodeCount += 1
    guard nodeCount <= limits.nodes else {
      throw DocumentFailure(
        code: .documentTooLarge, message: "the document holds more than \(limits.nodes) values and keys",
        span: SourceSpan(offset, offset + 1))
    }
  }

  /// Returns an error at the character at the cursor.
  func failure(_ message: String, hint: String? = nil) -> DocumentFailure {
    var end = min(offset + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return DocumentFailure(code: .jsonSyntax, message: message, span: SourceSpan(offset, end), hint: hint)
  }
}

extension Diagnostic.Code {
  /// The text is not JSON.
  package static let jsonSyntax = Self("jsonSyntax")
}
