import AugerDiagnostics
import AugerQuery

/// The properties of a statement that are visible without parsing: its end and its first word.
struct StatementScan {
  /// The end of the first statement: its semicolon, or the end of the text.
  private(set) var end: Int
  /// The start of a second statement: the first content after the semicolon that is not a space, comment or
  /// semicolon.
  private(set) var next: Int?
  /// The first word in lower case, after any parentheses. Nil if the text has no statement.
  private(set) var firstWord: String?

  /// True if INTO occurs outside parentheses. In a SELECT, it creates a table.
  private(set) var hasInto = false

  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    end = bytes.count
    var hasEnded = false
    var depth = 0
    while at < bytes.count {
      let start = at
      guard skip() else { continue }
      if bytes[start] == UInt8(ascii: "(") { depth += 1 }
      if bytes[start] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0, at - start == 4, String(decoding: bytes[start..<at], as: UTF8.self).lowercased() == "into" {
        hasInto = true
      }
      if bytes[start] == UInt8(ascii: ";") {
        if !hasEnded, firstWord != nil { (hasEnded, end) = (true, start) }
      } else if hasEnded {
        next = start
        return
      } else if firstWord == nil, bytes[start] != UInt8(ascii: "(") {
        firstWord = String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
      }
    }
  }

  /// True if the statement can be a subquery.
  var isQuery: Bool { ["select", "with", "values", "table"].contains(firstWord) }

  var isSelectInto: Bool { hasInto && (firstWord == "select" || firstWord == "with") }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Skips one token. Returns true if it was not a space or a comment.
  private mutating func skip() -> Bool {
    let first = bytes[at]
    switch first {
    case 0x20, 0x09...0x0D:
      at += 1
      return false
    case UInt8(ascii: "-") where byte(at + 1) == first:
      while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
      return false
    case UInt8(ascii: "/") where byte(at + 1) == UInt8(ascii: "*"):
      skipComment()
      return false
    case UInt8(ascii: "'"): skipQuoted(by: first, escapes: false)
    case UInt8(ascii: "\""): skipQuoted(by: first, escapes: false)
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      if byte(at + 1) == UInt8(ascii: "'") {
        at += 1
        skipQuoted(by: UInt8(ascii: "'"), escapes: true)
      } else {
        skipWord()
      }
    case UInt8(ascii: "$"): skipDollar()
    case let letter where Self.isWord(letter): skipWord()
    default: at += 1
    }
    return true
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private mutating func skipWord() {
    while at < bytes.count, Self.isWord(bytes[at]) || bytes[at] == UInt8(ascii: "$") { at += 1 }
  }

  /// Skips a comment. Comments can be nested.
  private mutating func skipComment() {
    var depth = 0
    while at < bytes.count {
      if byte(at) == UInt8(ascii: "/"), byte(at + 1) == UInt8(ascii: "*") {
        depth += 1
        at += 2
      } else if byte(at) == UInt8(ascii: "*"), byte(at + 1) == UInt8(ascii: "/") {
        depth -= 1
        at += 2
        if depth == 0 { return }
      } else {
        at += 1
      }
    }
  }

  private mutating func skipQuoted(by quote: UInt8, escapes: Bool) {
    at += 1
    while at < bytes.count {
      if escapes, bytes[at] == UInt8(ascii: "\\") {
        at += 2
      } else if bytes[at] == quote {
        at += 1
        if byte(at) != quote { return }
        at += 1
      } else {
        at += 1
      }
    }
    at = bytes.count
  }

  private mutating func skipDollar() {
    let start = at
    at += 1
    guard !(0x30...0x39).contains(byte(at)) else { return skipWord() }
    while at < bytes.count, Self.isWord(bytes[at]) { at += 1 }
    guard byte(at) == UInt8(ascii: "$") else { return }
    at += 1
    let tag = bytes[start..<at]
    while at + tag.count <= bytes.count {
      if bytes[at] == UInt8(ascii: "$"), bytes[at..<at + tag.count].elementsEqual(tag) {
        at += tag.count
        return
      }
      at += 1
    }
    at = bytes.count
  }
}
