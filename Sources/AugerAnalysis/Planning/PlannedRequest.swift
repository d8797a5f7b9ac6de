import AugerQuery

/// A request of a plan, with the reason for its form.
package struct PlannedRequest: Sendable {
  package let request: QueryRequest
  /// The keys of totals to which the rows of the levels do not add up. Nil for the request of a level.
  let totals: LevelTable.TotalKeys?
  /// The reason for the keys of the result: those of the query itself, or others.
  package let reason: String

  init(_ request: QueryRequest, for totals: LevelTable.TotalKeys? = nil, because reason: String) {
    self.request = request
    self.totals = totals
    self.reason = reason
  }
}
