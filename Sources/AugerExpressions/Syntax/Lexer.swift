import AugerColumns
import AugerDiagnostics

/// Splits the text of an expression into tokens. It works on UTF-8 bytes, with offsets in the whole source.
struct Lexer {
  private let source: SourceText
  private let bytes: [UInt8]
  /// Offset of `bytes` within the source.
  private let base: Int
  private var at = 0

  init(_ source: SourceText, _ span: SourceSpan) {
    self.source = source
    let utf8 = source.text.utf8
    let lower = min(span.lower, utf8.count)
    let from = utf8.index(utf8.startIndex, offsetBy: lower)
    bytes = Array(utf8[from...].prefix(span.upper - span.lower))
    base = lower
  }

  mutating func tokens() throws(DiagnosticError) -> [Token] {
    var result: [Token] = []
    repeat { result.append(try next()) } while result.last?.kind != .end
    return result
  }

  private mutating func next() throws(DiagnosticError) -> Token {
    skipBlanks()
    let start = at
    guard at < bytes.count else { return Token(kind: .end, span: span(from: start)) }
    let kind = try kind(startingWith: bytes[at])
    return Token(kind: kind, span: span(from: start))
  }

  private mutating func kind(startingWith byte: UInt8) throws(DiagnosticError) -> Token.Kind {
    switch byte {
    case UInt8(ascii: "("): return advance(1, .open)
    case UInt8(ascii: ")"): return advance(1, .close)
    case UInt8(ascii: ","): return advance(1, .comma)
    case UInt8(ascii: ":"): return advance(1, .colon)
    case UInt8(ascii: "+"): return advance(1, .binary(.add))
    case UInt8(ascii: "-"): return advance(1, .binary(.subtract))
    case UInt8(ascii: "*"): return advance(1, .binary(.multiply))
    case UInt8(ascii: "/"): return advance(1, .binary(.divide))
    case UInt8(ascii: "%"): return advance(1, .binary(.modulo))
    case UInt8(ascii: "="): return advance(peek(1) == UInt8(ascii: "=") ? 2 : 1, .binary(.equal))
    case UInt8(ascii: "<"):
      if peek(1) == UInt8(ascii: "=") { return advance(2, .binary(.lessOrEqual)) }
      if peek(1) == UInt8(ascii: ">") { return advance(2, .binary(.notEqual)) }
      return advance(1, .binary(.less))
    case UInt8(ascii: ">"):
      if peek(1) == UInt8(ascii: "=") { return advance(2, .binary(.greaterOrEqual)) }
      return advance(1, .binary(.greater))
    case UInt8(ascii: "!") where peek(1) == UInt8(ascii: "="): return advance(2, .binary(.notEqual))
    case UInt8(ascii: "'"): return .string(try quoted(by: byte, what: "string"))
    case UInt8(ascii: "["):
      let start = at
      let name = try quoted(by: UInt8(ascii: "]"), what: "name")
      if name.isEmpty { throw fail(from: start, "a name in brackets is empty") }
      return .bracketed(name)
    case UInt8(ascii: "$"): return try variable()
    case 0x30...0x39: return try number()
    case UInt8(ascii: ".") where Self.isDigit(peek(1)): return try number()
    default:
      guard let scalar = scalar(at: at), Self.startsIdentifier(scalar) else { throw unexpected() }
      let name = identifier()
      // A column of a joined table may be qualified: airlines.name.
      if peek(0) == UInt8(ascii: "."), let next = self.scalar(at: at + 1), Self.startsIdentifier(next) {
        at += 1
        return .identifier(name + "." + identifier())
      }
      return Self.keyword(name).map { .keyword($0) } ?? .identifier(name)
    }
  }

  // MARK: Words

  private mutating func variable() throws(DiagnosticError) -> Token.Kind {
    let start = at
    at += 1
    let name: String
    if peek(0) == UInt8(ascii: "[") {
      name = try quoted(by: UInt8(ascii: "]"), what: "name")
      if name.isEmpty { throw fail(from: start, "a name in brackets is empty") }
    } else {
      guard let first = scalar(at: at), Self.startsIdentifier(first) else {
        throw fail(
          from: start, "expected a name after '$'",
          hint: "Put a name that contains spaces in brackets: $[Sales Reason].")
      }
      name = identifier()
    }
    guard peek(0) == UInt8(ascii: "."), let next = scalar(at: at + 1), Self.startsIdentifier(next) else {
      return .variable(name, nil)
    }
    let dot = at
    at += 1
    guard let part = ExpressionNode.VariablePart(rawValue: identifier()) else {
      let written = Self.variable(name)
      throw fail(
        from: dot, "a variable has no such part",
        hint: "Write '\(written).lower' or '\(written).upper' for the ends of a range.")
    }
    return .variable(name, part)
  }

