import AugerDiagnostics

/// A power of ten of which floats are whole parts: amounts in cents are integers, and these are close together.
struct FloatUnit: Sendable, Equatable {
  private let perOne: Double

  private static let all = [1, 10, 100, 1000, 10_000].map { FloatUnit(perOne: $0) }

  /// Multiples beyond are not looked at: integers that far apart are not numbered by their distance.
  private static let greatest = 0x1p31

  /// A sum with it is rounded to an integer, its low bits.
  private static let rounding = 0x1.8p52

  /// The float that is so many parts: of the decimal with these digits, the nearest.
  func value(_ integer: Int64) -> Double { Double(integer) / perOne }

  /// The parts of a float that is a whole number of them.
  @inline(__always)
  func integer(_ value: Double) -> Int64 {
    Int64(bitPattern: (value * perOne + Self.rounding).bitPattern) &- Int64(bitPattern: Self.rounding.bitPattern)
  }

  /// The least and the greatest number of parts among the values that are present, and in which unit: the one that is
  /// given, or the largest that serves. Nil where none does, or there is no value.
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
    // By stretches, so that the first ones tell what does not fit.
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
