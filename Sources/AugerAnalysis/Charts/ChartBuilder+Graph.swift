import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

extension ChartBuilder {
  /// Returns the graph of the rows. The first value of a row is the source node of a link and the second value is its
  /// target. The third value is the weight, aggregated over the rows of each link and series. Without a third value,
  /// the weight is the number of rows.
  ///
  /// Nodes are in the order of their values. A row with one node has no link. A row without a node is omitted, with a
  /// warning.
  ///
  /// Throws `DiagnosticError`: `nodeTypesDiffer` if sources and targets cannot be equal, and errors of columns and
  /// expressions.
  func graph(_ level: LevelTable, _ receipt: Receipt, _ control: RunControl) throws -> ChartModel {
    guard definition.values.count >= 2 else {
      throw DiagnosticError(
        Diagnostic(
          .graphIncomplete, "graph '\(definition.name)' has no source or no target", at: definition.places.chart,
          hint: "Add values for the source, the target and optionally the weight of links."))
    }
    guard state.whatIf.isEmpty else {
      throw DiagnosticError(
        Diagnostic(
          .whatIfNotPossible, "what-if changes are not possible in chart '\(definition.name)', which is a graph"))
    }
    var warnings = level.table.warnings
    if definition.series.map({ !level.has($0.column) }) == true, let series = definition.series {
      throw missing(series, of: level)
    }
    let ends = Array(definition.values.prefix(2))
    let names = ends.indices.map { number in
      var name = number == 0 ? "source" : "target"
      while level.has(name) { name += "'" }
      return name
    }
    var level = level
    level.category = AxisDefinition(column: names[0])
    level.derived = zip(names, ends).map { TableQuery.Named($0, $1.expression) }
    let scope = ExpressionScope(schema: level.table.schema, variables: variables)
    for end in ends { _ = try BoundExpression.bind(end.expression, in: scope, ofQuery: level.query) }
    var links = definition
    links.values = [
      definition.values.count > 2
        ? definition.values[2]
        : ValueDefinition(expression: try Expression.parse("count()"), title: "Rows", format: .rounded(0))
    ]
    let keys = names + (definition.series.map { [$0.column] } ?? [])
    try check(links.values[0].expression, level, keys)
    for style in definition.nodeStyles { try check(style, level, keys) }
    if links.values[0].expression.containsWindow {
      throw DiagnosticError(
        Diagnostic(
          .windowNotAllowed, "a window function needs categories, and the links of a graph have none",
          at: links.values[0].place))
    }
    let folded = try LevelFolding(
      definition: links, variables: variables, executor: TableQueryExecutor(workers: workers), control: control
    ).folded(level, keys, [])
    warnings.add(contentsOf: folded.warnings)
    guard let source = folded.sums[names[0]], let target = folded.sums[names[1]],
      case .ready(let weights)? = folded.values.first
    else {
      throw AugerError(
        .graphIncomplete, operation: "make the graph '\(definition.name)'", "its links have no weights")
    }
    let series = try seriesAxis([folded.sums], isSorted: level.table.properties.isSorted)
    let nodes = try self.nodes(source, target, isSorted: level.table.properties.isSorted)
    var graph = try self.links(of: nodes, weights, series, links.values[0], &warnings)
    let looks = folded.values.dropFirst(definition.itemColor == nil ? 1 : 2)
    graph.nodes = try styles(of: nodes, looks, &warnings)
    graph.sourceTitle = title(of: ends[0])
    graph.targetTitle = title(of: ends[1])
    return try finished(graph, nodes, series, receipt, &warnings)
  }

  /// The nodes, and the source and target of each row; -1 for null.
  private struct Nodes {
    var values: Column
    var sources: [Int32]
    var targets: [Int32]
  }

  private func nodes(_ source: Column, _ target: Column, isSorted: Bool) throws -> Nodes {
    // A column of nulls has no type that could conflict.
    let type =
      target.nullCount == target.count
      ? source.type : source.nullCount == source.count ? target.type : source.type.common(with: target.type)
    guard let type else {
      throw DiagnosticError(
        Diagnostic(
          .nodeTypesDiffer,
          "graph '\(definition.name)' has links from \(source.type) to \(target.type), "
            + "and both must have the same type",
          at: definition.values[1].place, hint: "Convert one of them with string(...)."))
    }
    let all = try Column(type, (source.scalars + target.scalars).map { $0.converted(to: type) ?? $0 })
    let axis = Axis(all, rowCount: all.count, isSorted: isSorted)
    let order = axis.order.filter { !axis.distinctAll.isNull(Int($0)) }
    var places = [Int32](repeating: -1, count: axis.distinctCount)
    for (place, index) in order.enumerated() { places[Int(index)] = Int32(truncatingIfNeeded: place) }
    let numbers = axis.members.map { places[Int($0)] }
    return Nodes(
      values: axis.distinctAll.gathered(order), sources: Array(numbers.prefix(source.count)),
      targets: Array(numbers.suffix(target.count)))
  }

