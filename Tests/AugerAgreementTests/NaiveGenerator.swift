import AugerColumns
import TestSupport

/// Generates random expressions of a requested kind.
struct NaiveGenerator {
  typealias Kind = NaiveNode.Kind

  var chance: Chance

  mutating func make(_ kind: Kind, depth: Int) -> NaiveNode {
    if depth <= 0 || chance.isOneIn(5) { return leaf(kind) }
    let below = depth - 1
    switch chance.below(12) {
    case 0:
      return joined("if", [condition(below), make(kind, depth: below), make(kind, depth: below)], from: 1)
    case 1: return joined("coalesce", [make(kind, depth: below), make(kind, depth: below), leaf(kind)])
    case 2:
      return joined(
        "case", [condition(below), make(kind, depth: below), condition(below), leaf(kind), leaf(kind)], odd: true)
    case 3 where kind != .bool:
      return joined(pick(["min", "max"]), [make(kind, depth: below), make(kind, depth: below)])
    case 4:
      let value = make(kind, depth: below)
      return NaiveNode(operation: "nullif", kind: kind, arguments: [value, leaf(kind)], scale: value.scale)
    default: return specific(kind, below)
    }
  }

  private mutating func pick<T>(_ items: [T]) -> T { chance.pick(items) }

  /// Returns a function that chooses one of several values. Decimals use the largest scale.
  private func joined(_ operation: String, _ arguments: [NaiveNode], from: Int = 0, odd: Bool = false) -> NaiveNode {
    let values = arguments.enumerated().filter { index, _ in
      odd ? index % 2 == 1 || index == arguments.count - 1 : index >= from
    }.map(\.element)
    return NaiveNode(
      operation: operation, kind: values[0].kind, arguments: arguments, scale: values.map(\.scale).max() ?? 0)
  }

  /// Returns a bool or a number.
  private mutating func condition(_ depth: Int) -> NaiveNode {
    make(chance.isOneIn(5) ? .int : .bool, depth: depth)
  }

  private mutating func leaf(_ kind: Kind) -> NaiveNode {
    let names = NaiveTable.columns.indices.filter { NaiveTable.columns[$0].kind == kind && $0 != NaiveTable.zoned }
    if kind == .bool || kind == .timestamp || kind == .decimal || !chance.isOneIn(3) {
      let index = pick(Array(names))
      let scale: Int
      if case .decimal(_, let digits) = NaiveTable.columns[index].type { scale = digits } else { scale = 0 }
      return NaiveNode(
        operation: "column", kind: kind, scale: scale, word: NaiveTable.columns[index].name, column: index)
    }
    switch kind {
    case .int: return .int(Int64(chance.below(12)) - 3)
    case .float:
      let value = Double(chance.below(17) - 8) / 4
      return .literal(.float(value), .float, "\(NumberText.shortest(value))e0")
    case .string: return .string(pick(["", "a", "b", "it's", "ü", " ", "ab"]))
    default:
      let date = CivilDate(days: Int32(chance.below(40_000)) - 8_000)
      let (year, month, day) = date.components
      return .literal(.date(date), .date, "date(\(year), \(month), \(day))")
    }
  }

  private mutating func number(_ depth: Int) -> NaiveNode { make(pick([.int, .float, .decimal]), depth: depth) }

  private mutating func specific(_ kind: Kind, _ depth: Int) -> NaiveNode {
    switch kind {
    case .int: int(depth)
    case .float: float(depth)
    case .decimal: decimal(depth)
    case .string: string(depth)
    case .bool: bool(depth)
    case .date: date(depth)
    case .timestamp: timestamp(depth)
    }
  }

  private mutating func int(_ depth: Int) -> NaiveNode {
    func node(_ operation: String, _ arguments: [NaiveNode]) -> NaiveNode {
      NaiveNode(operation: operation, kind: .int, arguments: arguments)
    }
    switch chance.below(13) {
    case 11: return node("daysbetween", [make(.date, depth: depth), make(.date, depth: depth)])
    case 12: return node("bin", [make(.int, depth: depth), .int(Int64(1 + chance.below(9)))])
    case 0, 1, 2: return node(pick(["+", "-", "*", "%"]), [make(.int, depth: depth), make(.int, depth: depth)])
    case 3:
      var chain = node("chain", [make(.int, depth: depth), make(.int, depth: depth), leaf(.int), leaf(.int)])
      chain.operators = chance.isOneIn(2) ? ["+", "-", "+"] : ["*", "%", "*"]
      return chain
    case 4: return node(pick(["abs", "neg", "round"]), [make(.int, depth: depth)])
    case 5: return node(pick(["sign", "int"]), [number(depth)])
    case 6: return node("fact", [leaf(.int)])
    case 7:
      if chance.isOneIn(2) { return node("len", [make(.string, depth: depth)]) }
      return node("pos", [make(.string, depth: depth), leaf(.string)] + (chance.isOneIn(2) ? [leaf(.int)] : []))
    case 8: return node(pick(["round", "truncate"]), [make(.int, depth: depth), .int(-Int64(chance.below(3)))])
    default:
      let date = chance.isOneIn(4) ? zoned : make(chance.isOneIn(2) ? .date : .timestamp, depth: depth)
      let part = pick([
        "year", "quarter", "month", "day", "daynumber", "week", "weekyear", "hour", "minute", "second", "fiscalyear",
        "fiscalquarter",
      ])
      return node(part, [date] + (part.hasPrefix("fiscal") ? [.int(4)] : []))
    }
  }

