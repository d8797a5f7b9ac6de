/// A reproducible random generator (SplitMix64). The same seed produces the same sequence in every process.
public struct Chance: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// Returns a number from 0 up to, but not including, `bound`, which must be positive.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns one of the items, which must not be empty.
  public mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }

  public mutating func isOneIn(_ n: Int) -> Bool { below(n) == 0 }
}
