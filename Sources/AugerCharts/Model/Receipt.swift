import AugerColumns

/// What a chart was computed from.
public struct Receipt: Sendable, Hashable {
  /// In the order of the levels and layers that asked for them.
  public package(set) var queries: [ReceiptQuery]
  /// When the data were read, where that is known; never the time of computing.
  public package(set) var asOf: Timestamp?
  /// The moment of `now()`, or the first one of the day of `today()`, where the chart or its queries asked for it.
  package var now: Timestamp?

  package init(queries: [ReceiptQuery] = [], asOf: Timestamp? = nil, now: Timestamp? = nil) {
    self.queries = queries
    self.asOf = asOf
    self.now = now
  }
}

/// One query of a receipt.
public struct ReceiptQuery: Sendable, Hashable {
  /// Whether a query was asked.
  public enum Execution: String, Sendable, Hashable {
    /// The delegate was asked.
    case ran
    /// An earlier answer to the same arguments was taken.
    case reused
  }

  /// The name that the delegate was asked by.
  public package(set) var name: String
  /// What it was asked with, of filters, drill path and variables.
  public package(set) var arguments: QueryArguments
  /// Rows of the answer.
  public package(set) var rows: Int
  /// What it read, as people call it: a file, a table of a database. Nil where that is not known.
  package var source: String?
  /// When it was answered, where that is long ago and a newer answer could not be had; else nil.
  package var staleAsOf: Timestamp?
  /// For tests and traces; not part of chart JSON, because a chart is the same however its tables came.
  public package(set) var execution: Execution

  package init(
    name: String, arguments: QueryArguments = QueryArguments(), rows: Int, source: String? = nil,
    staleAsOf: Timestamp? = nil, execution: Execution = .ran
  ) {
    self.name = name
    self.arguments = arguments
    self.rows = rows
    self.source = source
    self.staleAsOf = staleAsOf
    self.execution = execution
  }
}
