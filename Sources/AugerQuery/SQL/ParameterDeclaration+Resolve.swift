import AugerColumns
import AugerDiagnostics

extension ParameterDeclaration {
  /// Returns the arguments in their declared types, and the defaults of parameters without an argument.
  ///
  /// Undeclared arguments are unchanged. Throws all `argumentType` errors at once, each at its declaration.
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
            hint: "Pass a value of type \(type), which the query declares for '\(name)'."))
      }
    }
    guard diagnostics.isEmpty else { throw DiagnosticError(diagnostics) }
    return result
  }
}
