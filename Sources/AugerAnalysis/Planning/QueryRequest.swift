public import AugerColumns
public import AugerQuery

/// A query that a chart or a filter needs, with everything that was picked.
public struct QueryRequest: Sendable, Hashable {
  public var query: String
  public var arguments: QueryArguments
  /// Other keys than the query's own, for a level of dates whose values do not add up; nil: as it stands.
  public var regrouping: Regrouping?

  public init(_ query: String, arguments: QueryArguments = QueryArguments(), regrouping: Regrouping? = nil) {
    self.query = query
    self.arguments = arguments
    self.regrouping = regrouping
  }
}
