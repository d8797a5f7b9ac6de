public import AugerColumns

/// A query that a chart or a filter needs, with everything that was picked.
public struct QueryRequest: Sendable, Hashable {
  public var query: String
  public var arguments: QueryArguments

  public init(_ query: String, arguments: QueryArguments = QueryArguments()) {
    self.query = query
    self.arguments = arguments
  }
}
