import AugerDiagnostics

/// Builds a column of values whose type is not known in advance. The column gets the narrowest type that holds them
/// all, like a column of literals: integers and floats together are floats, and other mixtures are strings.
package struct WideningColumnBuilder: Sendable {
  /// The number of values, including nulls.
  package private(set) var count = 0
  /// The type of `builder`. Nil for decimals, and before the first value.
  private var type: DataType?
  private var builder = ColumnBuilder(.bool)
  /// Nil if the values are not decimals. Their common scale is known only at the end.
  private var decimals: Decimals?
  /// The type of a column without values.
  package var declared: DataType?

  package init(declared: DataType? = nil) { self.declared = declared }

  /// True if all values are null.
  package var isEmpty: Bool { type == nil && decimals == nil }

  package mutating func appendNull() {
    count += 1
    if type != nil { builder.appendNull() } else { decimals?.append(nil) }
  }

  package mutating func append(_ scalar: Scalar) {
    if scalar.isNull { return appendNull() }
    if isEmpty { start(with: scalar) }
    count += 1
    if type != nil {
      do throws(AugerError) { try builder.append(scalar) } catch { widen(with: scalar) }
    } else if let decimal = Decimal128(scalar: scalar) {
      decimals?.append(decimal)
    } else {
      widen(with: scalar)
    }
  }

  private mutating func start(with scalar: Scalar) {
    if case .decimal = scalar {
      decimals = Decimals(nulls: count)
    } else if let first = scalar.type {
      type = first
      builder = ColumnBuilder(first)
      for _ in 0..<count { builder.appendNull() }
    }
  }

  /// Moves the values to the common type with one more, and appends it.
  private mutating func widen(with scalar: Scalar) {
    var values = decimals?.scalars ?? builder.finish().scalars
    values.append(scalar)
    let known = type ?? .decimal(precision: 38, scale: 0)
    let common = scalar.type.flatMap { known.common(with: $0) }
    (type, decimals) = (nil, nil)
    if case .decimal? = common {
      var moved = Decimals(nulls: 0)
      for value in values { moved.append(Decimal128(scalar: value)) }
      decimals = moved
      return
    }
    if let common, fill(common, values) { return }
    _ = fill(.string, values.map { $0.isNull ? .null : .string($0.description) })
  }

  private mutating func fill(_ type: DataType, _ values: [Scalar]) -> Bool {
    var builder = ColumnBuilder(type)
    do throws(AugerError) { for value in values { try builder.append(value) } } catch { return false }
    (self.type, self.builder) = (type, builder)
    return true
  }

  /// Returns the column and empties the builder.
  package mutating func finish() -> Column {
    defer { self = WideningColumnBuilder(declared: declared) }
    if type != nil { return builder.finish() }
    if let decimals { return decimals.column }
    var builder = ColumnBuilder(declared ?? .string)
    for _ in 0..<count { builder.appendNull() }
    return builder.finish()
  }

  /// Decimals of different scales.
  private struct Decimals: Sendable {
    private var unscaled: [Int128]
    /// The scale of each value, or `null`.
    private var scales: [UInt8]
    private static let null = UInt8.max

    init(nulls: Int) {
      unscaled = Array(repeating: 0, count: nulls)
      scales = Array(repeating: Self.null, count: nulls)
    }

    mutating func append(_ value: Decimal128?) {
      unscaled.append(value?.unscaled ?? 0)
      scales.append(value.map { UInt8(clamping: $0.scale) } ?? Self.null)
    }

    private subscript(row: Int) -> Decimal128? {
      scales[row] == Self.null ? nil : Decimal128(unscaled: unscaled[row], scale: Int(scales[row]))
    }

    var scalars: [Scalar] { unscaled.indices.map { row in self[row].map { .decimal($0) } ?? .null } }

    /// The values with the largest scale among them, in 18 digits or 38. Values that need more digits are floats.
    var column: Column {
      let scale = Int(scales.filter { $0 != Self.null }.max() ?? 0)
      for precision in [18, 38] where scale <= precision {
        var builder = ColumnBuilder(.decimal(precision: precision, scale: scale))
        do throws(AugerError) {
          for value in scalars { try builder.append(value) }
          return builder.finish()
        } catch {
          continue
        }
      }
      var builder = ColumnBuilder(.float64)
      for row in unscaled.indices {
        if let value = self[row], (try? builder.append(.float(value.doubleValue))) != nil { continue }
        builder.appendNull()
      }
      return builder.finish()
    }
  }
}
