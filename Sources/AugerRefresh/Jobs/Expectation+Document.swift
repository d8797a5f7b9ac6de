import Auger
import AugerDiagnostics
import AugerDocuments
import AugerEngine
import AugerExpressions
import AugerQuery

extension Expectation {
  /// Reads an expectation: `rows: ">= 1"` or `freshness: "< 26h of max(order_date)"`. Any other name has a condition
  /// such as `sum(x) within 20% of previous` or `sum(x) >= 5`.
  ///
  /// Returns nil if the condition is invalid. The error has been reported.
  init?(_ entry: DocumentEntry, _ collector: DiagnosticCollector) {
    guard let text = entry.value.text else {
      collector.report(
        Diagnostic(.wrongKind, "an expectation must be a string, not \(entry.value.kindName)", at: entry.value.place))
      return nil
    }
    let node = entry.value
    let found: Condition? =
      switch entry.key.text {
      case "rows": Self.rows(text)
      case "freshness": Self.freshness(text, node, collector)
      default: Self.value(text, node, collector)
      }
    guard let found else {
      let example =
        switch entry.key.text {
        case "rows": "\">= 1\""
        case "freshness": "\"< 26h of max(order_date)\""
        default: "\"sum(amount) within 20% of previous\" or \"sum(amount) >= 1000\""
        }
      if !collector.diagnostics.contains(where: { $0.place.map { Self.isInside($0, node) } ?? false }) {
        collector.report(
          Diagnostic(
            .wrongValue, "'\(text)' is not a valid expectation for '\(entry.key.text)'", at: node.place,
            hint: "Write, for example, \(example)."))
      }
      return nil
    }
    self.init(name: entry.key.text, condition: found, text: text)
  }

  private static func isInside(_ place: Diagnostic.Place, _ node: DocumentNode) -> Bool {
    guard let span = place.span, place.source.name == node.source.name else { return false }
    return span.lower >= node.span.lower && span.upper <= node.span.upper
  }

  private static func rows(_ text: String) -> Condition? {
    guard let (comparison, rest) = comparison(in: text[...]), let number = number(rest) else { return nil }
    return .rows(comparison, number)
  }

  private static func freshness(_ text: String, _ node: DocumentNode, _ collector: DiagnosticCollector) -> Condition? {
    guard let (comparison, rest) = comparison(in: text[...]), comparison == .below || comparison == .atMost,
      let of = rest.firstRange(of: " of "), let limit = DurationText.parse(trimmed(rest[..<of.lowerBound])),
      let expression = expression(rest[of.upperBound...], of: text, node, collector)
    else { return nil }
    return .freshness(comparison, limit, expression)
  }

  private static func value(_ text: String, _ node: DocumentNode, _ collector: DiagnosticCollector) -> Condition? {
    if let within = text.firstRange(of: " within ") {
      let rest = trimmed(text[within.upperBound...])
      guard rest.hasSuffix("of previous"), let sign = rest.firstIndex(of: "%"),
        trimmed(rest[rest.index(after: sign)...]) == "of previous", let percent = number(rest[..<sign]), percent >= 0,
        let expression = expression(text[..<within.lowerBound], of: text, node, collector)
      else { return nil }
      return .nearPrevious(expression, percent: percent)
    }
    // Split at the last comparison. Earlier comparisons belong to the expression.
    var split: String.Index?
    for index in text.indices where "<>=!".contains(text[index]) {
      if let split, text.index(after: split) == index { continue }
      split = index
    }
    guard let split, let (comparison, rest) = comparison(in: text[split...]), let number = number(rest),
      let expression = expression(text[..<split], of: text, node, collector)
    else { return nil }
    return .value(expression, comparison, number)
  }

  /// Splits the text into the comparison at its start and the rest.
  private static func comparison(in text: Substring) -> (Comparison, Substring)? {
    let text = text.drop { $0 == " " }
    // `Comparison` lists operators of two characters before those of one character.
    guard let found = Comparison.allCases.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
    return (found, text.dropFirst(found.rawValue.count))
  }

  private static func expression(
    _ part: Substring, of text: String, _ node: DocumentNode, _ collector: DiagnosticCollector
  ) -> Expression? {
    let lower = text.utf8.distance(from: text.startIndex, to: part.startIndex)
    let leading = part.prefix { $0 == " " }.utf8.count
    let length = trimmed(part).utf8.count
    guard length > 0 else { return nil }
    let span = SourceSpan(lower + leading, lower + leading + length)
    guard let expression = Expression(node, collector, within: span) else { return nil }
    guard expression.containsAggregate else {
      collector.report(
        Diagnostic(
          .wrongValue, "an expectation needs an aggregate, which '\(trimmed(part))' does not have",
          at: node.place(of: span),
          hint: "Use an aggregate such as sum, count, avg, min or max."))
      return nil
    }
    let mistakes = TableQuery(from: "", measures: [.init("value", expression)]).expressionMistakes
    for mistake in mistakes { collector.report(mistake) }
    return mistakes.isEmpty ? expression : nil
  }

  private static func number(_ text: some StringProtocol) -> Double? {
    let text = trimmed(text)
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) } ? Double(text) : nil
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
