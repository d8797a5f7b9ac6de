package import AugerColumns
import AugerDiagnostics

extension Expression {
  /// One use of a variable.
  package struct VariableUse: Sendable {
    /// Without its `$`.
    package let name: String
    /// Whether a range must stand there: `$Year.lower`, `Between(x, $Year)`.
    package let isRange: Bool
    /// Whether a list may stand there: `in ($Regions)`.
    package let takesList: Bool
  }

  /// Every use of a variable, in the order of the text.
  package var variableUses: [VariableUse] {
    var lists: [SourceSpan] = []
    var ranges: [SourceSpan] = []
    var uses: [VariableUse] = []
    root.visit { node in
      switch node.kind {
      case .inList(_, let items, _): lists += items.map(\.span)
      case .call(let name, _, let arguments) where name.lowercased() == "between" && arguments.count == 2:
        ranges.append(arguments[1].span)
      case .variable(let name, let part):
        uses.append(
          VariableUse(
            name: name, isRange: part != nil || ranges.contains(node.span), takesList: lists.contains(node.span)))
      default: break
      }
    }
    return uses
  }

  /// The type of the result, where no column has a say in it: `year(x)` is an int whatever `x` is.
  package var typeWithoutColumns: DataType? {
    switch root.kind {
    case .isNull, .inList: .bool
    case .call(let name, _, _):
      FunctionCatalogue.function(named: name).flatMap { function in
        ["bool", "int", "float", "string", "date"].contains(function.result) ? DataType(name: function.result) : nil
      }
    case .literal, .column, .variable, .unary, .chain: nil
    }
  }
}
