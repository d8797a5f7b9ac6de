import AugerColumns
import AugerDiagnostics

/// Scans a JSON text once and records the positions of its values.
struct TapeScanner {
  struct Failure: Error {
    var message: String
    var offset: Int
  }

  private let bytes: [UInt8]
  private var tokens: [JSONTape.Token] = []
  private var at = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 8 + 16)
  }

  mutating func scan() throws(Failure) -> [JSONTape.Token] {
    if let invalid = UTF8Check.firstInvalid(bytes.span) {
      throw Failure(message: "the bytes are not UTF-8", offset: invalid)
    }
    // Skip a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    skipSpace()
    try value(depth: 0)
    skipSpace()
    guard at == bytes.count else { throw failure("the value ended before this position") }
    return tokens
  }

  private func failure(_ message: String) -> Failure { Failure(message: message, offset: at) }

  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(Failure) {
    guard at < bytes.count else { throw failure("expected a value, but the text ends") }
    switch bytes[at] {
    case UInt8(ascii: "{"): try object(depth)
    case UInt8(ascii: "["): try array(depth)
    case UInt8(ascii: "\""): try text()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "n"): try word("null", .null)
    case UInt8(ascii: "t"): try word("true", .true)
    case UInt8(ascii: "f"): try word("false", .false)
    default: throw failure("expected a value")
    }
  }

  private mutating func append(_ kind: JSONTape.Token.Kind, _ range: Range<Int>) {
    tokens.append(
      JSONTape.Token(
        kind: kind, start: Int32(truncatingIfNeeded: range.lowerBound),
        end: Int32(truncatingIfNeeded: range.upperBound), next: Int32(truncatingIfNeeded: tokens.count + 1)))
  }

  private mutating func open(_ kind: JSONTape.Token.Kind, _ depth: Int) throws(Failure) -> Int {
    guard depth < JSONTape.mostDepth else {
      throw failure("values are nested more than \(JSONTape.mostDepth) levels deep")
    }
    append(kind, at..<at + 1)
    at += 1
    skipSpace()
    return tokens.count - 1
  }

  private mutating func close(_ bracket: UInt8, _ opened: Int) -> Bool {
    guard at < bytes.count, bytes[at] == bracket else { return false }
    at += 1
    tokens[opened].next = Int32(truncatingIfNeeded: tokens.count)
    return true
  }

  private mutating func comma(or bracket: String) throws(Failure) {
    guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { throw failure("expected ',' or '\(bracket)'") }
    at += 1
    skipSpace()
  }

  private mutating func array(_ depth: Int) throws(Failure) {
    let opened = try open(.array, depth)
    if close(UInt8(ascii: "]"), opened) { return }
    while true {
      try value(depth: depth + 1)
      skipSpace()
      if close(UInt8(ascii: "]"), opened) { return }
      try comma(or: "]")
    }
  }

  private mutating func object(_ depth: Int) throws(Failure) {
    let opened = try open(.object, depth)
    if close(UInt8(ascii: "}"), opened) { return }
    while true {
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
        throw failure("expected a key in double quotes")
      }
      try text()
      skipSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { throw failure("expected ':'") }
      at += 1
      skipSpace()
      try value(depth: depth + 1)
      skipSpace()
      if close(UInt8(ascii: "}"), opened) { return }
      try comma(or: "}")
    }
  }

  private mutating func word(_ word: StaticString, _ kind: JSONTape.Token.Kind) throws(Failure) {
    let expected = word.description.utf8
    guard bytes[at...].starts(with: expected) else { throw failure("expected a value") }
    append(kind, at..<at + expected.count)
    at += expected.count
  }

  private mutating func number() throws(Failure) {
    let start = at
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let first = at
    try digits("expected a digit")
    if at - first > 1, bytes[first] == UInt8(ascii: "0") {
      at = first
      throw failure("a number must not begin with 0")
    }
    var kind = JSONTape.Token.Kind.integer
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      (at, kind) = (at + 1, .number)
      try digits("expected a digit after the decimal point")
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      (at, kind) = (at + 1, .number)
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      try digits("expected a digit in the exponent")
    }
    append(kind, start..<at)
  }

  private mutating func digits(_ expected: String) throws(Failure) {
    let start = at
    while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
    guard at > start else { throw failure(expected) }
  }

  private mutating func text() throws(Failure) {
    let start = at + 1
    var kind = JSONTape.Token.Kind.text
    at = start
    while true {
      guard at < bytes.count else { throw failure("the string has no closing quote") }
      switch bytes[at] {
      case UInt8(ascii: "\""):
        append(kind, start..<at)
        at += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escapedText
        try escape()
      case 0..<0x20: throw failure("a control character in a string must be written as an escape")
      default: at += 1
      }
    }
  }

  private mutating func escape() throws(Failure) {
    guard at + 1 < bytes.count else { throw failure("the escape is not complete") }
    switch bytes[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"):
      let code = try hexadecimal(at + 2)
      if (0xDC00...0xDFFF).contains(code) { throw failure("half of a surrogate pair is not a character") }
      if (0xD800...0xDBFF).contains(code) {
        guard bytes[(at + 6)...].starts(with: "\\u".utf8), (0xDC00...0xDFFF).contains(try hexadecimal(at + 8)) else {
          throw failure("half of a surrogate pair is not a character")
        }
        at += 6
      }
      at += 6
    default: throw failure("the escape sequence is not valid")
    }
  }

  private func hexadecimal(_ start: Int) throws(Failure) -> UInt32 {
    guard start + 4 <= bytes.count, let code = Self.code(of: bytes[start..<start + 4]) else {
      throw failure("four hexadecimal digits must follow '\\u'")
    }
    return code
  }

  /// Returns the number of four hexadecimal digits.
  static func code(of digits: ArraySlice<UInt8>) -> UInt32? {
    var code: UInt32 = 0
    for byte in digits {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}
