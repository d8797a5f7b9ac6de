import AugerDiagnostics
import AugerDocuments
import AugerExpressions

struct DiagramReader {
  let collector: DiagnosticCollector
  let declarations: Declarations

  /// Returns the diagram. Nil after reporting an error.
  func diagram(_ node: AttributedNode) -> DiagramDefinition? {
    let reader = NodeReader(node, as: MetadataVocabulary.diagram, reporting: collector)
    let name = reader.text("Name")
    let title = reader.text("Title") ?? ""
    let query = reader.text("Query")
    let look = look(reader)
    let nodes = reader.children("Node")
    let filters = reader.child("Filters").map { ChartParts(reader, declarations: declarations).filterNames($0) }
    reader.finish()
    if nodes.isEmpty { reader.missingNode("Node") }
    var read: [(node: AttributedNode, definition: ParsedDiagramNode)] = []
    var names = NameSet(collector: collector)
    var known: [String] = []
    for node in nodes {
      let (name, definition) = self.node(node)
      if let name {
        guard names.insert(name, of: node, MetadataVocabulary.diagramNode) else { continue }
        known.append(name)
      }
      if let definition { read.append((node, definition)) }
    }
    let nodeNames = Set(known.map { Array($0.utf8) })
    for (node, definition) in read {
      check(definition, NodeReader(node, as: MetadataVocabulary.diagramNode, reporting: collector), nodeNames, known)
    }
    reportLoops(among: read.map(\.definition))
    let definitions = rooted(read, reader)
    guard let name, let query, let definitions, definitions.count == nodes.count else { return nil }
    var diagram = DiagramDefinition(
      name, title: title, query: query, nodes: definitions, at: reader.place, queryPlace: reader.place(of: "Query"))
    diagram.filters = filters ?? []
    diagram.theme = look.theme
    diagram.view = look.view
    diagram.lines = look.lines
    diagram.lineWidth = look.lineWidth
    diagram.diameter = look.diameter
    return diagram
  }

  private func node(_ node: AttributedNode) -> (name: String?, definition: ParsedDiagramNode?) {
    let reader = NodeReader(node, as: MetadataVocabulary.diagramNode, reporting: collector)
    let name = reader.text("Name")
    let text = reader.text("Text")
    let expression = reader.expression("Expression")
    let format = reader.format()
    let isRoot = reader.truth("Default") ?? false
    let charts = reader.names("Charts")
    let parents = parents(reader)
    let alerts = reader.expression("Alerts")
    let center = center(reader)
    reader.finish()
    guard let name, let text else { return (name, nil) }
    var definition = ParsedDiagramNode(
      name, text: text, parents: parents, expression: expression, format: format, isRoot: isRoot, charts: charts,
      at: reader.place)
    definition.alerts = alerts
    definition.left = center?.left
    definition.top = center?.top
    return (name, definition)
  }

  /// Returns the parents. ParentNode and NodeTo are redundant; if they differ, both are used.
  private func parents(_ reader: NodeReader) -> [NameReference] {
    let stated = reader.names("ParentNode")
    var arrows: [NameReference] = []
    for child in reader.children("NodeTo") {
      let arrow = NodeReader(child, as: MetadataVocabulary.nodeTo, reporting: collector)
      if let name = arrow.text("Name") { arrows.append(NameReference(name, at: arrow.place)) }
      arrow.finish()
    }
    var parents: [NameReference] = []
    for reference in stated + arrows where !parents.contains(where: { $0.name.isSame(as: reference.name) }) {
      parents.append(reference)
    }
    let lacks = { (list: [NameReference], name: NameReference) in !list.contains { $0.name.isSame(as: name.name) } }
    let disputed = stated.filter { lacks(arrows, $0) } + arrows.filter { lacks(stated, $0) }
    if let first = disputed.first, !stated.isEmpty, !arrows.isEmpty {
      reader.report(
        .parentsDisagree, level: .note,
        "ParentNode and NodeTo of \(reader.what) disagree about '\(first.name.shown)'; both count", at: first.place,
        details: [.init(.value, first.name.shown)])
    }
    return parents
  }

