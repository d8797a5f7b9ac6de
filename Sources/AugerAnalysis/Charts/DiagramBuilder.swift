import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Computes an influence diagram: the numbers of its query, and the effects of nodes that were set.
///
/// A node shows its value in the query result, or the value of its expression if the result has no column of its name.
/// Setting a node overrides its value, even if it has an expression, and recomputes only the nodes that depend on it
/// (guide, "Influence Diagram"). Setting a node to its present value changes nothing. Stored values that contradict
/// their expressions are shown unchanged, with a warning.
package struct DiagramBuilder: Sendable {
  package var definition: DiagramDefinition
  package var locale: ChartLocale
  /// Dashboard variables by name, without the `$`.
  package var variables: [(name: String, value: QueryArgument)]

  package init(
    _ definition: DiagramDefinition, locale: ChartLocale = ChartLocale(),
    variables: [(name: String, value: QueryArgument)] = []
  ) {
    self.definition = definition
    self.locale = locale
    self.variables = variables
  }

  /// Returns the diagram of a table's first row. A second row contains the targets.
  ///
  /// Throws `DiagnosticError`: `diagramCycle` if nodes depend on themselves, `dataMissingColumn` if a node has neither
  /// a column nor an expression, `metadataObjectUndefined` if a node to set does not exist.
  package func model(
    from table: Table, setting nodes: [(name: String, value: Scalar)] = [], receipt: Receipt = Receipt()
  ) throws -> ChartModel {
    var warnings = table.warnings
    let order = try order(among: table)
    if table.rowCount == 0 {
      warnings.add(
        Warning(.dataTableEmpty, "query '\(definition.query)' has no rows; the diagram has no stored values"))
    }
    let set = try numbers(of: nodes)
    let actual = try values(table, row: 0, order, setting: [:], &warnings)
    let values = set.isEmpty ? actual : try self.values(table, row: 0, order, setting: set, from: actual, &warnings)
    for warning in contradictions(in: table, actual) { warnings.add(warning) }
    let targets =
      table.rowCount > 1
      ? try self.values(table, row: 1, order, setting: [:], &warnings)
      : [Scalar](repeating: .null, count: definition.nodes.count)
    let shown = try definition.nodes.enumerated().map { index, node in
      let formatter = ValueFormatter(node.format, locale: locale).keepingSmall
      func text(_ value: Scalar) -> String { value.isNull ? "" : formatter.text(value) ?? value.description }
      var shown = DiagramModel.Node(
        name: node.name, title: node.text, value: values[index], actual: actual[index], target: targets[index],
        valueText: text(values[index]), targetText: text(targets[index]),
        parents: node.parents.compactMap { number(of: $0.name) }, isRoot: node.isRoot, isOverridden: set[index] != nil,
        charts: node.charts.map(\.name))
      (shown.left, shown.top) = (node.left, node.top)
      if definition.view == .goalSeek, shown.isChanged { shown.actualText = text(actual[index]) }
      if let alerts = node.alerts {
        let count = try evaluated(alerts, table, row: 0, values, &warnings).doubleValue ?? 0
        shown.alerts = max(0, Int(clamping: count.rounded()))
      }
      return shown
    }
    let texts = locale.texts
    var model = ChartModel(
      name: definition.name, title: definition.title, type: .graph,
      levels: [
        CategoryLevel(
          column: "Node", values: Column(definition.nodes.map(\.name)), labels: definition.nodes.map(\.text))
      ],
      dimensions: [
        ValueDimension(sequence: 1, title: texts[.value], cells: try Column(numbers: values)),
        ValueDimension(sequence: 2, title: texts[.targetValue], cells: try Column(numbers: targets)),
      ], receipt: receipt, locale: locale)
    var diagram = DiagramModel(nodes: shown)
    (diagram.view, diagram.lines) = (definition.view, definition.lines)
    (diagram.lineWidth, diagram.diameter) = (definition.lineWidth, definition.diameter)
    model.diagram = diagram
    model.theme = definition.theme
    if !set.isEmpty {
      model.baselineCells = [try Column(numbers: actual), try Column(numbers: targets)]
    }
    try model.validate()
    model.warnings = warnings.items
    return model
  }

  func number(of name: String) -> Int? {
    definition.nodes.firstIndex(named: name)
  }

  private func numbers(of nodes: [(name: String, value: Scalar)]) throws(DiagnosticError) -> [Int: Scalar] {
    var set: [Int: Scalar] = [:]
    for node in nodes {
      guard let number = number(of: node.name) else { throw unknown(node.name) }
      set[number] = node.value
    }
    return set
  }

  func unknown(_ name: String) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .metadataObjectUndefined, "diagram '\(definition.name)' has no node '\(name)'",
        hint: DidYouMean.hint(for: name, among: definition.nodes.map(\.name), listing: "nodes")))
  }

  // MARK: Order

  /// The nodes on which each node depends directly.
  var parts: [[Int]] {
    definition.nodes.map { node in (node.expression?.columnNames ?? []).compactMap { number(of: $0) } }
  }

  /// Cycles of nodes that depend on themselves. The first node of each is repeated at its end.
  package var cycles: [[String]] {
    var cycles: [[String]] = []
    _ = visited { cycles.append($0.map { definition.nodes[$0].name }) }
    return cycles
  }

  /// Returns the nodes in dependency order.
  private func visited(_ cycle: ([Int]) -> Void) -> [Int] {
    let parts = parts
    var order: [Int] = []
    var state = [Int](repeating: 0, count: parts.count)
    for start in parts.indices where state[start] == 0 {
      // Use an explicit stack: a deep diagram would overflow the call stack.
      var path: [(node: Int, next: Int)] = [(start, 0)]
      state[start] = 1
      while let (node, next) = path.last {
        guard next < parts[node].count else {
          state[node] = 2
          order.append(node)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let part = parts[node][next]
        if state[part] == 1, let first = path.firstIndex(where: { $0.node == part }) {
          cycle(path[first...].map(\.node) + [part])
        } else if state[part] == 0 {
          state[part] = 1
          path.append((part, 0))
        }
      }
    }
    return order
  }

  private func order(among table: Table) throws(DiagnosticError) -> [Int] {
    var problems: [Diagnostic] = []
    let order = visited { loop in
      let names = loop.map { definition.nodes[$0].name }
      problems.append(
        Diagnostic(
          .diagramCycle,
          "node '\(names[0])' of diagram '\(definition.name)' depends on itself: "
            + names.joined(separator: " → "), at: definition.nodes[loop[0]].place))
    }
    for node in definition.nodes where node.expression == nil && table[node.name] == nil {
      problems.append(
        Diagnostic(
          .dataMissingColumn,
          "the result of query '\(definition.query)' has no column '\(node.name)', and the node no expression",
          at: node.place, hint: DidYouMean.hint(for: node.name, among: table.schema.names, listing: "columns")))
    }
    if !problems.isEmpty { throw DiagnosticError(problems) }
    return order
  }

  // MARK: Values

  /// Returns a value for each node. A node that is set to its value in `actual` does not affect the nodes that depend
  /// on it.
  private func values(
    _ table: Table, row: Int, _ order: [Int], setting set: [Int: Scalar], from actual: [Scalar] = [],
    _ warnings: inout Warnings
  ) throws -> [Scalar] {
    let parts = parts
    var values = [Scalar](repeating: .null, count: definition.nodes.count)
    var isAffected = [Bool](repeating: false, count: values.count)
    for index in order {
      let node = definition.nodes[index]
      if let value = set[index] {
        let isChanged = Scalar.compare(value, actual[index]) != 0
        values[index] = isChanged ? value : actual[index]
        isAffected[index] = isChanged
        continue
      }
      isAffected[index] = parts[index].contains { isAffected[$0] }
      if let stored = table[node.name], row < table.rowCount, !isAffected[index] || node.expression == nil {
        values[index] = stored[row]
        continue
      }
      if let expression = node.expression {
        values[index] = try evaluated(expression, table, row: row, values, &warnings)
      }
    }
    return values
  }

  /// Evaluates an expression over the values of the nodes, and over columns of the query that are not nodes.
  func evaluated(
    _ expression: Expression, _ table: Table, row: Int, _ values: [Scalar], _ warnings: inout Warnings
  ) throws -> Scalar {
    var fields: [Field] = []
    var columns: [Column] = []
    for name in expression.columnNames where !fields.contains(named: name) {
      let value: Scalar
      if let number = number(of: name) {
        value = values[number]
      } else if let column = table[name] {
        value = row < table.rowCount ? column[row] : .null
      } else {
        continue
      }
      // Numbers of a diagram are continuous: 5 / 2 is 2.5 for two counts, as it is for two amounts.
      let type = value.type ?? .float64
      fields.append(Field(name, type))
      columns.append(try Column(type, [value]))
    }
    let scope = ExpressionScope(schema: Schema(fields), variables: variables)
    let bound = try BoundExpression.bind(expression, in: scope)
    return try bound.evaluate(columns, rowCount: 1, firstRow: 0, warnings: &warnings)[0]
  }
}
