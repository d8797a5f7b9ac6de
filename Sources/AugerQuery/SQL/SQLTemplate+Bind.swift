import AugerColumns
import AugerDiagnostics

extension SQLTemplate {
  /// Returns the statement for these arguments, with placeholders of the dialect and the values in order.
  ///
  /// Throws all errors at once: `argumentUnbound`, `argumentType`, `argumentKind`, `foreignPlaceholder`. Arguments
  /// without a parameter are ignored (`unusedArguments`). Null is bound as null, which never matches in SQL's `=` and
  /// `IN`.
  ///
  /// - Parameter dictated: The arguments whose strings are compared by their bytes.
  package func bind(
    _ arguments: QueryArguments, declared: [ParameterDeclaration] = [], dialect: SQLDialect, dictated: Set<Name> = []
  ) throws(DiagnosticError) -> SQLStatement {
    var binder = TemplateBinder(template: self, arguments: arguments, declared: declared, dialect: dialect)
    binder.dictatedNames = dictated
    binder.refuseForeignPlaceholders()
    binder.append(pieces)
    guard binder.diagnostics.isEmpty else { throw DiagnosticError(binder.diagnostics) }
    var statement = SQLStatement(
      text: String(decoding: binder.text, as: UTF8.self), bindings: binder.bindings, origins: binder.origins,
      template: source)
    statement.dictated = binder.dictated
    return statement
  }
}

private struct TemplateBinder {
  let template: SQLTemplate
  let arguments: QueryArguments
  let declared: [ParameterDeclaration]
  let dialect: SQLDialect
  let source: [UInt8]
  var dictatedNames: Set<Name> = []
  var dictated: [Range<Int>] = []
  var text: [UInt8] = []
  var bindings: [Scalar] = []
  var origins: [SQLStatement.Origin] = []
  var diagnostics: [Diagnostic] = []

  init(
    template: SQLTemplate, arguments: QueryArguments, declared: [ParameterDeclaration], dialect: SQLDialect
  ) {
    self.template = template
    self.arguments = arguments
    self.declared = declared
    self.dialect = dialect
    source = Array(template.source.text.utf8)
  }

  /// Rejects the database's own placeholders: they would be bound to a wrong value, or to none.
  mutating func refuseForeignPlaceholders() {
    for placeholder in template.placeholders {
      let isForeign =
        switch dialect.placeholder {
        case .numberedQuestionMark: true
        case .dollarNumber: placeholder.lead == UInt8(ascii: "$") && placeholder.startsWithDigit
        }
      guard isForeign else { continue }
      let found = String(decoding: source[placeholder.span.lower..<placeholder.span.upper], as: UTF8.self)
      diagnostics.append(
        Diagnostic(
          .foreignPlaceholder, "the placeholder '\(found)' has no parameter",
          at: Diagnostic.Place(template.source, placeholder.span), hint: "Use a named parameter, ':name'."))
    }
  }

  mutating func append(_ pieces: [SQLTemplate.Piece]) {
    for piece in pieces {
      switch piece {
      case .text(let span):
        mark(span.lower)
        text += source[span.lower..<span.upper]
      case .parameter(let index): append(template.parameters[index])
      case .clause(let span, let inner):
        if inner.allSatisfy(isBound) {
          append(inner)
        } else {
          mark(span.lower)
          text.append(UInt8(ascii: " "))
        }
      }
    }
  }

  private mutating func mark(_ templateOffset: Int) {
    origins.append(SQLStatement.Origin(offset: text.count, templateOffset: templateOffset))
  }

  private func isBound(_ piece: SQLTemplate.Piece) -> Bool {
    guard case .parameter(let index) = piece else { return true }
    return value(of: template.parameters[index].name) != nil
  }

  private func declaration(_ name: String) -> ParameterDeclaration? {
    declared.first(named: name)
  }

  private func value(of name: String) -> QueryArgument? {
    arguments[name] ?? declaration(name)?.defaultValue.map { .scalar($0) }
  }

  private mutating func refuse(
    _ code: Diagnostic.Code, _ message: String, at parameter: SQLParameter, hint: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(code, message, at: Diagnostic.Place(template.source, parameter.span), hint: hint))
  }

  private mutating func append(_ parameter: SQLParameter) {
    mark(parameter.span.lower)
    let name = parameter.name
    guard var argument = value(of: name) else {
      let hint = DidYouMean.hint(for: name, among: arguments.names, listing: "arguments")
      return refuse(.argumentUnbound, "parameter '\(name)' has no argument", at: parameter, hint: hint)
    }
    if let type = declaration(name)?.type {
      guard let converted = argument.converted(to: type) else {
        return refuse(
          .argumentType, "argument '\(name)' cannot be read as \(type)", at: parameter,
          hint: "Pass a value of type \(type), which the query declares for '\(name)'.")
      }
      argument = converted
    }
    switch (argument, parameter.part) {
    case (.scalar(let value), _): append([value], of: name)
    case (.list(let values), _) where values.isEmpty:
      refuse(
        .argumentKind, "argument '\(name)' is an empty list", at: parameter,
        hint: "Pass at least one value, or make the clause optional: [[ ... ]].")
    case (.list(let values), .whole) where values.count == 1 || parameter.takesList: append(values, of: name)
    case (.list(let values), .whole):
      refuse(
        .argumentKind, "argument '\(name)' is a list of \(values.count) values, expected one value", at: parameter,
        hint: "Write IN (:\(name)).")
    case (.list, _):
      refuse(.argumentKind, "argument '\(name)' is a list, expected a range", at: parameter, hint: "Pass a range.")
    case (.range, .whole):
      refuse(
        .argumentKind, "argument '\(name)' is a range, expected one value", at: parameter,
        hint: "Write :\(name).lower and :\(name).upper.")
    case (.range(let lower, _), .lower): append([lower], of: name)
    case (.range(_, let upper), .upper): append([upper], of: name)
    }
  }

  /// Appends placeholders for one value or, in `IN (...)`, for several.
  ///
  /// Some databases accept a whole list as one array, but expanded placeholders work in every dialect.
  private mutating func append(_ values: [Scalar], of name: String) {
    let isDictated = dictatedNames.contains(Name(name))
    for (index, value) in values.enumerated() {
      if index > 0 { text += ", ".utf8 }
      bindings.append(value)
      let start = text.count
      text += dialect.placeholder(bindings.count, isNew: true).utf8
      if isDictated, case .string = value { dictated.append(start..<text.count) }
    }
  }
}
