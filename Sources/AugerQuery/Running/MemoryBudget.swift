import AugerColumns
import AugerDiagnostics

/// The memory limit of one run. It covers rows in transit, growing columns and dictionaries, groups, sorted rows,
/// computed strings, cached results, and output.
///
/// All workers and queries of a run share one budget. Code reserves memory with a `MemoryShare` before it allocates.
/// A reservation that exceeds the limit fails with `lowMemory` and changes nothing.
package final class MemoryBudget: Sendable {
  private struct State {
    var used = 0
    /// The number of bytes granted since the process memory was last measured.
    var unseen = 0
  }

  /// The limit in bytes.
  package let limit: Int
  private let state = Locked(State())
  private let resident: (@Sendable () -> Int?)?
  private let residentBefore: Int

  /// The number of granted bytes between two measurements of the process memory.
  private static let step = 1 << 20
  /// The memory that a process needs even under a smaller limit, for threads, library buffers and fragmentation.
  private static let least = 20 << 20

  /// - Parameters:
  /// - limit: The maximum number of bytes of all shares together.
  /// - resident: Returns the resident bytes of the process, or nil if the system does not report them. If they have
  ///   grown by more than the limit, all reservations fail, because some estimates are wrong. Use it only for a
  ///   process that does no other work.
  package init(limit: Int, resident: (@Sendable () -> Int?)? = nil) {
    self.limit = limit
    self.resident = resident
    residentBefore = resident?() ?? 0
  }

  /// The number of bytes that are not reserved.
  package var remaining: Int { max(0, limit - state.withLock { $0.used }) }

  fileprivate func take(_ bytes: Int) throws(AugerError) {
    let granted = state.withLock { state in
      guard bytes <= limit - state.used else { return false }
      state.unseen += bytes
      if let resident, state.unseen >= Self.step {
        state.unseen = 0
        let grown = (resident() ?? residentBefore) - residentBefore
        guard grown + bytes <= max(limit, Self.least) else { return false }
      }
      state.used += bytes
      return true
    }
    if !granted { throw refusal }
  }

  fileprivate func give(_ bytes: Int) { state.withLock { $0.used -= bytes } }

  /// The error `lowMemory`, with the limit.
  package var refusal: AugerError {
    let megabytes = 1 << 20
    let text = limit % megabytes == 0 && limit > 0 ? "\(limit / megabytes) MB" : "\(limit) bytes"
    return AugerError(
      .lowMemory, operation: "read the result", "it needs more than the \(text) of memory that it may have",
      hint: "Select fewer columns, filter or aggregate in the query, or raise the memory limit.")
  }
}

/// The reservation of one part of a run. It is released with its last reference.
package final class MemoryShare: Sendable {
  private let budget: MemoryBudget?
  private let held = Locked(0)

  /// Creates an empty share. Without a budget, it grows without limits and does not count.
  package init(of budget: MemoryBudget?) { self.budget = budget }

  deinit { if let budget { budget.give(held.withLock { $0 }) } }

  /// True if sizes must be estimated, which takes time.
  package var isLimited: Bool { budget != nil }

  /// Returns the smaller of `most` and the free budget per use, if it is divided among `uses`.
  package func room(_ most: Int, uses: Int) -> Int { budget.map { min(most, $0.remaining / uses) } ?? most }

  /// Sets the size of the share. Throws `lowMemory` without any change if the budget does not suffice.
  package func hold(_ bytes: Int) throws(AugerError) {
    guard let budget else { return }
    try held.withLock { held -> Result<Void, AugerError> in
      Result { () throws(AugerError) in
        if bytes > held { try budget.take(bytes - held) } else { budget.give(held - bytes) }
        held = bytes
      }
    }.get()
  }

  /// Enlarges the share like `hold`.
  package func add(_ bytes: Int) throws(AugerError) {
    guard budget != nil else { return }
    try hold(held.withLock { $0 } + bytes)
  }
}
