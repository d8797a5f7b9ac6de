import AugerColumns
import AugerDiagnostics

/// The memory that the parts of one run may take together: what is read and not handed on yet, columns and dictionaries
/// that grow, groups, rows that are sorted, texts that are computed, answers that are kept, and output.
///
/// One budget serves all workers and all queries of a run. Whoever is about to take memory says so first, by a
/// `MemoryShare`; what is beyond the limit is refused with `lowMemory`, and nothing was taken.
package final class MemoryBudget: Sendable {
  private struct State {
    var used = 0
    /// Bytes that were granted since the process was last looked at.
    var unseen = 0
  }

  /// In bytes.
  package let limit: Int
  private let state = Locked(State())
  private let resident: (@Sendable () -> Int?)?
  private let residentBefore: Int

  /// Bytes between two looks at the process.
  private static let step = 1 << 20
  /// What a process may take under a smaller limit, too: beside what is asked for there are threads, buffers of
  /// libraries, and the remainders of the allocator.
  private static let least = 20 << 20

  /// - Parameters:
  ///   - limit: bytes that all shares may have together.
  ///   - resident: the bytes that the process has in memory, nil where the system does not tell. Where they have grown
  ///     beyond the limit nothing more is granted, whatever was asked for: sizes are foreseen, and some wrongly. Only
  ///     for a process that does nothing else.
  package init(limit: Int, resident: (@Sendable () -> Int?)? = nil) {
    self.limit = limit
    self.resident = resident
    residentBefore = resident?() ?? 0
  }

  /// Bytes that nobody has asked for yet.
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

  /// `lowMemory`, with what there may be.
  package var refusal: AugerError {
    let megabytes = 1 << 20
    let text = limit % megabytes == 0 && limit > 0 ? "\(limit / megabytes) MB" : "\(limit) bytes"
    return AugerError(
      .lowMemory, operation: "read the result", "it needs more than the \(text) of memory that it may have",
      hint: "select fewer columns, filter or aggregate in the query, or raise the memory limit")
  }
}

/// What one part of a run has of the budget; given back when nobody holds it any more.
package final class MemoryShare: Sendable {
  private let budget: MemoryBudget?
  private let held = Locked(0)

  /// A share without bytes; of no budget it grows without bounds and counts nothing.
  package init(of budget: MemoryBudget?) { self.budget = budget }

  deinit { if let budget { budget.give(held.withLock { $0 }) } }

  /// Whether sizes matter: foreseeing them takes time.
  package var isLimited: Bool { budget != nil }

  /// The lesser of `most` and what is left of the budget for each of so many uses.
  package func room(_ most: Int, uses: Int) -> Int { budget.map { min(most, $0.remaining / uses) } ?? most }

  /// Makes the share as large as this. Throws `lowMemory`, and leaves it as it is, where there is not as much.
  package func hold(_ bytes: Int) throws(AugerError) {
    guard let budget else { return }
    try held.withLock { held -> Result<Void, AugerError> in
      Result { () throws(AugerError) in
        if bytes > held { try budget.take(bytes - held) } else { budget.give(held - bytes) }
        held = bytes
      }
    }.get()
  }

  /// Makes the share larger by so much, as `hold` does.
  package func add(_ bytes: Int) throws(AugerError) {
    guard budget != nil else { return }
    try hold(held.withLock { $0 } + bytes)
  }
}
