import AugerAnalysis
import AugerColumns
import AugerExpressions

/// Expressions in words, for titles: `avg(dep_delay)` is `average dep delay`.
package enum ExpressionWords {
  /// A title that begins with a capital; what has no words is as it is written.
  static func title(values: [Expression], by axes: [Expression]) -> String {
    let names = values.map(phrase).joined(separator: ", ")
    let text = axes.isEmpty ? names : "\(names) by \(axes.map(phrase).joined(separator: " and "))"
    // Code keeps its letters.
    guard let first = values.first, phrase(first.root) != nil else { return text }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// In the middle of a sentence.
  static func phrase(_ expression: Expression) -> String { phrase(expression.root) ?? expression.source.text }

  private static func phrase(_ node: ExpressionNode) -> String? {
    switch node.kind {
    case .column(let name): return Wording.phrase(name)
    case .call(let function, _, let arguments):
      let name = function.lowercased()
      if name == "count", arguments.isEmpty { return "number of rows" }
      guard let first = arguments.first, let what = phrase(first) else { return nil }
      if name == "startof", arguments.count == 2, case .literal(.string(let grain)) = arguments[1].kind {
        // A month is one of a date, and need not say so.
        return ["date", "day", "time"].contains(what) ? grain.lowercased() : "\(grain.lowercased()) of \(what)"
      }
      guard arguments.count == 1 else { return nil }
      if ["avg", "average"].contains(name), case .column(let column) = first.kind {
        return Wording.averagePhrase(column)
      }
      return words[name].map { $0.isEmpty ? what : "\($0) \(what)" }
    default: return nil
    }
  }

  /// What stands in front of the argument of a function of one argument.
  private static let words = [
    "sum": "", "avg": "average", "average": "average", "median": "median", "min": "lowest", "max": "highest",
    "mode": "most frequent", "variance": "variance of", "stddev": "standard deviation of",
    "count": "number of", "countdistinct": "number of different", "first": "first", "last": "last", "year": "year of",
    "quarter": "quarter of", "month": "month of", "week": "week of", "day": "day of", "hour": "hour of",
    "weekday": "weekday of",
  ]
}
