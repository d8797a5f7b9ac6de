import AugerColumns
import AugerDiagnostics
import AugerExpressions

extension TableQuery {
  /// Whether its rows have, with these arguments, one of the values of an argument: a condition of rows demands it.
  package func isNarrowed(by argument: String, with arguments: QueryArguments) -> Bool {
    filters.contains { $0.isKept(with: arguments) && $0.expression.isNarrowed(byVariable: argument) }
  }
}

extension SQLTemplate {
  /// Whether an argument is in the statement that these arguments make: outside of optional clauses, or in one that is
  /// kept. What the statement does with it is its author's to say.
  package func takes(_ argument: String, with arguments: QueryArguments, declared: [ParameterDeclaration]) -> Bool {
    func isGiven(_ name: String) -> Bool {
      arguments[name] != nil || declared.contains { Name($0.name) == Name(name) && $0.defaultValue != nil }
    }
    func names(_ pieces: [Piece]) -> [String] {
      pieces.compactMap { if case .parameter(let index) = $0 { parameters[index].name } else { nil } }
    }
    return pieces.contains { piece in
      switch piece {
      case .text: return false
      case .parameter(let index): return Name(parameters[index].name) == Name(argument)
      case .clause(_, let inner):
        let names = names(inner)
        return names.allSatisfy(isGiven) && names.contains(name: argument)
      }
    }
  }
}
