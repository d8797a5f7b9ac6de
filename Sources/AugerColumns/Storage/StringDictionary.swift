/// The distinct strings of a column in order of first appearance: UTF-8 bytes and offsets.
///
/// It has an identity, so that results about a dictionary can be cached while batches share it.
package struct StringDictionary: Sendable {
  /// `count + 1` offsets into `bytes`.
  package let offsets: Buffer<Int>
  package let bytes: Buffer<UInt8>
  private let identity = Identity()

  private final class Identity: Sendable {}

  package init(offsets: [Int], bytes: [UInt8]) {
    precondition(!offsets.isEmpty && offsets[0] == 0, "offsets begin with 0")
    self.offsets = Buffer(offsets)
    self.bytes = Buffer(bytes)
  }

  /// Creates a dictionary of the distinct strings in `strings`.
  package init(_ strings: some Sequence<String>) {
    var builder = StringDictionaryBuilder()
    for string in strings { _ = builder.code(for: string) }
    let (offsets, bytes) = builder.parts
    self.init(offsets: offsets, bytes: bytes)
  }

  package static let empty = StringDictionary(offsets: [0], bytes: [])

  package var count: Int { offsets.count - 1 }

  /// Returns true if the other is a copy of this dictionary. Equal contents alone are not sufficient.
  package func isSame(as other: StringDictionary) -> Bool { identity === other.identity }

  /// Returns the UTF-8 bytes of an entry.
  @_lifetime(borrow self)
  package func utf8(_ code: Int) -> Span<UInt8> { bytes.span.extracting(offsets[code]..<offsets[code + 1]) }

  package subscript(code: Int) -> String {
    String(decoding: bytes[offsets[code]..<offsets[code + 1]].array, as: UTF8.self)
  }

  package var strings: [String] { (0..<count).map { self[$0] } }

  /// Returns the code of a string. Nil if it is not an entry. O(count).
  package func code(of string: String) -> Int? {
    let wanted = Array(string.utf8)
    return (0..<count).first { code in
      offsets[code + 1] - offsets[code] == wanted.count
        && bytes[offsets[code]..<offsets[code + 1]].array.elementsEqual(wanted)
    }
  }

  /// Returns the rank of each entry in UTF-8 byte order: `ranks[code]`. O(n log n).
  package func ranks() -> [Int32] { ranks {} }

  /// Does the same and calls `checkpoint` every hundred thousand comparisons. An error of `checkpoint` ends the work.
  package func ranks(checkpoint: () throws -> Void) rethrows -> [Int32] {
    var compared = 0
    // Most entries differ in their first bytes, which are compared as one number.
    var order = (0..<count).map { (start: firstBytes($0), code: Int32(truncatingIfNeeded: $0)) }
    try order.sort { a, b in
      compared += 1
      if compared % SortOrder.comparisons == 0 { try checkpoint() }
      return a.start != b.start ? a.start < b.start : precedes(Int(a.code), Int(b.code))
    }
    var ranks = [Int32](repeating: 0, count: count)
    for (rank, entry) in order.enumerated() { ranks[Int(entry.code)] = Int32(truncatingIfNeeded: rank) }
    return ranks
  }

  /// Returns the first eight bytes as a number with the same order. Shorter strings are padded with zeros.
  private func firstBytes(_ code: Int) -> UInt64 {
    let text = utf8(code)
    var number: UInt64 = 0
    for index in 0..<8 { number = number << 8 | (index < text.count ? UInt64(text[index]) : 0) }
    return number
  }

  /// Returns true if entry `a` sorts before entry `b`, by UTF-8 bytes.
  package func precedes(_ a: Int, _ b: Int) -> Bool {
    let (from, to) = (offsets[a], offsets[b])
    let (lengthA, lengthB) = (offsets[a + 1] - from, offsets[b + 1] - to)
    let all = bytes.span
    for i in 0..<min(lengthA, lengthB) where all[from + i] != all[to + i] { return all[from + i] < all[to + i] }
    return lengthA < lengthB
  }
}
