import AugerDiagnostics

/// How much the distinct texts of one result of an expression may take, and which limit leaves as much.
package struct TextRoom: Sendable {
  package enum Limit: Sendable {
    /// Of the memory that a run may take.
    case memory
    /// Of a query, on the bytes of its result.
    case query
    /// Ours, whatever else is allowed.
    case texts
  }

  /// What is left.
  package var bytes: Int
  /// The limit itself, in bytes.
  package var limitBytes: Int
  package var limit: Limit

  package init(bytes: Int, of limitBytes: Int, _ limit: Limit) {
    (self.bytes, self.limitBytes, self.limit) = (bytes, limitBytes, limit)
  }

  /// Texts that are joined with themselves double with each step.
  package static let widest = TextRoom(
    bytes: BoundExpression.mostTextBytes, of: BoundExpression.mostTextBytes, .texts)

  /// For texts that would take more: `lowMemory`, or `limitExceeded` where it is the query that says so.
  func refusal(of expression: String) -> AugerError {
    let operation = "compute '\(expression.prefix(80))'"
    return limit == .query
      ? AugerError(
        .limitExceeded, operation: operation, "its texts need more than \(limitBytes) bytes",
        hint: "compute shorter texts, filter before, or raise the query's limit 'bytes'")
      : AugerError(
        .lowMemory, operation: operation,
        "its texts need more than the \(limitBytes) bytes of memory that they may have",
        hint: "compute shorter texts, filter before, or raise the memory limit")
  }
}
