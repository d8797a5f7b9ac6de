import AugerDiagnostics

/// How much the distinct texts of one result of an expression may take, and which limit leaves as much. Texts that are
/// joined with themselves double with each step.
package struct TextRoom: Sendable {
  private enum Limit: Sendable {
    /// Of the memory that a run may take.
    case memory
    /// Of a query, on the bytes of its result.
    case query
    /// Ours, whatever else is allowed.
    case texts
  }

  /// What the distinct texts of one result may take at most.
  private var bytes: Int
  private var limitBytes: Int
  private var limit: Limit
  /// Takes so many bytes of the memory that a run may take; false where there are not as many. What was taken is given
  /// back when nobody holds the room any more.
  private var memory: (limitBytes: Int, take: @Sendable (_ bytes: Int) -> Bool)?

  package init(bytes: Int, ofMemory limitBytes: Int, taking take: @escaping @Sendable (_ bytes: Int) -> Bool) {
    self.init(bytes, of: limitBytes, .memory)
    memory = (limitBytes, take)
  }

  /// Of what the result of a query may have.
  package init(bytes: Int, ofQuery limitBytes: Int) { self.init(bytes, of: limitBytes, .query) }

  private init(_ bytes: Int, of limitBytes: Int, _ limit: Limit) {
    (self.bytes, self.limitBytes, self.limit) = (bytes, limitBytes, limit)
  }

  /// Where nothing else limits them.
  static let widest = TextRoom(BoundExpression.mostTextBytes, of: BoundExpression.mostTextBytes, .texts)

  /// The narrower of two, with the memory of whichever has one.
  package func narrowed(to other: TextRoom?) -> TextRoom {
    guard let other else { return self }
    var narrower = other.bytes < bytes ? other : self
    narrower.memory = other.memory ?? memory
    return narrower
  }

  /// The texts of one result while they grow.
  struct Growth {
    /// Bytes that there is room for.
    fileprivate var bytes = 0
  }

  /// The least that is taken at once.
  private static let step = 1 << 12

  /// Makes sure of room for so many bytes of texts. Throws `lowMemory`, or `limitExceeded` where it is the query that
  /// has none, with the text of the expression.
  func hold(_ needed: Int, _ growth: inout Growth, for expression: String) throws(AugerError) {
    guard needed > growth.bytes else { return }
    guard needed <= bytes else { throw refusal(of: expression) }
    // As blocks grow: to twice as many bytes, beside which those so far stay until they are copied.
    let next = min(bytes, max(needed, 2 * growth.bytes, Self.step))
    if let memory, !memory.take((next - growth.bytes) / 2 * 3) {
      throw TextRoom(0, of: memory.limitBytes, .memory).refusal(of: expression)
    }
    growth.bytes = next
  }

  private func refusal(of expression: String) -> AugerError {
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
