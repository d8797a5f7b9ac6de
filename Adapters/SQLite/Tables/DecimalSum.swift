import AugerColumns
import AugerDiagnostics

/// The sum of a group of numbers, exact for integers and for numbers with at most eight decimals.
///
/// SQLite stores decimals as floats, and adding 0.1 ten times gives 0.9999999999999999. A float that prints with few
/// decimals is added as that decimal. Other floats are added with compensation for rounding errors.
final class DecimalSum {
  private(set) var count = 0
  private var integers: Int128 = 0
  /// The sum of decimals in units of 10^-8.
  private var decimals: Int128 = 0
  private var floats = 0.0
  private var compensation = 0.0
  private var floatCount = 0
  private var isReal = false

  private static let scale = 8
  private static let unitsOfOne = Decimal128.powersOfTen[scale]

  func add(_ value: Int64, isRemoved: Bool) {
    count += isRemoved ? -1 : 1
    // 2^63 integers with 64 bits fit.
    integers += isRemoved ? -Int128(value) : Int128(value)
  }

  func add(_ value: Double, isRemoved: Bool) {
    isReal = true
    guard let units = Self.units(of: value) else { return addFloat(value, isRemoved) }
    add(units: units, value, isRemoved)
  }

  /// Adds a decimal that is stored as text because it has too many digits for a float.
  func add(_ value: Decimal128, isRemoved: Bool) {
    isReal = true
    guard let rescaled = value.rescaled(to: Self.scale) else { return addFloat(value.doubleValue, isRemoved) }
    add(units: rescaled.unscaled, value.doubleValue, isRemoved)
  }

  private func add(units: Int128, _ value: Double, _ isRemoved: Bool) {
    let (sum, overflow) = decimals.addingReportingOverflow(isRemoved ? -units : units)
    if overflow { return addFloat(value, isRemoved) }
    count += isRemoved ? -1 : 1
    decimals = sum
  }

  /// Adds a float with Neumaier's algorithm.
  private func addFloat(_ value: Double, _ isRemoved: Bool) {
    count += isRemoved ? -1 : 1
    floatCount += isRemoved ? -1 : 1
    guard floatCount > 0 else {
      (floats, compensation) = (0, 0)
      return
    }
    let value = isRemoved ? -value : value
    let sum = floats + value
    if sum.isFinite {
      compensation += floats.magnitude >= value.magnitude ? (floats - sum) + value : (value - sum) + floats
    }
    floats = sum
  }

  /// Returns the float in units of 10^-8, if it is nearest to a decimal with two, four or eight decimals and 15
  /// digits.
  private static func units(of value: Double) -> Int128? {
    for decimals in [2, 4, 8] {
      let power = Double(Decimal128.powersOfTen[decimals])
      let scaled = (value * power).rounded()
      guard scaled.magnitude < 1e15 else { return nil }
      if scaled / power == value { return Int128(clamping: scaled) * Decimal128.powersOfTen[scale - decimals] }
    }
    return nil
  }

  /// The sum if all numbers are integers. Nil if it does not fit.
  var integer: Int64? { Int64(exactly: integers) }

  var isInteger: Bool { !isReal }

  /// The float nearest to the sum.
  var real: Double {
    let (whole, isLarge) = integers.multipliedReportingOverflow(by: Self.unitsOfOne)
    let (units, isTooLarge) = whole.addingReportingOverflow(decimals)
    let exact =
      isLarge || isTooLarge
      ? Double(integers) + Double(decimals) / Double(Self.unitsOfOne)
      : Decimal128(exactly: units, scale: Self.scale)?.normalized.doubleValue
        ?? Double(units) / Double(Self.unitsOfOne)
    guard floatCount > 0 else { return exact }
    return floats.isFinite ? exact + floats + compensation : exact + floats
  }
}
