import AugerDiagnostics

/// Limits of one query; what exceeds them ends with `limitExceeded` or `timeout`.
public struct QueryLimits: Sendable, Hashable {
  /// How many rows a result may have.
  public var rows: Int?
  /// Bytes of the result's values.
  public var bytes: Int?
  /// How long a query may run.
  public var time: Duration?

  /// Limits; nil: none.
  public init(rows: Int? = nil, bytes: Int? = nil, time: Duration? = nil) {
    self.rows = rows
    self.bytes = bytes
    self.time = time
  }

  package static let none = QueryLimits()

  /// Throws if a result has grown beyond the limits.
  public func check(rows count: Int, bytes size: Int = 0) throws(AugerError) {
    if let rows, count > rows {
      throw AugerError(
        .limitExceeded, operation: "read the result", "it has more than \(rows) rows",
        hint: "aggregate or filter in the query, or raise its limit 'rows'")
    }
    if let bytes, size > bytes {
      throw AugerError(
        .limitExceeded, operation: "read the result", "it has more than \(bytes) bytes",
        hint: "select fewer columns, aggregate, or raise the query's limit 'bytes'")
    }
  }
}