  private mutating func number() throws(DiagnosticError) -> Token.Kind {
    let start = at
    var hasPoint = false
    var hasExponent = false
    skipDigits()
    if peek(0) == UInt8(ascii: ".") {
      hasPoint = true
      at += 1
      guard Self.isDigit(peek(0)) else { throw fail(from: start, "expected a digit after the decimal point") }
      skipDigits()
    }
    if peek(0) == UInt8(ascii: "e") || peek(0) == UInt8(ascii: "E") {
      let mark = at
      at += 1
      if peek(0) == UInt8(ascii: "+") || peek(0) == UInt8(ascii: "-") { at += 1 }
      if Self.isDigit(peek(0)) {
        hasExponent = true
        skipDigits()
      } else {
        at = mark
      }
    }
    if let scalar = scalar(at: at), Self.startsIdentifier(scalar) {
      skipIdentifier()
      throw fail(
        from: start, "a number runs into letters",
        hint: "Put a name that starts with a digit in brackets: [\(text(from: start))].")
    }
    let digits = text(from: start)
    if !hasPoint, !hasExponent, let value = Int64(digits) { return .number(.int(value)) }
    if !hasExponent, let value = Decimal128(digits) { return .number(.decimal(value)) }
    guard let value = Double(digits), value.isFinite else {
      throw fail(from: start, "the number is too large", hint: "Use a number up to 1.8e308.")
    }
    if !hasPoint, !hasExponent {
      throw fail(
        from: start, "the number has more than 38 digits", hint: "Write \(NumberText.shortest(value)) for a float.")
    }
    return .number(.float(value))
  }

  /// Reads the text up to a closing byte. A doubled closing byte is a single literal one.
  private mutating func quoted(by close: UInt8, what: String) throws(DiagnosticError) -> String {
    let start = at
    var content: [UInt8] = []
    at += 1
    while at < bytes.count {
      if bytes[at] == close {
        guard peek(1) == close else {
          at += 1
          return String(decoding: content, as: UTF8.self)
        }
        at += 1
      }
      content.append(bytes[at])
      at += 1
    }
    throw fail(
      from: start, "the \(what) is not closed",
      hint: close == UInt8(ascii: "]")
        ? "']' is missing" : "Add the closing quote. Write a quote inside a string twice: ''.")
  }

  // MARK: Errors with hints