  private var zoned: NaiveNode {
    NaiveNode(operation: "column", kind: .timestamp, word: "z1", column: NaiveTable.zoned)
  }

  private func column(_ name: String) -> NaiveNode {
    let index = NaiveTable.columns.firstIndex { $0.name == name } ?? 0
    return NaiveNode(operation: "column", kind: NaiveTable.columns[index].kind, word: name, column: index)
  }

  private mutating func float(_ depth: Int) -> NaiveNode {
    func node(_ operation: String, _ arguments: [NaiveNode]) -> NaiveNode {
      NaiveNode(operation: operation, kind: .float, arguments: arguments)
    }
    switch chance.below(10) {
    case 8: return node("secondsbetween", [make(.timestamp, depth: depth), make(.timestamp, depth: depth)])
    case 9:
      let width = pick([0.25, 0.5, 2, 10, 1e300])
      return node(
        "bin", [make(.float, depth: depth), .literal(.float(width), .float, width == 1e300 ? "1e300" : "\(width)")])
    case 0, 1: return node(pick(["+", "-", "*", "/", "%", "mod"]), [make(.float, depth: depth), number(depth)])
    case 2:
      return node(
        "/", [pick([Kind.int, .decimal]) == .int ? make(.int, depth: depth) : leaf(.decimal), number(depth)])
    case 3: return node(pick(["sqrt", "exp", "log", "logten", "sin", "cos"]), [number(depth)])
    case 4: return node("power", [number(depth), leaf(.int)])
    case 5: return node(pick(["floor", "ceiling", "truncate", "round"]), [make(.float, depth: depth)])
    case 6: return node(pick(["abs", "neg"]), [make(.float, depth: depth)])
    default:
      var chain = node("chain", [make(.float, depth: depth), leaf(.int), make(.float, depth: depth)])
      chain.operators = chance.isOneIn(2) ? ["*", "/"] : ["-", "+"]
      return chain
    }
  }

  private mutating func decimal(_ depth: Int) -> NaiveNode {
    let a = make(.decimal, depth: depth)
    switch chance.below(7) {
    case 6:
      let width = literal
      return NaiveNode(operation: "bin", kind: .decimal, arguments: [a, width], scale: max(a.scale, 2))
    case 0, 1, 2:
      let b = chance.isOneIn(3) ? leaf(.int) : chance.isOneIn(3) ? literal : make(.decimal, depth: depth)
      let operation = pick(["+", "-", "*", "%"])
      if operation == "*", a.scale + b.scale <= 14 {
        return NaiveNode(operation: "*", kind: .decimal, arguments: [a, b], scale: a.scale + b.scale)
      }
      return NaiveNode(
        operation: operation == "*" ? "+" : operation, kind: .decimal, arguments: [a, b], scale: max(a.scale, b.scale))
    case 3: return NaiveNode(operation: pick(["abs", "neg"]), kind: .decimal, arguments: [a], scale: a.scale)
    case 4: return NaiveNode(operation: pick(["floor", "ceiling", "truncate"]), kind: .decimal, arguments: [a])
    default:
      let digits = chance.below(5) - 1
      return NaiveNode(
        operation: pick(["round", "truncate"]), kind: .decimal, arguments: [a, .int(Int64(digits))],
        scale: digits >= a.scale ? a.scale : max(digits, 0))
    }
  }

  /// A numeric literal. With a decimal operand, a literal with a decimal point is a decimal.
  private var literal: NaiveNode {
    mutating get {
      let value = Decimal128(unscaled: Int128(chance.below(1999)) + 1, scale: 2)
      return .literal(.decimal(value), .decimal, "\(value)", scale: 2)
    }
  }

