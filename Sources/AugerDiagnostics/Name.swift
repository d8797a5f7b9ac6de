/// A name that somebody gave to a column, a query, an item, or a key made of such: equal to another where their UTF-8
/// bytes are equal, and ordered by them, as databases with a binary collation do.
///
/// Swift's `==` of strings takes canonically equivalent texts as equal - é as one scalar and as two - so that two
/// columns of a database could not be told apart, and a cache would give one the answer of the other. Names are
/// compared and looked up through this type; tests find comparisons and dictionaries beside it.
package struct Name: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let text: String

  @inlinable package init(_ text: String) { self.text = text }

  @inlinable package init(stringLiteral text: String) { self.text = text }

  package var description: String { text }

  @inlinable package static func == (a: Name, b: Name) -> Bool {
    let (a, b) = (a.text.utf8, b.text.utf8)
    return a.count == b.count && a.elementsEqual(b)
  }

  @inlinable package static func < (a: Name, b: Name) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  /// Eight bytes at a time: a hasher takes as long for one as for eight.
  package func hash(into hasher: inout Hasher) {
    var word: UInt64 = 0
    var count = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { hasher.combine(word) }
    }
    if count & 7 != 0 { hasher.combine(word) }
    hasher.combine(count)
  }
}

extension Collection<String> {
  /// Where the text with these bytes stands first.
  @inlinable package func firstIndex(ofName name: String) -> Index? { firstIndex { $0.utf8.elementsEqual(name.utf8) } }

  /// Whether one of the texts has these bytes.
  @inlinable package func contains(name: String) -> Bool { firstIndex(ofName: name) != nil }
}

/// What has a name. Elements are found by `first(named:)` and its like, which compare bytes as `Name` does.
package protocol HasName { var name: String { get } }

extension Collection where Element: HasName {
  package func firstIndex(named name: String) -> Index? {
    firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }

  package func first(named name: String) -> Element? { firstIndex(named: name).map { self[$0] } }

  package func contains(named name: String) -> Bool { firstIndex(named: name) != nil }
}

/// Pairs of names and values.
extension Collection {
  package func firstIndex<Value>(named name: String) -> Index? where Element == (name: String, value: Value) {
    firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }

  package func value<Value>(named name: String) -> Value? where Element == (name: String, value: Value) {
    firstIndex(named: name).map { self[$0].value }
  }
}
