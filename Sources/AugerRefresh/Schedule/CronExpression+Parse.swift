import AugerColumns
import AugerDiagnostics

extension CronExpression {
  /// Parses `15 2 * * 1-5`: numbers, names (`jan`, `mon`), lists, ranges and steps. Reports every error with its
  /// position.
  package static func parse(_ text: String, name: String = "schedule") throws(DiagnosticError) -> CronExpression {
    let source = SourceText(name: name, text: text)
    let words = Self.words(of: text)
    guard words.count == CronField.all.count else {
      let isMacro = text.hasPrefix("@")
      throw DiagnosticError(
        Diagnostic(
          .cronSyntax,
          isMacro
            ? "'\(text)' is not a valid cron expression"
            : "a cron expression has five fields, this one has \(words.count)",
          at: Diagnostic.Place(source, SourceSpan(0, text.utf8.count)),
          hint:
            "Write minute, hour, day of month, month and day of week: '15 2 * * 1-5' is 02:15 from Monday to Friday."))
    }
    var diagnostics: [Diagnostic] = []
    var bits: [UInt64] = []
    for (field, word) in zip(CronField.all, words) {
      var reader = CronFieldReader(field, word, in: source)
      bits.append(reader.read())
      diagnostics += reader.diagnostics
    }
    guard diagnostics.isEmpty else { throw DiagnosticError(diagnostics) }
    // Both 0 and 7 mean Sunday.
    let weekdays = (bits[4] | bits[4] >> 7) & 0x7F
    let starts = words.map { $0.text.hasPrefix("*") }
    let expression = CronExpression(
      text: text, minutes: bits[0], hours: bits[1], days: bits[2], months: bits[3], weekdays: weekdays,
      daysMustMatchBoth: starts[2] || starts[4], namesTimesOfDay: !starts[0] && !starts[1])
    guard expression.next(after: 0) != nil else {
      throw DiagnosticError(
        Diagnostic(
          .cronNever, "'\(text)' never occurs: the day does not exist",
          at: Diagnostic.Place(source, SourceSpan(words[2].span.lower, words[3].span.upper))))
    }
    return expression
  }

  private static func words(of text: String) -> [CronWord] {
    var words: [CronWord] = []
    var start: Int?
    let bytes = Array(text.utf8)
    for index in 0...bytes.count {
      let isBlank = index == bytes.count || bytes[index] == 0x20 || bytes[index] == 0x09
      if let from = start, isBlank {
        words.append(CronWord(String(decoding: bytes[from..<index], as: UTF8.self), at: from))
        start = nil
      } else if start == nil, !isBlank {
        start = index
      }
    }
    return words
  }
}

/// A part of the text and its start offset.
struct CronWord {
  var text: String
  var span: SourceSpan

  init(_ text: String, at offset: Int) {
    self.text = text
    span = SourceSpan(offset, offset + text.utf8.count)
  }

  /// Returns the parts between separators, including empty ones.
  func split(_ separator: Character) -> [CronWord] {
    var offset = span.lower
    return text.split(separator: separator, omittingEmptySubsequences: false).map { part in
      defer { offset += part.utf8.count + 1 }
      return CronWord(String(part), at: offset)
    }
  }
}

/// The allowed values of one field of a cron expression.
struct CronField {
  let name: String
  let range: ClosedRange<Int>
  /// The names of the values, starting with the lowest.
  let names: [String]

  static let all = [
    CronField(name: "minute", range: 0...59, names: []),
    CronField(name: "hour", range: 0...23, names: []),
    CronField(name: "day of the month", range: 1...31, names: []),
    CronField(
      name: "month", range: 1...12,
      names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]),
    CronField(name: "day of the week", range: 0...7, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]),
  ]
}

/// A parser that turns one field into bits.
struct CronFieldReader {
  private let field: CronField
  private let word: CronWord
  private let source: SourceText
  private(set) var diagnostics: [Diagnostic] = []

  init(_ field: CronField, _ word: CronWord, in source: SourceText) {
    self.field = field
    self.word = word
    self.source = source
  }

  mutating func read() -> UInt64 {
    var bits: UInt64 = 0
    for item in word.split(",") { bits |= read(item) }
    return bits
  }

  /// Reads `*`, `5` or `5-10`, each with an optional `/step`.
  private mutating func read(_ item: CronWord) -> UInt64 {
    let parts = item.split("/")
    guard parts.count <= 2 else { return fail(item, "'\(item.text)' has more than one step") }
    var step = 1
    if parts.count == 2 {
      guard let number = Self.number(parts[1].text), number > 0 else {
        return fail(parts[1], "the step must be a number of at least 1, not '\(parts[1].text)'")
      }
      step = number
    }
    guard let range = range(parts[0], isOpen: parts.count == 2) else { return 0 }
    return stride(from: range.lowerBound, through: range.upperBound, by: step).reduce(0) { $0 | 1 << UInt64($1) }
  }

  private mutating func range(_ item: CronWord, isOpen: Bool) -> ClosedRange<Int>? {
    if item.text == "*" { return field.range }
    let ends = item.split("-")
    guard ends.count <= 2 else {
      _ = fail(item, "'\(item.text)' is not a valid range")
      return nil
    }
    guard let lower = value(ends[0]) else { return nil }
    // `5/15` starts at 5 and extends to the end of the range.
    guard ends.count == 2 else { return lower...(isOpen ? field.range.upperBound : lower) }
    guard let upper = value(ends[1]) else { return nil }
    guard lower <= upper else {
      let hint =
        "Write '\(ends[0].text)-\(field.range.upperBound),\(field.range.lowerBound)-\(ends[1].text)' "
        + "for a range that wraps around."
      _ = fail(item, "the range '\(item.text)' ends before it begins", hint: hint)
      return nil
    }
    return lower...upper
  }

  private mutating func value(_ word: CronWord) -> Int? {
    let name = word.text.lowercased()
    if let index = field.names.firstIndex(of: name) { return field.range.lowerBound + index }
    guard let number = Self.number(word.text) else {
      var hint: String?
      if word.text.contains("?") || word.text.contains("L") || word.text.contains("#") {
        hint = "Use '*'. The characters ?, L, W and # are not supported."
      } else {
        hint = DidYouMean.nearest(to: name, among: field.names).map { "Did you mean '\($0)'?" }
      }
      _ = fail(word, "'\(word.text)' is not a valid \(field.name)", hint: hint)
      return nil
    }
    guard field.range.contains(number) else {
      let limits = "between \(field.range.lowerBound) and \(field.range.upperBound)"
      _ = fail(word, "the \(field.name) must be \(limits), not \(word.text)")
      return nil
    }
    return number
  }

  /// Parses a number that consists of digits only, unlike `+5` and ` 5`.
  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.count <= 4 ? Int(text) : nil
  }

  private mutating func fail(_ word: CronWord, _ message: String, hint: String? = nil) -> UInt64 {
    let message = word.text.isEmpty ? "a value is missing in the \(field.name) '\(self.word.text)'" : message
    let span = word.text.isEmpty ? self.word.span : word.span
    diagnostics.append(Diagnostic(.cronSyntax, message, at: Diagnostic.Place(source, span), hint: hint))
    return 0
  }
}

extension Diagnostic.Code {
  package static let cronSyntax = Self("cronSyntax")
  /// The expression names days that no calendar contains.
  package static let cronNever = Self("cronNever")
}
