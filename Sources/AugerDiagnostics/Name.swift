/// A name of a column, query or item, or a key made from names. Names are equal if their UTF-8 bytes are equal, and
/// they sort by bytes, like in databases with a binary collation.
///
/// Swift's `==` treats canonically equivalent strings as equal, for example é as one scalar and as two. Two database
/// columns could then be confused, and a cache could return the wrong entry. All comparisons and lookups of names use
/// this type, and tests enforce it.
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

  /// Hash eight bytes at a time: hashing one byte costs as much as hashing eight.
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
  /// Returns the index of the first element with these bytes.
  @inlinable package func firstIndex(ofName name: String) -> Index? { firstIndex { $0.utf8.elementsEqual(name.utf8) } }

  /// Returns true if an element has these bytes.
  @inlinable package func contains(name: String) -> Bool { firstIndex(ofName: name) != nil }
}

/// A type with a name. `first(named:)` and similar functions find elements and compare bytes like `Name`.
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
