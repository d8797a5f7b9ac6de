import AugerColumns

extension ChartModel {
  /// Sets the format of each dimension without one: grouped digits, and the decimals that distinguish all values.
  package mutating func writeReadably() {
    for index in dimensions.indices where dimensions[index].format == nil {
      dimensions[index].format = .readable(for: dimensions[index].cells)
    }
  }
}

extension ValueFormat {
  /// Returns nil if the values are not finite numbers.
  package static func readable(for cells: Column) -> ValueFormat? {
    var (largest, smallest) = (0.0, Double.infinity)
    var isWhole = true
    for row in 0..<cells.count {
      guard let value = cells[row].doubleValue, value.isFinite else { continue }
      largest = max(largest, value.magnitude)
      if value != 0 { smallest = min(smallest, value.magnitude) }
      if value != value.rounded() { isWhole = false }
    }
    guard smallest.isFinite, largest < 1e15, smallest > 1e-9 else { return nil }
    if isWhole { return .rounded(0) }
    let digits =
      switch largest {
      case 10_000...: 0
      case 1_000...: 1
      case 10...: 2
      case 0.1...: 3
      default: 4
      }
    // A value other than zero is not written as zero.
    var needed = 0
    var unit = 1.0
    while smallest < unit, needed < 9 {
      needed += 1
      unit /= 10
    }
    return .rounded(max(digits, needed))
  }
}
