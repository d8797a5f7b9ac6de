/// A name that somebody gave to a column, a query, an item: equal to another where their UTF-8 bytes are equal, and
/// ordered by them, as databases with a binary collation do.
///
/// Swift's `==` of strings takes canonically equivalent texts as equal - é as one scalar and as two - so that two
/// columns of a database could not be told apart. Names are compared through this type; a test finds comparisons beside
/// it.
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
