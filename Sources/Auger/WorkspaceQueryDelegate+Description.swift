import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

extension WorkspaceQueryDelegate: DescribedQueries {
  public func description(of query: String) -> QueryDescription? {
    guard let query = workspace.queries.first(where: { $0.name.utf8.elementsEqual(query.utf8) }) else { return nil }
    var description = QueryDescription(parameters: query.argumentNames)
    switch query.body {
    case .sql: return description
    case .table(let table):
      if table.isAggregation {
        description.aggregation = QueryDescription.Aggregation(
          keys: table.groupBy.map(\.name), measures: table.measures, isLimited: table.limit != nil,
          isSorted: query.properties.isSorted)
      }
      return description
    }
  }

  public func executeQuery(
    _ name: String, arguments: QueryArguments, regrouped: Regrouping
  ) async throws -> Table {
    var query = try workspace.query(name)
    guard case .table(var table) = query.body, table.isAggregation, table.limit == nil else {
      throw DiagnosticError(
        Diagnostic(
          .rollUpNotExact, "query '\(name)' cannot be grouped anew", at: query.sourcePlace,
          hint: "a table query with groupBy and without limit can be"))
    }
    // Under names that no column has.
    let names = regrouped.derived.map { "\u{1F}\($0.name)" }
    for (name, key) in zip(names, regrouped.derived) {
      table.derive.append(TableQuery.Named(name, try Expression.parse(key.expression, name: key.name)))
    }
    table.groupBy = (names + regrouped.kept).map { TableQuery.ColumnReference($0) }
    table.orderBy = []
    query.body = .table(table)
    let answer = try await execute(query, arguments: arguments)
    return answer.renamed(regrouped.derived.map(\.name) + answer.schema.names.dropFirst(names.count))
  }
}
