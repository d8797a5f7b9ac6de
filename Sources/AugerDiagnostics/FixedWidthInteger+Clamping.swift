extension FixedWidthInteger {
  /// The whole part of a number. NaN is 0, and a number beyond the type is the nearest end of the type.
  ///
  /// This is the only conversion from `Double` to an integer that cannot end the process. `AugerColumns` deprecates the
  /// conversion of the standard library, which can, so that the compiler rejects it.
  @inlinable package init(clamping value: Double) {
    if value >= -9_007_199_254_740_992, value <= 9_007_199_254_740_992 {
      // One instruction: every such number has a whole part in 64 bits.
      self = Self(clamping: Int64(value))
    } else {
      self = value.isNaN ? 0 : Self.clamped(value)
    }
  }

  /// A number of at least 2^53, which is whole.
  @usableFromInline package static func clamped(_ value: Double) -> Self {
    Self(exactly: value) ?? (value < 0 ? .min : .max)
  }
}
