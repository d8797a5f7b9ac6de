import AugerColumns
import AugerExpressions
import Testing

/// NaN equals itself and follows all other values. Zeros of both signs are equal. This holds for constants and columns
/// on either side, and for any number of rows.
@Suite struct FloatComparisonTests {
  private static let values: [Double] = [
    .nan, -.nan, .infinity, -.infinity, 0, -0.0, 1.5, -1.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ]

  private static func expected(_ operation: String, _ x: Double, _ y: Double) -> Bool {
    let order = x.isNaN || y.isNaN ? (x.isNaN ? 1 : 0) - (y.isNaN ? 1 : 0) : x < y ? -1 : x > y ? 1 : 0
    return switch operation {
    case "==": order == 0
    case "!=": order != 0
    case "<": order < 0
    case "<=": order <= 0
    case ">": order > 0
    default: order >= 0
    }
  }

  @Test(arguments: ["==", "!=", "<", "<=", ">", ">="])
  func everyPairIsOrdered(_ operation: String) throws {
    for values in [Self.values, Self.values.filter(\.isFinite)] {
      // More than 64 rows, so that the last bitmap word is partly filled.
      let x = Array(repeating: values, count: 21).flatMap(\.self)
      for y in values {
        let setting = Setting(
          columns: [("x", Column(x)), ("y", Column(x.map { _ in y }))], variables: [("y", .scalar(.float(y)))])
        let expected = x.map { Self.expected(operation, $0, y) ? "1" : "0" }
        #expect(try setting.results("x \(operation) y") == expected, "a column, \(y)")
        #expect(try setting.results("x \(operation) $y") == expected, "\(y) to the right")
        let exchanged = x.map { Self.expected(operation, y, $0) ? "1" : "0" }
        #expect(try setting.results("$y \(operation) x") == exchanged, "\(y) to the left")
      }
    }
  }
}
