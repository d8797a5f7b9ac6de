import AugerColumns
import AugerExpressions

extension TableQuery {
  /// What its expressions ask of the clock; nil: nothing.
  package var clockUse: ClockUse? { expressions.compactMap(\.clockUse).max() }

  /// The query at a moment of UTC, which `today()` and `now()` in it then say.
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
