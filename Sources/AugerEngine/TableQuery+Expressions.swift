import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

extension TableQuery {
  /// Errors in the query's expressions that do not depend on data or arguments: unknown functions, incompatible
  /// types, missing constants. A column of unknown type fits every type.
  package var expressionMistakes: [Diagnostic] {
    var problems: [Diagnostic] = []
    var schema = Schema([])
    func bind(_ expression: Expression, groupKeys: [String]? = nil) -> BoundExpression? {
      var scope = ExpressionScope(
        schema: schema, allowsAggregates: groupKeys != nil, groupKeys: groupKeys ?? [])
      scope.allowsUnknownColumns = true
      do throws(DiagnosticError) { return try BoundExpression.bind(expression, in: scope) } catch {
        // Arguments are known only at run time.
        problems += error.diagnostics.filter { $0.code != .unknownVariable }
        return nil
      }
    }
    func bind(conditions: [Expression]) {
      for condition in conditions {
        guard let bound = bind(condition), !bound.isUntyped else { continue }
        if let mistake = condition.mistake(asCondition: bound.type) { problems.append(mistake) }
      }
    }
    for value in joins.flatMap(\.on).map(\.value) { _ = bind(value) }
    for item in derive {
      if let bound = bind(item.expression), !bound.isUntyped { _ = schema.append(Field(item.name, bound.type)) }
    }
    bind(conditions: filters.map(\.expression))
    let conditions = GroupConditions(self, having)
    let keys = groupBy.map(\.name)
    var groups = schema.fields.filter { field in keys.contains { Name($0) == Name(field.name) } }
    for item in measures + conditions.aggregates {
      if let bound = bind(item.expression, groupKeys: keys), !bound.isUntyped {
        groups.append(Field(item.name, bound.type))
      }
    }
    schema = Schema(groups)
    bind(conditions: conditions.conditions.map(\.outer))
    return problems
  }
}

extension Expression {
  /// Returns the error for a condition with values of this type. Nil if the type is valid.
  func mistake(asCondition type: DataType) -> Diagnostic? {
    if type == .bool || type.isNumeric { return nil }
    return Diagnostic(
      .wrongArgumentType, "a condition is true or false, not \(type)", at: Diagnostic.Place(source, span))
  }
}
