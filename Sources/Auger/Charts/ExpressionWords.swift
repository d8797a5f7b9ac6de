import AugerAnalysis
import AugerColumns
import AugerExpressions

/// Describes expressions in words for titles: `avg(dep_delay)` becomes `average dep delay`.
package enum ExpressionWords {
  /// Returns a title that starts with a capital letter. An expression without a description remains unchanged.
  static func title(values: [Expression], by axes: [Expression]) -> String {
    let names = values.map(phrase).joined(separator: ", ")
    let text = axes.isEmpty ? names : "\(names) by \(axes.map(phrase).joined(separator: " and "))"
    // The letter case of code does not change.
    guard let first = values.first, phrase(first.root) != nil else { return text }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Returns a phrase for the middle of a sentence.
  static func phrase(_ expression: Expression) -> String { phrase(expression.root) ?? expression.source.text }

  private static func phrase(_ node: ExpressionNode) -> String? {
    switch node.kind {
    case .column(let name): return Wording.phrase(name)
    case .call(let function, _, let arguments):
      let name = function.lowercased()
      if name == "count", arguments.isEmpty { return "number of rows" }
      guard let first = arguments.first, let what = phrase(first) else { return nil }
      if name == "startof", arguments.count == 2, case .literal(.string(let grain)) = arguments[1].kind {
        // A month is always the month of a date, so the title omits the column.
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

  /// The words before the argument of a function with one argument.
  private static let words = [
    "sum": "", "avg": "average", "average": "average", "median": "median", "min": "lowest", "max": "highest",
    "mode": "most frequent", "variance": "variance of", "stddev": "standard deviation of",
    "count": "number of", "countdistinct": "number of different", "first": "first", "last": "last", "year": "year of",
    "quarter": "quarter of", "month": "month of", "week": "week of", "day": "day of", "hour": "hour of",
    "weekday": "weekday of",
  ]
}
