import AugerColumns
import AugerDiagnostics
import AugerExpressions
import TestSupport
import Testing

/// Random expressions over random rows with nulls. The vectorized evaluator must agree with a naive evaluator that
/// works row by row, without columns. The message of a failure contains the seed.
struct PropertyTests {
  @Test("Columns agree with rows", arguments: 1...UInt64(Inputs.count(40)))
  func agreement(seed: UInt64) throws {
    var random = Chance(seed: seed)
    let rowCount = [1, 2, 63, 64, 65, 200][random.below(6)]
    let rows = Rows(count: rowCount, &random)
    var generator = Generator(random: random)
    for _ in 0..<20 {
      let kind = Kind.allCases[generator.random.below(Kind.allCases.count)]
      let made = generator.make(kind, depth: 4)
      let comment = Comment(rawValue: "seed \(seed): \(made.text)")
      let expected = (0..<rowCount).map { printed(made.value(rows, $0)) }
      let setting = Setting(columns: rows.columns)
      #expect(try setting.results(made.text) == expected, comment)

      let parsed = try Expression.parse(made.text)
      #expect(try Expression.parse(parsed.description).root == parsed.root, comment)

      // Small batches give the same result.
      let size = rowCount > 3 ? 3 : 1
      var pieces: [String] = []
      for start in stride(from: 0, to: rowCount, by: size) {
        let range = start..<min(start + size, rowCount)
        pieces += try Setting(columns: rows.columns.map { ($0.name, $0.column[range]) }).results(made.text)
      }
      #expect(pieces == expected, comment)
    }
  }
}

private enum Kind: CaseIterable {
  case int, float, decimal, string, bool, date
}

private struct Rows {
  var columns: [(name: String, column: Column)]
  var values: [String: [Scalar]]

  init(count: Int, _ random: inout Chance) {
    columns = []
    values = [:]
    func add(_ name: String, _ type: DataType, hasNulls: Bool, _ value: () -> Scalar, _ random: inout Chance) {
      let scalars = (0..<count).map { _ in hasNulls && random.below(4) == 0 ? Scalar.null : value() }
      values[name] = scalars
      if let column = try? Column(type, scalars) { columns.append((name, column)) }
    }
    var inner = Chance(seed: random.next())
    for (suffix, hasNulls) in [("1", false), ("2", true)] {
      add("i" + suffix, .int64, hasNulls: hasNulls, { .int(Int64(inner.below(7)) - 3) }, &random)
      add("f" + suffix, .float64, hasNulls: hasNulls, { .float(Double(Int64(inner.below(9)) - 4) / 2) }, &random)
      add(
        "p" + suffix, .decimal(precision: 6, scale: 2), hasNulls: hasNulls,
        { .decimal(Decimal128(unscaled: Int128(inner.below(1001)) - 500, scale: 2)) }, &random)
      add(
        "s" + suffix, .string, hasNulls: hasNulls, { .string(["", "a", "b", "ab", "ÄÖ", "a b"][inner.below(6)]) },
        &random)
      add("b" + suffix, .bool, hasNulls: hasNulls, { .bool(inner.below(2) == 0) }, &random)
      add("d" + suffix, .date, hasNulls: hasNulls, { .date(CivilDate(days: Int32(inner.below(2000)) - 1000)) }, &random)
    }
  }
}

private struct Made {
  var text: String
  var value: (Rows, Int) -> Scalar
}

private struct Generator {
  var random: Chance

  mutating func pick<T>(_ items: [T]) -> T { random.pick(items) }

  mutating func make(_ kind: Kind, depth: Int) -> Made {
    if depth == 0 || random.below(5) == 0 { return leaf(kind) }
    switch random.below(8) {
    case 0:
      let (c, a, b) = (make(.bool, depth: depth - 1), make(kind, depth: depth - 1), make(kind, depth: depth - 1))
      return Made(text: "if(\(c.text), \(a.text), \(b.text))") {
        Naive.isTrue(c.value($0, $1)) ? a.value($0, $1) : b.value($0, $1)
      }
    case 1:
      let (a, b) = (make(kind, depth: depth - 1), leaf(kind))
      return Made(text: "coalesce(\(a.text), \(b.text))") { rows, row in
        let value = a.value(rows, row)
        return value.isNull ? b.value(rows, row) : value
      }
    case 2:
      let (c, a, b) = (make(.bool, depth: depth - 1), make(kind, depth: depth - 1), leaf(kind))
      return Made(text: "case(\(c.text), \(a.text), not(\(c.text)), \(b.text))") { rows, row in
        let condition = c.value(rows, row)
        return condition.isNull ? .null : Naive.isTrue(condition) ? a.value(rows, row) : b.value(rows, row)
      }
    default: return specific(kind, depth - 1)
    }
  }

