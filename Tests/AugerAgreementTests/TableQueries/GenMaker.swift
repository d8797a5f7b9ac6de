import AugerColumns
import TestSupport

/// Generates random expressions of a requested type over a schema.
struct GenMaker {
  var chance: Chance
  /// The types of the columns, including derived columns.
  var types: [GenType]
  /// Values of each column, used for literals that match rows.
  var samples: [[Scalar]]
  /// The number of columns of the main table. They precede the joined columns.
  var ownCount: Int

  mutating func column(_ type: GenType) -> Gen? {
    let fitting = types.indices.filter { types[$0] == type }
    return fitting.isEmpty ? nil : .column(chance.pick(fitting))
  }

  private mutating func anyColumn(where isMeant: (GenType) -> Bool) -> Gen? {
    let fitting = types.indices.filter { isMeant(types[$0]) }
    return fitting.isEmpty ? nil : .column(chance.pick(fitting))
  }

  mutating func literal(_ type: GenType) -> Gen {
    // Half of the literals are values of a column.
    if chance.isOneIn(2), let index = types.indices.filter({ types[$0] == type }).randomElement(&chance),
      let value = samples[index].randomElement(&chance), !value.isNull, type != .bool
    {
      return .literal(value)
    }
    switch type {
    case .int: return .literal(.int(Int64(chance.below(41) - 10)))
    case .float: return .literal(.float(Double(chance.below(400) - 100) / 4))
    case .decimal(let scale):
      return .literal(.decimal(Decimal128(unscaled: Int128(chance.below(20_000)), scale: scale)))
    case .text: return .literal(.string(chance.pick(["North", "é", "", "a", "Z", "o'Neil", "日"])))
    case .date: return .literal(.date(CivilDate(days: Int32(10_957 + chance.below(4000)))))
    case .moment:
      return .literal(.timestamp(Timestamp(microseconds: Int64(10_957 + chance.below(4000)) * 86_400_000_000)))
    case .bool: return .compare("==", .literal(.int(1)), .literal(.int(Int64(chance.below(2)))))
    }
  }

  /// Returns the type, or float for a decimal if no column is a decimal: such literals would be floats.
  func feasible(_ type: GenType) -> GenType {
    if case .decimal = type, !types.contains(type) { .float } else { type }
  }

  mutating func expression(_ wanted: GenType, _ depth: Int) -> Gen {
    let type = feasible(wanted)
    if case .decimal = type, depth <= 0, let column = column(type) { return column }
    if depth <= 0 || chance.isOneIn(4) {
      if case .decimal = type, let column = column(type) { return column }
      if let column = column(type), !chance.isOneIn(5) { return column }
      return literal(type)
    }
    if chance.isOneIn(8) {
      let (a, b) = (expression(type, depth - 1), expression(type, depth - 1))
      switch chance.below(3) {
      case 0: return .call("if", [condition(depth - 1), a, b])
      case 1: return .call("coalesce", [a, b])
      default: return .call(chance.pick(["min", "max"]), [a, b])
      }
    }
    switch type {
    case .int: return int(depth)
    case .float: return float(depth)
    case .decimal(let scale): return decimal(scale, depth)
    case .text: return text(depth)
    case .date, .moment: return date(type, depth)
    case .bool: return condition(depth)
    }
  }

  private mutating func int(_ depth: Int) -> Gen {
    switch chance.below(10) {
    case 0...3:
      return .arithmetic(chance.pick(["+", "-", "*", "%"]), expression(.int, depth - 1), expression(.int, depth - 1))
    case 4: return .call(chance.pick(["abs", "neg", "sign"]), [expression(.int, depth - 1)])
    case 5: return .call("len", [expression(.text, depth - 1)])
    case 6: return .call("pos", [expression(.text, depth - 1), literal(.text)])
    default:
      guard let day = anyColumn(where: { $0 == .date || $0 == .moment }) else { return literal(.int) }
      if chance.isOneIn(6) { return .call("fiscalYear", [day, .literal(.int(Int64(1 + chance.below(12))))]) }
      if chance.isOneIn(6) { return .call("fiscalQuarter", [day, .literal(.int(Int64(1 + chance.below(12))))]) }
      let names = [
        "year", "year", "month", "quarter", "day", "dayNumber", "week", "weekYear", "hour", "minute", "second",
      ]
      return .call(chance.pick(names), [day])
    }
  }

