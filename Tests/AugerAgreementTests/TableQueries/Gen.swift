import AugerColumns

/// The agreement of table queries: the same generated query over the same generated rows, by every road that leads to
/// an answer. Everything here is the harness; `TableQueryAgreementTests` runs it.

/// What a generated expression gives.
enum GenType: Hashable {
  case int, float, text, date, moment, bool
  case decimal(Int)
}

/// A generated expression: printed for Auger, and computed here row by row, by code of its own.
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

  /// The expression as an author writes it.
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

  var columns: Set<Int> {
    switch self {
    case .column(let index): [index]
    case .literal: []
    case .arithmetic(_, let a, let b), .compare(_, let a, let b): a.columns.union(b.columns)
    case .not(let operand), .isNull(let operand, _), .isIn(let operand, _): operand.columns
    case .logic(_, let operands), .call(_, let operands): operands.reduce(into: []) { $0.formUnion($1.columns) }
    }
  }
}
