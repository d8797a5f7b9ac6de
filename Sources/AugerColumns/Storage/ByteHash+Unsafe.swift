/// Functions that hash and compare short byte strings eight bytes at a time.
///
/// Unsafe because the standard library has no bounds-checked unaligned word load from a span. Loads of single bytes
/// would take most of the time of dictionary building.
package enum ByteHash {
  /// The random seed of hash tables in this process. It prevents crafted data from causing collisions. Results must
  /// not depend on it.
  package static let processSeed = UInt64.random(in: .min ... .max)

  /// The number of probes after which a table changes its seed, once for each of its sizes. Half-empty tables need
  /// far fewer probes.
  package static let mostSteps = 256

  /// Returns a 64-bit hash. Without a seed, it is equal in every process, unlike `Hasher`.
  @inlinable package static func hash(_ text: borrowing Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
    let count = text.count
    var state = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15 ^ 0x2545_F491_4F6C_DD1D ^ seed
    // Sound: every load reads `offset ..< offset + 8` (or single bytes) with offset + 8 <= count, inside the span's
    // memory.
    unsafe text.withUnsafeBytes { raw in
      var offset = 0
      while offset + 8 <= count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        state = mix(state ^ word)
        offset += 8
      }
      var tail: UInt64 = 0
      while offset < count {
        unsafe tail = tail << 8 | UInt64(raw[offset])
        offset += 1
      }
      state = mix(state ^ tail)
    }
    return state
  }

  @inlinable package static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
    return high ^ low ^ value >> 32
  }

  @inlinable package static func areEqual(_ a: borrowing Span<UInt8>, _ b: borrowing Span<UInt8>) -> Bool {
    let count = a.count
    guard count == b.count else { return false }
    // Sound: both spans have `count` bytes and every load ends at or before `count`.
    return unsafe a.withUnsafeBytes { x in
      unsafe b.withUnsafeBytes { y in
        var offset = 0
        while offset + 8 <= count {
          let left = unsafe x.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          let right = unsafe y.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          if left != right { return false }
          offset += 8
        }
        while offset < count {
          if unsafe x[offset] != y[offset] { return false }
          offset += 1
        }
        return true
      }
    }
  }

  /// All bytes of a short string and their number. Equal strings have equal words.
  package struct Words: Equatable {
    package var low: UInt64
    package var high: UInt64
    package var count: Int

    @inlinable package init(low: UInt64, high: UInt64, count: Int) {
      self.low = low
      self.high = high
      self.count = count
    }
  }

  /// Returns a string of up to 16 bytes as words. Nil for longer strings.
  @inlinable package static func words(_ text: borrowing Span<UInt8>) -> Words? {
    let count = text.count
    guard count <= 16 else { return nil }
    // Sound: loads begin at 0 or end at `count`, and never exceed it. They can overlap. Together they contain every
    // byte at an offset that depends only on the count.
    return unsafe text.withUnsafeBytes { raw in
      if count >= 8 {
        let low = unsafe raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        let high = unsafe raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        return Words(low: low, high: high, count: count)
      }
      if count >= 4 {
        let low = unsafe raw.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
        let high = unsafe raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        return Words(low: UInt64(low), high: UInt64(high), count: count)
      }
      if count == 0 { return Words(low: 0, high: 0, count: 0) }
      let (first, middle, last) = unsafe (raw[0], raw[count / 2], raw[count - 1])
      return Words(low: UInt64(first) | UInt64(middle) << 8 | UInt64(last) << 16, high: 0, count: count)
    }
  }
}
