import AugerColumns
import Foundation

/// A reference evaluator for one row, written for clarity, without columns, batches or dictionaries. `isFlagged` is set
/// if a value has no result and becomes null.
struct NaiveEvaluator {
  struct Overflow: Error {}

  let row: [Scalar]
  var isFlagged = false

  init(row: [Scalar]) { self.row = row }

  mutating func value(_ node: NaiveNode) throws -> Scalar {
    switch node.operation {
    case "column": return row[node.column]
    case "literal": return node.literal
    case "and", "or": return try logic(isAnd: node.operation == "and", node.arguments)
    case "not": return Naive.not(try value(node.arguments[0]))
    case "is null": return .bool(try value(node.arguments[0]).isNull)
    case "is not null": return .bool(try !value(node.arguments[0]).isNull)
    case "in", "not in":
      let found = try membership(node.arguments)
      return node.operation == "in" ? found : Naive.not(found)
    case "if", "case": return try Naive.widened(try branch(node.arguments), node)
    case "coalesce":
      for argument in node.arguments {
        let value = try value(argument)
        if !value.isNull { return try Naive.widened(value, node) }
      }
      return .null
    case "between", "infixbetween":
      let lower = Naive.compare(">=", try value(node.arguments[0]), try value(node.arguments[1]))
      if lower == .bool(false) { return lower }
      return Naive.and(lower, Naive.compare("<=", try value(node.arguments[0]), try value(node.arguments[2])))
    case "nullif":
      let isEqual = Naive.compare("==", try value(node.arguments[0]), try value(node.arguments[1]))
      return isEqual == .bool(true) ? .null : try value(node.arguments[0])
    case "chain":
      var result = try value(node.arguments[0])
      for (operation, argument) in zip(node.operators, node.arguments.dropFirst()) {
        result = try arithmetic(operation, result, try value(argument), node)
      }
      return result
    default:
      var values: [Scalar] = []
      for argument in node.arguments { values.append(try value(argument)) }
      // All operands are converted to the common type first, so an overflow fails even if another operand is chosen.
      if node.operation == "min" || node.operation == "max" { values = try values.map { try Naive.widened($0, node) } }
      return try strict(node, values)
    }
  }

  // MARK: Operations that evaluate some operands only

  private mutating func logic(isAnd: Bool, _ operands: [NaiveNode]) throws -> Scalar {
    var result = Scalar.bool(isAnd)
    for operand in operands {
      let truth = Naive.truth(try value(operand))
      if truth == !isAnd { return .bool(!isAnd) }
      if truth == nil { result = .null }
    }
    return result
  }

  private mutating func membership(_ arguments: [NaiveNode]) throws -> Scalar {
    // Constants are looked up together before the other operands.
    let items = Array(arguments.dropFirst())
    var result = Scalar.bool(false)
    for item in items.filter(\.isConstant) + items.filter({ !$0.isConstant }) {
      let isEqual = Naive.compare("==", try value(arguments[0]), try value(item))
      if isEqual == .bool(true) { return isEqual }
      if isEqual.isNull { result = .null }
    }
    return result
  }

  private mutating func branch(_ arguments: [NaiveNode]) throws -> Scalar {
    var index = 0
    while index + 1 < arguments.count {
      if Naive.truth(try value(arguments[index])) == true { return try value(arguments[index + 1]) }
      index += 2
    }
    return index < arguments.count ? try value(arguments[index]) : .null
  }

  // MARK: Operations that evaluate all operands and return null if one is null

  private mutating func strict(_ node: NaiveNode, _ values: [Scalar]) throws -> Scalar {
    if values.contains(where: \.isNull) { return .null }
    switch node.operation {
    case "==", "=", "!=", "<>", "<", "<=", ">", ">=": return Naive.compare(node.operation, values[0], values[1])
    case "+" where node.kind == .string, "concat": return .string(values.map(Naive.text).joined())
    case "+", "-", "*", "/", "%": return try arithmetic(node.operation, values[0], values[1], node)
    case "mod": return try arithmetic("%", values[0], values[1], node)
    case "min", "max":
      let sign = node.operation == "min" ? 1 : -1
      return values.dropFirst().reduce(values[0]) { Scalar.compare($0, $1) * sign <= 0 ? $0 : $1 }
    case "string": return .string(Naive.text(values[0]))
    case "daysbetween": return Naive.daysBetween(values[0], values[1])
    case "secondsbetween": return Naive.secondsBetween(values[0], values[1])
    case "bin": return try bin(values[0], values[1], scale: node.scale)
    default:
      switch node.kind {
      case .string: return .string(NaiveText.apply(node.operation, values))
      case .date, .timestamp: return try date(node, values)
      case .bool: return .bool(NaiveText.test(node.operation, values))
      default:
        if let part = NaiveDate.part(node.operation, values[0], isZoned: node.arguments[0].column == NaiveTable.zoned) {
          return .int(Int64(part))
        }
        if case .string = values[0] { return .int(Int64(NaiveText.count(node.operation, values))) }
        return try number(node, values)
      }
    }
  }

