import AugerDiagnostics

/// The size limit for the distinct strings of one result of an expression, and the kind of limit. A string that is
/// joined with itself repeatedly grows exponentially.
package struct TextRoom: Sendable {
  private enum Limit: Sendable {
    /// The memory limit of the run.
    case memory
    /// The limit of a query on the size of its result.
    case query
    /// The built-in limit, which always applies.
    case texts
  }

  /// The maximum size of the distinct strings of one result.
  private var bytes: Int
  private var limitBytes: Int
  private var limit: Limit
  /// The memory limit of the run. `take` reserves memory and returns false if the limit is reached. The memory is
  /// released with the last reference.
  private var memory: (limitBytes: Int, take: @Sendable (_ bytes: Int) -> Bool)?

  package init(bytes: Int, ofMemory limitBytes: Int, taking take: @escaping @Sendable (_ bytes: Int) -> Bool) {
    self.init(bytes, of: limitBytes, .memory)
    memory = (limitBytes, take)
  }

  /// Creates a limit from the maximum size of a query's result.
  package init(bytes: Int, ofQuery limitBytes: Int) { self.init(bytes, of: limitBytes, .query) }

  private init(_ bytes: Int, of limitBytes: Int, _ limit: Limit) {
    (self.bytes, self.limitBytes, self.limit) = (bytes, limitBytes, limit)
  }

  /// The limit that applies if no other limit is lower.
  static let widest = TextRoom(BoundExpression.mostTextBytes, of: BoundExpression.mostTextBytes, .texts)

  /// Returns the lower of two limits, with the memory limit of the one that has it.
  package func narrowed(to other: TextRoom?) -> TextRoom {
    guard let other else { return self }
    var narrower = other.bytes < bytes ? other : self
    narrower.memory = other.memory ?? memory
    return narrower
  }

  /// The size of a growing result.
  struct Growth {
    /// The reserved bytes.
    fileprivate var bytes = 0
  }

  /// The minimum number of bytes reserved at once.
  private static let step = 1 << 12

  /// Reserves memory for a number of bytes of strings. Throws `lowMemory` with the text of the expression, or
  /// `limitExceeded` if the query's limit is reached.
  func hold(_ needed: Int, _ growth: inout Growth, for expression: String) throws(AugerError) {
    guard needed > growth.bytes else { return }
    guard needed <= bytes else { throw refusal(of: expression) }
    // Blocks grow to twice their size, and the old block exists until its content is copied.
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
        .limitExceeded, operation: operation, "the strings need more than \(limitBytes) bytes",
        hint: "Filter the rows first, compute shorter strings, or raise the query's limit 'bytes'.")
      : AugerError(
        .lowMemory, operation: operation,
        "the strings exceed the memory limit of \(limitBytes) bytes",
        hint: "Filter the rows first, compute shorter strings, or raise the memory limit.")
  }
}
