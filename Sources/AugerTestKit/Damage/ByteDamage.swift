import AugerColumns

/// A deterministic generator of damaged files, for tests of adapters. The same seed produces the same damage on every
/// platform.
package struct ByteDamage {
  private var state: UInt64
  /// Bytes with a meaning for text formats, and some that are always invalid.
  private static let marks: [UInt8] = [
    0x22, 0x27, 0x2C, 0x3B, 0x09, 0x7C, 0x0A, 0x0D, 0x00, 0x23, 0x5C, 0xFF, 0xFE, 0xC3, 0xEF, 0xF4, 0x80, 0x1A,
  ]

  package init(seed: UInt64) { state = seed }

  /// Returns the next number of SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number from 0 and below `bound`, or 0.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// Applies one to four damages. Pieces of `donor`, another file, are inserted.
  package mutating func damaged(_ bytes: [UInt8], donor: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0..<(1 + below(4)) { damage(&result, donor) }
    return result
  }

  private mutating func damage(_ bytes: inout [UInt8], _ donor: [UInt8]) {
    let mark = Self.marks[below(Self.marks.count)]
    let at = below(bytes.count)
    switch below(14) {
    case 0 where !bytes.isEmpty: bytes[at] ^= UInt8(1 << below(8))
    case 1 where !bytes.isEmpty: bytes[at] = mark
    case 2: bytes.insert(mark, at: at)
    case 3: bytes.removeSubrange(at...)
    case 4: bytes.removeSubrange(..<at)
    case 5: bytes.removeSubrange(at..<min(bytes.count, at + 1 + below(64)))
    case 6:
      let piece = Array(bytes[at..<min(bytes.count, at + 1 + below(512))])
      for _ in 0..<(1 + below(20)) { bytes.insert(contentsOf: piece, at: at) }
    case 7:
      let from = below(donor.count)
      bytes.insert(contentsOf: donor[from..<min(donor.count, from + 1 + below(512))], at: at)
    case 8: bytes.insert(contentsOf: [UInt8](repeating: mark, count: 1 + below(5000)), at: at)
    // A quote that is never closed, or closed far away.
    case 9: bytes.insert(contentsOf: [0x2C, 0x22] + [UInt8](repeating: 0x78, count: below(20_000)), at: at)
    case 10:
      let isBig = below(2) == 0
      bytes =
        (below(3) == 0 ? [] : isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]) + bytes.flatMap { isBig ? [0, $0] : [$0, 0] }
    case 11: bytes = [0xEF, 0xBB, 0xBF] + bytes
    case 12:
      bytes = Self.gzip(bytes)
      if below(2) == 0 { bytes.removeLast(below(bytes.count)) }
      if below(2) == 0, !bytes.isEmpty { bytes[below(bytes.count)] ^= UInt8(1 << below(8)) }
    default: for index in bytes.indices.dropFirst(at).prefix(64) where bytes[index] > 0x20 { bytes[index] |= 0x80 }
    }
  }

  /// Returns bytes as a gzip member without compression.
  package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var from = 0
    repeat {
      let block = bytes[from..<min(from + 60_000, bytes.count)]
      from = block.endIndex
      let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
      result += [from == bytes.count ? 1 : 0, low, high, ~low, ~high]
      result += block
    } while from < bytes.count
    var crc: UInt32 = .max
    for byte in bytes { crc = checks[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8 }
    for word in [~crc, UInt32(truncatingIfNeeded: bytes.count)] {
      for shift in [0, 8, 16, 24] as [UInt32] { result.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    return result
  }

  /// The CRC-32 table.
  private static let checks: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
}
