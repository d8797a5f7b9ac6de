import AugerCharts
import AugerDiagnostics
import AugerExpressions

/// An influence diagram: numbers that are made of one another (guide, "Influence Diagram Metadata File").
package struct DiagramDefinition: Sendable, HasName {
  package var name: String
  package var title: String
  /// Its first row gives the actual values, a second one the targets; columns are called as nodes.
  package var query: String
  /// As written; at least one, exactly one of them the root.
  package var nodes: [DiagramNode]
  /// The filters whose picks its query receives.
  package var filters: [NameReference] = []
  package var place: Diagnostic.Place?
  package var queryPlace: Diagnostic.Place?

  package init(
    _ name: String, title: String = "", query: String, nodes: [DiagramNode], at place: Diagnostic.Place? = nil,
    queryPlace: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.title = title
    self.query = query
    self.nodes = nodes
    self.place = place
    self.queryPlace = queryPlace
  }

  /// The node that the others are parts of.
  package var root: DiagramNode? { nodes.first(where: \.isRoot) }
}

/// One number of an influence diagram.
package struct DiagramNode: Sendable, HasName {
  package var name: String
  /// What people read.
  package var text: String
  /// The nodes it is a part of: those of ParentNode and NodeTo, each once.
  package var parents: [NameReference]
  /// Over the names of nodes; nil: only the query gives its value.
  package var expression: Expression?
  package var format: ValueFormat?
  package var isRoot: Bool
  /// Charts about it; they may stand in another file.
  package var charts: [NameReference]
  package var place: Diagnostic.Place?

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
