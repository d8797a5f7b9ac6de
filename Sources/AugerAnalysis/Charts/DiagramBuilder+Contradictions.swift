import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

extension DiagramBuilder {
  /// Returns a warning for each node whose stored value differs from the value of its expression.
  ///
  /// A what-if change computes such a node by its expression, so that its result is also inconsistent.
  func contradictions(in table: Table, _ actual: [Scalar]) -> [Warning] {
    guard table.rowCount > 0 else { return [] }
    return definition.nodes.indices.compactMap { index in
      let node = definition.nodes[index]
      // An error in an expression is reported when a what-if change requires its value.
      var warnings = Warnings()
      guard let expression = node.expression, table[node.name] != nil, let stored = actual[index].doubleValue,
        let computed = try? evaluated(expression, table, row: 0, actual, &warnings).doubleValue,
        stored.isFinite, computed.isFinite
      else { return nil }
      // Stored values are often rounded.
      let decimals = max(2, Decimal128(shortest: stored)?.scale ?? 0)
      let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
      let noise = 1e-9 * max(stored.magnitude, computed.magnitude)
      guard (stored - computed).magnitude > max(0.5 / scale, noise) else { return nil }
      let rounded = (computed * scale * 100).rounded() / (scale * 100)
      let shown = Scalar.float(rounded.isFinite ? rounded : computed)
      return Warning(
        .dataContradictsExpression,
        "the data give \(actual[index]) for node '\(node.name)', but its expression gives \(shown) "
          + "(correct the query or the expression, because a what-if uses the expression)",
        firstPlace: node.place.map { _ in
          // Omit the path of the file, because models are sent to readers.
          let place = Diagnostic.Place(expression.source, expression.span).description
          return place.split(separator: "/").last.map(String.init) ?? place
        })
    }
  }
}

extension Diagnostic.Code {
  /// A stored value of a diagram that differs from the value of its expression.
  package static let dataContradictsExpression = Self("dataContradictsExpression")
}
