import AugerColumns
import AugerDiagnostics
import AugerExpressions

extension TableQuery {
  /// Returns true if a row condition, with these arguments, limits the rows to the values of an argument.
  package func isNarrowed(by argument: String, with arguments: QueryArguments) -> Bool {
    filters.contains { $0.isKept(with: arguments) && $0.expression.isNarrowed(byVariable: argument) }
  }
}

extension SQLTemplate {
  /// Returns true if the statement for these arguments contains an argument, outside of optional clauses or in an
  /// included one. The effect of the argument depends on the SQL.
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
