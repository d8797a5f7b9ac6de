import AugerDiagnostics

extension Expression {
  /// Returns true if a condition holds only for rows that match a variable.
  ///
  /// Examples are `region == $Region`, `region in ($Regions)`, and conditions joined by `and` that contain one of
  /// them. A condition that only names the variable does not qualify: `region == $Region or amount > 0` accepts other
  /// rows.
  package func isNarrowed(byVariable name: String) -> Bool { root.isNarrowed(byVariable: name) }
}

extension ExpressionNode {
  fileprivate func isNarrowed(byVariable name: String) -> Bool {
    func isVariable(_ node: ExpressionNode) -> Bool {
      if case .variable(let variable, nil) = node.kind { Name(variable) == Name(name) } else { false }
    }
    func isOfRow(_ node: ExpressionNode) -> Bool {
      var names: [String] = []
      node.visit { if case .variable(let variable, _) = $0.kind { names.append(variable) } }
      return names.isEmpty && !node.columnNames.isEmpty
    }
    switch kind {
    case .chain(let first, let terms) where terms.allSatisfy({ $0.operation == .and }):
      return ([first] + terms.map(\.operand)).contains { $0.isNarrowed(byVariable: name) }
    case .chain(let first, let terms) where terms.count == 1 && terms[0].operation == .equal:
      let other = terms[0].operand
      return (isVariable(first) && isOfRow(other)) || (isOfRow(first) && isVariable(other))
    case .inList(let operand, let items, isNegated: false):
      return isOfRow(operand) && !items.isEmpty && items.allSatisfy(isVariable)
    case .call(let function, _, let arguments) where function.lowercased() == "and":
      return arguments.contains { $0.isNarrowed(byVariable: name) }
    default: return false
    }
  }
}
