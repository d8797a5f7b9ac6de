import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

extension WorkspaceQueryDelegate {
  public func description(of query: String) -> QueryDescription? {
    guard let query = workspace.queries.first(where: { $0.name.utf8.elementsEqual(query.utf8) }) else { return nil }
    let declared = query.parameters.map(\.name)
    switch query.body {
    case .sql(let template):
      return QueryDescription(parameters: template.parameterNames + declared, cache: query.cache)
    case .table(let table):
      var description = QueryDescription(parameters: table.argumentNames + declared, cache: query.cache)
      if table.isAggregation {
        description.aggregation = QueryDescription.Aggregation(
          keys: table.groupBy.map(\.name), measures: table.measures, isLimited: table.limit != nil,
          isSorted: query.properties.isSorted)
      }
      return description
    }
  }

  public func answers(to requests: [QueryRequest]) async -> [Result<Table, any Error>] {
    var results: [Result<Table, any Error>] = []
    for request in requests {
      do {
        results.append(.success(try await answer(request)))
      } catch {
        results.append(.failure(error))
      }
    }
    return results
  }

  private func answer(_ request: QueryRequest) async throws -> Table {
    let query = try workspace.query(request.query)
    guard let regrouping = request.regrouping else { return try await execute(query, arguments: request.arguments) }
    let answer = try await execute(try query.grouped(regrouping), arguments: request.arguments)
    return answer.renamed(
      regrouping.derived.map(\.name) + answer.schema.names.dropFirst(regrouping.derived.count))
  }
}

extension QueryDefinition {
  /// The query with other keys; derived ones come first in its result, under names that no column has.
  fileprivate func grouped(_ regrouping: Regrouping) throws -> QueryDefinition {
    guard case .table(var table) = body, table.isAggregation, table.limit == nil else {
      throw QueryRequest(name, regrouping: regrouping).notRegrouped
    }
    let names = regrouping.derived.map { "\u{1F}\($0.name)" }
    for (name, key) in zip(names, regrouping.derived) {
      table.derive.append(TableQuery.Named(name, try Expression.parse(key.expression, name: key.name)))
    }
    table.groupBy = (names + regrouping.kept).map { TableQuery.ColumnReference($0) }
    table.orderBy = []
    var query = self
    query.body = .table(table)
    return query
  }
}
