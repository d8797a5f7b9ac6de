import AugerColumns
import AugerDiagnostics

/// Parses the query string of an exploration. It checks only the grammar. The dashboard checks whether each move is
/// valid.
struct ExplorationReader {
  private let source: SourceText
  private let bytes: [UInt8]
  private var problems: [Diagnostic] = []
  var exploration = Exploration()

  init(_ source: SourceText) {
    self.source = source
    bytes = Array(source.text.utf8)
  }

  mutating func read() throws(DiagnosticError) -> Exploration {
    var seen = Set<[UInt8]>()
    let start = bytes.first == UInt8(ascii: "?") ? 1 : 0
    for parameter in split(bytes[start...], "&") where !parameter.isEmpty {
      guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else {
        refuse(.explorationSyntax, "'\(text(parameter))' has no value", parameter, hint: "Write NAME.zoom=2.")
        continue
      }
      let key = parameter[..<equals]
      guard seen.insert(Array(key)).inserted else {
        refuse(.explorationDuplicate, "'\(text(key))' occurs twice", key)
        continue
      }
      read(key, parameter[(equals + 1)...])
    }
    if !problems.isEmpty { throw DiagnosticError(problems) }
    return exploration
  }

  private mutating func read(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    if key.first == UInt8(ascii: "$") {
      guard let name = name(key.dropFirst()) else { return }
      StatePart.variable.read(&self, name, [], value)
      return
    }
    guard let dot = key.firstIndex(of: UInt8(ascii: ".")), let owner = name(key[..<dot]) else {
      refuse(
        .explorationUnknown, "'\(text(key))' is not a key of an exploration", key,
        hint: "Use ITEM.drill, ITEM.zoom, filter.NAME, $VARIABLE and similar keys.")
      return
    }
    let part = key[(dot + 1)...]
    // Compare the undecoded name: an item of that name is written with an escape.
    if key[..<dot].elementsEqual(StatePart.filter.key.utf8) {
      guard let filter = name(part) else { return }
      StatePart.filter.read(&self, filter, [], value)
      return
    }
    let end = part.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? part.endIndex
    let word = text(part[..<end])
    let known = StatePart.ofItems.first { Name($0.key) == Name(word) }
    guard end == part.endIndex || known?.hasTail == true else {
      refuse(.explorationSyntax, "'\(word)' takes no '\(text(part[end...]))'", part[end...])
      return
    }
    guard let known else {
      refuse(
        .explorationUnknown, "'\(word)' is not a key of an item", part,
        hint: DidYouMean.hint(for: word, among: StatePart.ofItems.map(\.key), listing: "parts"))
      return
    }
    known.read(&self, owner, part, value)
  }

  // MARK: Parts

  mutating func drill(_ value: ArraySlice<UInt8>) -> [[Pick]]? {
    var levels: [[Pick]] = []
    for level in split(value, "/") {
      var picks: [Pick] = []
      for pick in split(level, ";") {
        guard let colon = pick.firstIndex(of: UInt8(ascii: ":")) else {
          refuse(
            .explorationSyntax, "'\(text(pick))' is not a valid drill value", pick,
            hint: "Write COLUMN:VALUE, for example region:Europe.")
          return nil
        }
        guard let column = name(pick[..<colon]), let values = scalars(pick[(colon + 1)...]) else { return nil }
        if picks.contains(where: { Name($0.column) == Name(column) }) {
          refuse(.explorationDuplicate, "column '\(column)' is selected twice in one level", pick)
          return nil
        }
        picks.append(Pick(column, values))
      }
      levels.append(picks)
    }
    return levels
  }

