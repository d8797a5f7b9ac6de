import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

extension TableQuery {
  /// What is wrong with the query's expressions whatever its tables hold and its arguments are: functions that are not
  /// there, types that cannot meet, constants that are none. A column whose type is not known yet fits everything.
  package var expressionMistakes: [Diagnostic] {
    var problems: [Diagnostic] = []
    var schema = Schema([])
    func bind(_ expression: Expression, groupKeys: [String]? = nil) -> BoundExpression? {
      var scope = ExpressionScope(
        schema: schema, allowsAggregates: groupKeys != nil, groupKeys: groupKeys ?? [])
      scope.allowsUnknownColumns = true
      do throws(DiagnosticError) { return try BoundExpression.bind(expression, in: scope) } catch {
        // An argument is known when it is given.
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
  /// What is wrong with a condition whose values are of this type; nil: nothing.
  func mistake(asCondition type: DataType) -> Diagnostic? {
    if type == .bool || type.isNumeric { return nil }
    return Diagnostic(
      .wrongArgumentType, "a condition is true or false, not \(type)", at: Diagnostic.Place(source, span))
  }
}
