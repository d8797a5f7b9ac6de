import AugerColumns

/// The range of the values of one layer and dimension, which determines axes.
package struct ValueStatistics: Sendable, Hashable {
  /// The minimum and maximum; null for a layer without values. NaN and infinities are ignored.
  package var minimum: Scalar = .null
  package var maximum: Scalar = .null
  /// The minimum and maximum sum over the layer's series in one category: the height of a stack. Categories without a
  /// value are ignored.
  package var minimumSum: Scalar = .null
  package var maximumSum: Scalar = .null

  package init() {}
}

extension ChartModel {
  /// Returns the statistics of a layer and dimension at a level. If the level has no values, the result is empty.
  /// Integers and decimals are exact. O(series × categories).
  package func statistics(dimension: Int, layer: Int = 0, level: Int = 0) -> ValueStatistics {
    if let items { return itemStatistics(items, dimension, layer) }
    guard let cells = level == 0 ? dimensions[dimension].cells : levels[level].cells?[dimension] else {
      return ValueStatistics()
    }
    let members = series.indices.filter { series[$0].layer == layer }
    switch cells.values {
    case .float64(let buffer):
      let span = buffer.span
      return summary(
        members, cells, zero: 0.0, add: { $0 + $1 }, scalar: { .float($0) },
        value: { span[$0].isFinite ? span[$0] : nil })
    case .int64(let buffer):
      let span = buffer.span
      return exactSummary(members, cells, scale: 0) { Int128(span[$0]) }
    case .decimal64(let buffer):
      let span = buffer.span
      return exactSummary(members, cells, scale: cells.decimalScale) { Int128(span[$0]) }
    case .decimal128(let buffer):
      let span = buffer.span
      return exactSummary(members, cells, scale: cells.decimalScale) { span[$0] }
    case .bool, .string, .date, .timestamp, .time, .interval, .binary: return ValueStatistics()
    }
  }

  /// Returns the statistics of items. They are not aggregated, so that their sums are null.
  private func itemStatistics(_ items: ChartItems, _ dimension: Int, _ layer: Int) -> ValueStatistics {
    var result = ValueStatistics()
    let column = items.values[dimension]
    for row in 0..<items.count where series[Int(items.series[row])].layer == layer {
      let value = column[row]
      guard let number = value.doubleValue, number.isFinite else { continue }
      if result.minimum.isNull || Scalar.compare(value, result.minimum) < 0 { result.minimum = value }
      if result.maximum.isNull || Scalar.compare(value, result.maximum) > 0 { result.maximum = value }
    }
    return result
  }

  private func exactSummary(
    _ members: [Int], _ cells: Column, scale: Int, value: (Int) -> Int128
  ) -> ValueStatistics {
    let isInt = cells.type == .int64
    // A sum of 38-digit decimals can exceed 128 bits. It is limited to the range instead of wrapping around.
    return summary(
      members, cells, zero: Int128(0),
      add: { a, b in
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? (b < 0 ? .min : .max) : sum
      },
      scalar: { unscaled in
        if isInt, let int = Int64(exactly: unscaled) { return .int(int) }
        return .decimal(Decimal128(unscaled: unscaled, scale: scale))
      }, value: value)
  }

  private func summary<Number: Comparable>(
    _ members: [Int], _ cells: Column, zero: Number, add: (Number, Number) -> Number, scalar: (Number) -> Scalar,
    value: (Int) -> Number?
  ) -> ValueStatistics {
    var range: (minimum: Number, maximum: Number)?
    let width = series.isEmpty ? 0 : cells.count / series.count
    var sums = [Number](repeating: zero, count: width)
    var hasSum = [Bool](repeating: false, count: width)
    for member in members {
      for category in 0..<width {
        let row = member * width + category
        if cells.isNull(row) { continue }
        guard let value = value(row) else { continue }
        range = range.map { (min($0.minimum, value), max($0.maximum, value)) } ?? (value, value)
        sums[category] = add(sums[category], value)
        hasSum[category] = true
      }
    }
    var result = ValueStatistics()
    guard let range else { return result }
    result.minimum = scalar(range.minimum)
    result.maximum = scalar(range.maximum)
    let present = sums.indices.filter { hasSum[$0] }.map { sums[$0] }
    if let smallest = present.min(), let largest = present.max() {
      result.minimumSum = scalar(smallest)
      result.maximumSum = scalar(largest)
    }
    return result
  }
}
