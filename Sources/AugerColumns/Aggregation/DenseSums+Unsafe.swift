/// The loops that add rows to tables of sums. Unsafe because bounds checks take as much time as the sum, and prevent
/// parallel additions.
enum DenseLoops {
  /// Up to four copies of the group totals. Consecutive rows of one group update different copies, so that they do
  /// not wait for each other.
  struct Copies {
    let second: Int
    let third: Int
    let fourth: Int

    init(groups: Int) {
      (second, third, fourth) =
        groups <= 256 ? (groups, 2 * groups, 3 * groups) : groups <= 1024 ? (groups, 0, groups) : (0, 0, 0)
    }

    static func count(groups: Int) -> Int { groups <= 256 ? 4 : groups <= 1024 ? 2 : 1 }
  }

  /// Adds the `words` of each value to the cell of its row's number.
  @inline(__always)
  static func add<T>(
    _ values: Span<T>, _ numbers: Span<UInt16>, _ groups: Int, _ cells: inout [SIMD2<Int64>],
    _ words: (T, T) -> (SIMD2<Int64>, SIMD2<Int64>)
  ) {
    let count = values.count
    let copies = Copies(groups: groups)
    precondition(numbers.count == count && cells.count == groups * Copies.count(groups: groups), "unequal lengths")
    // Sound: indices of the spans are below `count`. Numbers are below `groups` by the guarantee of `KeyLayout`, and
    // the copies start at multiples of `groups`.
    unsafe cells.withUnsafeMutableBufferPointer { cells in
      var i = 0
      while i <= count &- 4 {
        let (a, b) = unsafe words(values[unchecked: i], values[unchecked: i &+ 1])
        let (c, d) = unsafe words(values[unchecked: i &+ 2], values[unchecked: i &+ 3])
        unsafe cells[Int(numbers[unchecked: i])] &+= a
        unsafe cells[Int(numbers[unchecked: i &+ 1]) &+ copies.second] &+= b
        unsafe cells[Int(numbers[unchecked: i &+ 2]) &+ copies.third] &+= c
        unsafe cells[Int(numbers[unchecked: i &+ 3]) &+ copies.fourth] &+= d
        i &+= 4
      }
      while i < count {
        let (a, _) = unsafe words(values[unchecked: i], values[unchecked: i])
        unsafe cells[Int(numbers[unchecked: i])] &+= a
        i &+= 1
      }
    }
  }

  /// Returns the sum of the `words` of values of one group, except the last few, and the number of added values.
  @inline(__always)
  static func total<T: BitwiseCopyable & SIMDScalar>(
    _ values: Span<T>, _ words: (SIMD8<T>) -> (SIMD8<Int64>, SIMD8<Int64>)
  ) -> (sum: SIMD2<Int64>, count: Int) {
    let count = values.count & ~7
    var (first, second) = (SIMD8<Int64>.zero, SIMD8<Int64>.zero)
    // Sound: every load of eight values ends at or before `count`, inside the span's memory.
    unsafe values.withUnsafeBytes { bytes in
      var i = 0
      while i < count {
        let (a, b) = unsafe words(
          bytes.loadUnaligned(fromByteOffset: i &* MemoryLayout<T>.stride, as: SIMD8<T>.self))
        first &+= a
        second &+= b
        i &+= 8
      }
    }
    return (SIMD2(first.wrappedSum(), second.wrappedSum()), count)
  }

  /// Updates the greatest integer of each number in its cell. Returns true if a value was the least possible integer.
  @inline(__always)
  static func keepGreatest<T>(
    _ values: Span<T>, _ numbers: Span<UInt16>, _ cells: inout [Int64], _ integer: (T) -> Int64
  ) -> Bool {
    let count = values.count
    precondition(numbers.count == count, "unequal lengths")
    var isLeast = false
    // Sound: as above.
    unsafe cells.withUnsafeMutableBufferPointer { cells in
      for i in 0..<count {
        let value = unsafe integer(values[unchecked: i])
        let group = unsafe Int(numbers[unchecked: i])
        if unsafe value > cells[group] { unsafe cells[group] = value }
        isLeast = isLeast || value == .min
      }
    }
    return isLeast
  }

