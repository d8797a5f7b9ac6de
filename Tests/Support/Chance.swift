/// Chance that can be had again: SplitMix64, the same sequence for the same seed in every process.
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

  /// A number from 0 up to, but not including, the bound, which is above zero.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// One of the items, of which there are some.
  public mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }

  public mutating func isOneIn(_ n: Int) -> Bool { below(n) == 0 }
}
