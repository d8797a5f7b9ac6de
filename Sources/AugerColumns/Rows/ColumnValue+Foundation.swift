import AugerDiagnostics
import Foundation

extension Decimal: ColumnValue {
  /// The type of a column without values. Otherwise, the column has the digits that its values need.
  public static var dataType: DataType { Decimal128.dataType }

  /// The number with all its digits. A number that needs more than 38 digits becomes the nearest 64-bit float.
  public var scalar: Scalar {
    exact.map { .decimal($0) } ?? .float(isNaN ? .nan : Double(description) ?? .nan)
  }

  /// Creates a decimal from a decimal or an integer, with all its digits.
  public init?(scalar: Scalar) {
    guard let decimal = Decimal128(scalar: scalar) else { return nil }
    self.init(decimal)
  }

  /// The number as the engine stores it. Nil if it needs more than 38 digits, and for NaN.
  package var exact: Decimal128? { isNaN ? nil : Decimal128(description)?.normalized }

  /// Creates the number with the same digits, which are 38 at most.
  package init(_ value: Decimal128) {
    let magnitude = value.unscaled.magnitude
    // 10^19 is the largest power of ten below 2^64.
    let (high, low) = magnitude.quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
    let upper = Decimal(
      sign: .plus, exponent: 19 - value.scale, significand: Decimal(UInt64(clamping: high)))
    let lower = Decimal(sign: .plus, exponent: -value.scale, significand: Decimal(UInt64(clamping: low)))
    let sum = high == 0 ? lower : upper + lower
    self = value.unscaled < 0 ? -sum : sum
  }
}

extension Date: ColumnValue {
  public static var dataType: DataType { .timestamp(zone: nil) }

  /// The date and time in UTC, rounded to microseconds.
  public var scalar: Scalar { .timestamp(Timestamp(self)) }

  /// Creates a date from a timestamp of UTC. A day is its midnight in UTC.
  public init?(scalar: Scalar) {
    let moment: Timestamp
    switch scalar {
    case .timestamp(let value): moment = value
    case .date(let value): moment = Timestamp(value)
    default: return nil
    }
    // Relative to 2001, like the date itself, so that microseconds are not rounded twice.
    let (microseconds, overflow) = moment.microseconds.subtractingReportingOverflow(Timestamp.referenceDate)
    self.init(timeIntervalSinceReferenceDate: Double(overflow ? moment.microseconds : microseconds) / 1_000_000)
  }
}

extension Timestamp {
  /// The moment from which Foundation counts: 2001-01-01 00:00.
  fileprivate static let referenceDate: Int64 = 978_307_200_000_000

  /// Creates the moment of a date in UTC, rounded to microseconds.
  public init(_ date: Date) {
    let microseconds = Int64(clamping: (date.timeIntervalSinceReferenceDate * 1_000_000).rounded())
    let (sum, overflow) = microseconds.addingReportingOverflow(Self.referenceDate)
    self.init(microseconds: overflow ? microseconds : sum)
  }
}

extension UUID: ColumnValue {
  public static var dataType: DataType { .string }

  /// The identifier in uppercase, as in `uuidString`.
  public var scalar: Scalar { .string(uuidString) }

  /// Creates an identifier from a string in uppercase or lowercase.
  public init?(scalar: Scalar) {
    guard case .string(let text) = scalar else { return nil }
    self.init(uuidString: text)
  }
}

extension URL: ColumnValue {
  public static var dataType: DataType { .string }

  public var scalar: Scalar { .string(absoluteString) }

  public init?(scalar: Scalar) {
    guard case .string(let text) = scalar else { return nil }
    self.init(string: text)
  }
}

extension Data: ColumnValue {
  public static var dataType: DataType { .binary }

  public var scalar: Scalar { .binary([UInt8](self)) }

  public init?(scalar: Scalar) {
    guard case .binary(let bytes) = scalar else { return nil }
    self.init(bytes)
  }
}
