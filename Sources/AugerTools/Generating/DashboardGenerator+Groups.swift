import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

extension DashboardGenerator {
  /// Returns a call with the name, the title, the query and, if `isTyped`, the type of a group.
  private static func group(_ name: String, _ node: inout DashboardNode, isTyped: Bool = true) -> SwiftCall {
    var call = SwiftCall(name)
    call.add(nil, text: node.take("Name"))
    call.add("title", text: node.take("Title"))
    call.add("query", text: node.take("Query"))
    if isTyped { call.add("type", code: node.take("ChartType").flatMap(typeCode)) }
    _ = node.take("ChartSequence")
    return call
  }

  static func drillDownGroup(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = group("DrillDownGroup", &node)
    call.content = DashboardNode.sorted(node.parts(["Chart", "OverlayGroup"]), by: "ChartSequence").map(part)
    call.modify(with: node.rest)
    return call
  }

  static func overlayGroup(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = group("OverlayGroup", &node)
    if let category = node.first("Category") { call.add("category", self.category(category)) }
    call.content = DashboardNode.sorted(node.all("Layer"), by: "ChartSequence").map(chart)
    for range in node.all("SummaryRange", in: "SummaryRanges") {
      call.modify("part", [(nil, .text("SummaryRange")), ("in", .text("SummaryRanges")), (nil, attributes(of: range))])
    }
    call.modify(with: node.rest)
    return call
  }

  static func treeMapGroup(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = group("TreeMapGroup", &node, isTyped: false)
    call.content = DashboardNode.sorted(node.all("TreeMapLevel"), by: "ChartSequence").map(chart)
    call.modify(with: node.rest)
    return call
  }

  // MARK: Grids

  static func dataGrid(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = SwiftCall("DataGrid")
    call.add(nil, text: node.take("Name"))
    call.add("query", text: node.take("Query"))
    call.add("title", text: node.take("Title"))
    let charts = node.all("Chart", in: "Charts")
    let columns = sorted(node.all("Column", in: "Columns"))
    var named: [String] = []
    for name in columns.compactMap({ $0["ChartName"] }) where !named.contains(name) { named.append(name) }
    // The columns contain their charts if these have the order of the columns.
    let areInColumns = named == charts.map { $0["Name"] ?? "" }
    for (index, column) in columns.enumerated() {
      let chart = areInColumns ? charts.first { $0["Name"] == column["ChartName"] } : nil
      call.add(index == 0 ? "columns" : nil, self.column(column, chart))
    }
    if !areInColumns, !charts.isEmpty { call.modify("charts", charts.map { (nil, self.chart($0)) }) }
    addFilters(node.all("FilterName", in: "Filters").compactMap { $0["Name"] }, to: &call)
    _ = node.take("ChartSequence")
    call.modify(with: node.rest)
    return call
  }

  /// Returns the columns in their order: headings first, then by number.
  private static func sorted(_ columns: [DashboardNode]) -> [DashboardNode] {
    var ranked: [(rank: Int, number: Int, index: Int, node: DashboardNode)] = []
    for (index, column) in columns.enumerated() {
      var column = column
      let isHeader = column["IsHeaderColumn"].map { ["true", "yes", "1"].contains($0.lowercased()) } ?? false
      let number = column.take("ColumnSequence").flatMap { Int($0) } ?? 0
      ranked.append((isHeader ? 0 : 1, number, index, column))
    }
    return ranked.sorted { ($0.rank, $0.number, $0.index) < ($1.rank, $1.number, $1.index) }.map(\.node)
  }

  private static func column(_ node: DashboardNode, _ chart: DashboardNode?) -> SwiftCall {
    var node = node
    let type = node.take("Type")
    let isHeader = node.takeTruth("IsHeaderColumn") ?? false
    var isHeaderSet = false
    var call: SwiftCall
    let value = SwiftCall.text(node.take("Value") ?? "")
    switch (type, chart) {
    case ("Variance", _):
      call = SwiftCall(".variance")
      call.add(nil, value)
      call.add("color", text: node.take("Color"))
    case ("Chart", let chart?):
      call = SwiftCall(".chart")
      call.add(nil, self.chart(chart))
      call.add("value", value)
      _ = node.take("ChartName")
    default:
      isHeaderSet = isHeader
      call = SwiftCall(isHeader ? ".header" : ".data")
      call.add(nil, value)
      if type != "Data", let type { call.modify(with: [("Type", type)]) }
    }
    call.add("title", text: node.take("Header"))
    if call.name != ".chart" { call.add("format", code: node.takeFormat()) }
    if isHeader, !isHeaderSet { call.modify(with: [("IsHeaderColumn", "true")]) }
    call.modify(with: node.rest)
    return call
  }

  // MARK: Diagrams

  static func diagram(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = SwiftCall("Diagram")
    call.add(nil, text: node.take("Name"))
    call.add("query", text: node.take("Query"))
    call.add("title", text: node.take("Title"))
    var nodes = node.all("Node")
    let uses = nodes.map { node in
      (node["Expression"].flatMap { try? Expression.parse($0) })?.columnNames ?? []
    }
    let names = nodes.map { $0["Name"] ?? "" }
    let parents = nodes.indices.map { index in Self.parents(of: &nodes[index]) }
    let roots = nodes.indices.map { nodes[$0].takeTruth("Default") ?? false }
    let root = roots.firstIndex(of: true) ?? parents.firstIndex(of: [])
    call.content = nodes.indices.map { index in
      let derived = nodes.indices.filter { uses[$0].contains(names[index]) }.map { names[$0] }
      var call = diagramNode(nodes[index], parents: derived == parents[index] ? nil : parents[index])
      if index == root, index > 0 { call.modify(with: [("Default", "true")]) }
      return call
    }
    addFilters(node.all("FilterName", in: "Filters").compactMap { $0["Name"] }, to: &call)
    call.modify(with: node.rest)
    return call
  }

  /// Returns the parents from ParentNode and NodeTo, without duplicates.
  private static func parents(of node: inout DashboardNode) -> [String] {
    var parents: [String] = []
    for name in (node.takeNames("ParentNode") ?? []) + node.all("NodeTo").compactMap({ $0["Name"] })
    where !parents.contains(name) {
      parents.append(name)
    }
    return parents
  }

  private static func diagramNode(_ node: DashboardNode, parents: [String]?) -> SwiftCall {
    var node = node
    var call = SwiftCall("DiagramNode")
    call.add(nil, text: node.take("Name"))
    call.add("title", text: node.take("Text"))
    call.add("expression", text: node.take("Expression"))
    call.add("format", code: node.takeFormat())
    call.add("partOf", parents.map(list))
    let charts = node.takeNames("Charts") ?? []
    if !charts.isEmpty { call.add("charts", list(charts)) }
    call.modify(with: node.rest)
    return call
  }
}