  private mutating func leaf(_ kind: Kind) -> Made {
    let suffix = pick(["1", "2"])
    func column(_ name: String) -> Made { Made(text: name) { rows, row in rows.values[name]?[row] ?? .null } }
    let isColumn = random.below(3) > 0
    switch kind {
    case .int:
      if isColumn { return column("i" + suffix) }
      let value = Int64(random.below(7)) - 3
      return Made(text: "\(value)") { _, _ in .int(value) }
    case .float:
      if isColumn { return column("f" + suffix) }
      let value = Double(random.below(8)) / 4
      return Made(text: "\(NumberText.shortest(value))e0") { _, _ in .float(value) }
    case .decimal: return column("p" + suffix)
    case .string:
      if isColumn { return column("s" + suffix) }
      let value = pick(["", "a", "it's", "ü"])
      return Made(text: "'\(value.replacing("'", with: "''"))'") { _, _ in .string(value) }
    case .bool: return column("b" + suffix)
    case .date:
      if isColumn { return column("d" + suffix) }
      let date = CivilDate(days: Int32(random.below(2000)) - 1000)
      let (year, month, day) = date.components
      return Made(text: "date(\(year), \(month), \(day))") { _, _ in .date(date) }
    }
  }

  private mutating func specific(_ kind: Kind, _ depth: Int) -> Made {
    switch kind {
    case .int:
      switch random.below(4) {
      case 0, 1:
        let (a, b) = (make(.int, depth: depth), make(.int, depth: depth))
        let operation = pick(["+", "-", "*", "%"])
        return Made(text: "(\(a.text)) \(operation) (\(b.text))") {
          Naive.ints(operation, a.value($0, $1), b.value($0, $1))
        }
      case 2:
        let s = make(.string, depth: depth)
        return Made(text: "len(\(s.text))") { rows, row in
          if case .string(let text) = s.value(rows, row) { .int(Int64(text.unicodeScalars.count)) } else { .null }
        }
      default:
        let d = make(.date, depth: depth)
        return Made(text: "year(\(d.text))") { rows, row in
          if case .date(let date) = d.value(rows, row) { .int(Int64(date.year)) } else { .null }
        }
      }
    case .float:
      let isInt = random.below(2) == 0
      let (a, b) = (make(.float, depth: depth), make(isInt ? .int : .float, depth: depth))
      let operation = pick(["+", "-", "*", "/"])
      return Made(text: "(\(a.text)) \(operation) (\(b.text))") {
        Naive.floats(operation, a.value($0, $1), b.value($0, $1))
      }
    case .decimal:
      // Leaves only: products of products would exceed the maximum number of digits.
      let (a, b) = (leaf(.decimal), leaf(random.below(2) == 0 ? .decimal : .int))
      let operation = pick(["+", "-"])
      return Made(text: "(\(a.text)) \(operation) (\(b.text))") {
        Naive.decimals(operation, a.value($0, $1), b.value($0, $1))
      }
    case .string:
      switch random.below(3) {
      case 0, 1:
        let (a, b) = (make(.string, depth: depth), make(pick([.string, .int, .date, .bool]), depth: depth))
        return Made(text: "(\(a.text)) + (\(b.text))") { rows, row in
          let (x, y) = (a.value(rows, row), b.value(rows, row))
          return x.isNull || y.isNull ? .null : .string(printed(x) + printed(y))
        }
      default:
        let (s, n) = (make(.string, depth: depth), leaf(.int))
        return Made(text: "left(\(s.text), \(n.text))") { rows, row in
          guard case .string(let text) = s.value(rows, row), case .int(let count) = n.value(rows, row) else {
            return .null
          }
          var view = String.UnicodeScalarView()
          view.append(contentsOf: text.unicodeScalars.prefix(max(0, Int(count))))
          return .string(String(view))
        }
      }
    case .bool:
      switch random.below(5) {
      case 0:
        let (a, b) = (make(.bool, depth: depth), make(.bool, depth: depth))
        let isAnd = random.below(2) == 0
        return Made(text: "(\(a.text)) \(isAnd ? "and" : "or") (\(b.text))") {
          Naive.logic(isAnd, a.value($0, $1), b.value($0, $1))
        }
      case 1:
        let a = make(pick(Kind.allCases), depth: depth)
        return Made(text: "(\(a.text)) is null") { .bool(a.value($0, $1).isNull) }
      case 2:
        let kind = pick([Kind.int, .string])
        let a = make(kind, depth: depth)
        let items = (0..<3).map { _ in leaf(kind) }
        return Made(text: "(\(a.text)) in (\(items.map(\.text).joined(separator: ", ")))") { rows, row in
          let value = a.value(rows, row)
          let tests = items.map { Naive.compare("==", value, $0.value(rows, row)) }
          return tests.reduce(.bool(false)) { Naive.logic(false, $0, $1) }
        }
      default:
        let kind = pick(Kind.allCases)
        let (a, b) = (make(kind, depth: depth), make(kind, depth: depth))
        let operation = pick(["==", "!=", "<", "<=", ">", ">="])
        return Made(text: "(\(a.text)) \(operation) (\(b.text))") {
          Naive.compare(operation, a.value($0, $1), b.value($0, $1))
        }
      }
    case .date:
      let d = make(.date, depth: depth)
      let days = Int32(random.below(60)) - 30
      return Made(text: "relativedate(\(d.text), \(days))") { rows, row in
        if case .date(let date) = d.value(rows, row) { .date(CivilDate(days: date.days + days)) } else { .null }
      }
    }
  }
}

/// A row-by-row evaluator, written for clarity.
private enum Naive {
  static func isTrue(_ value: Scalar) -> Bool { value.doubleValue.map { $0 != 0 } ?? false }

