import AugerDiagnostics

/// A Swift type whose values can be cells of columns and arguments of queries.
///
/// `Bool`, integers, `Double`, `Float`, `Decimal`, `String`, `Date`, `UUID`, `URL`, `Data`, ``CivilDate``,
/// ``Timestamp``, ``TimeOfDay``, ``Interval`` and ``Decimal128`` conform. An enum with such a raw value needs only the
/// declaration:
///
/// ```swift
/// enum Channel: String, Codable, ColumnValue { case shop, web }
/// ```
///
/// Another type conforms with the ``Scalar`` that stands for its value.
public protocol ColumnValue: Sendable {
  /// The type of a column of such values. An argument is converted to it if no information is lost.
  static var dataType: DataType { get }

  /// Creates a value from a scalar. Nil for null, for scalars of another type and for values out of range.
  init?(scalar: Scalar)

  /// The value as a cell of a column, or as an argument.
  var scalar: Scalar { get }
}

package typealias ArgumentValue = ColumnValue

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  /// The type of the raw values.
  public static var dataType: DataType { RawValue.dataType }

  /// The raw value as a scalar.
  public var scalar: Scalar { rawValue.scalar }

  /// Creates the case with a raw value. Nil if none exists.
  public init?(scalar: Scalar) {
    guard let raw = RawValue(scalar: scalar), let value = Self(rawValue: raw) else { return nil }
    self = value
  }
}

extension ColumnValue where Self: FixedWidthInteger {
  /// 64-bit integers.
  public static var dataType: DataType { .int64 }

  /// The integer. A value above the range of 64-bit integers with a sign is a decimal.
  public var scalar: Scalar {
    Int64(exactly: self).map { .int($0) } ?? .decimal(Decimal128(unscaled: Int128(clamping: self), scale: 0))
  }

  /// Creates an integer from an integer, or from a decimal without a fraction. Nil if it is out of range.
  public init?(scalar: Scalar) {
    let value: Self?
    switch scalar {
    case .int(let integer): value = Self(exactly: integer)
    case .decimal(let decimal): value = decimal.fitted(precision: 38, scale: 0).flatMap { Self(exactly: $0.unscaled) }
    default: value = nil
    }
    guard let value else { return nil }
    self = value
  }
}

extension ColumnValue where Self: BinaryFloatingPoint {
  /// 64-bit floats.
  public static var dataType: DataType { .float64 }

  /// The number as a 64-bit float.
  public var scalar: Scalar { .float(Double(self)) }

  /// Creates a number from a float, rounded to the precision of the type.
  public init?(scalar: Scalar) {
    guard case .float(let value) = scalar else { return nil }
    self = Self(value)
  }
}

extension Int: ColumnValue {}
extension Int8: ColumnValue {}
extension Int16: ColumnValue {}
extension Int32: ColumnValue {}
extension Int64: ColumnValue {}
extension UInt: ColumnValue {}
extension UInt8: ColumnValue {}
extension UInt16: ColumnValue {}
extension UInt32: ColumnValue {}
extension UInt64: ColumnValue {}
extension Double: ColumnValue {}
extension Float: ColumnValue {}

extension Bool: ColumnValue {
  public static var dataType: DataType { .bool }
  public var scalar: Scalar { .bool(self) }
  public init?(scalar: Scalar) { if case .bool(let value) = scalar { self = value } else { return nil } }
}

extension String: ColumnValue {
  public static var dataType: DataType { .string }
  public var scalar: Scalar { .string(self) }
  public init?(scalar: Scalar) { if case .string(let value) = scalar { self = value } else { return nil } }
}

extension CivilDate: ColumnValue {
  public static var dataType: DataType { .date }
  public var scalar: Scalar { .date(self) }
  public init?(scalar: Scalar) { if case .date(let value) = scalar { self = value } else { return nil } }
}

extension Timestamp: ColumnValue {
  public static var dataType: DataType { .timestamp(zone: nil) }
  public var scalar: Scalar { .timestamp(self) }
  public init?(scalar: Scalar) { if case .timestamp(let value) = scalar { self = value } else { return nil } }
}

extension TimeOfDay: ColumnValue {
  public static var dataType: DataType { .time }
  public var scalar: Scalar { .time(self) }
  public init?(scalar: Scalar) { if case .time(let value) = scalar { self = value } else { return nil } }
}

extension Interval: ColumnValue {
  public static var dataType: DataType { .interval }
  public var scalar: Scalar { .interval(self) }
  public init?(scalar: Scalar) { if case .interval(let value) = scalar { self = value } else { return nil } }
}

extension Decimal128: ColumnValue {
  /// The type of a column without values. Otherwise, the column has the digits that its values need.
  public static var dataType: DataType { .decimal(precision: 38, scale: 9) }

  public var scalar: Scalar { .decimal(self) }

  /// Creates a decimal from a decimal or an integer.
  public init?(scalar: Scalar) {
    switch scalar {
    case .decimal(let value): self = value
    case .int(let value): self.init(value)
    default: return nil
    }
  }
}

extension Scalar {
  /// Creates the scalar of a Swift value.
  public init(_ value: some ColumnValue) { self = value.scalar }

  /// Returns the value as a Swift type. Nil for null and for values of another type, if a conversion would lose
  /// information.
  public func value<Value: ColumnValue>(as type: Value.Type = Value.self) -> Value? {
    Value(scalar: self) ?? converted(to: Value.dataType).flatMap { Value(scalar: $0) }
  }
}
