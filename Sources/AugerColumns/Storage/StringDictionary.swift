/// The distinct strings of a column in the order of their first appearance: UTF-8 bytes and offsets.
///
/// It has an identity, so that what was computed for a dictionary can be kept while batches go on sharing it.
public struct StringDictionary: Sendable {
  /// `count + 1` offsets into `bytes`.
  public let offsets: Buffer<Int>
  public let bytes: Buffer<UInt8>
  private let identity = Identity()

  private final class Identity: Sendable {}

  public init(offsets: [Int], bytes: [UInt8]) {
    precondition(!offsets.isEmpty && offsets[0] == 0, "offsets begin with 0")
    self.offsets = Buffer(offsets)
    self.bytes = Buffer(bytes)
  }

  /// The distinct strings of `strings`, each once.
  public init(_ strings: some Sequence<String>) {
    var builder = StringDictionaryBuilder()
    for string in strings { _ = builder.code(for: string) }
    let (offsets, bytes) = builder.parts
    self.init(offsets: offsets, bytes: bytes)
  }

  public static let empty = StringDictionary(offsets: [0], bytes: [])

  public var count: Int { offsets.count - 1 }

  /// Whether the other is a copy of this very dictionary; equal contents made twice are not the same.
  public func isSame(as other: StringDictionary) -> Bool { identity === other.identity }

  /// The UTF-8 bytes of an entry.
  @_lifetime(borrow self)
  public func utf8(_ code: Int) -> Span<UInt8> { bytes.span.extracting(offsets[code]..<offsets[code + 1]) }

  public subscript(code: Int) -> String {
    String(decoding: bytes[offsets[code]..<offsets[code + 1]].array, as: UTF8.self)
  }

  public var strings: [String] { (0..<count).map { self[$0] } }

  /// The code of a string, if it is an entry. O(count).
  public func code(of string: String) -> Int? {
    let wanted = Array(string.utf8)
    return (0..<count).first { code in
      offsets[code + 1] - offsets[code] == wanted.count
        && bytes[offsets[code]..<offsets[code + 1]].array.elementsEqual(wanted)
    }
  }

  /// Rank of each entry in the order of UTF-8 bytes: `ranks[code]`. O(n log n).
  public func ranks() -> [Int32] {
    let order = (0..<count).sorted { precedes($0, $1) }
    var ranks = [Int32](repeating: 0, count: count)
    for (rank, code) in order.enumerated() { ranks[code] = Int32(truncatingIfNeeded: rank) }
    return ranks
  }

  /// Whether entry `a` sorts before entry `b`, by UTF-8 bytes.
  public func precedes(_ a: Int, _ b: Int) -> Bool {
    let (from, to) = (offsets[a], offsets[b])
    let (lengthA, lengthB) = (offsets[a + 1] - from, offsets[b + 1] - to)
    let all = bytes.span
    for i in 0..<min(lengthA, lengthB) where all[from + i] != all[to + i] { return all[from + i] < all[to + i] }
    return lengthA < lengthB
  }
}
