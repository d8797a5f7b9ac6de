import AugerColumns
import Foundation

/// String functions over arrays of Unicode scalars.
enum NaiveText {
  private static func scalars(_ value: Scalar) -> [Unicode.Scalar] {
    if case .string(let text) = value { Array(text.unicodeScalars) } else { [] }
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Returns a position or length, limited to a range that exceeds every text.
  private static func int(_ value: Scalar) -> Int { Int(min(max(Naive.int128(value), -1_000_000), 1_000_000)) }

  static func apply(_ name: String, _ values: [Scalar]) -> String {
    let text = scalars(values[0])
    switch name {
    case "left": return string(text.prefix(max(0, int(values[1]))))
    case "right": return string(text.suffix(max(0, int(values[1]))))
    case "mid":
      let start = int(values[1])
      let end = values.count > 2 ? start + max(0, int(values[2])) : .max
      return string(text.enumerated().filter { $0.offset + 1 >= start && $0.offset + 1 < end }.map(\.element))
    case "replace":
      let start = max(0, int(values[1]) - 1)
      let kept = text.dropFirst(start).dropFirst(max(0, int(values[2])))
      return string(Array(text.prefix(start)) + scalars(values[3]) + kept)
    case "trim", "lefttrim", "righttrim":
      var rest = text[...]
      if name != "righttrim" { while rest.first == " " { rest.removeFirst() } }
      if name != "lefttrim" { while rest.last == " " { rest.removeLast() } }
      return string(rest)
    case "lower": return text.map { $0.properties.lowercaseMapping }.joined()
    case "upper": return text.map { $0.properties.uppercaseMapping }.joined()
    default:
      var result = ""
      var startsWord = true
      for scalar in text {
        result += startsWord ? scalar.properties.uppercaseMapping : scalar.properties.lowercaseMapping
        startsWord = scalar.properties.isWhitespace
      }
      return result
    }
  }

  static func count(_ name: String, _ values: [Scalar]) -> Int {
    let text = scalars(values[0])
    if name == "len" { return text.count }
    let part = scalars(values[1])
    let start = values.count > 2 ? int(values[2]) : 1
    guard start >= 1, !part.isEmpty, text.count >= part.count else { return 0 }
    for at in stride(from: start - 1, through: text.count - part.count, by: 1)
    where Array(text[at..<at + part.count]) == part { return at + 1 }
    return 0
  }

  static func test(_ name: String, _ values: [Scalar]) -> Bool {
    let (text, part) = (scalars(values[0]), scalars(values[1]))
    switch name {
    case "startswith": return text.starts(with: part)
    case "endswith": return text.reversed().starts(with: part.reversed())
    case "match": return matches(part[...], text)
    case "like": return isLike(text[...], part[...])
    default: return part.isEmpty || count("pos", values) > 0
    }
  }

  // MARK: Patterns, by backtracking

  private static func isLike(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "%" { return (0...text.count).contains { isLike(text.dropFirst($0), rest) } }
    return !text.isEmpty && (first == "_" || text.first == first) && isLike(text.dropFirst(), rest)
  }

  private static func matches(_ pattern: ArraySlice<Unicode.Scalar>, _ text: [Unicode.Scalar]) -> Bool {
    if pattern.first == "^" { return matchesHere(pattern.dropFirst(), text[...]) }
    return (0...text.count).contains { matchesHere(pattern, text[$0...]) }
  }

  private static func matchesHere(_ pattern: ArraySlice<Unicode.Scalar>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = pattern.first else { return true }
    if pattern.count == 1, first == "$" { return text.isEmpty }
    var atom = pattern.prefix(1)
    if first == "[" { atom = pattern[...(pattern.firstIndex(of: "]") ?? pattern.startIndex)] }
    if first == "\\" { atom = pattern.prefix(2) }
    let rest = pattern[atom.endIndex...]
    func fits(_ scalar: Unicode.Scalar) -> Bool {
      if first == "." { return true }
      if first == "\\" { return scalar == atom.last }
      guard first == "[" else { return scalar == first }
      let set = atom.dropFirst().dropLast()
      let isNegated = set.first == "^"
      let members = Array(isNegated ? set.dropFirst() : set)
      // The generator writes only one range per class.
      let holds = members.count == 3 && members[1] == "-" && scalar >= members[0] && scalar <= members[2]
      return (holds || members.contains(scalar) && members.count != 3) != isNegated
    }
    let most = text.prefix { fits($0) }.count
    switch rest.first {
    case "*": return (0...most).contains { matchesHere(rest.dropFirst(), text.dropFirst($0)) }
    case "+": return most > 0 && (1...most).contains { matchesHere(rest.dropFirst(), text.dropFirst($0)) }
    case "?": return (0...min(1, most)).contains { matchesHere(rest.dropFirst(), text.dropFirst($0)) }
    default: return most > 0 && matchesHere(rest, text.dropFirst())
    }
  }
}
