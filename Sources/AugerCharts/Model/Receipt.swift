import AugerColumns

/// The inputs from which a chart was computed.
public struct Receipt: Sendable, Hashable {
  /// The queries, in the order of the levels and layers that use them.
  public package(set) var queries: [Query]
  /// The time at which the data were read, if known; never the time of the computation.
  public package(set) var asOf: Timestamp?
  /// The time of `now()`, or the start of the day of `today()`, if the chart or its queries use them.
  package var now: Timestamp?

  package init(queries: [Query] = [], asOf: Timestamp? = nil, now: Timestamp? = nil) {
    self.queries = queries
    self.asOf = asOf
    self.now = now
  }

  /// A query of a receipt.
  public struct Query: Sendable, Hashable {
    /// The origin of a query result.
    public enum Execution: String, Sendable, Hashable {
      /// The delegate ran the query.
      case executed = "ran"
      /// A cached result for the same arguments was used.
      case cached = "reused"
    }

    /// The name of the query.
    public package(set) var name: String
    /// The arguments of the query from filters, drill path and variables.
    public package(set) var arguments: QueryArguments
    /// The number of rows in the result.
    public package(set) var rows: Int
    /// The display name of its source: a file, or a table of a database. Nil if unknown.
    package var source: String?
    /// The time of the query, if the result is stale and could not be refreshed; otherwise nil.
    package var staleAsOf: Timestamp?
    /// The origin, for tests and traces. It is not part of chart JSON, because the chart does not depend on it.
    public package(set) var execution: Execution

    package init(
      name: String, arguments: QueryArguments = QueryArguments(), rows: Int, source: String? = nil,
      staleAsOf: Timestamp? = nil, execution: Execution = .executed
    ) {
      self.name = name
      self.arguments = arguments
      self.rows = rows
      self.source = source
      self.staleAsOf = staleAsOf
      self.execution = execution
    }
  }
}