  /// Counts rows by number.
  static func count(_ numbers: Span<UInt16>, _ groups: Int, _ cells: inout [Int64]) {
    let copies = Copies(groups: groups)
    precondition(cells.count == groups * Copies.count(groups: groups), "unequal lengths")
    // Sound: as above.
    unsafe cells.withUnsafeMutableBufferPointer { cells in
      var i = 0
      while i <= numbers.count &- 4 {
        unsafe cells[Int(numbers[unchecked: i])] &+= 1
        unsafe cells[Int(numbers[unchecked: i &+ 1]) &+ copies.second] &+= 1
        unsafe cells[Int(numbers[unchecked: i &+ 2]) &+ copies.third] &+= 1
        unsafe cells[Int(numbers[unchecked: i &+ 3]) &+ copies.fourth] &+= 1
        i &+= 4
      }
      while i < numbers.count {
        unsafe cells[Int(numbers[unchecked: i])] &+= 1
        i &+= 1
      }
    }
  }

  /// Returns true if every value is zero, or its magnitude is above 2^low and below 2^high.
  static func areZeroOrWithin(_ values: Span<Double>, low: Int, high: Int) -> Bool {
    // The upper halves of doubles without signs, rounded up, have the order of their exponents. Signs of differences
    // replace comparisons, whose results would have to be gathered.
    let least = Int32(truncatingIfNeeded: ((low + 1023) << 20) + 1)
    let greatest = Int32(truncatingIfNeeded: ((high + 1023) << 20) - 1)
    var outside: Int32 = 0
    for i in values.indices {
      // Sound: an index of the span.
      let bits = unsafe values[unchecked: i].bitPattern & 0x7FFF_FFFF_FFFF_FFFF
      let half = Int32(truncatingIfNeeded: (bits &+ 0xFFFF_FFFF) >> 32)
      outside |= ((half &- least) & ~(half &- 1)) | (greatest &- half)
    }
    return outside >= 0
  }

  /// Returns the greatest magnitude and the least one that is not zero, or infinity if none exists. NaN counts as
  /// infinity for the greatest.
  static func magnitudes(_ values: Span<Double>) -> (greatest: Double, least: Double) {
    var greatest = 0.0
    var least = Double.infinity
    for i in values.indices {
      let magnitude = values[i].magnitude
      if magnitude > greatest { greatest = magnitude }
      if magnitude < least, magnitude > 0 { least = magnitude }
      if magnitude.isNaN { greatest = .infinity }
    }
    return (greatest, least)
  }

  /// Returns true if every magnitude is below 2^46.
  static func areBelowLimit(_ values: Span<Int64>) -> Bool {
    var beyond: UInt64 = 0
    // Sound: an index of the span.
    for i in values.indices { unsafe beyond |= UInt64(bitPattern: values[unchecked: i] &+ 1 << 46) >> 47 }
    return beyond == 0
  }
}

/// Copies elements at given positions.
enum Gather {
  /// Returns the indices of the set bits of a block of at most 2^16 rows, ascending.
  static func positions(_ bits: Bitmap) -> [UInt16] {
    precondition(bits.count <= 1 << 16, "a block has at most 65 536 rows")
    let count = bits.trueCount
    // Sound: the number of initialized elements equals the number of set bits, which the bitmap has counted.
    return unsafe [UInt16](count: count) { out in
      var at = 0
      for index in 0..<bits.wordCount {
        var rest = bits.word(index)
        let first = UInt16(truncatingIfNeeded: index &* 64)
        while rest != 0 {
          unsafe out.initializeElement(at: at, to: first &+ UInt16(truncatingIfNeeded: rest.trailingZeroBitCount))
          at &+= 1
          rest &= rest &- 1
        }
      }
      precondition(at == count, "a bitmap of another count")
    }
  }

  static func taken<T: BitwiseCopyable>(_ values: Span<T>, at positions: [UInt16]) -> [T] {
    let at = positions.span
    let count = values.count
    // Sound: all elements are initialized; positions are checked.
    return unsafe [T](count: at.count) { out in
      for i in at.indices {
        let position = unsafe Int(at[unchecked: i])
        precondition(position < count, "a position outside of the block")
        unsafe out.initializeElement(at: i, to: values[unchecked: position])
      }
    }
  }
}
