import AugerDiagnostics
import AugerExpressions

/// A condition that the results of a job must meet before they are published.
///
/// It applies to every result that contains the columns it names. It fails if no result contains them.
package struct Expectation: Sendable {
  package enum Condition: Sendable {
    /// `>= 1`: the number of rows of every result.
    case rows(Comparison, Double)
    /// `< 26h of max(order_date)`: the maximum age of a value. The age of a date counts from the end of the day.
    case freshness(Comparison, Duration, Expression)
    /// `sum(amount) >= 1000`.
    case value(Expression, Comparison, Double)
    /// `sum(amount) within 20% of previous`: a comparison with the published snapshot. It holds if nothing is published
    /// yet.
    case nearPrevious(Expression, percent: Double)
  }

  package enum Comparison: String, Sendable, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case equal = "=="
    case unequal = "!="
    case below = "<"
    case above = ">"

    func holds(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .atMost: a <= b
      case .atLeast: a >= b
      case .equal: a == b
      case .unequal: a != b
      case .below: a < b
      case .above: a > b
      }
    }
  }

  /// The key of the condition in the file.
  package var name: String
  package var condition: Condition
  /// The condition in its original spelling.
  package var text: String

  package init(name: String, condition: Condition, text: String) {
    self.name = name
    self.condition = condition
    self.text = text
  }
}
