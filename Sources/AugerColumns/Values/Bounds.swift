/// A closed interval of numbers whose lower end never exceeds the upper one and whose ends are never NaN.
///
/// A `ClosedRange` traps on NaN and on reversed ends. Data, addresses and definitions can contain both, so code that
/// computes an interval uses this type. Ends can be infinite.
@frozen @usableFromInline package struct Bounds: Sendable, Hashable {
  @usableFromInline package let lower: Double
  @usableFromInline package let upper: Double

  /// The interval between two numbers in either order; nil if one of them is NaN.
  @inlinable package init?(_ a: Double, _ b: Double) {
    if a <= b { self.init(ordered: a, b) } else if b < a { self.init(ordered: b, a) } else { return nil }
  }

  /// The interval from a number to itself; nil for NaN.
  @inlinable package init?(_ value: Double) { self.init(value, value) }

  /// The smallest and the largest number; NaN is ignored. Nil if no number remains.
  @inlinable package init?(containing values: some Sequence<Double>) {
    var low = Double.infinity
    var high = -Double.infinity
    for value in values where !value.isNaN {
      if value < low { low = value }
      if value > high { high = value }
    }
    self.init(inOrder: low, high)
  }

  /// The interval between two numbers; nil if the first exceeds the second or one of them is NaN.
  @inlinable package init?(inOrder lower: Double, _ upper: Double) {
    guard lower <= upper else { return nil }
    self.init(ordered: lower, upper)
  }

  /// The interval of a range, for parameters of the public interface. A range with unchecked ends is ordered; one with
  /// NaN becomes `unit`.
  package init(_ range: ClosedRange<Double>) {
    self = Bounds(range.lowerBound, range.upperBound) ?? .unit
  }

  @inlinable init(ordered lower: Double, _ upper: Double) { (self.lower, self.upper) = (lower, upper) }

  /// From 0 to 1.
  package static let unit = Bounds(ordered: 0, 1)
  /// From 0 to 0.
  package static let zero = Bounds(ordered: 0, 0)

  /// The same interval for the public interface.
  package var range: ClosedRange<Double> { lower...upper }

  /// True if both ends are the same number.
  @inlinable package var isPoint: Bool { lower == upper }

  /// Half the length, which no finite ends can make infinite.
  @inlinable package var halfSpan: Double { upper / 2 - lower / 2 }

  /// The length; at most the largest finite number.
  @inlinable package var span: Double {
    let span = upper - lower
    return span <= .greatestFiniteMagnitude ? span : .greatestFiniteMagnitude
  }

  @inlinable package var middle: Double { lower / 2 + upper / 2 }

  /// The same bounds with infinite ends replaced by the largest finite numbers.
  @inlinable package var finite: Bounds {
    let most = Double.greatestFiniteMagnitude
    return Bounds(ordered: min(max(lower, -most), most), min(max(upper, -most), most))
  }

  /// Returns true if the number is within the bounds. NaN never is.
  @inlinable package func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// The nearest number within the bounds; for NaN the lower end.
  @inlinable package func clamp(_ value: Double) -> Double { value > upper ? upper : value >= lower ? value : lower }

  /// The smallest bounds that contain these and others.
  @inlinable package func union(_ other: Bounds) -> Bounds {
    Bounds(ordered: min(lower, other.lower), max(upper, other.upper))
  }

  /// The smallest bounds that contain these and a number; NaN changes nothing.
  @inlinable package func union(_ value: Double) -> Bounds {
    Bounds(ordered: value < lower ? value : lower, value > upper ? value : upper)
  }

  /// The bounds with each end moved to the nearest number within others.
  @inlinable package func clamped(to other: Bounds) -> Bounds {
    Bounds(ordered: other.clamp(lower), other.clamp(upper))
  }

  /// The bounds with other ends. An end that is nil or NaN is not replaced; reversed ends are put in order.
  @inlinable package func replacing(lower: Double? = nil, upper: Double? = nil) -> Bounds {
    Bounds(lower ?? self.lower, upper ?? self.upper) ?? self
  }

  /// The bounds with room on both sides; finite. NaN and negative room are none.
  @inlinable package func expanded(by room: Double) -> Bounds {
    room > 0 ? Bounds(ordered: lower - room, upper + room).finite : self
  }

  /// The number at a share of the length from the lower end.
  @inlinable package func number(at share: Double) -> Double { lower * (1 - share) + upper * share }

  /// The part of the length between two shares; all of it if it cannot be computed.
  @inlinable package func part(_ share: Bounds) -> Bounds {
    Bounds(number(at: share.lower), number(at: share.upper)) ?? self
  }
}

extension Sequence<Double> {
  /// The smallest and the largest number without NaN; nil if none exists.
  @inlinable package var extent: Bounds? { Bounds(containing: self) }
}

extension Sequence<Bounds> {
  /// The smallest bounds that contain all of them; nil if there are none.
  package var union: Bounds? { reduce(nil) { $0?.union($1) ?? $1 } }
}

extension Double {
  /// The number, or for an infinity the largest finite number of its sign. NaN stays NaN.
  @inlinable package var heldFinite: Double {
    self > .greatestFiniteMagnitude
      ? .greatestFiniteMagnitude : self < -.greatestFiniteMagnitude ? -.greatestFiniteMagnitude : self
  }
}
