import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The items in the list of an option: `country,year(day)`, `late=avg(delay)`. Commas separate items, except in
/// parentheses, brackets and quotes.
package struct ListedItems {
  /// An item: an expression, and an optional name before `=`.
  package struct Item {
    /// Nil if no name is specified; the expression text is the name then.
    package var name: String?
    package var namePlace: Diagnostic.Place?
    /// The whole list, with the option as its name.
    package var source: SourceText
    /// The position of the expression in the list.
    package var span: SourceSpan

    package init(source: SourceText, span: SourceSpan) {
      self.init(name: nil, namePlace: nil, source: source, span: span)
    }

    init(name: String?, namePlace: Diagnostic.Place?, source: SourceText, span: SourceSpan) {
      self.name = name
      self.namePlace = namePlace
      self.source = source
      self.span = span
    }

    package var text: String { String(source[span]) }

    package var place: Diagnostic.Place { Diagnostic.Place(source, span) }

    package func expression(naming columns: [String] = []) throws(DiagnosticError) -> Expression {
      try Expression.parse(source, in: span, columns: columns)
    }
  }

  package private(set) var items: [Item] = []

  /// - Parameters:
  ///   - takesNames: True if `NAME=` is allowed before each item.
  ///   - columns: Column names, which are not parsed as expressions.
  package init(
    _ text: String, of option: String, takesNames: Bool = true, columns: [String] = []
  ) throws(AugerError) {
    let source = SourceText(name: option, text: text)
    let bytes = Array(text.utf8)
    func isColumn(_ span: SourceSpan) -> Bool {
      let written = bytes[span.lower..<span.upper]
      return columns.contains { $0.utf8.elementsEqual(written) }
    }
    let all = Self.trimmed(0..<bytes.count, bytes)
    var parts = [all]
    if !isColumn(all) { parts = Self.parts(bytes) }
    for part in parts {
      guard part.lower < part.upper else {
        throw AugerError(
          .wrongOptionValue, operation: "read \(option)", "'\(text)' has an empty name between two commas or at an end",
          hint: "Put a name that contains a comma in brackets: [a, b].")
      }
      if takesNames, !isColumn(part), let (name, written, rest) = Self.assignment(part, bytes) {
        guard rest.lower < rest.upper else {
          throw AugerError(
            .wrongOptionValue, operation: "read \(option)", "the expression after '\(name)=' is missing",
            hint: "Write NAME=EXPRESSION.")
        }
        items.append(
          Item(name: name, namePlace: Diagnostic.Place(source, written), source: source, span: rest))
      } else {
        items.append(Item(source: source, span: part))
      }
    }
  }

  /// Returns the parts between commas.
  private static func parts(_ bytes: [UInt8]) -> [SourceSpan] {
    var parts: [SourceSpan] = []
    var start = 0
    forEachOpen(0..<bytes.count, bytes) { index in
      guard bytes[index] == UInt8(ascii: ",") else { return }
      parts.append(trimmed(start..<index, bytes))
      start = index + 1
    }
    return parts + [trimmed(start..<bytes.count, bytes)]
  }

  /// Returns the name and the position of the expression in `NAME=EXPRESSION`. Nil for a string without a name.
  static func named(_ text: String) -> (name: String, expression: SourceSpan)? {
    let bytes = Array(text.utf8)
    guard let (name, _, rest) = assignment(trimmed(0..<bytes.count, bytes), bytes), rest.lower < rest.upper else {
      return nil
    }
    return (name, rest)
  }

  /// Parses `NAME=REST`. Comparisons such as `==`, `<=`, `>=` and `!=` do not count, and a name cannot contain
  /// operators or calls.
  private static func assignment(
    _ part: SourceSpan, _ bytes: [UInt8]
  ) -> (name: String, written: SourceSpan, rest: SourceSpan)? {
    var found: Int?
    forEachOpen(part.lower..<part.upper, bytes) { index in
      if found == nil, bytes[index] == UInt8(ascii: "=") { found = index }
    }
    guard let equals = found, equals + 1 >= part.upper || bytes[equals + 1] != UInt8(ascii: "=") else { return nil }
    let span = trimmed(part.lower..<equals, bytes)
    guard span.lower < span.upper else { return nil }
    let written = bytes[span.lower..<span.upper]
    let rest = trimmed(equals + 1..<part.upper, bytes)
    if written.first == UInt8(ascii: "[") {
      let text = String(decoding: written, as: UTF8.self)
      guard let name = (try? Expression.parse(text))?.columnName else { return nil }
      return (name, span, rest)
    }
    let operators = Array("<>!'()[]$+*/%,".utf8)
    guard !written.contains(where: operators.contains) else { return nil }
    return (String(decoding: written, as: UTF8.self), span, rest)
  }

  /// Calls `body` with the positions that are outside of parentheses, brackets and quotes.
  private static func forEachOpen(_ range: Range<Int>, _ bytes: [UInt8], _ body: (Int) -> Void) {
    var depth = 0
    var close: UInt8?
    for index in range {
      let byte = bytes[index]
      if let end = close {
        // A doubled quote closes and opens again.
        if byte == end { close = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"): close = byte
      case UInt8(ascii: "["): close = UInt8(ascii: "]")
      case UInt8(ascii: "]") where index > range.lowerBound && bytes[index - 1] == byte: close = byte
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: if depth <= 0 { body(index) }
      }
    }
  }

  private static func trimmed(_ range: Range<Int>, _ bytes: [UInt8]) -> SourceSpan {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper, isBlank(bytes[lower]) { lower += 1 }
    while lower < upper, isBlank(bytes[upper - 1]) { upper -= 1 }
    return SourceSpan(lower, upper)
  }
}