  /// Returns the rows with two nodes, grouped by their nodes and series.
  private func links(
    of nodes: Nodes, _ weights: Column, _ series: SeriesAxis, _ weight: ValueDefinition, _ warnings: inout Warnings
  ) throws -> ChartGraph {
    var places = [Int32](repeating: 0, count: series.count)
    for (place, value) in series.order.enumerated() { places[Int(value)] = Int32(truncatingIfNeeded: place) }
    let own = series.members[0].map { places[Int($0)] }
    let rows = nodes.sources.indices.filter { nodes.sources[$0] >= 0 && nodes.targets[$0] >= 0 }.sorted {
      (nodes.sources[$0], nodes.targets[$0], own[$0]) < (nodes.sources[$1], nodes.targets[$1], own[$1])
    }
    let nameless = nodes.sources.indices.count { nodes.sources[$0] < 0 && nodes.targets[$0] < 0 }
    if nameless > 0 {
      warnings.add(Warning(.nodeMissing, "links with neither a source nor a target are left out", count: nameless))
    }
    return ChartGraph(
      sources: rows.map { nodes.sources[$0] }, targets: rows.map { nodes.targets[$0] }, series: rows.map { own[$0] },
      weight: ValueDimension(
        sequence: 3, title: title(of: weight), format: weight.format,
        unit: weight.unit.isEmpty ? definition.unit : weight.unit,
        cells: weights.gathered(rows.map { Int32(truncatingIfNeeded: $0) })))
  }

  /// Returns the appearance of each node, from the first row with a value whose source is the node.
  private func styles(
    of nodes: Nodes, _ columns: ArraySlice<PairValues>, _ warnings: inout Warnings
  ) throws -> [ChartGraph.NodeStyle] {
    guard !definition.nodeStyles.isEmpty else { return [] }
    var styles = [ChartGraph.NodeStyle](repeating: ChartGraph.NodeStyle(), count: nodes.values.count)
    var found = Set<[Int]>()
    for (number, (style, values)) in zip(definition.nodeStyles, columns).enumerated() {
      guard case .ready(let column) = values else { continue }
      for row in nodes.sources.indices where nodes.sources[row] >= 0 && !column.isNull(row) {
        let node = Int(nodes.sources[row])
        guard found.insert([number, node]).inserted else { continue }
        if styles[node].set(style.part, column[row]) { continue }
        warnings.add(
          Warning(.unknownColor, "'\(column[row])' is not a valid \(style.part.rawValue) of a node and is ignored"))
      }
    }
    return styles
  }

  /// Checks an expression for the appearance of nodes.
  private func check(
    _ style: NodeStyleDefinition, _ level: LevelTable, _ keys: [String]
  ) throws(DiagnosticError) {
    let expression = style.expression
    let scope = ExpressionScope(
      schema: level.table.schema, variables: variables, allowsAggregates: expression.containsAggregate,
      groupKeys: keys)
    _ = try BoundExpression.bind(expression, in: scope, ofQuery: level.query)
  }

  private func title(of value: ValueDefinition) -> String {
    value.title.isEmpty ? value.expression.description : value.title
  }

  private func finished(
    _ graph: ChartGraph, _ nodes: Nodes, _ series: SeriesAxis, _ receipt: Receipt, _ warnings: inout Warnings
  ) throws -> ChartModel {
    let axis = definition.category
    if nodes.values.count == 0 {
      warnings.add(
        Warning(.dataTableEmpty, "query '\(definition.query)' has no rows; the graph has no nodes"))
    }
    if !axis.column.isEmpty {
      warnings.add(
        Warning(.categoryNotUsed, "a graph's categories are its nodes; column '\(axis.column)' is not used"))
    }
    if state.sort != nil { warnings.add(Warning(.sortNotApplied, "the nodes of a graph have no order to change")) }
    let format = axis.format ?? definition.values[0].format
    var level = CategoryLevel(
      column: graph.sourceTitle, title: axis.title.isEmpty ? locale.texts[.node] : axis.title, values: nodes.values,
      format: format)
    level.labels = ValueFormatter(format, locale: locale, role: .category).texts(nodes.values, warnings: &warnings)
    let all = definition.series == nil ? [ChartLabel()] : chartSeries(series, &warnings)
    var model = ChartModel(
      name: definition.name, title: definition.title, type: .graph, levels: [level], visibleLevel: 0, series: all,
      seriesColumn: definition.series?.column, seriesTitle: definition.series?.shownTitle ?? "",
      dimensions: [
        ValueDimension(
          title: locale.texts[.links], format: .rounded(0),
          cells: graph.linkCounts(nodes: nodes.values.count, series: all.count))
      ], receipt: receipt, locale: locale)
    model.seriesType = definition.series == nil ? nil : series.values.type
    model.graph = graph
    model.setLook(definition)
    model.state = ChartState(state, of: model, &warnings)
    model.state.sort = nil
    try model.validate()
    for warning in model.advice() { warnings.add(warning) }
    ValueFormatter(graph.weight.format, locale: locale).mismatches(graph.weight.cells, warnings: &warnings)
    model.warnings = warnings.items
    return model
  }
}

extension ChartGraph.NodeStyle {
  /// Sets a part. Returns false if the value is not valid for it.
  fileprivate mutating func set(_ part: Part, _ value: Scalar) -> Bool {
    let text = value.description
    switch part {
    case .color, .textColor:
      guard Theme.Color(named: text, in: .light) != nil else { return false }
      if part == .color { color = text } else { textColor = text }
    case .shape:
      guard let shape = Shape(rawValue: text) else { return false }
      self.shape = shape
    case .size:
      guard let number = value.doubleValue, Self.sizes.contains(number) else { return false }
      size = number
    case .textSize:
      guard let number = value.doubleValue, TextStyle.sizes.contains(number) else { return false }
      textSize = number
    }
    return true
  }
}

extension Diagnostic.Code {
  /// A graph without a source or a target.
  package static let graphIncomplete = Self("graphIncomplete")
  /// Sources and targets of different types, which are never equal.
  package static let nodeTypesDiffer = Self("nodeTypesDiffer")
  /// A row of a graph without a node.
  package static let nodeMissing = Self("nodeMissing")
}
