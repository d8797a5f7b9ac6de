import AugerColumns

/// How numbers lie on an axis. The raw value is the word of metadata and chart JSON.
package enum AxisKind: String, Sendable, Hashable, CaseIterable { case linear, logarithmic }

/// Numbers to places: in proportion, or each power of ten as long as the next. What an axis leaves out has no length.
package struct ValueScale: Sendable, Hashable {
  /// What an axis leaves out.
  package struct Gap: Sendable, Hashable {
    package var numbers: Bounds
    /// Whether a reader sees that something is left out: then it has a little room.
    package var isShown: Bool

    package init(_ numbers: Bounds, isShown: Bool = true) {
      self.numbers = numbers
      self.isShown = isShown
    }
  }

  /// A gap in the numbers that places are in proportion to.
  private struct Cut: Sendable, Hashable {
    var lower: Double
    var upper: Double
    /// What is left of its length.
    var room: Double
    /// The length that those before it lost.
    var before: Double

    var lost: Double { upper - lower - room }
  }

  /// The room of a gap that is shown, in places.
  private static let room = 8.0

  /// The numbers at both ends; on a logarithmic scale above zero.
  package let domain: Bounds
  package let kind: AxisKind
  /// Where marks begin and the other axis stands, if not at zero.
  package let origin: Double?
  private let places: LinearScale
  private let cuts: [Cut]

  /// A logarithmic scale of a domain that is not above zero begins a hundred thousandth below its end.
  ///
  /// - Parameter gaps: Ascending and apart; those that would leave nothing of the domain are not left out.
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

  /// The place of a number; on a logarithmic scale the start for what has none. What lies in a gap is at its place.
  package func callAsFunction(_ value: Double) -> Double {
    switch kind {
    case .linear: places(shortened(value))
    case .logarithmic: value > 0 ? places(shortened(Logarithm.ten(value))) : value.isNaN ? .nan : places.start
    }
  }

  /// Without what the gaps before it lost.
  private func shortened(_ number: Double) -> Double {
    guard !cuts.isEmpty else { return number }
    // The last gap that begins before the number.
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

  /// Where the gaps are that are shown: the places of their ends.
  package var gapPlaces: [(start: Double, end: Double)] {
    cuts.filter { $0.room > 0 }.map { (places($0.lower - $0.before), places($0.lower - $0.before + $0.room)) }
  }

  /// The length of a distance between numbers, in places. Negative if the axis runs backwards.
  ///
  /// The quotient comes first: the places of one unit are infinite on an axis of the smallest numbers.
  package func distance(_ numbers: Double) -> Double { (places.end - places.start) * (numbers / length) }

  /// How long the axis is, in the numbers that places are in proportion to.
  package var length: Double { places.domain.span }

  /// The numbers of a share of the axis.
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

  /// Where marks stand that begin at zero, or at the origin.
  package var baseline: Double {
    if let origin { return self(domain.clamp(origin)) }
    return kind == .linear ? self(domain.clamp(0)) : places.start
  }
}
