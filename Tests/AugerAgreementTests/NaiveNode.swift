import AugerColumns

/// A generated expression: a tree with its text, its kind and, for decimals, its scale.
struct NaiveNode {
  enum Kind: CaseIterable {
    case int, float, decimal, string, bool, date, timestamp
  }

  /// `column`, `literal`, an infix operator, `chain`, `is null`, `in`, or a function name.
  var operation: String
  var kind: Kind
  var arguments: [NaiveNode] = []
  /// The scale of a decimal.
  var scale = 0
  /// The operators of a chained comparison.
  var operators: [String] = []
  var literal: Scalar = .null
  /// The text of a column, literal or constant argument.
  var word = ""
  /// The index of a column.
  var column = 0

  private static let infix: Set<String> = [
    "+", "-", "*", "/", "%", "==", "!=", "<>", "=", "<", "<=", ">", ">=", "and", "or",
  ]

  var text: String {
    switch operation {
    case "column", "literal": return word
    case "chain":
      return "("
        + zip([""] + operators, arguments).map { $0.isEmpty ? $1.text : " \($0) \($1.text)" }.joined() + ")"
    case "daysbetween": return "(\(arguments[0].text) - \(arguments[1].text))"
    case "secondsbetween": return "seconds(\(arguments[0].text) - \(arguments[1].text))"
    case "like": return "(\(arguments[0].text) like \(arguments[1].text))"
    case "infixbetween":
      return "(\(arguments[0].text) between \(arguments[1].text) and \(arguments[2].text))"
    case "is null", "is not null": return "(\(arguments[0].text) \(operation))"
    case "in", "not in":
      let items = arguments.dropFirst().map(\.text).joined(separator: ", ")
      return "(\(arguments[0].text) \(operation) (\(items)))"
    case _ where Self.infix.contains(operation): return "(\(arguments[0].text) \(operation) \(arguments[1].text))"
    default: return "\(operation)(\(arguments.map(\.text).joined(separator: ", ")))"
    }
  }

  /// True if the expression reads no column. Such a part is computed once, before all others. The operands of a
  /// coalesce after one that is never null are not read.
  var isConstant: Bool {
    if operation == "coalesce", let first = arguments.first, first.isConstant, first.isNeverNull { return true }
    return operation != "column" && arguments.allSatisfy(\.isConstant)
  }

  /// True if the expression is a constant that is not null and does not warn.
  private var isNeverNull: Bool {
    var evaluator = NaiveEvaluator(row: [])
    guard let value = try? evaluator.value(self) else { return false }
    return !value.isNull && !evaluator.isFlagged
  }

  static func literal(_ value: Scalar, _ kind: Kind, _ word: String, scale: Int = 0) -> NaiveNode {
    NaiveNode(operation: "literal", kind: kind, scale: scale, literal: value, word: word)
  }

  static func int(_ value: Int64) -> NaiveNode { literal(.int(value), .int, "\(value)") }

  static func string(_ value: String) -> NaiveNode {
    literal(.string(value), .string, "'\(value.replacing("'", with: "''"))'")
  }
}
