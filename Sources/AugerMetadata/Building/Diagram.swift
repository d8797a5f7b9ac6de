import AugerCharts
import AugerColumns
import AugerExpressions

/// An influence diagram: numbers that are computed from each other. The first row of its query contains the actual
/// values, a second one the targets.
///
/// ```swift
/// Diagram("Plan", query: "Plan") {
///   DiagramNode("Profit", title: "Profit", expression: "Revenue - Cost", format: .currency("EUR"))
///   DiagramNode("Revenue", title: "Revenue", expression: "Price * Units")
///   for driver in ["Cost", "Price", "Units"] { DiagramNode(driver, title: driver) }
/// }
/// ```
public struct Diagram: DashboardItem {
  public var node: MetadataNode

  /// Creates a diagram.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its dashboard.
  ///   - query: The query, with a column for each node.
  ///   - title: The title above the diagram. Default: none.
  ///   - nodes: The nodes. The first one is the root.
  public init(
    _ name: String, query: String, title: String? = nil, @ListBuilder<DiagramNode> nodes: () -> [DiagramNode]
  ) {
    node = MetadataNode("Diagram", ["Name": name, "Title": title, "Query": query])
    var nodes = nodes()
    if !nodes.isEmpty, !nodes.contains(where: { $0.node["Default"] != nil }) { nodes[0].node["Default"] = "true" }
    for index in nodes.indices where nodes[index].node["ParentNode"] == nil {
      let parents = nodes.filter { $0.uses(nodes[index].name) }.map(\.name)
      if !parents.isEmpty { nodes[index].node["ParentNode"] = parents.joined(separator: ",") }
    }
    node.children = nodes.map(\.node)
  }

  /// Returns a copy whose query receives the selection of filters as arguments.
  public func filtered(by filters: String...) -> Self { with { $0.filter(by: filters) } }
}

/// A number of an influence diagram.
public struct DiagramNode: MetadataPart {
  public var node: MetadataNode

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - name: The name in expressions, and the column of the query.
  ///   - title: The label.
  ///   - expression: A formula over the names of other nodes, which become its parts. Nil for a value of the query.
  ///   - format: The format of the value.
  ///   - parents: The nodes that it is a part of. Nil for the nodes whose expressions use it.
  ///   - charts: The names of charts about it.
  public init(
    _ name: String, title: String, expression: String? = nil, format: ValueFormat? = nil,
    partOf parents: [String]? = nil, charts: [String] = []
  ) {
    node = MetadataNode(
      "Node",
      [
        "Name": name, "Text": title, "ParentNode": parents?.joined(separator: ","), "Expression": expression,
        "Charts": charts.isEmpty ? nil : charts.joined(separator: ","),
      ])
    node.set(format)
  }

  fileprivate var name: String { node["Name"] ?? "" }

  /// Returns true if the expression uses a node. An invalid expression uses none, and the reader reports it.
  fileprivate func uses(_ name: String) -> Bool {
    guard let text = node["Expression"], let expression = try? Expression.parse(text) else { return false }
    return expression.columnNames.contains { $0.isSame(as: name) }
  }
}
