import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The resolution of names in a query to columns of its table. All errors are collected.
struct QueryNames {
  private let query: TableQuery
  private let arguments: QueryArguments
  /// The columns of the table, followed by the derived columns.
  private(set) var schema: Schema
  private var problems: [Diagnostic]

  init(_ query: TableQuery, schema: Schema, arguments: QueryArguments) {
    self.query = query
    self.arguments = arguments
    self.schema = schema
    problems = query.mistakes
  }

  /// Throws all collected errors.
  func finish() throws(DiagnosticError) {
    if !problems.isEmpty { throw DiagnosticError(problems) }
  }

  /// Binds the derived columns. Each can use the columns before it. Nil for one with an error.
  mutating func derived() -> [BoundExpression?] {
    var bound: [BoundExpression?] = []
    for item in query.derive {
      if schema.index(of: item.name) != nil {
        problems.append(
          Diagnostic(
            .duplicateName, "derived column '\(item.name)' has the name of another column", at: item.namePlace))
        continue
      }
      let expression = bind(item.expression, schema)
      bound.append(expression)
      _ = schema.append(Field(item.name, expression?.type ?? .string))
    }
    return bound
  }

  mutating func filters() -> [BoundExpression] {
    var filters: [BoundExpression] = []
    for filter in query.filters where filter.isKept(with: arguments) {
      if let condition = bind(condition: filter.expression, schema) { filters.append(condition) }
    }
    return filters
  }

  /// Returns the indices of columns.
  mutating func columns(_ references: [TableQuery.ColumnReference]) -> [Int] {
    var columns: [Int] = []
    for reference in references {
      if let index = schema.index(of: reference.name) {
        columns.append(index)
      } else {
        problems.append(Self.unknownColumn(reference, in: schema.names))
      }
    }
    return columns
  }

  /// Binds the measures and appends their fields to the result.
  mutating func measures(
    _ items: [TableQuery.Named], after columns: [Int], over keys: [String]
  ) -> ([AggregateSplit], [Field]) {
    var measures: [AggregateSplit] = []
    var output = columns.map { schema[$0] }
    var names = Set(output.map { Name($0.name) })
    for item in items {
      guard let measure = bind(item.expression, schema, keys) else { continue }
      if !names.insert(Name(item.name)).inserted {
        problems.append(
          Diagnostic(
            .duplicateName, "measure '\(item.name)' has the name of another column", at: item.namePlace))
      }
      measures.append(measure.splitAggregates())
      output.append(Field(item.name, measure.type))
    }
    return (measures, output)
  }

  /// Binds the conditions on groups.
  mutating func having(
    _ conditions: GroupConditions, _ groups: Schema
  ) -> [(text: String, condition: BoundExpression)] {
    if query.isAggregation { problems += conditions.unknownColumns(in: schema, query) }
    // Errors in a measure are not repeated for the conditions that use it.
    guard problems.isEmpty else { return [] }
    var having: [(text: String, condition: BoundExpression)] = []
    for item in conditions.conditions {
      if let condition = bind(condition: item.outer, groups) { having.append((item.text, condition)) }
    }
    return having
  }

  mutating func ordering(by output: Schema, isPivot: Bool) -> [(column: Int, isDescending: Bool)] {
    var orderBy: [(column: Int, isDescending: Bool)] = []
    for ordering in query.orderBy {
      if let index = output.index(of: ordering.column.name) {
        orderBy.append((index, ordering.isDescending))
      } else {
        var problem = Self.unknownColumn(ordering.column, in: output.names)
        if isPivot { problem.notes.append("the rows of a pivot are ordered by their keys") }
        problems.append(problem)
      }
    }
    if let limit = query.limit, limit < 0 {
      problems.append(Diagnostic(.wrongArgumentValue, "a limit cannot be negative"))
    }
    return orderBy
  }

  private mutating func bind(
    _ expression: Expression, _ schema: Schema, _ groupKeys: [String]? = nil
  ) -> BoundExpression? {
    do throws(DiagnosticError) {
      let scope = ExpressionScope(
        schema: schema, variables: arguments.entries.map { (name: $0.name, value: $0.value) },
        allowsAggregates: groupKeys != nil, groupKeys: groupKeys ?? [])
      return try BoundExpression.bind(expression, in: scope)
    } catch {
      problems += error.diagnostics
      return nil
    }
  }

  private mutating func bind(condition: Expression, _ schema: Schema) -> BoundExpression? {
    guard let bound = bind(condition, schema) else { return nil }
    guard let mistake = condition.mistake(asCondition: bound.type) else { return bound }
    problems.append(mistake)
    return nil
  }

  private static func unknownColumn(_ reference: TableQuery.ColumnReference, in names: [String]) -> Diagnostic {
    Diagnostic(
      .unknownColumn, "column '\(reference.name)' is not known", at: reference.place,
      hint: DidYouMean.hint(for: reference.name, among: names, listing: "columns"))
  }
}
