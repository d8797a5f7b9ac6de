/// One bit per row, least significant first, in little-endian words: Arrow's bitmap.
///
/// Slices share words. `trueCount` is computed once, when the bitmap is created.
package struct Bitmap: Sendable {
  let words: Buffer<UInt64>
  /// The index of the first bit within `words`.
  let offset: Int
  package let count: Int
  package let trueCount: Int

  /// Creates a bitmap. `words` contains at least `count` bits, starting at bit 0.
  package init(words: [UInt64], count: Int) {
    precondition(words.count * 64 >= count, "too few words for the bits")
    self.words = Buffer(words)
    offset = 0
    self.count = count
    var ones = 0
    for index in 0..<count / 64 { ones &+= words[index].nonzeroBitCount }
    if count & 63 != 0 { ones += (words[count / 64] & ((1 << UInt64(count & 63)) - 1)).nonzeroBitCount }
    trueCount = ones
  }

  init(words: Buffer<UInt64>, offset: Int, count: Int) {
    self.words = words
    self.offset = offset
    self.count = count
    var ones = 0
    for index in 0..<(count + 63) / 64 { ones += Self.word(index, words, offset, count).nonzeroBitCount }
    trueCount = ones
  }

  package init(repeating value: Bool, count: Int) {
    self.init(words: [UInt64](repeating: value ? .max : 0, count: (count + 63) / 64), count: count)
  }

  package init(_ bits: some Sequence<Bool>) {
    var builder = BitmapBuilder()
    for bit in bits { builder.append(bit) }
    self = builder.finish()
  }

  package var falseCount: Int { count - trueCount }

  @inlinable package var wordCount: Int { (count + 63) / 64 }

  package subscript(index: Int) -> Bool {
    precondition(index >= 0 && index < count, "index out of the bitmap")
    let bit = offset + index
    return words[bit >> 6] >> UInt64(bit & 63) & 1 == 1
  }

  package subscript(range: Range<Int>) -> Bitmap {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of the bitmap")
    let first = offset + range.lowerBound
    let last = offset + range.upperBound
    return Bitmap(words: words[(first >> 6)..<((last + 63) >> 6)], offset: first & 63, count: range.count)
  }

  /// Returns 64 bits starting at bit `64 × index` in one word, with zeros after the end. The offset of the bitmap
  /// does not matter.
  package func word(_ index: Int) -> UInt64 { Self.word(index, words, offset, count) }

  private static func word(_ index: Int, _ words: Buffer<UInt64>, _ offset: Int, _ count: Int) -> UInt64 {
    let first = offset + index * 64
    let shift = UInt64(first & 63)
    var value = words[first >> 6] >> shift
    if shift > 0, first >> 6 + 1 < words.count { value |= words[first >> 6 + 1] << (64 - shift) }
    let left = count - index * 64
    return left < 64 ? value & ((1 << UInt64(left)) - 1) : value
  }

  /// All words, aligned to bit 0, with zeros after the end. A sliced bitmap is copied.
  package var alignedWords: [UInt64] {
    guard offset == 0, words.count == wordCount else { return (0..<wordCount).map(word) }
    var result = words.array
    if count & 63 != 0, result[wordCount - 1] >> UInt64(count & 63) != 0 { result[wordCount - 1] = word(wordCount - 1) }
    return result
  }

  /// Returns the bits set in both.
  package func intersection(_ other: Bitmap) -> Bitmap {
    precondition(count == other.count, "bitmaps of different lengths")
    return combined(other) { $0 & $1 }
  }

  /// Returns the bits set in either.
  package func union(_ other: Bitmap) -> Bitmap {
    precondition(count == other.count, "bitmaps of different lengths")
    return combined(other) { $0 | $1 }
  }

  package var inverted: Bitmap { Bitmap(words: alignedWords.map { ~$0 }, count: count) }

  private func combined(_ other: Bitmap, _ body: (UInt64, UInt64) -> UInt64) -> Bitmap {
    var words = alignedWords
    let others = other.alignedWords
    for index in words.indices { words[index] = body(words[index], others[index]) }
    return Bitmap(words: words, count: count)
  }

  /// The indices of the set bits, ascending.
  package var trueIndices: [Int32] {
    var indices: [Int32] = []
    indices.reserveCapacity(trueCount)
    for index in 0..<wordCount {
      var rest = word(index)
      while rest != 0 {
        indices.append(Int32(truncatingIfNeeded: index * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return indices
  }

  /// Returns the intersection of two validities: a row is valid if it is valid in both. Nil means all rows are valid.
  package static func intersection(_ a: Bitmap?, _ b: Bitmap?) -> Bitmap? {
    guard let a else { return b }
    guard let b else { return a }
    return a.intersection(b)
  }
}

extension Bitmap: Hashable {
  package static func == (a: Bitmap, b: Bitmap) -> Bool {
    a.count == b.count && a.trueCount == b.trueCount && (0..<a.wordCount).allSatisfy { a.word($0) == b.word($0) }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for index in 0..<wordCount { hasher.combine(word(index)) }
  }
}

/// Builds a bitmap bit by bit.
package struct BitmapBuilder: Sendable {
  private var words: [UInt64] = []
  package private(set) var count = 0
  package private(set) var trueCount = 0

  package init() {}

  package mutating func reserveCapacity(_ bits: Int) { words.reserveCapacity((bits + 63) / 64) }

  package mutating func append(_ bit: Bool) {
    if count & 63 == 0 { words.append(0) }
    if bit {
      words[count >> 6] |= 1 << UInt64(count & 63)
      trueCount += 1
    }
    count += 1
  }

  package mutating func append(repeating bit: Bool, count: Int) { for _ in 0..<count { append(bit) } }

  package mutating func append(contentsOf other: Bitmap) {
    if count & 63 == 0 {
      words.append(contentsOf: other.alignedWords)
      count += other.count
      trueCount += other.trueCount
    } else {
      for index in 0..<other.count { append(other[index]) }
    }
  }

  /// Returns the bitmap and empties the builder.
  package mutating func finish() -> Bitmap {
    let result = Bitmap(words: words, count: count)
    self = BitmapBuilder()
    return result
  }
}

/// Builds a validity bitmap. It allocates no memory before the first null.
package struct ValidityBuilder: Sendable {
  private var bitmap: BitmapBuilder?
  private var presentSoFar = 0

  package init() {}

  package var nullCount: Int { bitmap.map { $0.count - $0.trueCount } ?? 0 }

  package mutating func appendPresent() {
    if bitmap == nil { presentSoFar += 1 } else { bitmap?.append(true) }
  }

  package mutating func appendNull() {
    if bitmap == nil {
      var made = BitmapBuilder()
      made.append(repeating: true, count: presentSoFar)
      bitmap = made
    }
    bitmap?.append(false)
  }

  package mutating func append(contentsOf validity: Bitmap?, count: Int) {
    guard let validity, validity.falseCount > 0 else {
      if bitmap == nil { presentSoFar += count } else { bitmap?.append(repeating: true, count: count) }
      return
    }
    if bitmap == nil {
      var made = BitmapBuilder()
      made.append(repeating: true, count: presentSoFar)
      bitmap = made
    }
    bitmap?.append(contentsOf: validity)
  }

  /// Returns the bitmap, or nil if no row is null, and empties the builder.
  package mutating func finish() -> Bitmap? {
    defer { self = ValidityBuilder() }
    return bitmap?.finish()
  }
}
