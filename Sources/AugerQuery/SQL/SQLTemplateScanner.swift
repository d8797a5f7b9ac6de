import AugerDiagnostics

/// Splits a template into SQL, parameters and optional clauses. It recognizes literals and comments, and does not
/// search them.
struct SQLTemplateScanner {
  let source: SourceText
  private(set) var parameters: [SQLParameter] = []
  private(set) var pieces: [SQLTemplate.Piece] = []
  private(set) var placeholders: [SQLTemplate.Placeholder] = []
  private(set) var diagnostics: [Diagnostic] = []

  private let bytes: [UInt8]
  private let base: Int
  private let end: Int
  private var at: Int
  /// The start of the SQL that is not yet part of a piece.
  private var textStart: Int
  /// The current optional clause: its start, and the pieces before it.
  private var clause: (start: Int, outer: [SQLTemplate.Piece], parametersBefore: Int, subscripts: Int)?
  private var subscripts = 0
  /// True for each open parenthesis that follows `IN`.
  private var parentheses: [Bool] = []
  private var previous = Token.start
  private var previousEnd = -1
  /// The parameter that can be a list item, depending on the next token.
  private var pendingListItem: Int?

  private enum Token: Equatable { case start, word(String), open, comma, close, other }

  init(_ source: SourceText, _ span: SourceSpan) {
    self.source = source
    // Offsets refer to the whole source, so that every span is valid for the file.
    bytes = Array(source.text.utf8)
    base = span.lower
    end = min(span.upper, bytes.count)
    at = base
    textStart = base
  }

  mutating func scan() {
    while at < end { step() }
    note(.other)
    if let clause {
      refuse(
        "the optional clause is not closed", SourceSpan(clause.start, clause.start + 2),
        hint: "Close the clause with ']]'.")
    }
    cutText(to: end)
  }

  // MARK: Tokens

  private func byte(_ offset: Int) -> UInt8? { offset < end ? bytes[offset] : nil }

  /// Records the token that ends at `at`.
  private mutating func note(_ token: Token) {
    if let index = pendingListItem {
      parameters[index].takesList = token == .comma || token == .close
      pendingListItem = nil
    }
    previous = token
    previousEnd = at
  }

  private mutating func refuse(_ message: String, _ span: SourceSpan, hint: String? = nil) {
    diagnostics.append(Diagnostic(.sqlSyntax, message, at: Diagnostic.Place(source, span), hint: hint))
  }

