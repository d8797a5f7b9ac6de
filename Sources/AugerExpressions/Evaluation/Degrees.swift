#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The mathematical functions of the language. Angles are degrees, like in MAKit's guide (`Sin(1)` is 0.01745241).
enum Degrees {
  /// Returns the sine. Exact at multiples of 30 degrees with the result 0, ±½ or ±1, unlike a computation in radians.
  static func sin(_ degrees: Double) -> Double {
    let turn = remainder(degrees, 360)
    switch turn.magnitude {
    case 0, 180: return 0
    case 30, 150: return turn < 0 ? -0.5 : 0.5
    case 90: return turn < 0 ? -1 : 1
    default: return cSin(turn * (Double.pi / 180))
    }
  }

  static func cos(_ degrees: Double) -> Double {
    let turn = remainder(degrees, 360).magnitude
    switch turn {
    case 0: return 1
    case 60: return 0.5
    case 90: return 0
    case 120: return -0.5
    case 180: return -1
    default: return cCos(turn * (Double.pi / 180))
    }
  }

  /// Returns the tangent, or NaN at odd multiples of 90 degrees.
  static func tan(_ degrees: Double) -> Double {
    let turn = remainder(degrees, 180)
    switch turn.magnitude {
    case 0: return 0
    case 45: return turn < 0 ? -1 : 1
    case 90: return .nan
    default: return cTan(turn * (Double.pi / 180))
    }
  }

  static func exp(_ value: Double) -> Double { cExp(value) }

  /// Returns the natural logarithm, or NaN for zero and negative numbers.
  static func log(_ value: Double) -> Double { value > 0 ? cLog(value) : .nan }

  static func logTen(_ value: Double) -> Double { value > 0 ? cLog10(value) : .nan }

  static func power(_ base: Double, _ exponent: Double) -> Double { cPow(base, exponent) }
}

// The C library's functions under names that the ones above do not shadow.
private func cSin(_ x: Double) -> Double { sin(x) }
private func cCos(_ x: Double) -> Double { cos(x) }
private func cTan(_ x: Double) -> Double { tan(x) }
private func cExp(_ x: Double) -> Double { exp(x) }
private func cLog(_ x: Double) -> Double { log(x) }
private func cLog10(_ x: Double) -> Double { log10(x) }
private func cPow(_ x: Double, _ y: Double) -> Double { pow(x, y) }
