/// A closed interval of numbers. The lower end never exceeds the upper one, and the ends are never NaN.
///
/// A `ClosedRange` traps on NaN and on reversed ends. Data, URLs and definitions can contain both, so code that
/// computes an interval uses this type. Ends can be infinite.
@frozen @usableFromInline package struct Bounds: Sendable, Hashable {
  @usableFromInline package let lower: Double
  @usableFromInline package let upper: Double

  /// Creates the interval between two numbers in either order. Nil if one of them is NaN.
  @inlinable package init?(_ a: Double, _ b: Double) {
    if a <= b { self.init(ordered: a, b) } else if b < a { self.init(ordered: b, a) } else { return nil }
  }

  /// Creates the interval from a number to itself. Nil for NaN.
  @inlinable package init?(_ value: Double) { self.init(value, value) }

  /// Creates the interval from the smallest to the largest number. NaN is ignored. Nil if no number remains.
  @inlinable package init?(containing values: some Sequence<Double>) {
    var low = Double.infinity
    var high = -Double.infinity
    for value in values where !value.isNaN {
      if value < low { low = value }
      if value > high { high = value }
    }
    self.init(inOrder: low, high)
  }

  /// Creates the interval between two numbers. Nil if the first exceeds the second, or one of them is NaN.
  @inlinable package init?(inOrder lower: Double, _ upper: Double) {
    guard lower <= upper else { return nil }
    self.init(ordered: lower, upper)
  }

  /// Creates the interval of a range, for parameters of the public interface. A range with reversed ends is ordered,
  /// and a range with NaN becomes `unit`.
  package init(_ range: ClosedRange<Double>) {
    self = Bounds(range.lowerBound, range.upperBound) ?? .unit
  }

  @inlinable init(ordered lower: Double, _ upper: Double) { (self.lower, self.upper) = (lower, upper) }

  /// The interval from 0 to 1.
  package static let unit = Bounds(ordered: 0, 1)
  /// The interval from 0 to 0.
  package static let zero = Bounds(ordered: 0, 0)

  /// The interval as a range, for the public interface.
  package var range: ClosedRange<Double> { lower...upper }

  /// True if both ends are the same number.
  @inlinable package var isPoint: Bool { lower == upper }

  /// Half the length. It is finite if the ends are.
  @inlinable package var halfSpan: Double { upper / 2 - lower / 2 }

  /// The length, at most the largest finite number.
  @inlinable package var span: Double {
    let span = upper - lower
    return span <= .greatestFiniteMagnitude ? span : .greatestFiniteMagnitude
  }

  @inlinable package var middle: Double { lower / 2 + upper / 2 }

  /// The same bounds, with infinite ends replaced by the largest finite numbers.
  @inlinable package var finite: Bounds {
    let most = Double.greatestFiniteMagnitude
    return Bounds(ordered: min(max(lower, -most), most), min(max(upper, -most), most))
  }

  /// Returns true if the number is within the bounds, and false for NaN.
  @inlinable package func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// Returns the nearest number within the bounds, or the lower end for NaN.
  @inlinable package func clamp(_ value: Double) -> Double { value > upper ? upper : value >= lower ? value : lower }

  /// Returns the smallest bounds that contain both.
  @inlinable package func union(_ other: Bounds) -> Bounds {
    Bounds(ordered: min(lower, other.lower), max(upper, other.upper))
  }

  /// Returns the smallest bounds that contain these and a number. NaN is ignored.
  @inlinable package func union(_ value: Double) -> Bounds {
    Bounds(ordered: value < lower ? value : lower, value > upper ? value : upper)
  }

  /// Returns the bounds with each end moved to the nearest number within others.
  @inlinable package func clamped(to other: Bounds) -> Bounds {
    Bounds(ordered: other.clamp(lower), other.clamp(upper))
  }

  /// Returns the bounds with other ends. An end that is nil or NaN is not replaced. Reversed ends are swapped.
  @inlinable package func replacing(lower: Double? = nil, upper: Double? = nil) -> Bounds {
    Bounds(lower ?? self.lower, upper ?? self.upper) ?? self
  }

  /// Returns the bounds extended on both sides, with finite ends. NaN and negative values do not extend them.
  @inlinable package func expanded(by room: Double) -> Bounds {
    room > 0 ? Bounds(ordered: lower - room, upper + room).finite : self
  }

  /// Returns the number at a share of the length from the lower end.
  @inlinable package func number(at share: Double) -> Double { lower * (1 - share) + upper * share }

  /// Returns the part of the length between two shares, or all of it if it cannot be computed.
  @inlinable package func part(_ share: Bounds) -> Bounds {
    Bounds(number(at: share.lower), number(at: share.upper)) ?? self
  }
}

extension Sequence<Double> {
  /// The bounds of the numbers, ignoring NaN. Nil if no number remains.
  @inlinable package var extent: Bounds? { Bounds(containing: self) }
}

extension Sequence<Bounds> {
  /// The smallest bounds that contain all of them. Nil if the sequence is empty.
  package var union: Bounds? { reduce(nil) { $0?.union($1) ?? $1 } }
}

extension Double {
  /// The number, or the largest finite number of its sign for an infinity. NaN remains NaN.
  @inlinable package var heldFinite: Double {
    self > .greatestFiniteMagnitude
      ? .greatestFiniteMagnitude : self < -.greatestFiniteMagnitude ? -.greatestFiniteMagnitude : self
  }
}
