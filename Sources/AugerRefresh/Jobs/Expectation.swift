import AugerDiagnostics
import AugerExpressions

/// Something that must be true of a job's results before they are published.
///
/// It is asked of every result that has the columns it names; if no result has them it is not met.
package struct Expectation: Sendable {
  package enum Condition: Sendable {
    /// `>= 1`: the number of rows of every result.
    case rows(Comparison, Double)
    /// `< 26h of max(order_date)`: the age of a moment. A date lasts until its end.
    case freshness(Comparison, Duration, Expression)
    /// `sum(amount) >= 1000`.
    case value(Expression, Comparison, Double)
    /// `sum(amount) within 20% of previous`: compared with the snapshot that is published. Met when there is none.
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

  /// The key it was written under.
  package var name: String
  package var condition: Condition
  /// As it was written.
  package var text: String

  package init(name: String, condition: Condition, text: String) {
    self.name = name
    self.condition = condition
    self.text = text
  }
}
