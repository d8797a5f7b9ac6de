import AugerColumns
import AugerDiagnostics

extension ParameterDeclaration {
  /// The arguments in their declared types, with the defaults of parameters that have none.
  ///
  /// Undeclared arguments stay as they are. Throws every `argumentType` at once, each at the declaration.
  package static func resolve(
    _ arguments: QueryArguments, declared: [ParameterDeclaration]
  ) throws(DiagnosticError) -> QueryArguments {
    var result = arguments
    var diagnostics: [Diagnostic] = []
    for declaration in declared {
      let name = declaration.name
      guard let argument = arguments[name] ?? declaration.defaultValue.map({ .scalar($0) }) else { continue }
      guard let type = declaration.type else {
        result[name] = argument
        continue
      }
      if let converted = argument.converted(to: type) {
        result[name] = converted
      } else {
        diagnostics.append(
          Diagnostic(
            .argumentType, "argument '\(name)' cannot be read as \(type)", at: declaration.place,
            hint: "the query declares \(name) as \(type)"))
      }
    }
    guard diagnostics.isEmpty else { throw DiagnosticError(diagnostics) }
    return result
  }
}

extension QueryArgument {
  /// All its values in another type, where that loses nothing. A range up to a date becomes one of moments that ends
  /// with that day.
  package func converted(to type: DataType) -> QueryArgument? {
    switch self {
    case .scalar(let value): return value.converted(to: type).map { .scalar($0) }
    case .list(let values):
      let converted = values.compactMap { $0.converted(to: type) }
      return converted.count == values.count ? .list(converted) : nil
    case .range(let lower, let upper):
      var upper = upper
      if case .timestamp = type {
        if case .string(let text) = upper, let date = Scalar(text: text, type: .date) { upper = date }
        upper = upper.upperEnd
      }
      guard let lower = lower.converted(to: type), let upper = upper.converted(to: type) else { return nil }
      return .range(lower: lower, upper: upper)
    }
  }
}