  static func ints(_ operation: String, _ a: Scalar, _ b: Scalar) -> Scalar {
    guard case .int(let x) = a, case .int(let y) = b else { return .null }
    switch operation {
    case "+": return .int(x + y)
    case "-": return .int(x - y)
    case "*": return .int(x * y)
    default: return y == 0 ? .null : .int(x % y)
    }
  }

  static func floats(_ operation: String, _ a: Scalar, _ b: Scalar) -> Scalar {
    guard let x = a.doubleValue, let y = b.doubleValue else { return .null }
    switch operation {
    case "+": return .float(x + y)
    case "-": return .float(x - y)
    case "*": return .float(x * y)
    default: return y == 0 ? .null : .float(x / y)
    }
  }

  static func decimals(_ operation: String, _ a: Scalar, _ b: Scalar) -> Scalar {
    func unscaled(_ value: Scalar) -> Int128? {
      switch value {
      case .decimal(let value): value.unscaled
      case .int(let value): Int128(value) * 100
      default: nil
      }
    }
    guard let x = unscaled(a), let y = unscaled(b) else { return .null }
    return .decimal(Decimal128(unscaled: operation == "+" ? x + y : x - y, scale: 2))
  }

  static func logic(_ isAnd: Bool, _ a: Scalar, _ b: Scalar) -> Scalar {
    let decisive = !isAnd
    if !a.isNull, isTrue(a) == decisive { return .bool(decisive) }
    if !b.isNull, isTrue(b) == decisive { return .bool(decisive) }
    return a.isNull || b.isNull ? .null : .bool(isAnd)
  }

  static func compare(_ operation: String, _ a: Scalar, _ b: Scalar) -> Scalar {
    if a.isNull || b.isNull { return .null }
    let order = Scalar.compare(a, b)
    switch operation {
    case "==": return .bool(order == 0)
    case "!=": return .bool(order != 0)
    case "<": return .bool(order < 0)
    case "<=": return .bool(order <= 0)
    case ">": return .bool(order > 0)
    default: return .bool(order >= 0)
    }
  }
}
