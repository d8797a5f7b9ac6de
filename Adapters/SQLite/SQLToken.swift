/// A token of a SQLite statement: a word, a quoted name, a literal or a symbol. Comments are skipped.
struct SQLToken {
  enum Kind {
    /// An unquoted keyword or name.
    case word
    /// A name in double quotes, backticks or brackets.
    case name
    /// A literal in single quotes.
    case text
    case number
    case sign
  }

  let kind: Kind
  /// The content of the token, without quotes.
  let text: String
  /// The range in the UTF-8 text, in bytes.
  let range: Range<Int>

  /// The content in lower case, for comparison of keywords and names.
  var lowercased: String { text.lowercased() }

  func isKeyword(_ word: String) -> Bool { kind == .word && lowercased == word }

  func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

  static func all(in text: String) -> [SQLToken] {
    var reader = SQLTokenReader(bytes: Array(text.utf8))
    var tokens: [SQLToken] = []
    while let token = reader.next() { tokens.append(token) }
    return tokens
  }

  /// Returns all possible table names, in lower case. SQLite accepts single quotes around a name if no string is
  /// allowed there.
  static func names(in text: String) -> Set<String> {
    Set(all(in: text).lazy.filter { $0.kind != .sign }.map(\.lowercased))
  }

  /// Returns true if a statement reads the clock or random numbers, so that equal data may give different results.
  static func readsClock(_ text: String) -> Bool {
    let tokens = all(in: text)
    func isSign(_ sign: String, at index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].isSign(sign) }
    return tokens.indices.contains { index in
      let word = tokens[index].lowercased
      if tokens[index].kind == .text { return word == "now" }
      if changing.contains(word) { return true }
      // Without a time argument, these functions use the current time.
      guard isSign("(", at: index + 1) else { return false }
      return timeFunctions.contains(word) && isSign(")", at: index + 2)
        || word == "strftime" && isSign(")", at: index + 3)
    }
  }

  private static let changing: Set<String> = [
    "current_date", "current_time", "current_timestamp", "random", "randomblob",
  ]

  private static let timeFunctions: Set<String> = ["date", "time", "datetime", "julianday", "unixepoch"]
}

private struct SQLTokenReader {
  let bytes: [UInt8]
  private var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }

  mutating func next() -> SQLToken? {
    skipBlanksAndComments()
    guard at < bytes.count else { return nil }
    let start = at
    switch byte() {
    case UInt8(ascii: "'"): return SQLToken(kind: .text, text: quoted(to: byte()), range: start..<at)
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return SQLToken(kind: .name, text: quoted(to: byte()), range: start..<at)
    case UInt8(ascii: "["): return SQLToken(kind: .name, text: quoted(to: UInt8(ascii: "]")), range: start..<at)
    case 0x30...0x39: return number()
    case UInt8(ascii: ".") where Self.isDigit(byte(1)): return number()
    case let first where Self.isWord(first):
      while Self.isWord(byte()), at < bytes.count { at += 1 }
      return token(.word, from: start)
    default:
      let pair = [byte(), byte(1)]
      at += Self.pairs.contains { Array($0.utf8) == pair } ? 2 : 1
      return token(.sign, from: start)
    }
  }

  private static let pairs = ["<=", ">=", "<>", "!=", "==", "||", "<<", ">>", "->"]

  private func token(_ kind: SQLToken.Kind, from start: Int) -> SQLToken {
    SQLToken(kind: kind, text: String(decoding: bytes[start..<at], as: UTF8.self), range: start..<at)
  }

  /// Reads `12`, `1.5`, `.5`, `1e-3` or `0xFF`, including directly following characters.
  private mutating func number() -> SQLToken {
    let start = at
    while at < bytes.count {
      let isSigned = (byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-")) && bytes[at - 1] | 0x20 == 0x65
      guard Self.isWord(byte()) || byte() == UInt8(ascii: ".") || (at > start && isSigned) else { break }
      at += 1
    }
    return token(.number, from: start)
  }

  private mutating func quoted(to end: UInt8) -> String {
    var inner: [UInt8] = []
    at += 1
    while at < bytes.count {
      if byte() == end {
        at += 1
        guard byte() == end, at < bytes.count, end != UInt8(ascii: "]") else { break }
      }
      inner.append(bytes[at])
      at += 1
    }
    return String(decoding: inner, as: UTF8.self)
  }

  private mutating func skipBlanksAndComments() {
    while at < bytes.count {
      switch (byte(), byte(1)) {
      case (0x09...0x0D, _), (0x20, _): at += 1
      case (UInt8(ascii: "-"), UInt8(ascii: "-")):
        while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        at += 2
        while at < bytes.count, !(bytes[at] == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { at += 1 }
        at = min(at + 2, bytes.count)
      default: return
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x80...: true
    default: false
    }
  }
}
