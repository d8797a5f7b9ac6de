import AugerColumns

/// An influence diagram: numbers that depend on each other (guide, "Influence Diagram").
package struct ChartDiagram: Sendable, Hashable {
  /// A number of the diagram.
  package struct Node: Sendable, Hashable {
    package var name: String
    /// The label for readers.
    package var text: String
    /// The current value: as stored, as set, or as computed from nodes that were set. Null if none exists.
    package var value: Scalar
    /// The value from the query or the expression, before nodes were set.
    package var actual: Scalar
    /// The target value; null if the query result has no second row.
    package var target: Scalar
    /// The formatted value and target; empty for null.
    package var valueText: String
    package var targetText: String
    /// The numbers of the nodes that depend on this one.
    package var parents: [Int]
    package var isRoot: Bool
    /// True if the node was set.
    package var isSet: Bool
    /// Names of related charts.
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

    /// True if the value differs from the value before nodes were set.
    package var isChanged: Bool { value != actual }

    /// Value ÷ target; nil without a target or if the target is zero.
    package var shareOfTarget: Double? {
      guard let value = value.doubleValue, let target = target.doubleValue, target != 0 else { return nil }
      return value / target
    }
  }

  /// The nodes in definition order; exactly one is the root.
  package var nodes: [Node]

  package init(nodes: [Node]) { self.nodes = nodes }
}
