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

  @inlinable package static func == (a: Name, b: Name) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  @inlinable package static func < (a: Name, b: Name) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}

extension Collection<String> {
  /// Where the text with these bytes stands first.
  @inlinable package func firstIndex(ofName name: String) -> Index? { firstIndex { $0.utf8.elementsEqual(name.utf8) } }

  /// Whether one of the texts has these bytes.
  @inlinable package func contains(name: String) -> Bool { firstIndex(ofName: name) != nil }
}