  private mutating func date(_ node: NaiveNode, _ values: [Scalar]) throws -> Scalar {
    switch node.operation {
    case "date" where values.count >= 3:
      guard let date = NaiveDate.date(values) else {
        isFlagged = true
        return .null
      }
      return date
    default:
      guard let result = NaiveDate.apply(node.operation, values, isDate: node.kind == .date) else { throw Overflow() }
      return result
    }
  }

  // MARK: Numbers

  /// Rounds down to a multiple of the width.
  private func bin(_ value: Scalar, _ width: Scalar, scale: Int) throws -> Scalar {
    switch value {
    case .int:
      let (x, step) = (Naive.int128(value), Naive.int128(width))
      let rest = (x % step + step) % step
      guard let result = Int64(exactly: x - rest) else { throw Overflow() }
      return .int(result)
    case .decimal(let x):
      guard case .decimal(let step) = width, let a = x.rescaled(to: scale)?.unscaled,
        let b = step.rescaled(to: scale)?.unscaled
      else { throw Overflow() }
      let result = a - (a % b + b) % b
      guard result.magnitude < Decimal128.powersOfTen[38].magnitude else { throw Overflow() }
      return .decimal(Decimal128(unscaled: result, scale: scale))
    default:
      let (x, step) = (value.doubleValue ?? 0, width.doubleValue ?? 1)
      let steps = x / step
      if abs(steps) >= 4_503_599_627_370_496 { return value }
      let isBorder = abs(steps - steps.rounded()) <= 4 * steps.rounded().ulp
      let result = (isBorder ? steps.rounded() : steps.rounded(.down)) * step
      guard result.isFinite else { throw Overflow() }
      return .float(result)
    }
  }

  private mutating func arithmetic(
    _ operation: String, _ a: Scalar, _ b: Scalar, _ node: NaiveNode
  ) throws -> Scalar {
    if a.isNull || b.isNull { return .null }
    if operation == "/" || operation == "%", b.doubleValue == 0 {
      isFlagged = true
      return .null
    }
    switch node.kind {
    case .int: return .int(try Naive.int(operation, Naive.int128(a), Naive.int128(b)))
    case .decimal: return try Naive.decimal(operation, a, b, scale: node.scale)
    default:
      let result = Naive.float(operation, a.doubleValue ?? 0, b.doubleValue ?? 0)
      guard result.isFinite else { throw Overflow() }
      return .float(result)
    }
  }

  private mutating func number(_ node: NaiveNode, _ values: [Scalar]) throws -> Scalar {
    switch node.operation {
    case "abs", "neg":
      let isNegative = (values[0].doubleValue ?? 0) < 0
      if node.operation == "abs", !isNegative {
        if case .float(let value) = values[0] { return .float(value.magnitude) }
        return values[0]
      }
      switch values[0] {
      case .float(let value): return .float(-value)
      case .decimal(let value): return .decimal(Decimal128(unscaled: -value.unscaled, scale: value.scale))
      default: return .int(try Naive.int("-", 0, Naive.int128(values[0])))
      }
    case "sign":
      let value = values[0].doubleValue ?? 0
      return .int(value > 0 ? 1 : value < 0 ? -1 : 0)
    case "int":
      if case .float(let value) = values[0] {
        guard let result = Int64(exactly: value.rounded(.down)) else { throw Overflow() }
        return .int(result)
      }
      guard case .decimal(let floor) = Naive.rounded("floor", values[0], 0) else { return values[0] }
      guard let result = Int64(exactly: floor.unscaled) else { throw Overflow() }
      return .int(result)
    case "fact":
      let value = Naive.int128(values[0])
      if value < 0 {
        isFlagged = true
        return .null
      }
      guard value <= 20 else { throw Overflow() }
      return .int((0..<Int64(value)).reduce(1) { $0 * ($1 + 1) })
    case "round", "truncate", "floor", "ceiling":
      var digits = 0
      if values.count == 2 { digits = Int(Naive.int128(values[1])) }
      let result = Naive.rounded(node.operation, values[0], digits)
      if case .int(let value) = values[0], case .decimal(let rounded) = result {
        _ = value
        guard let int = Int64(exactly: rounded.unscaled) else { throw Overflow() }
        return .int(int)
      }
      if case .decimal(let value) = result, value.unscaled.magnitude >= Decimal128.powersOfTen[38].magnitude {
        throw Overflow()
      }
      return result
    default:
      guard let result = Naive.function(node.operation, values.map { $0.doubleValue ?? 0 }) else {
        isFlagged = true
        return .null
      }
      guard result.isFinite else { throw Overflow() }
      return .float(result)
    }
  }
}