  private mutating func unexpected() -> DiagnosticError {
    let start = at
    guard let scalar = scalar(at: at) else {
      at += 1
      return fail(from: start, "the text is not valid UTF-8 here")
    }
    switch scalar {
    case "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}", "«", "»",
      "`":
      return wrongQuote(scalar)
    case "\u{2010}"..."\u{2015}", "\u{2212}":
      at += scalar.utf8.count
      return fail(from: start, "a typographic dash is not a minus", hint: "Write '-'.")
    case "×", "·", "÷", "≤", "≥", "≠":
      at += scalar.utf8.count
      let plain = ["×": "*", "·": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!="][String(scalar)] ?? ""
      return fail(from: start, "'\(scalar)' is not an operator", hint: "Write '\(plain)'.")
    case "&" where peek(1) == UInt8(ascii: "&"), "|" where peek(1) == UInt8(ascii: "|"):
      at += 2
      return fail(
        from: start, "'\(scalar)\(scalar)' is not an operator",
        hint: scalar == "&" ? "Write 'and'." : "Write 'or' for a condition, or '+' to join strings.")
    case "!":
      at += 1
      return fail(from: start, "'!' is not an operator", hint: "Write not(...).")
    case "&":
      while at < bytes.count, bytes[at] != UInt8(ascii: ";"), at - start < 6 { at += 1 }
      at = min(at + 1, bytes.count)
      return fail(
        from: start, "'&' is not an operator", hint: "Write 'and' for a condition. Only XML files write < as &lt;.")
    default:
      at += scalar.utf8.count
      return fail(from: start, "'\(scalar)' has no meaning in an expression")
    }
  }

  /// Returns the error for a string in unsupported quotes. Its span is the whole string, and its hint has the correct
  /// form.
  private mutating func wrongQuote(_ open: Unicode.Scalar) -> DiagnosticError {
    let start = at
    // The matching closing quote, or a quote that the author's editor left unchanged.
    let closers: [[Unicode.Scalar]] =
      switch open {
      case "\"": [["\""]]
      case "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}": [["\u{2019}", "\u{2018}"], ["'"]]
      case "`": [["`"], ["'"]]
      case "«": [["»"]]
      case "»": [["«"]]
      default: [["\u{201D}", "\u{201C}"], ["\""]]
      }
    at += open.utf8.count
    let contentStart = at
    var content: String?
    for closers in closers where content == nil {
      at = contentStart
      while let scalar = scalar(at: at) {
        if closers.contains(scalar) { content = text(from: contentStart) }
        at += scalar.utf8.count
        if content != nil { break }
      }
    }
    guard let content else {
      at = start + open.utf8.count
      return fail(from: start, "strings take single quotes", hint: "Write '...'.")
    }
    return fail(from: start, "strings take single quotes", hint: "Write \(Self.quote(content, "'", "'")).")
  }

  private func fail(from start: Int, _ message: String, hint: String? = nil) -> DiagnosticError {
    DiagnosticError(Diagnostic(.syntaxError, message, at: .init(source, span(from: start)), hint: hint))
  }

  // MARK: Bytes

  private func span(from start: Int) -> SourceSpan { SourceSpan(base + start, base + at) }

  private func peek(_ ahead: Int) -> UInt8 { at + ahead < bytes.count ? bytes[at + ahead] : 0 }

  private mutating func advance(_ count: Int, _ kind: Token.Kind) -> Token.Kind {
    at += count
    return kind
  }

  private func text(from start: Int) -> String { String(decoding: bytes[start..<at], as: UTF8.self) }

  private mutating func skipDigits() { while Self.isDigit(peek(0)) { at += 1 } }

  /// Skips whitespace, including no-break spaces and thin spaces from word processors.
  private mutating func skipBlanks() {
    while let scalar = scalar(at: at), scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
      at += scalar.utf8.count
    }
  }

  private mutating func identifier() -> String {
    let start = at
    skipIdentifier()
    return text(from: start)
  }

  private mutating func skipIdentifier() {
    while let scalar = scalar(at: at), Self.continuesIdentifier(scalar) { at += scalar.utf8.count }
  }

  private func scalar(at offset: Int) -> Unicode.Scalar? {
    guard offset < bytes.count else { return nil }
    if bytes[offset] < 0x80 { return Unicode.Scalar(bytes[offset]) }
    var decoder = UTF8()
    var iterator = bytes[offset..<min(offset + 4, bytes.count)].makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) { return scalar }
    return nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func startsIdentifier(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? scalar == "_" || scalar.properties.isAlphabetic : scalar.properties.isXIDStart
  }

  private static func continuesIdentifier(_ scalar: Unicode.Scalar) -> Bool {
    startsIdentifier(scalar) || (scalar.isASCII ? isDigit(UInt8(scalar.value)) : scalar.properties.isXIDContinue)
  }

  /// Returns the text between delimiters, with each closing delimiter in the text doubled.
  static func quote(_ text: String, _ open: Unicode.Scalar, _ close: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    result.append(open)
    for scalar in text.unicodeScalars {
      result.append(scalar)
      if scalar == close { result.append(scalar) }
    }
    result.append(close)
    return String(result)
  }

  /// Returns a variable reference with its `$`.
  static func variable(_ name: String) -> String { "$" + (isIdentifier(name) ? name : quote(name, "[", "]")) }

  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, startsIdentifier(first) else { return false }
    return name.unicodeScalars.allSatisfy(continuesIdentifier)
  }

  static func keyword(_ name: String) -> Token.Keyword? {
    name.utf8.count <= 5 ? Token.Keyword(rawValue: name.lowercased()) : nil
  }
}
