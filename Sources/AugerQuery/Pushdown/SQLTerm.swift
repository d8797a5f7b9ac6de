import AugerColumns

/// The reason why an expression has no equal translation to SQL.
public struct NotExpressible: Error, Sendable, Hashable {
  /// The reason, which follows the expression in messages: `no such function`.
  package let reason: String

  /// Creates an error with the reason that `auger plan` shows.
  public init(_ reason: String) { self.reason = reason }
}

/// A translated expression. For each row, its SQL returns the value in the dialect's form for the type.
public struct SQLTerm: Sendable {
  /// The SQL text, with parentheses if necessary.
  public var sql: SQLFragment
  /// The type of its values in Auger.
  public var type: DataType
  /// The known bounds of all values.
  public var bounds = Bounds.unknown
  /// True if it must be converted before computations.
  public var isNarrow = false
  /// True if no string contains U+0000.
  public var isPlainText = true
  /// The value of a constant.
  public var constant: Scalar?
  /// The conditions under which the SQL returns a wrong value. They are evaluated with the result, over all of its
  /// rows.
  public var guards: [SQLFragment] = []

  /// The range of the values without nulls.
  public enum Bounds: Sendable, Hashable {
    /// No known range.
    case unknown
    /// The range of ints, Booleans, decimals without their points, or dates as days.
    case whole(ClosedRange<Int128>)
    /// The range of floats without infinities and NaN.
    case real(ClosedRange<Double>)
  }

  /// Creates a term from others. It inherits their guards, and is plain text if all of them are.
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

  /// True if grouping by the stored column equals grouping by the selected value. The statement then groups by the
  /// column, because databases have indexes and partitions for columns but not for expressions.
  package var groupsAsIs: Bool { isNarrow && type == .int64 }

  package var whole: ClosedRange<Int128>? { if case .whole(let range) = bounds { range } else { nil } }

  /// The bounds of floats.
  package var real: ClosedRange<Double>? { if case .real(let range) = bounds { range } else { nil } }

  /// True if it is certain that no value is zero.
  package var isNeverZero: Bool {
    switch bounds {
    case .whole(let range): !range.contains(0)
    case .real(let range): !AugerColumns.Bounds(range).contains(0)
    case .unknown: false
    }
  }
}

extension SQLTerm.Bounds {
  /// Returns the range of an operation over two ranges, computed from its corners. Unknown if it exceeds the type.
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

  /// Returns a range that contains all parts.
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

  /// True if all values are 64-bit integers.
  package var fitsInt64: Bool {
    if case .whole(let range) = self {
      range.lowerBound >= Int128(Int64.min) && range.upperBound <= Int128(Int64.max)
    } else {
      false
    }
  }

  /// True if a double represents all values exactly.
  package var fitsDouble: Bool {
    if case .whole(let range) = self { range.lowerBound >= -(1 << 53) && range.upperBound <= 1 << 53 } else { false }
  }
}
