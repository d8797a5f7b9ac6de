import AugerDiagnostics

/// A power of ten of which floats are multiples. Amounts in cents, for example, are integers that are close together.
struct FloatUnit: Sendable, Equatable {
  private let perOne: Double

  private static let all = [1, 10, 100, 1000, 10_000].map { FloatUnit(perOne: $0) }

  /// The magnitude up to which multiples are considered. Integers with larger distances are not numbered by distance.
  private static let greatest = 0x1p31

  /// A constant whose addition rounds to an integer, in the low bits of the sum.
  private static let rounding = 0x1.8p52

  /// Returns the float nearest to the decimal with these digits.
  func value(_ integer: Int64) -> Double { Double(integer) / perOne }

  /// Returns the number of units in a float that is a multiple.
  @inline(__always)
  func integer(_ value: Double) -> Int64 {
    Int64(bitPattern: (value * perOne + Self.rounding).bitPattern) &- Int64(bitPattern: Self.rounding.bitPattern)
  }

  /// Returns the least and the greatest number of units among the values that are not null. The unit is the given
  /// one, or the largest that fits. Nil if none fits, or no value exists.
  static func range(
    _ values: Span<Double>, _ column: Column, unit: FloatUnit?
  ) -> (low: Int64, high: Int64, unit: FloatUnit)? {
    for unit in unit.map({ [$0] }) ?? all {
      if let (low, high) = unit.range(values, column) { return (low, high, unit) }
    }
    return nil
  }

  private func range(_ values: Span<Double>, _ column: Column) -> (low: Int64, high: Int64)? {
    var (low, high) = (Double.infinity, -Double.infinity)
    var first = 0
    // In blocks, so that the first ones show if a unit does not fit.
    while first < values.count {
      let end = min(values.count, first + 64)
      var fits = true
      if column.validity == nil {
        for row in first..<end { add(values[row], &low, &high, &fits) }
      } else {
        for row in first..<end where !column.isNull(row) { add(values[row], &low, &high, &fits) }
      }
      guard fits, -Self.greatest < low || low > high, high < Self.greatest else { return nil }
      first = end
    }
    guard low <= high else { return nil }
    return (Int64(clamping: low), Int64(clamping: high))
  }

  @inline(__always)
  private func add(_ value: Double, _ low: inout Double, _ high: inout Double, _ fits: inout Bool) {
    let whole = (value * perOne + Self.rounding) - Self.rounding
    if whole / perOne != value { fits = false }
    low = min(low, whole)
    high = max(high, whole)
  }
}
