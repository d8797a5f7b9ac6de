import AugerColumns

/// Why something cannot be said in SQL with an equal result.
public struct NotExpressible: Error, Sendable, Hashable {
  /// To be read after what cannot be said: `no such function`.
  package let reason: String

  /// A reason, as `auger plan` shows it.
  public init(_ reason: String) { self.reason = reason }
}

/// A translated expression: SQL that gives, for each row, the value in the form that the dialect has for the type.
public struct SQLTerm: Sendable {
  /// Parenthesised where it needs to be.
  public var sql: SQLFragment
  /// The type of its values in Auger.
  public var type: DataType
  /// Where all values lie, as far as is known.
  public var bounds = Bounds.unknown
  /// To be converted before it is computed with.
  public var isNarrow = false
  /// Texts without U+0000.
  public var isPlainText = true
  /// The value, where it is a constant.
  public var constant: Scalar?
  /// Conditions under which the SQL does not give the right value: asked beside the result, over all rows it is made
  /// of.
  public var guards: [SQLFragment] = []

  /// Where the values lie, nulls aside.
  public enum Bounds: Sendable, Hashable {
    /// Anywhere.
    case unknown
    /// Ints, bools, decimals without their points, dates as days.
    case whole(ClosedRange<Int128>)
    /// Floats, none of them infinite or NaN.
    case real(ClosedRange<Double>)
  }

  /// A term made of others: it has their guards, and is plain text where they are.
  public init(
    _ sql: SQLFragment, _ type: DataType, _ bounds: Bounds = .unknown, from operands: [SQLTerm] = []
  ) {
    self.sql = sql
    self.type = type
    self.bounds = bounds
    isPlainText = operands.allSatisfy { $0.isPlainText }
    for operand in operands {
      for guarded in operand.guards where !guards.contains(guarded) { guards.append(guarded) }
    }
  }

  /// Whether groups by the column as it is are those by its value as it is selected. They are asked for so: a database
  /// knows its columns by indexes and partitions, and an expression of one by nothing.
  package var groupsAsIs: Bool { isNarrow && type == .int64 }

  package var whole: ClosedRange<Int128>? { if case .whole(let range) = bounds { range } else { nil } }

  /// The bounds, where they are floats.
  package var real: ClosedRange<Double>? { if case .real(let range) = bounds { range } else { nil } }

  /// Whether no value is zero, for sure.
  package var isNeverZero: Bool {
    switch bounds {
    case .whole(let range): !range.contains(0)
    case .real(let range): !AugerColumns.Bounds(range).contains(0)
    case .unknown: false
    }
  }
}

extension SQLTerm.Bounds {
  /// The range of an operation over two ranges, from its corners; unknown where it leaves the type.
  package static func corners(
    _ a: ClosedRange<Int128>, _ b: ClosedRange<Int128>, _ operation: (Int128, Int128) -> (Int128, overflow: Bool)
  ) -> SQLTerm.Bounds {
    var least = Int128.max
    var most = Int128.min
    for x in [a.lowerBound, a.upperBound] {
      for y in [b.lowerBound, b.upperBound] {
        let (value, overflow) = operation(x, y)
        if overflow { return .unknown }
        least = min(least, value)
        most = max(most, value)
      }
    }
    return .whole(least...most)
  }

  package static func corners(
    _ a: ClosedRange<Double>, _ b: ClosedRange<Double>, _ operation: (Double, Double) -> Double
  ) -> SQLTerm.Bounds {
    let values = [a.lowerBound, a.upperBound].flatMap { x in [b.lowerBound, b.upperBound].map { operation(x, $0) } }
    guard values.allSatisfy({ $0.isFinite }), let extent = values.extent else { return .unknown }
    return .real(extent.range)
  }

  /// A range that holds both.
  package static func union(_ parts: [SQLTerm.Bounds]) -> SQLTerm.Bounds {
    guard var result = parts.first else { return .unknown }
    for part in parts.dropFirst() {
      switch (result, part) {
      case (.whole(let a), .whole(let b)):
        result = .whole(min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound))
      case (.real(let a), .real(let b)):
        result = .real(AugerColumns.Bounds(a).union(AugerColumns.Bounds(b)).range)
      default: return .unknown
      }
    }
    return result
  }

  /// Whether all values are ints of 64 bits.
  package var fitsInt64: Bool {
    if case .whole(let range) = self {
      range.lowerBound >= Int128(Int64.min) && range.upperBound <= Int128(Int64.max)
    } else {
      false
    }
  }

  /// Whether all values are exactly doubles.
  package var fitsDouble: Bool {
    if case .whole(let range) = self { range.lowerBound >= -(1 << 53) && range.upperBound <= 1 << 53 } else { false }
  }
}