  mutating func whatIf(_ tail: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> WhatIfChange? {
    let open = tail.firstIndex(of: UInt8(ascii: "[")) ?? tail.endIndex
    guard tail.first == UInt8(ascii: "."), let column = name(tail[..<open].dropFirst()) else {
      refuse(
        .explorationSyntax, "a what-if change names its column", tail, hint: "Write ITEM.whatif.COLUMN[CATEGORY]=5.")
      return nil
    }
    var category: Scalar?
    if open < tail.endIndex {
      guard let inner = bracketed(tail[open...]), let scalar = scalar(inner) else { return nil }
      category = scalar
    }
    guard let amount = decoded(value) else { return nil }
    let isPercent = amount.hasSuffix("%")
    // A plus sign, which decodes to a space if it is not encoded.
    let unsigned = amount.hasPrefix("+") || amount.hasPrefix(" ") ? amount.dropFirst() : amount[...]
    let isSignedTwice = unsigned.count < amount.count && (unsigned.hasPrefix("-") || unsigned.hasPrefix("+"))
    let number = ScalarLiteral.read(String(isPercent ? unsigned.dropLast() : unsigned))
    guard !isSignedTwice, number.type?.isNumeric == true else {
      refuse(.explorationSyntax, "'\(amount)' is not a number", value)
      return nil
    }
    return WhatIfChange(column, category: category, isPercent ? .percent(number) : .value(number))
  }

  mutating func selection(_ value: ArraySlice<UInt8>) -> Selection? {
    var result = Selection()
    for part in split(value, ";") {
      let colon = part.firstIndex(of: UInt8(ascii: ":")) ?? part.endIndex
      let list = part[colon...].dropFirst()
      switch text(part[..<colon]) {
      case "categories": result.categories = scalars(list) ?? []
      case "paths":
        for path in split(list, ",") {
          var values: [Scalar] = []
          for value in split(path, "/") {
            guard let scalar = scalar(value) else { return nil }
            values.append(scalar)
          }
          if !result.paths.contains(values) { result.paths.append(values) }
        }
      case "series": result.series = scalars(list) ?? []
      case "items":
        for item in split(list, ",") {
          let pair = split(item, "~")
          guard pair.count == 2, let category = scalar(pair[0]), let series = scalar(pair[1]) else {
            refuse(.explorationSyntax, "'\(text(item))' is not a valid item", item, hint: "Write CATEGORY~SERIES.")
            return nil
          }
          result.items.append(Selection.Item(category: category, series: series))
        }
      case "rectangles":
        for item in split(list, ",") {
          guard let rectangle = rectangle(item) else { return nil }
          result.rectangles.append(rectangle)
        }
      default:
        refuse(
          .explorationSyntax, "'\(text(part))' selects nothing", part,
          hint: "Begin each part with categories:, paths:, series:, items: or rectangles:.")
        return nil
      }
    }
    return result
  }

  /// Parses `FROM..TO~LOW..HIGH`; one side may be empty.
  private mutating func rectangle(_ value: ArraySlice<UInt8>) -> Selection.Rectangle? {
    let sides = split(value, "~")
    var spans: [Selection.Span?] = []
    for side in sides {
      guard !side.isEmpty else {
        spans.append(nil)
        continue
      }
      guard let (low, high) = ends(side) else { break }
      guard let lower = scalar(low), let upper = scalar(high) else { return nil }
      spans.append(Selection.Span(lower, upper))
    }
    guard sides.count == 2, spans.count == 2, spans.contains(where: { $0 != nil }) else {
      refuse(.explorationSyntax, "'\(text(value))' is not a valid rectangle", value, hint: "Write FROM..TO~LOW..HIGH.")
      return nil
    }
    if let values = spans[1], Bounds(values.lower.doubleValue ?? .nan, values.upper.doubleValue ?? .nan) == nil {
      refuse(
        .explorationSyntax, "'\(text(sides[1]))' is not a valid range of values", sides[1],
        hint: "Write two numbers: 0..100.")
      return nil
    }
    return Selection.Rectangle(categories: spans[0], values: spans[1])
  }

  mutating func sort(_ value: ArraySlice<UInt8>) -> SortState? {
    let parts = split(value, ";")
    let isDescending = parts[0].first == UInt8(ascii: "-")
    let word = isDescending ? parts[0].dropFirst() : parts[0]
    let colon = word.firstIndex(of: UInt8(ascii: ":")) ?? word.endIndex
    let key: SortState.Key
    switch (text(word[..<colon]), colon < word.endIndex) {
    case ("category", false): key = .category
    case ("value", false): key = .value
    case ("series", false): key = .series
    case ("value", true):
      guard let series = scalar(word[(colon + 1)...]) else { return nil }
      key = .seriesValue(series)
    default:
      refuse(
        .explorationSyntax, "'\(text(word))' is not a valid order", value,
        hint: "Use category, value, value:SERIES or series.")
      return nil
    }
    var result = SortState(key, isDescending: isDescending)
    for part in parts.dropFirst() {
      guard part.starts(with: "top:".utf8), result.top == nil else {
        refuse(.explorationSyntax, "'\(text(part))' is not a valid part of an order", part, hint: "Write top:10.")
        return nil
      }
      guard let top = number(part.dropFirst(4), "a number of categories", upTo: SortState.mostCategories) else {
        return nil
      }
      result.top = top
    }
    return result
  }

  mutating func range(_ value: ArraySlice<UInt8>) -> VisibleRange? {
    let axes = split(value, ";").map { shares($0) }
    if axes.count <= 2, let horizontal = axes[0] {
      if axes.count == 1 { return VisibleRange(horizontal: horizontal) }
      if let vertical = axes[1] { return VisibleRange(horizontal: horizontal, vertical: vertical) }
    }
    refuse(.explorationSyntax, "'\(text(value))' is not a valid part of the axes", value, hint: "Write 0.25..0.5.")
    return nil
  }

  private func shares(_ value: ArraySlice<UInt8>) -> Bounds? {
    guard let (low, high) = ends(value), let lower = Double(text(low)), let upper = Double(text(high)) else {
      return nil
    }
    return VisibleRange.share(lower, upper)
  }

  mutating func filterState(_ value: ArraySlice<UInt8>) -> FilterState? {
    if let (low, high) = ends(value) {
      guard let lower = scalar(low), let upper = scalar(high) else { return nil }
      return .range(lower: lower, upper: upper)
    }
    return scalars(value).map { .picks($0) }
  }

  // MARK: Values

  mutating func scalars(_ value: ArraySlice<UInt8>) -> [Scalar]? {
    var result: [Scalar] = []
    for part in split(value, ",").flatMap(EncodedSeparators.values) {
      guard let scalar = scalar(part) else { return nil }
      if !result.contains(scalar) { result.append(scalar) }
    }
    return result
  }

  mutating func scalar(_ value: ArraySlice<UInt8>) -> Scalar? {
    guard let text = decoded(value) else { return nil }
    guard !text.isEmpty else {
      refuse(.explorationSyntax, "a value is missing", value, hint: "Write '' for an empty string.")
      return nil
    }
    return ScalarLiteral.read(text)
  }

  mutating func number(_ value: ArraySlice<UInt8>, _ what: String, upTo limit: Int) -> Int? {
    if let number = Int(text(value)), number > 0, number <= limit { return number }
    refuse(.explorationSyntax, "'\(text(value))' is not \(what)", value)
    return nil
  }

  mutating func name(_ part: ArraySlice<UInt8>) -> String? {
    guard let text = decoded(part) else { return nil }
    if text.isEmpty { refuse(.explorationSyntax, "a name is missing", part) }
    return text.isEmpty ? nil : text
  }

  private mutating func decoded(_ part: ArraySlice<UInt8>) -> String? {
    let text = AddressText.decoded(part)
    if text == nil {
      refuse(
        .explorationSyntax, "'\(self.text(part))' is not percent-encoded UTF-8", part,
        hint: "Write %25 for a percent sign.")
    }
    return text
  }

  mutating func bracketed(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard part.count > 2, part.first == UInt8(ascii: "["), part.last == UInt8(ascii: "]") else {
      refuse(.explorationSyntax, "'\(text(part))' is not [NAME]", part)
      return nil
    }
    return part.dropFirst().dropLast()
  }

  // MARK: Bytes

  /// Splits a value at the first `..`.
  private func ends(_ value: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
    let dot = UInt8(ascii: ".")
    guard let at = value.indices.dropLast().first(where: { value[$0] == dot && value[$0 + 1] == dot }) else {
      return nil
    }
    return (value[..<at], value[(at + 2)...])
  }

  private func split(_ value: ArraySlice<UInt8>, _ separator: Unicode.Scalar) -> [ArraySlice<UInt8>] {
    value.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
  }

  private func text(_ part: ArraySlice<UInt8>) -> String { String(decoding: part, as: UTF8.self) }

  mutating func refuse(
    _ code: Diagnostic.Code, _ message: String, _ part: ArraySlice<UInt8>, hint: String? = nil
  ) {
    let place = Diagnostic.Place(source, SourceSpan(part.startIndex, part.endIndex))
    problems.append(Diagnostic(code, message, at: place, hint: hint))
  }
}
