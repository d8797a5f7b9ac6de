import AugerColumns

/// An influence diagram: numbers that are made of one another (guide, "Influence Diagram").
package struct ChartDiagram: Sendable, Hashable {
  /// One number.
  package struct Node: Sendable, Hashable {
    package var name: String
    /// What people read.
    package var text: String
    /// What it is now: as stored, as set, or as it follows from others that were set. Null where nothing gives it.
    package var value: Scalar
    /// What the query or the expression says, before anything was set.
    package var actual: Scalar
    /// What it should be; null where the query has no second row.
    package var target: Scalar
    /// The texts of value and target; empty where there is none.
    package var valueText: String
    package var targetText: String
    /// Numbers of the nodes that it is a part of.
    package var parents: [Int]
    package var isRoot: Bool
    /// Whether it was set.
    package var isSet: Bool
    /// Names of charts about it.
    package var charts: [String]

    package init(
      name: String, text: String, value: Scalar, actual: Scalar, target: Scalar = .null, valueText: String,
      targetText: String = "", parents: [Int] = [], isRoot: Bool = false, isSet: Bool = false, charts: [String] = []
    ) {
      self.name = name
      self.text = text
      self.value = value
      self.actual = actual
      self.target = target
      self.valueText = valueText
      self.targetText = targetText
      self.parents = parents
      self.isRoot = isRoot
      self.isSet = isSet
      self.charts = charts
    }

    /// Whether it is another number than before anything was set.
    package var isChanged: Bool { value != actual }

    /// Value ÷ target; nil without a target or where that is zero.
    package var shareOfTarget: Double? {
      guard let value = value.doubleValue, let target = target.doubleValue, target != 0 else { return nil }
      return value / target
    }
  }

  /// As written; exactly one is the root.
  package var nodes: [Node]

  package init(nodes: [Node]) { self.nodes = nodes }
}
