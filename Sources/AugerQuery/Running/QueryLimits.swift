import AugerDiagnostics

/// The limits of one query. A query that exceeds them fails with `limitExceeded` or `timeout`.
public struct QueryLimits: Sendable, Hashable {
  /// Maximum number of rows of a result.
  public var rows: Int?
  /// Maximum number of bytes of the result's values.
  public var bytes: Int?
  /// Maximum time of a query.
  public var time: Duration?

  /// Creates limits. Nil means no limit.
  public init(rows: Int? = nil, bytes: Int? = nil, time: Duration? = nil) {
    self.rows = rows
    self.bytes = bytes
    self.time = time
  }

  package static let none = QueryLimits()

  /// Throws if a result exceeds the limits.
  public func check(rows count: Int, bytes size: Int = 0) throws(AugerError) {
    if let rows, count > rows {
      throw AugerError(
        .limitExceeded, operation: "read the result", "it has more than \(rows) rows",
        hint: "Aggregate or filter in the query, or raise its limit 'rows'.")
    }
    if let bytes, size > bytes {
      throw AugerError(
        .limitExceeded, operation: "read the result", "it has more than \(bytes) bytes",
        hint: "Select fewer columns, aggregate, or raise the query's limit 'bytes'.")
    }
  }
}
