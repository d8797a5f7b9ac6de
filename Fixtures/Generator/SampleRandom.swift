/// The random generator of the sample: xoshiro256**, seeded with SplitMix64. It produces the same numbers on every
/// platform and in every version.
///
/// All numbers are integers, so that the sample does not depend on the rounding of a math library.
struct SampleRandom: Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  init(seed: UInt64) {
    var mixed = seed
    func next() -> UInt64 {
      mixed &+= 0x9E37_79B9_7F4A_7C15
      var value = mixed
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
    state = (next(), next(), next(), next())
  }

  mutating func next() -> UInt64 {
    let product = state.1 &* 5
    let result = ((product << 7) | (product >> 57)) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = (state.3 << 45) | (state.3 >> 19)
    return result
  }

  /// Returns a number from 0 up to, but not including, `bound`.
  mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0)
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Returns a number in a closed range.
  mutating func among(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// Returns true in `perMille` of a thousand cases.
  mutating func happens(perMille: Int) -> Bool { below(1000) < perMille }

  /// Returns the position of an element, chosen in proportion to its weight. At least one weight must be positive.
  mutating func index(weighted weights: [Int]) -> Int {
    var remaining = below(weights.reduce(0, +))
    for (index, weight) in weights.enumerated() {
      if remaining < weight { return index }
      remaining -= weight
    }
    preconditionFailure("the weights changed while they were read")
  }
}