  private mutating func string(_ depth: Int) -> NaiveNode {
    func node(_ operation: String, _ arguments: [NaiveNode]) -> NaiveNode {
      NaiveNode(operation: operation, kind: .string, arguments: arguments)
    }
    let text = make(.string, depth: depth)
    switch chance.below(8) {
    case 0: return node("+", [text, make(pick(Kind.allCases), depth: depth)])
    case 1: return node("concat", [make(pick(Kind.allCases), depth: depth), text, leaf(.int)])
    case 2: return node(pick(["left", "right"]), [text, make(.int, depth: depth)])
    case 3: return node("mid", [text, leaf(.int)] + (chance.isOneIn(2) ? [leaf(.int)] : []))
    case 4: return node("replace", [text, leaf(.int), leaf(.int), leaf(.string)])
    case 5: return node(pick(["trim", "lefttrim", "righttrim"]), [text])
    case 6: return node(pick(["lower", "upper", "wordcap"]), [text])
    default: return node("string", [make(pick(Kind.allCases), depth: depth)])
    }
  }

  private mutating func bool(_ depth: Int) -> NaiveNode {
    func node(_ operation: String, _ arguments: [NaiveNode]) -> NaiveNode {
      NaiveNode(operation: operation, kind: .bool, arguments: arguments)
    }
    switch chance.below(12) {
    case 0, 1: return node(pick(["and", "or"]), [condition(depth), condition(depth)])
    case 2: return node("not", [condition(depth)])
    case 3: return node(pick(["is null", "is not null"]), [make(pick(Kind.allCases), depth: depth)])
    case 4:
      let kind = pick([Kind.int, .string, .date, .decimal])
      return node(pick(["in", "not in"]), [make(kind, depth: depth), leaf(kind), leaf(kind), leaf(kind)])
    case 5:
      let kind = pick([Kind.int, .float, .string, .date])
      return node(pick(["between", "infixbetween"]), [make(kind, depth: depth), leaf(kind), leaf(kind)])
    case 6: return node(pick(["contains", "startswith", "endswith"]), [make(.string, depth: depth), leaf(.string)])
    case 7 where chance.isOneIn(2):
      let pattern = pick(["a%", "%b", "%a%", "a_", "_", "%", "", "a%b", "%.%_", "o'N%l", "_b%", "Ab"])
      return node("like", [make(.string, depth: depth), .string(pattern)])
    case 7:
      let pattern = pick(["^a", "b$", "a.", "[a-c]+b", "^[^a-m]*$", "\\.", "s?o", "ö", "^$", " +x"])
      return node("match", [make(.string, depth: depth), .string(pattern)])
    default:
      let operation = pick(["==", "=", "!=", "<>", "<", "<=", ">", ">="])
      if chance.isOneIn(3) { return node(operation, [number(depth), number(depth)]) }
      if chance.isOneIn(4) { return node(operation, [make(.date, depth: depth), make(.timestamp, depth: depth)]) }
      let kind = pick(Kind.allCases)
      return node(operation, [make(kind, depth: depth), make(kind, depth: depth)])
    }
  }

  private mutating func date(_ depth: Int) -> NaiveNode {
    func node(_ operation: String, _ arguments: [NaiveNode]) -> NaiveNode {
      NaiveNode(operation: operation, kind: .date, arguments: arguments)
    }
    switch chance.below(6) {
    case 5: return node("addmonths", [make(.date, depth: depth), make(.int, depth: 0)])
    case 0: return node("relativedate", [make(.date, depth: depth), .int(Int64(chance.below(900)) - 450)])
    case 1:
      return node(
        "add", [make(.date, depth: depth), leaf(.int), .string(pick(["day", "week", "month", "quarter", "year"]))])
    case 2:
      return node(
        "startof", [make(.date, depth: depth), .string(pick(["day", "week", "month", "quarter", "year", "hour"]))])
    case 3: return node("date", [make(.timestamp, depth: depth)])
    default: return node("date", [column("i1"), make(.int, depth: depth), leaf(.int)])
    }
  }

  private mutating func timestamp(_ depth: Int) -> NaiveNode {
    func node(_ operation: String, _ arguments: [NaiveNode]) -> NaiveNode {
      NaiveNode(operation: operation, kind: .timestamp, arguments: arguments)
    }
    let moment = make(.timestamp, depth: depth)
    switch chance.below(4) {
    case 0:
      return node(
        "relativetime",
        [chance.isOneIn(2) ? make(.date, depth: depth) : moment, .int(Int64(chance.below(200_000)) - 100_000)])
    case 1:
      return node(
        "add",
        [moment, leaf(.int), .string(pick(["second", "minute", "hour", "day", "week", "month", "quarter", "year"]))])
    case 2:
      return node(
        "startof", [moment, .string(pick(["second", "minute", "hour", "day", "week", "month", "quarter", "year"]))])
    default: return node("date", [column("i1")] + (0..<5).map { _ in leaf(.int) })
    }
  }
}