  private func check(_ node: ParsedDiagramNode, _ reader: NodeReader, _ names: Set<[UInt8]>, _ known: [String]) {
    for parent in node.parents where !names.contains(Array(parent.name.utf8)) {
      reader.undefined(
        parent.name, "\(reader.what) is a part of '\(parent.name.shown)', which is not a node", at: parent.place,
        among: known, listing: "Nodes")
    }
    for expression in [node.expression, node.alerts].compactMap(\.self) {
      expression.forEachColumn { name, span in
        guard !names.contains(Array(name.utf8)) else { return }
        reader.undefined(
          name, "\(reader.what) depends on '\(name.shown)', which is not a node",
          at: Diagnostic.Place(expression.source, span), among: known, listing: "Nodes")
      }
    }
  }

  /// Reports each cycle of expressions, because none of its nodes could be computed first.
  private func reportLoops(among nodes: [ParsedDiagramNode]) {
    let byName = Dictionary(nodes.indices.map { (Array(nodes[$0].name.utf8), $0) }, uniquingKeysWith: { a, _ in a })
    let parts = nodes.map { node in
      (node.expression?.columnNames ?? []).compactMap { byName[Array($0.utf8)] }
    }
    // Remove nodes without remaining dependencies, until only cycles and the nodes that depend on them remain.
    var dependents = [[Int]](repeating: [], count: nodes.count)
    var left = parts.map(\.count)
    for (index, parts) in parts.enumerated() { for part in parts { dependents[part].append(index) } }
    var free = left.indices.filter { left[$0] == 0 }
    while let next = free.popLast() {
      for dependent in dependents[next] {
        left[dependent] -= 1
        if left[dependent] == 0 { free.append(dependent) }
      }
    }
    var walk = [Int](repeating: -1, count: nodes.count)
    for start in nodes.indices where left[start] > 0 && walk[start] < 0 {
      var path: [Int] = []
      var next: Int? = start
      while let index = next, walk[index] < 0 {
        walk[index] = start
        path.append(index)
        next = parts[index].first { left[$0] > 0 }
      }
      guard let end = next, walk[end] == start, let first = path.firstIndex(of: end),
        let expression = nodes[end].expression
      else { continue }
      let loop = (path[first...] + [end]).map { nodes[$0].name.shown }
      collector.report(
        Diagnostic(
          .diagramCycle, "node '\(nodes[end].name.shown)' depends on itself: \(loop.joined(separator: " → "))",
          at: Diagnostic.Place(expression.source, expression.span),
          hint: "Leave one of the expressions out; that node is a value of the query.",
          details: [.init(.node, "Node"), .init(.value, nodes[end].name.shown)]))
    }
  }

  /// Returns the nodes with exactly one root: the node marked Default, or the only one without a parent.
  private func rooted(
    _ nodes: [(node: AttributedNode, definition: ParsedDiagramNode)], _ reader: NodeReader
  ) -> [ParsedDiagramNode]? {
    guard !nodes.isEmpty else { return nil }
    var definitions = nodes.map(\.definition)
    let roots = definitions.indices.filter { definitions[$0].isRoot }
    if roots.count == 1 { return definitions }
    for index in roots.dropFirst() {
      let node = NodeReader(nodes[index].node, as: MetadataVocabulary.diagramNode, reporting: collector)
      node.report(
        .metadataAttributeWrongValue, "\(node.what) cannot be Default: '\(definitions[roots[0]].name.shown)' is",
        at: nodes[index].node.attribute("Default")?.place, hint: "Exactly one node of a diagram is its root.",
        details: [.init(.attribute, "Default"), .init(.value, nodes[index].node["Default"] ?? "")])
    }
    guard roots.isEmpty else { return nil }
    let tops = definitions.indices.filter { definitions[$0].parents.isEmpty }
    guard tops.count == 1 else {
      reader.report(
        .metadataMissingAttribute, "no node of \(reader.what) is Default", at: reader.place,
        hint: "Write Default=\"true\" at the node that the others are parts of.",
        details: [.init(.node, "Node"), .init(.attribute, "Default")])
      return nil
    }
    definitions[tops[0]].isRoot = true
    reader.report(
      .rootAssumed, level: .note,
      "no node of \(reader.what) is Default, so '\(definitions[tops[0]].name.shown)' is used, "
        + "which is part of no other node",
      at: reader.place, details: [.init(.node, "Node"), .init(.attribute, "Default")])
    return definitions
  }
}
