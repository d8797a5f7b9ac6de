import AugerColumns
import Foundation

/// Values of the naive evaluator: comparison, truth, arithmetic.
enum Naive {
  /// Returns the truth value. Nil for null.
  static func truth(_ value: Scalar) -> Bool? { value.isNull ? nil : value.doubleValue != 0 }

  static func not(_ value: Scalar) -> Scalar { truth(value).map { .bool(!$0) } ?? .null }

  static func and(_ a: Scalar, _ b: Scalar) -> Scalar {
    if truth(a) == false || truth(b) == false { return .bool(false) }
    return a.isNull || b.isNull ? .null : .bool(true)
  }

  static func compare(_ operation: String, _ a: Scalar, _ b: Scalar) -> Scalar {
    if a.isNull || b.isNull { return .null }
    let order = Scalar.compare(number(a), number(b))
    switch operation {
    case "==", "=": return .bool(order == 0)
    case "!=", "<>": return .bool(order != 0)
    case "<": return .bool(order < 0)
    case "<=": return .bool(order <= 0)
    case ">": return .bool(order > 0)
    default: return .bool(order >= 0)
    }
  }

  private static func number(_ value: Scalar) -> Scalar {
    if case .bool(let bit) = value { .int(bit ? 1 : 0) } else { value }
  }

  /// Converts the value of a branch to the type of `node`.
  static func widened(_ value: Scalar, _ node: NaiveNode) throws -> Scalar {
    switch (value, node.kind) {
    case (.null, _): return .null
    case (_, .float): return .float(value.doubleValue ?? 0)
    case (.decimal(let number), .decimal): return .decimal(try rescaled(number, node.scale))
    case (.int(let number), .decimal): return .decimal(try rescaled(Decimal128(number), node.scale))
    case (.date(let date), .timestamp): return .timestamp(Timestamp(date))
    default: return value
    }
  }

  /// Rescales a decimal. More than 38 digits overflow, even if they fit into 128 bits.
  private static func rescaled(_ number: Decimal128, _ scale: Int) throws -> Decimal128 {
    guard let result = number.rescaled(to: scale), result.unscaled.magnitude < Decimal128.powersOfTen[38].magnitude
    else { throw NaiveEvaluator.Overflow() }
    return result
  }

  static func text(_ value: Scalar) -> String {
    if case .bool(let bit) = value { bit ? "1" : "0" } else { value.description }
  }

  // MARK: Differences

  static func daysBetween(_ a: Scalar, _ b: Scalar) -> Scalar {
    guard case .date(let x) = a, case .date(let y) = b else { return .null }
    return .int(Int64(x.days) - Int64(y.days))
  }

  static func secondsBetween(_ a: Scalar, _ b: Scalar) -> Scalar {
    guard case .timestamp(let x) = a, case .timestamp(let y) = b else { return .null }
    return .float(Double(x.microseconds - y.microseconds) / 1_000_000)
  }

  // MARK: Exact numbers

  static func int128(_ value: Scalar) -> Int128 {
    switch value {
    case .int(let value): Int128(value)
    case .bool(let value): value ? 1 : 0
    case .decimal(let value): value.unscaled
    default: 0
    }
  }

  static func int(_ operation: String, _ a: Int128, _ b: Int128) throws -> Int64 {
    let result =
      switch operation {
      case "+": a + b
      case "-": a - b
      case "*": a * b
      default: a % b
      }
    guard let int = Int64(exactly: result) else { throw NaiveEvaluator.Overflow() }
    return int
  }

