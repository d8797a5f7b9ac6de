import AugerColumns
import AugerDiagnostics

/// The computed nodes of an influence diagram: numbers that depend on each other (guide, "Influence Diagram").
public struct DiagramModel: Sendable, Hashable {
  /// A number of the diagram.
  public struct Node: Sendable, Hashable, HasName {
    /// The name, which is unique in the diagram.
    public package(set) var name: String
    /// The label for readers.
    public package(set) var title: String
    /// The current value: as stored, as set, or as computed from nodes that were set. Null if none exists.
    public package(set) var value: Scalar
    /// The value from the query or the expression, before nodes were set. Null if none exists.
    public package(set) var actual: Scalar
    /// The target value. Null if the query result has no second row.
    public package(set) var target: Scalar
    /// The formatted value and target; empty for null.
    package var valueText: String
    package var targetText: String
    /// The formatted actual value of a changed node in goal seek; otherwise empty.
    package var actualText = ""
    /// The numbers of the nodes that depend on this one.
    package var parents: [Int]
    package var isRoot: Bool
    /// True if the node was set.
    public package(set) var isOverridden: Bool
    /// Names of related charts.
    package var charts: [String]
    /// The center in percent of the diagram's width and height. Nil if the renderer places the node.
    package var left: Double?
    package var top: Double?
    /// The number of alerts of the node.
    package var alerts = 0

    package init(
      name: String, title: String, value: Scalar, actual: Scalar, target: Scalar = .null, valueText: String,
      targetText: String = "", parents: [Int] = [], isRoot: Bool = false, isOverridden: Bool = false,
      charts: [String] = []
    ) {
      self.name = name
      self.title = title
      self.value = value
      self.actual = actual
      self.target = target
      self.valueText = valueText
      self.targetText = targetText
      self.parents = parents
      self.isRoot = isRoot
      self.isOverridden = isOverridden
      self.charts = charts
    }

    /// True if the value differs from the value before nodes were set.
    package var isChanged: Bool { value != actual }

    /// Value ÷ target; nil without a target or if the target is zero.
    package var shareOfTarget: Double? {
      guard let value = value.doubleValue, let target = target.doubleValue, target != 0 else { return nil }
      return value / target
    }

    /// The node before nodes were set.
    var beforeChanges: Node {
      var node = self
      node.isOverridden = false
      node.actualText = ""
      guard isChanged else { return node }
      node.value = actual
      node.valueText = actual.isNull ? "" : actual.description
      return node
    }
  }

  /// The nodes in definition order.
  public package(set) var nodes: [Node]

  /// The presentation of the diagram.
  package enum View: String, Sendable, Hashable, CaseIterable {
    /// All nodes with their values and targets.
    case normal
    /// A small picture: the root and its parts with values, all other nodes as dots.
    case snapshot
    /// All nodes with a dial, which compares the current value with the value before nodes were set.
    case goalSeek
  }

  /// The shape of the lines between nodes.
  package enum Lines: String, Sendable, Hashable, CaseIterable { case curve, straight, step }

  package var view = View.normal
  package var lines = Lines.curve
  /// The width of the lines in points. Nil for the default.
  package var lineWidth: Double?
  /// The diameter of round nodes in points. Nil for rectangles.
  package var diameter: Double?

  package init(nodes: [Node]) { self.nodes = nodes }

  /// The node with a name. Nil if none exists.
  public subscript(name: String) -> Node? { nodes.first(named: name) }
}