  private mutating func float(_ depth: Int) -> Gen {
    let number = anyColumn { $0 == .int || $0 == .float } ?? literal(.int)
    switch chance.below(6) {
    case 0: return .arithmetic("/", expression(.int, depth - 1), chance.isOneIn(2) ? number : .literal(.int(4)))
    case 1: return .arithmetic("/", expression(.float, depth - 1), chance.isOneIn(2) ? number : .literal(.float(2.5)))
    case 2: return .call(chance.pick(["abs", "neg", "floor", "ceiling", "truncate"]), [expression(.float, depth - 1)])
    default:
      let other: GenType = chance.isOneIn(2) ? .float : .int
      return .arithmetic(
        chance.pick(["+", "-", "*", "+", "-", "*", "%"]), expression(.float, depth - 1), expression(other, depth - 1))
    }
  }

  private mutating func decimal(_ scale: Int, _ depth: Int) -> Gen {
    let x = column(.decimal(scale)) ?? literal(.decimal(scale))
    switch chance.below(4) {
    case 0: return .call(chance.pick(["abs", "neg"]), [x])
    case 1: return .arithmetic("%", x, .literal(.int(7)))
    default: return .arithmetic(chance.pick(["+", "-"]), x, expression(.int, 0))
    }
  }

  private mutating func text(_ depth: Int) -> Gen {
    let x = expression(.text, depth - 1)
    let count = Gen.literal(.int(Int64(chance.below(6) - 1)))
    switch chance.below(8) {
    case 0: return .call("left", [x, count])
    case 1: return .call("right", [x, count])
    case 2: return .call("mid", [x, count, .literal(.int(Int64(chance.below(4))))])
    case 3: return .call("trim", [x])
    case 4: return .call(chance.pick(["upper", "lower"]), [x])
    case 5: return .call("string", [anyColumn { $0 == .int || $0 == .date || $0 == .text || $0 == .moment } ?? x])
    default: return .arithmetic("+", x, expression(.text, depth - 1)).concatenation
    }
  }

  private mutating func date(_ type: GenType, _ depth: Int) -> Gen {
    let x = column(type) ?? literal(type)
    if type == .date, chance.isOneIn(4), let moment = column(.moment) { return .call("date", [moment]) }
    if chance.isOneIn(3) {
      let grain = chance.pick(["day", "month"])
      return .call("add", [x, .literal(.int(Int64(chance.below(60) - 30))), .literal(.string(grain))])
    }
    return .call("startOf", [x, .literal(.string(chance.pick(["year", "quarter", "month", "week", "day"])))])
  }

  mutating func condition(_ depth: Int) -> Gen {
    if depth > 0 {
      switch chance.below(8) {
      case 0: return .logic(isAnd: chance.isOneIn(2), [condition(depth - 1), condition(depth - 1)])
      case 1: return .not(condition(depth - 1))
      case 2:
        return .call(
          chance.pick(["contains", "startsWith", "endsWith"]), [expression(.text, depth - 1), literal(.text)])
      default: break
      }
    }
    let index = chance.below(types.count)
    let type = types[index]
    if type == .bool { return .column(index) }
    if type == .date, index < ownCount, chance.isOneIn(4) {
      return .call(chance.pick(Gen.recentFunctions), [.column(index), .literal(.int(Int64(1 + chance.below(20))))])
    }
    switch chance.below(7) {
    case 0: return .isNull(.column(index), isNegated: chance.isOneIn(2))
    case 1:
      if case .decimal = type { break }
      var values: [Scalar] = []
      for _ in 0..<1 + chance.below(4) { if case .literal(let value) = literal(type) { values.append(value) } }
      if chance.isOneIn(6) { values.append(.null) }
      if values.isEmpty { break }
      return .isIn(.column(index), values)
    case 2:
      if case .decimal = type { break }
      return .call("between", [expression(type, depth - 1), literal(type), literal(type)])
    default: break
    }
    let left: Gen = if case .decimal = type { .column(index) } else { expression(type, depth - 1) }
    return .compare(chance.pick(["==", "!=", "<", "<=", ">", ">="]), left, literal(type))
  }
}

extension Gen {
  /// The concatenation of strings that `a + b` means.
  var concatenation: Gen {
    if case .arithmetic(_, let a, let b) = self { .call("concat", [a, b]) } else { self }
  }
}

extension Array {
  func randomElement(_ chance: inout Chance) -> Element? { isEmpty ? nil : chance.pick(self) }
}
