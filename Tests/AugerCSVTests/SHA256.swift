/// SHA-256 (FIPS 180-4), to compare with recorded hashes of what other parsers read.
struct SHA256 {
  private static let constants: [UInt32] = primes(64).map { fraction(ofRoot: 3, $0) }

  private var state: [UInt32] = primes(8).map { fraction(ofRoot: 2, $0) }
  private var block: [UInt8] = []
  private var length: UInt64 = 0

  mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      block.append(byte)
      length += 8
      if block.count == 64 { compress() }
    }
  }

  /// The hash in hexadecimal digits.
  mutating func finish() -> String {
    let total = length
    update([0x80])
    while block.count != 56 { update([0]) }
    update((0..<8).map { UInt8(truncatingIfNeeded: total >> UInt64(56 - 8 * $0)) })
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func compress() {
    var w = [UInt32](repeating: 0, count: 64)
    for i in 0..<16 { w[i] = (0..<4).reduce(0) { $0 << 8 | UInt32(block[4 * i + $1]) } }
    for i in 16..<64 {
      let a = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3
      let b = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10
      w[i] = w[i - 16] &+ a &+ w[i - 7] &+ b
    }
    var s = state
    for i in 0..<64 {
      let sum1 = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)
      let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
      let first = s[7] &+ sum1 &+ choice &+ Self.constants[i] &+ w[i]
      let sum0 = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)
      let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
      s = [first &+ sum0 &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for i in 0..<8 { state[i] = state[i] &+ s[i] }
    block = []
  }

  private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static func primes(_ count: Int) -> [Int] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }

  /// The first 32 bits behind the point of a square or cube root: of floor(root(n · 2^(32·degree))), by bisection.
  private static func fraction(ofRoot degree: Int, _ number: Int) -> UInt32 {
    let scaled = UInt128(number) << UInt128(32 * degree)
    var (low, high) = (UInt128(0), UInt128(1) << 37)
    while high - low > 1 {
      let middle = (low + high) / 2
      let power = degree == 2 ? middle * middle : middle * middle * middle
      if power <= scaled { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }
}
