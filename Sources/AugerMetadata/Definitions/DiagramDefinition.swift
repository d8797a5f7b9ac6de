public import AugerCharts
public import AugerDiagnostics
public import AugerExpressions

/// An influence diagram: numbers that are made of one another (guide, "Influence Diagram Metadata File").
public struct DiagramDefinition: Sendable {
  public var name: String
  public var title: String
  /// Its first row gives the actual values, a second one the targets; columns are called as nodes.
  public var query: String
  /// As written; at least one, exactly one of them the root.
  public var nodes: [DiagramNode]
  /// The filters whose picks its query receives.
  public var filters: [NameReference] = []
  public var place: Diagnostic.Place?
  public var queryPlace: Diagnostic.Place?

  public init(
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
  public var root: DiagramNode? { nodes.first(where: \.isRoot) }
}

/// One number of an influence diagram.
public struct DiagramNode: Sendable {
  public var name: String
  /// What people read.
  public var text: String
  /// The nodes it is a part of: those of ParentNode and NodeTo, each once.
  public var parents: [NameReference]
  /// Over the names of nodes; nil: only the query gives its value.
  public var expression: Expression?
  public var format: ValueFormat?
  public var isRoot: Bool
  /// Charts about it; they may stand in another file.
  public var charts: [NameReference]
  public var place: Diagnostic.Place?

  public init(
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