  /// Computes a decimal operation. `scale` is the scale of the result: the sum of the scales for a product, otherwise
  /// the larger scale, to which both operands are converted.
  static func decimal(_ operation: String, _ a: Scalar, _ b: Scalar, scale: Int) throws -> Scalar {
    let limit = Decimal128.powersOfTen[38]
    func checked(_ result: (partialValue: Int128, overflow: Bool)) throws -> Int128 {
      if result.overflow || result.partialValue >= limit || result.partialValue <= -limit {
        throw NaiveEvaluator.Overflow()
      }
      return result.partialValue
    }
    func aligned(_ value: Scalar) throws -> Int128 {
      let own: Int
      if case .decimal(let value) = value { own = value.scale } else { own = 0 }
      return try checked(int128(value).multipliedReportingOverflow(by: Decimal128.powersOfTen[scale - own]))
    }
    let result: Int128
    if operation == "*" {
      result = try checked(int128(a).multipliedReportingOverflow(by: int128(b)))
    } else {
      let (x, y) = (try aligned(a), try aligned(b))
      switch operation {
      case "+": result = try checked(x.addingReportingOverflow(y))
      case "-": result = try checked(x.subtractingReportingOverflow(y))
      default: result = x % y
      }
    }
    return .decimal(Decimal128(unscaled: result, scale: scale))
  }

  /// Rounds to a number of digits. An int becomes a decimal with scale 0.
  static func rounded(_ mode: String, _ value: Scalar, _ digits: Int) -> Scalar {
    if case .float(let number) = value {
      let power = pow(10, Double(digits))
      let scaled = number * power
      let whole =
        switch mode {
        case "round": scaled.rounded(.toNearestOrAwayFromZero)
        case "truncate": scaled.rounded(.towardZero)
        case "floor": scaled.rounded(.down)
        default: scaled.rounded(.up)
        }
      return .float(digits == 0 ? whole : whole / power)
    }
    let scale: Int
    if case .decimal(let number) = value { scale = number.scale } else { scale = 0 }
    if digits >= scale { return value }
    let unit = Decimal128.powersOfTen[scale - digits]
    let number = int128(value)
    var quotient = number / unit
    let rest = number - quotient * unit
    switch mode {
    case "round": if rest.magnitude * 2 >= unit.magnitude { quotient += number < 0 ? -1 : 1 }
    case "floor": if rest < 0 { quotient -= 1 }
    case "ceiling": if rest > 0 { quotient += 1 }
    default: break
    }
    if digits < 0 { quotient *= Decimal128.powersOfTen[-digits] }
    return .decimal(Decimal128(unscaled: quotient, scale: max(digits, 0)))
  }

  // MARK: Floats

  static func float(_ operation: String, _ a: Double, _ b: Double) -> Double {
    switch operation {
    case "+": a + b
    case "-": a - b
    case "*": a * b
    case "/": a / b
    default: a.truncatingRemainder(dividingBy: b)
    }
  }

  /// Returns the result of a function. Nil if it has no real value.
  static func function(_ name: String, _ values: [Double]) -> Double? {
    let x = values[0]
    switch name {
    case "sqrt": return x < 0 ? nil : x.squareRoot()
    case "exp": return Foundation.exp(x)
    case "log": return x > 0 ? Foundation.log(x) : nil
    case "logten": return x > 0 ? Foundation.log10(x) : nil
    case "power":
      if x == 0, values[1] < 0 { return nil }
      let result = Foundation.pow(x, values[1])
      return result.isNaN ? nil : result
    default:
      // Multiples of 90 degrees are exact: they are recognized by the angle in degrees, not in radians.
      let turn = remainder(x, 360)
      let exact: [Double: (sin: Double, cos: Double)] = [
        0: (0, 1), 90: (1, 0), -90: (-1, 0), 180: (0, -1), -180: (0, -1), 30: (0.5, .nan), -30: (-0.5, .nan),
        150: (0.5, .nan), -150: (-0.5, .nan), 60: (.nan, 0.5), -60: (.nan, 0.5), 120: (.nan, -0.5),
        -120: (.nan, -0.5),
      ]
      if name == "sin" {
        if let known = exact[turn]?.sin, !known.isNaN { return known }
        return Foundation.sin(turn * (Double.pi / 180))
      }
      if let known = exact[turn]?.cos, !known.isNaN { return known }
      return Foundation.cos(abs(turn) * (Double.pi / 180))
    }
  }
}
