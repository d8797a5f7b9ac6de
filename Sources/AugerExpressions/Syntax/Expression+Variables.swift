import AugerColumns
import AugerDiagnostics

extension Expression {
  /// Calls `body` with every call of a function in the catalog and the span of its name, in text order.
  package func forEachCall(_ body: (FunctionDescription, SourceSpan) -> Void) {
    root.visit { node in
      guard case .call(let name, let span, _) = node.kind, let function = FunctionCatalogue.function(named: name) else {
        return
      }
      body(function, span)
    }
  }

  /// Returns the string arguments of the call whose name has the given span, each with its own span.
  package func textArguments(at place: SourceSpan) -> [(text: String, span: SourceSpan)] {
    var texts: [(text: String, span: SourceSpan)] = []
    root.visit { node in
      guard case .call(_, place, let arguments) = node.kind else { return }
      for argument in arguments {
        if case .literal(.string(let text)) = argument.kind { texts.append((text, argument.span)) }
      }
    }
    return texts
  }

  package struct VariableUse: Sendable {
    /// The name without its `$`.
    package let name: String
    /// True if the variable must be a range: `$Year.lower`, `Between(x, $Year)`.
    package let isRange: Bool
    /// True if the variable may be a list: `in ($Regions)`.
    package let takesList: Bool
  }

  /// Every use of a variable, in text order.
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

  /// The type of the result if it does not depend on columns: `year(x)` is an int for any `x`.
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
