import AugerColumns

/// Test support for the agreement of table queries: a generated query over generated rows has the same result on every
/// code path. `TableQueryAgreementTests` runs it.

/// The type of a generated expression.
enum GenType: Hashable {
  case int, float, text, date, moment, bool
  case decimal(Int)
}

/// A generated expression. It prints itself for Auger and evaluates itself row by row with independent code.
indirect enum Gen {
  case column(Int)
  case literal(Scalar)
  /// `+ - * / %`
  case arithmetic(String, Gen, Gen)
  case compare(String, Gen, Gen)
  case logic(isAnd: Bool, [Gen])
  case not(Gen)
  case isNull(Gen, isNegated: Bool)
  case isIn(Gen, [Scalar])
  case call(String, [Gen])

  /// Returns the expression as an author writes it.
  func text(_ names: [String]) -> String {
    switch self {
    case .column(let index): return names[index]
    case .literal(let value): return Self.spelled(value)
    case .arithmetic(let sign, let a, let b), .compare(let sign, let a, let b):
      return "(\(a.text(names)) \(sign) \(b.text(names)))"
    case .logic(let isAnd, let operands):
      return "(" + operands.map { $0.text(names) }.joined(separator: isAnd ? " and " : " or ") + ")"
    case .not(let operand): return "not(\(operand.text(names)))"
    case .isNull(let operand, let isNegated):
      return "(\(operand.text(names)) is \(isNegated ? "not " : "")null)"
    case .isIn(let operand, let values):
      return "(\(operand.text(names)) in (\(values.map(Self.spelled).joined(separator: ", "))))"
    case .call(let name, let arguments):
      return "\(name)(\(arguments.map { $0.text(names) }.joined(separator: ", ")))"
    }
  }

  static func spelled(_ value: Scalar) -> String {
    switch value {
    case .null: return "null"
    case .string(let text): return "'" + text.replacing("'", with: "''") + "'"
    case .date(let day): return "date(\(day.year), \(day.month), \(day.day))"
    case .timestamp(let moment):
      let day = moment.date
      return "date(\(day.year), \(day.month), \(day.day), \(moment.hour), \(moment.minute), \(moment.second))"
    case .int(let number) where number < 0: return "(\(number))"
    case .float(let number):
      let text = NumberText.shortest(number)
      let point = text.contains(".") || text.contains("e") ? text : text + ".0"
      return number < 0 ? "(\(point))" : point
    default: return value.description
    }
  }

  /// Returns the expression with renumbered columns.
  func renumbered(_ number: (Int) -> Int) -> Gen {
    switch self {
    case .column(let index): .column(number(index))
    case .literal: self
    case .arithmetic(let sign, let a, let b): .arithmetic(sign, a.renumbered(number), b.renumbered(number))
    case .compare(let sign, let a, let b): .compare(sign, a.renumbered(number), b.renumbered(number))
    case .logic(let isAnd, let operands): .logic(isAnd: isAnd, operands.map { $0.renumbered(number) })
    case .not(let operand): .not(operand.renumbered(number))
    case .isNull(let operand, let isNegated): .isNull(operand.renumbered(number), isNegated: isNegated)
    case .isIn(let operand, let values): .isIn(operand.renumbered(number), values)
    case .call(let name, let operands): .call(name, operands.map { $0.renumbered(number) })
    }
  }

  /// The columns that occur in the expression.
  var columns: Set<Int> { parts.reduce(into: ownColumn) { $0.formUnion($1.columns) } }

  /// The columns that are read for a row. Operands that a constant short-circuits are not read.
  var columnsRead: Set<Int> { partsRead.reduce(into: ownColumn) { $0.formUnion($1.columnsRead) } }

  private var ownColumn: Set<Int> { if case .column(let index) = self { [index] } else { [] } }

  private var parts: [Gen] {
    switch self {
    case .column, .literal: []
    case .arithmetic(_, let a, let b), .compare(_, let a, let b): [a, b]
    case .not(let operand), .isNull(let operand, _), .isIn(let operand, _): [operand]
    case .logic(_, let operands), .call(_, let operands): operands
    }
  }

  private var partsRead: [Gen] {
    switch self {
    case .logic(let isAnd, let operands):
      return operands.through { $0.constant == .bool(!isAnd) }
    case .call("coalesce", let operands):
      return operands.through { $0.constant?.isNull == false }
    case .call("if", let operands):
      guard let condition = operands[0].constant else { return operands }
      return [operands[condition == .bool(true) ? 1 : 2]]
    default: return parts
    }
  }

  /// The value of an expression that reads no column. Nil if it has no result.
  private var constant: Scalar? { columnsRead.isEmpty ? try? value([]) : nil }
}

extension Array {
  /// Returns the elements up to and including the first match.
  fileprivate func through(_ isLast: (Element) -> Bool) -> [Element] {
    firstIndex(where: isLast).map { Array(self[...$0]) } ?? self
  }
}
