import AugerColumns
import AugerExpressions

extension TableQuery {
  /// The clock functions that its expressions use. Nil if they use none.
  package var clockUse: ClockUse? { expressions.compactMap(\.clockUse).max() }

  /// Returns the query with `today()` and `now()` fixed to a moment in UTC.
  package func at(_ now: Timestamp) -> TableQuery {
    guard clockUse != nil else { return self }
    var query = self
    for join in query.joins.indices {
      for key in query.joins[join].on.indices { query.joins[join].on[key].value = joins[join].on[key].value.at(now) }
    }
    query.derive = derive.map { $0.with($0.expression.at(now)) }
    query.filters = filters.map { $0.with($0.expression.at(now)) }
    query.measures = measures.map { $0.with($0.expression.at(now)) }
    query.having = having.map { $0.with($0.expression.at(now)) }
    return query
  }
}
