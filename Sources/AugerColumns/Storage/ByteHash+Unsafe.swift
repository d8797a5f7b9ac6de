/// Hashing and comparing short byte strings eight bytes at a time.
///
/// Unsafe because the standard library has no bounds-checked unaligned word load from a span, and a byte at a time is
/// what dictionary building spends its time on.
package enum ByteHash {
  /// Where the hashes of tables start in this process: data cannot be chosen to collide in them. No result may depend
  /// on it.
  package static let processSeed = UInt64.random(in: .min ... .max)

  /// Places that are looked at before a table takes another seed, once for each of its sizes: half empty tables need
  /// far fewer.
  package static let mostSteps = 256

  /// A 64-bit hash of our own: without a seed equal in every process, unlike `Hasher`.
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
}