  private mutating func step() {
    let start = at
    switch bytes[at] {
    case UInt8(ascii: " "), 0x09, 0x0A, 0x0C, 0x0D: at += 1
    case UInt8(ascii: "-") where byte(at + 1) == UInt8(ascii: "-"):
      while at < end, bytes[at] != 0x0A { at += 1 }
    case UInt8(ascii: "/") where byte(at + 1) == UInt8(ascii: "*"): comment()
    case UInt8(ascii: "'"):
      let isEscaped = previousEnd == at && (previous == .word("e") || previous == .word("E"))
      quoted(by: UInt8(ascii: "'"), escapes: isEscaped, "string")
    case UInt8(ascii: "\""): quoted(by: UInt8(ascii: "\""), escapes: false, "quoted name")
    case UInt8(ascii: "`"): quoted(by: UInt8(ascii: "`"), escapes: false, "quoted name")
    case UInt8(ascii: "["): bracket()
    case UInt8(ascii: "]"): closingBracket()
    case UInt8(ascii: ":"): colon()
    case UInt8(ascii: "("):
      at += 1
      if case .word(let word) = previous {
        parentheses.append(word.lowercased() == "in")
      } else {
        parentheses.append(false)
      }
      note(.open)
    case UInt8(ascii: ")"):
      at += 1
      _ = parentheses.popLast()
      note(.close)
    case UInt8(ascii: ","):
      at += 1
      note(.comma)
    case UInt8(ascii: "$"): dollar()
    case UInt8(ascii: "?"), UInt8(ascii: "@"):
      at += 1
      let nameStart = at
      while let next = byte(at), Self.isWord(next) { at += 1 }
      let digit = byte(nameStart).map(Self.isDigit) ?? false
      if bytes[start] == UInt8(ascii: "?") || at > nameStart {
        placeholders.append(.init(lead: bytes[start], startsWithDigit: digit, span: SourceSpan(start, at)))
      }
      note(.other)
    case let first where Self.isWord(first):
      while let next = byte(at), Self.isWord(next) || next == UInt8(ascii: "$") { at += 1 }
      note(.word(String(decoding: bytes[start..<at], as: UTF8.self)))
    default:
      at += 1
      note(.other)
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Returns true for letters, digits, underscore and all non-ASCII bytes.
  static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == 0x5F || byte >= 0x80 || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }

  // MARK: Literals

  private mutating func comment() {
    let start = at
    let nested = commentEnd(nests: true)
    guard let close = nested ?? commentEnd(nests: false) else {
      refuse("the comment is not closed", SourceSpan(start, start + 2), hint: "Close the comment with '*/'.")
      at = end
      return
    }
    at = close
  }

  private func commentEnd(nests: Bool) -> Int? {
    var depth = 1
    var offset = at + 2
    while offset + 1 < end {
      if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") {
        depth -= 1
        offset += 2
        if depth == 0 { return offset }
      } else if nests, bytes[offset] == UInt8(ascii: "/"), bytes[offset + 1] == UInt8(ascii: "*") {
        depth += 1
        offset += 2
      } else {
        offset += 1
      }
    }
    return nil
  }

  /// Moves `at` after the closing quote. A doubled quote is part of the literal.
  private mutating func quoted(by quote: UInt8, escapes: Bool, _ what: String) {
    let start = at
    at += 1
    while at < end {
      if escapes, bytes[at] == UInt8(ascii: "\\") {
        at += 2
      } else if bytes[at] == quote {
        at += 1
        guard byte(at) == quote else { return note(.other) }
        at += 1
      } else {
        at += 1
      }
    }
    at = end
    refuse("the \(what) is not closed", SourceSpan(start, start + 1))
  }

  private mutating func dollar() {
    let start = at
    var tagEnd = at + 1
    while let next = byte(tagEnd), Self.isWord(next) { tagEnd += 1 }
    let startsWithDigit = byte(at + 1).map(Self.isDigit) ?? false
    if byte(tagEnd) == UInt8(ascii: "$"), !startsWithDigit {
      let tag = bytes[start...tagEnd]
      var offset = tagEnd + 1
      while offset + tag.count <= end {
        if bytes[offset] == UInt8(ascii: "$"), bytes[offset..<offset + tag.count].elementsEqual(tag) {
          at = offset + tag.count
          return note(.other)
        }
        offset += 1
      }
      refuse("the dollar quote is not closed", SourceSpan(start, tagEnd + 1))
      at = end
      return
    }
    at = tagEnd
    if at > start + 1 {
      placeholders.append(
        .init(lead: UInt8(ascii: "$"), startsWithDigit: startsWithDigit, span: SourceSpan(start, at)))
    }
    note(.other)
  }

  // MARK: Brackets

  private var isAfterArrayKeyword: Bool {
    if case .word(let word) = previous { word.lowercased() == "array" } else { false }
  }

