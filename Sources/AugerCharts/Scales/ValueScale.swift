import AugerColumns

/// The scale of an axis. The raw value is the word in metadata and chart JSON.
package enum AxisKind: String, Sendable, Hashable, CaseIterable { case linear, logarithmic }

/// A scale from numbers to positions: linear, or logarithmic with equal lengths for powers of ten. Gaps have no length.
package struct ValueScale: Sendable, Hashable {
  /// A gap of an axis.
  package struct Gap: Sendable, Hashable {
    package var numbers: Bounds
    /// True if the gap is visible, with a small width.
    package var isShown: Bool

    package init(_ numbers: Bounds, isShown: Bool = true) {
      self.numbers = numbers
      self.isShown = isShown
    }
  }

  /// A gap in the linear numbers of the scale.
  private struct Cut: Sendable, Hashable {
    var lower: Double
    var upper: Double
    /// The remaining width of the gap.
    var room: Double
    /// The total length that previous gaps remove.
    var before: Double

    var lost: Double { upper - lower - room }
  }

  /// The width of a visible gap, in positions.
  private static let room = 8.0

  /// The numbers at both ends. Positive for a logarithmic scale.
  package let domain: Bounds
  package let kind: AxisKind
  /// The position at which marks start and the other axis crosses, if it is not zero.
  package let origin: Double?
  private let places: LinearScale
  private let cuts: [Cut]

  /// Creates a scale. If the domain of a logarithmic scale is not positive, it starts at one hundred thousandth of its
  /// end.
  ///
  /// - Parameter gaps: Ascending, disjoint gaps. Gaps that would cover the whole domain are ignored.
  package init(
    _ kind: AxisKind = .linear, domain: Bounds, gaps: [Gap] = [], origin: Double? = nil,
    start: Double, end: Double
  ) {
    self.kind = kind
    self.origin = origin
    let whole: Bounds
    switch kind {
    case .linear:
      whole = LinearScale(domain: domain, start: start, end: end).domain
      self.domain = whole
    case .logarithmic:
      let high = domain.upper > 0 ? domain.finite.upper : 1
      let low = domain.lower > 0 ? domain.lower : max(high / 100_000, .leastNonzeroMagnitude)
      self.domain = domain.replacing(lower: low, upper: high)
      whole = domain.replacing(lower: Logarithm.ten(low), upper: Logarithm.ten(high))
    }
    var found = gaps.compactMap { gap -> Cut? in
      let low = max(kind == .linear ? gap.numbers.lower : Logarithm.ten(gap.numbers.lower), whole.lower)
      let high = min(kind == .linear ? gap.numbers.upper : Logarithm.ten(gap.numbers.upper), whole.upper)
      return low < high ? Cut(lower: low, upper: high, room: gap.isShown ? 1 : 0, before: 0) : nil
    }
    let shown = found.reduce(0) { $0 + $1.room }
    let left = whole.upper - whole.lower - found.reduce(0) { $0 + $1.upper - $1.lower }
    let length = (end - start).magnitude
    guard !found.isEmpty, left > 0, left.isFinite, length > 2 * Self.room * shown else {
      cuts = []
      places = LinearScale(domain: whole, start: start, end: end)
      return
    }
    let room = left * Self.room / (length - Self.room * shown)
    var lost = 0.0
    for index in found.indices {
      found[index].room = min(found[index].room * room, found[index].upper - found[index].lower)
      found[index].before = lost
      lost += found[index].lost
    }
    cuts = found
    places = LinearScale(domain: whole.replacing(upper: whole.upper - lost), start: start, end: end)
  }

  /// Returns the position of a number. On a logarithmic scale, numbers without a position are at the start. Numbers in
  /// a gap are at the position of the gap.
  package func callAsFunction(_ value: Double) -> Double {
    switch kind {
    case .linear: places(shortened(value))
    case .logarithmic: value > 0 ? places(shortened(Logarithm.ten(value))) : value.isNaN ? .nan : places.start
    }
  }

  /// Returns the number without the length of the gaps before it.
  private func shortened(_ number: Double) -> Double {
    guard !cuts.isEmpty else { return number }
    // Find the last gap that starts before the number.
    var (low, high) = (0, cuts.count)
    while low < high {
      let middle = (low + high) / 2
      if cuts[middle].lower < number { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return number }
    let cut = cuts[low - 1]
    if number >= cut.upper { return number - cut.before - cut.lost }
    return cut.lower - cut.before + (number - cut.lower) / (cut.upper - cut.lower) * cut.room
  }

  /// The positions of the ends of visible gaps.
  package var gapPlaces: [(start: Double, end: Double)] {
    cuts.filter { $0.room > 0 }.map { (places($0.lower - $0.before), places($0.lower - $0.before + $0.room)) }
  }

  /// Returns the length of a distance between numbers, in positions. Negative if the axis is reversed.
  ///
  /// The quotient is computed first: on an axis of the smallest numbers, the length of one unit is infinite.
  package func distance(_ numbers: Double) -> Double { (places.end - places.start) * (numbers / length) }

  /// The length of the axis in its linear numbers.
  package var length: Double { places.domain.span }

  /// Returns the numbers of a fraction of the axis.
  package func part(_ share: Bounds) -> Bounds {
    func number(_ share: Double) -> Double {
      var number = places.domain.number(at: share)
      if let cut = cuts.last(where: { $0.lower - $0.before < number }) {
        let past = number - (cut.lower - cut.before)
        number = past >= cut.room ? number + cut.before + cut.lost : cut.lower
      }
      return kind == .linear ? number : Logarithm.power(number)
    }
    return domain.replacing(lower: number(share.lower), upper: number(share.upper)).finite
  }

  /// The position at which marks start: zero, or the origin.
  package var baseline: Double {
    if let origin { return self(domain.clamp(origin)) }
    return kind == .linear ? self(domain.clamp(0)) : places.start
  }
}
