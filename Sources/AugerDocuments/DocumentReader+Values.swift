import AugerDiagnostics

extension DocumentReader {
  /// Reads a string, as written.
  package mutating func string(_ key: String, required: Bool = false) -> String? {
    scalar(key, "text", required: required)?.text
  }

  /// Reads a string with its node, for later diagnostics.
  package mutating func text(_ key: String, required: Bool = false) -> (text: String, node: DocumentNode)? {
    scalar(key, "text", required: required).map { ($0.text, $0.node) }
  }

  /// Reads an integer: an optional sign and decimal digits. `012` is twelve. The range of the key's description
  /// applies.
  package mutating func int(_ key: String, required: Bool = false, in range: ClosedRange<Int>? = nil) -> Int? {
    guard let (node, text) = scalar(key, "a whole number", required: required) else { return nil }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard !digits.isEmpty, digits.count >= text.utf8.count - 1, digits.allSatisfy({ (0x30...0x39).contains($0) })
    else {
      reject(node, "'\(key)' must be a whole number, not '\(text)'")
      return nil
    }
    guard let number = Int(text) else {
      reject(node, "'\(key)' is too large: \(text)")
      return nil
    }
    var range = range
    if case .whole(let described)? = description?.key(key)?.shape { range = described }
    if let range, !range.contains(number) {
      reject(node, "'\(key)' must be \(Self.text(of: range)), not \(number)")
      return nil
    }
    return number
  }

  /// Reads a Boolean: true, false, yes or no, in any case.
  package mutating func bool(_ key: String, required: Bool = false) -> Bool? {
    guard let (node, text) = scalar(key, "true or false", required: required) else { return nil }
    switch text.lowercased() {
    case "true", "yes": return true
    case "false", "no": return false
    default:
      reject(node, "'\(key)' must be true or false, not '\(text)'")
      return nil
    }
  }

  /// Reads a duration with units: `250ms`, `2s`, `10m`, `1h`, `7d`, or several as `1h30m`.
  package mutating func duration(_ key: String, required: Bool = false) -> Duration? {
    guard let (node, text) = scalar(key, "a duration", required: required) else { return nil }
    if let duration = DurationText.parse(text) { return duration }
    let isBare = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    reject(
      node, "'\(key)' must be a duration, not '\(text)'",
      hint: isBare ? "Give a unit: '\(text)s' is seconds." : "Units are ms, s, m, h and d: '250ms', '2s', '1h30m'.")
    return nil
  }

  /// Reads a value that must be one of `choices`, each a word with its value. `hintWithoutChoices` is reported if
  /// `choices` is empty.
  package mutating func choice<Value>(
    _ key: String, of choices: [(word: String, value: Value)], required: Bool = false,
    hintWithoutChoices: String? = nil
  ) -> Value? {
    let words = choices.map(\.word)
    guard let (node, text) = scalar(key, "one of \(words.joined(separator: ", "))", required: required) else {
      return nil
    }
    if let match = choices.first(where: { $0.word.isSameText(as: text) }) { return match.value }
    guard !words.isEmpty else {
      reject(node, "'\(key)' cannot be '\(text)': no values exist", hint: hintWithoutChoices)
      return nil
    }
    reject(
      node, "'\(key)' must be one of \(words.joined(separator: ", ")), not '\(text)'",
      hint: DidYouMean.nearest(to: text, among: words).map { "Did you mean '\($0)'?" })
    return nil
  }

  /// Reads a list of any values. A single value counts as a list with one item: `groupBy: Region`.
  package mutating func list(_ key: String, required: Bool = false) -> [DocumentNode]? {
    guard let node = value(key, required: required) else { return nil }
    switch node.kind {
    case .sequence(let items): return items
    case .scalar: return [node]
    case .mapping:
      reportKind(node, key, "a list")
      return nil
    }
  }

  /// Reads a list of strings with their nodes. Other items are reported and omitted.
  package mutating func texts(
    _ key: String, required: Bool = false
  ) -> [(text: String, node: DocumentNode)]? {
    guard let items = list(key, required: required) else { return nil }
    return items.compactMap { item in
      if let text = item.text { return (text, item) }
      reportKind(item, key, "text", isItem: true)
      return nil
    }
  }

  /// Returns a reader for a mapping. A missing key is nil. `key:` without a value is an empty mapping.
  package mutating func mapping(_ key: String, as what: String, required: Bool = false) -> DocumentReader? {
    guard let entry = entry(key) else {
      _ = value(key, required: required)
      return nil
    }
    var inner: MappingDescription?
    var shapes: [ValueShape] = []
    switch description?.key(key)?.shape {
    case .oneOf(let several)?: shapes = several
    case let single?: shapes = [single]
    case nil: break
    }
    for case .mapping(let described) in shapes { inner = described }
    return DocumentReader(entry, as: what, of: inner, reporting: collector)
  }

  /// Reads the entries of a mapping with user-defined keys, in document order.
  package mutating func namedEntries(_ key: String, required: Bool = false) -> [DocumentEntry] {
    mapping(key, as: "'\(key)'", required: required)?.entries ?? []
  }

  private mutating func scalar(
    _ key: String, _ expected: String, required: Bool
  ) -> (node: DocumentNode, text: String)? {
    guard let node = value(key, required: required) else { return nil }
    if let text = node.text { return (node, text) }
    reportKind(node, key, expected)
    return nil
  }

  private func reportKind(_ node: DocumentNode, _ key: String, _ expected: String, isItem: Bool = false) {
    let subject = isItem ? "each item of '\(key)'" : "'\(key)'"
    collector.report(
      Diagnostic(.wrongKind, "\(subject) must be \(expected), not \(node.kindName)", at: node.place))
  }

  private static func text(of range: ClosedRange<Int>) -> String {
    range.upperBound == .max
      ? "at least \(range.lowerBound)" : "between \(range.lowerBound) and \(range.upperBound)"
  }
}
