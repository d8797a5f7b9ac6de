extension FixedWidthInteger {
  /// Creates the integer part of a number. NaN becomes 0, and numbers out of range are clamped.
  ///
  /// This is the only conversion from `Double` to an integer that cannot trap. `AugerColumns` deprecates the trapping
  /// conversion of the standard library, so that the compiler rejects it.
  @inlinable @inline(__always) package init(clamping value: Double) {
    if value >= -9_007_199_254_740_992, value <= 9_007_199_254_740_992 {
      // One instruction: the integer part of every such number fits in 64 bits.
      self = Self(clamping: Int64(value))
    } else {
      self = value.isNaN ? 0 : Self.clamped(value)
    }
  }

  /// Converts a number with a magnitude of at least 2^53, which has no fraction.
  @usableFromInline package static func clamped(_ value: Double) -> Self {
    Self(exactly: value) ?? (value < 0 ? .min : .max)
  }
}
