import AugerExpressions
import AugerQuery

/// A table query as strings.
struct QueryParts {
  /// A join of one of the additional tables.
  struct Join {
    var name: String
    var side: Int
    var isInner: Bool
    var keys: [(column: String, text: String)]
  }

  var joins: [Join] = []
  var derive: [(name: String, text: String)] = []
  var filters: [(text: String, isOptional: Bool)] = []
  var select: [String]?
  var groupBy: [String] = []
  var measures: [(name: String, text: String)] = []
  var having: [(text: String, isOptional: Bool)] = []
  var pivot: String?
  var orderBy: [(name: String, isDescending: Bool)] = []
  var limit: Int?

  func tableQuery(from table: String) throws -> TableQuery {
    var query = TableQuery(
      from: table, derive: try derive.map { try .init($0.name, $0.text) },
      filters: try filters.map { try .init($0.text, isOptional: $0.isOptional) },
      select: select?.map { .init($0) }, groupBy: groupBy.map { .init($0) },
      measures: try measures.map { try .init($0.name, $0.text) },
      having: try having.map { try .init($0.text, isOptional: $0.isOptional, name: "having") },
      pivot: pivot.map { .init($0) },
      orderBy: orderBy.map { .init($0.name, isDescending: $0.isDescending) }, limit: limit)
    query.joins = try joins.map { join in
      TableJoin(
        join.name, on: try join.keys.map { .init(.init($0.column), equals: try .parse($0.text, name: "on")) },
        kind: join.isInner ? .inner : .left)
    }
    return query
  }
}
