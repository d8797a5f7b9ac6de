/// The SHA-256 hash of bytes (FIPS 180-4), for styles in pages, tables and snapshots. Webhook signatures use
/// swift-crypto in `AugerDelivery`, whose tests compare both implementations.
package enum SHA256 {
  /// Returns the 32 bytes of the hash.
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    var stream = Stream()
    stream.update(message)
    return stream.digest
  }

  /// A hash of bytes that arrive in pieces.
  package struct Stream {
    private var state = State()
    private var words = [UInt32](repeating: 0, count: 64)
    /// Bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    package init() {}

    package mutating func update(_ bytes: [UInt8]) {
      count &+= UInt64(bytes.count)
      rest += bytes
      let whole = rest.count / 64 * 64
      for block in stride(from: 0, to: whole, by: 64) { state.take(rest, at: block, &words) }
      rest.removeFirst(whole)
    }

    /// The 32 bytes of the hash.
    package var digest: [UInt8] {
      var (state, words) = (state, words)
      let end = SHA256.end(after: rest, count: count)
      for block in stride(from: 0, to: end.count, by: 64) { state.take(end, at: block, &words) }
      return state.bytes
    }
  }

  /// Returns the final padding: the last bytes of a message, a one bit, zeros, and the length in bits.
  private static func end(after rest: [UInt8], count: UInt64) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: (119 - rest.count % 64) % 64)
    let bits = count &* 8
    return rest + [0x80] + zeros + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
  }

  /// Returns the hash as 64 hexadecimal digits.
  package static func text(_ message: [UInt8]) -> String {
    digest(message).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private struct State {
    private var a: UInt32 = 0x6A09_E667
    private var b: UInt32 = 0xBB67_AE85
    private var c: UInt32 = 0x3C6E_F372
    private var d: UInt32 = 0xA54F_F53A
    private var e: UInt32 = 0x510E_527F
    private var f: UInt32 = 0x9B05_688C
    private var g: UInt32 = 0x1F83_D9AB
    private var h: UInt32 = 0x5BE0_CD19

    init() {}

    var bytes: [UInt8] {
      [a, b, c, d, e, f, g, h].flatMap { word in
        (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
      }
    }

    /// Adds a block of 64 bytes. `words` is a buffer for 64 words.
    mutating func take(_ message: [UInt8], at start: Int, _ words: inout [UInt32]) {
      for index in 0..<16 {
        let place = start + 4 * index
        let high = UInt32(message[place]) << 24 | UInt32(message[place + 1]) << 16
        words[index] = high | UInt32(message[place + 2]) << 8 | UInt32(message[place + 3])
      }
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        let low = turned(early, 7) ^ turned(early, 18) ^ (early >> 3)
        let high = turned(late, 17) ^ turned(late, 19) ^ (late >> 10)
        words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
      }
      var next = self
      for index in 0..<64 { next.turn(constants[index] &+ words[index]) }
      a = a &+ next.a
      b = b &+ next.b
      c = c &+ next.c
      d = d &+ next.d
      e = e &+ next.e
      f = f &+ next.f
      g = g &+ next.g
      h = h &+ next.h
    }

    private mutating func turn(_ word: UInt32) {
      let high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let first = h &+ high &+ ((e & f) ^ (~e & g)) &+ word
      let low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let second = low &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
