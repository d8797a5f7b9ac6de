import AugerCharts
import AugerDiagnostics
import AugerExpressions

/// An influence diagram: numbers that depend on each other (guide, "Influence Diagram Metadata File").
package struct DiagramDefinition: Sendable, Equatable, HasName {
  package var name: String
  package var title: String
  /// The query. Its first row contains the actual values, an optional second row the targets. Column names are node
  /// names.
  package var query: String
  /// The nodes in definition order: at least one, and exactly one root.
  package var nodes: [ParsedDiagramNode]
  /// The filters that its query receives.
  package var filters: [NameReference] = []
  /// The name of its theme. Nil for that of the dashboard.
  package var theme: String?
  package var view = DiagramModel.View.normal
  package var lines = DiagramModel.Lines.curve
  /// The width of the lines in points. Nil for the default.
  package var lineWidth: Double?
  /// The diameter of round nodes in points. Nil for rectangles.
  package var diameter: Double?
  @Uncompared package var place: Diagnostic.Place?
  @Uncompared package var queryPlace: Diagnostic.Place?

  package init(
    _ name: String, title: String = "", query: String, nodes: [ParsedDiagramNode], at place: Diagnostic.Place? = nil,
    queryPlace: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.title = title
    self.query = query
    self.nodes = nodes
    self.place = place
    self.queryPlace = queryPlace
  }

  /// The node that depends on the others.
  package var root: ParsedDiagramNode? { nodes.first(where: \.isRoot) }
}

/// A number of an influence diagram.
package struct ParsedDiagramNode: Sendable, Equatable, HasName {
  package var name: String
  /// The label for readers.
  package var text: String
  /// The nodes that depend on it, from ParentNode and NodeTo, without duplicates.
  package var parents: [NameReference]
  /// An expression over the names of nodes. Nil if only the query provides its value.
  package var expression: Expression?
  package var format: ValueFormat?
  package var isRoot: Bool
  /// Related charts, which can be in another file.
  package var charts: [NameReference]
  /// The center in percent of the diagram. Both are nil if the renderer places the node.
  package var left: Double?
  package var top: Double?
  /// The number of its alerts: an expression over the names of nodes.
  package var alerts: Expression?
  @Uncompared package var place: Diagnostic.Place?

  package init(
    _ name: String, text: String, parents: [NameReference] = [], expression: Expression? = nil,
    format: ValueFormat? = nil, isRoot: Bool = false, charts: [NameReference] = [], at place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.text = text
    self.parents = parents
    self.expression = expression
    self.format = format
    self.isRoot = isRoot
    self.charts = charts
    self.place = place
  }
}

extension DiagramDefinition {
  /// The words of ViewMode, after MAKit's view modes.
  static let viewModes: [(name: String, value: DiagramModel.View)] = [
    ("Normal", .normal), ("Snapshot", .snapshot), ("GoalSeek", .goalSeek),
  ]
  /// The words of LineType.
  static let lineTypes: [(name: String, value: DiagramModel.Lines)] = [
    ("Curve", .curve), ("Straight", .straight), ("Step", .step),
  ]
}