  private mutating func bracket() {
    let start = at
    if subscripts > (clause?.subscripts ?? 0) || isAfterArrayKeyword { return openSubscript() }
    if byte(at + 1) == UInt8(ascii: "[") {
      if clause != nil {
        refuse(
          "optional clauses cannot be nested", SourceSpan(start, start + 2),
          hint: "Write the inner clause after the outer one.")
        at += 2
        return
      }
      cutText(to: start)
      at += 2
      textStart = at
      clause = (start, pieces, parameters.count, subscripts)
      pieces = []
      return
    }
    if previousEnd == at, at > base, Self.isWord(bytes[at - 1]) || [0x29, 0x5D, 0x22].contains(bytes[at - 1]) {
      return openSubscript()
    }
    while let next = byte(at), next != UInt8(ascii: "]") { at += 1 }
    guard at < end else { return refuse("the quoted name is not closed", SourceSpan(start, start + 1)) }
    at += 1
    note(.other)
  }

  private mutating func openSubscript() {
    at += 1
    subscripts += 1
    note(.other)
  }

  private mutating func closingBracket() {
    let start = at
    if subscripts > (clause?.subscripts ?? 0) {
      subscripts -= 1
      at += 1
      return note(.other)
    }
    guard byte(at + 1) == UInt8(ascii: "]") else {
      at += 1
      return note(.other)
    }
    at += 2
    guard var open = clause else {
      return refuse("']]' closes no optional clause", SourceSpan(start, start + 2), hint: "Open the clause with '[['.")
    }
    cutText(to: start)
    clause = nil
    // Swapped, so that the pieces have one reference and appending does not copy them.
    swap(&pieces, &open.outer)
    let span = SourceSpan(open.start, at)
    if parameters.count == open.parametersBefore {
      refuse(
        "the optional clause has no parameter and would always apply", span,
        hint: "Remove the brackets.")
    }
    pieces.append(.clause(span, open.outer))
    textStart = at
  }

  private mutating func cutText(to offset: Int) {
    if offset > textStart { pieces.append(.text(SourceSpan(textStart, offset))) }
    textStart = offset
  }

  // MARK: Parameters

  private mutating func colon() {
    let start = at
    switch byte(at + 1) {
    case UInt8(ascii: ":"), UInt8(ascii: "="):
      at += 2
      note(.other)
    case UInt8(ascii: "\""):
      at += 1
      let open = at
      let before = previous
      quoted(by: UInt8(ascii: "\""), escapes: false, "name of the parameter")
      previous = before
      guard at > open + 1, bytes[at - 1] == UInt8(ascii: "\"") else { return }
      let name = String(decoding: bytes[(open + 1)..<(at - 1)], as: UTF8.self).replacingBytes("\"\"", with: "\"")
      guard !name.isEmpty else { return refuse("the parameter has no name", SourceSpan(start, at)) }
      parameter(name, from: start)
    case let next? where Self.isWord(next) && !Self.isDigit(next):
      at += 1
      while let next = byte(at), Self.isWord(next) { at += 1 }
      parameter(String(decoding: bytes[(start + 1)..<at], as: UTF8.self), from: start)
    default:
      at += 1
      note(.other)
    }
  }

  /// Reads the part after a parameter name. `at` is after the name.
  private mutating func parameter(_ name: String, from start: Int) {
    var part = SQLParameter.Part.whole
    if byte(at) == UInt8(ascii: "."), let next = byte(at + 1), Self.isWord(next) {
      let partStart = at + 1
      at = partStart
      while let next = byte(at), Self.isWord(next) { at += 1 }
      switch String(decoding: bytes[partStart..<at], as: UTF8.self) {
      case "lower": part = .lower
      case "upper": part = .upper
      case let other:
        refuse(
          "a parameter has no part '\(other)'", SourceSpan(partStart, at),
          hint: DidYouMean.hint(for: other, among: ["lower", "upper"], listing: "parts"))
      }
    }
    let isItem = parentheses.last == true && (previous == .open || previous == .comma)
    cutText(to: start)
    textStart = at
    pieces.append(.parameter(parameters.count))
    parameters.append(
      SQLParameter(
        name: name, part: part, isOptional: clause != nil, takesList: false, span: SourceSpan(start, at)))
    note(.other)
    if isItem, part == .whole { pendingListItem = parameters.count - 1 }
  }
}
