import AugerColumns
import AugerQuery
import Dispatch

/// Full chunks on their way from the parser to the workers; the parser waits while as many are under way as there is
/// room for.
final class BatchQueue: Sendable {
  private struct State {
    var batches: [(chunk: Int, batch: Batch)] = []
    /// The failure of the earliest chunk: which one that is does not depend on the workers' speed, because chunks are
    /// taken in order.
    var failure: (chunk: Int, error: any Error)?
  }

  private let state = Locked(State())
  // They begin at 0 and are only raised: a semaphore may not be freed below the value it began with.
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  init(capacity: Int) { for _ in 0..<capacity { room.signal() } }

  /// Waits for room. Throws what a worker has thrown.
  func push(_ chunk: Int, _ batch: Batch) throws {
    room.wait()
    try state.withLock { state in
      if let failure = state.failure { throw failure.error }
      state.batches.append((chunk, batch))
    }
    filled.signal()
  }

  /// The next chunk; nil when the queue was closed and is empty.
  func pop() -> (chunk: Int, batch: Batch)? {
    filled.wait()
    let next = state.withLock { $0.batches.isEmpty ? nil : $0.batches.removeFirst() }
    room.signal()
    return next
  }

  /// No more chunks: each of `workers` gets a nil.
  func close(workers: Int) { for _ in 0..<workers { filled.signal() } }

  func fail(_ chunk: Int, _ error: any Error) {
    state.withLock { state in
      if chunk < state.failure?.chunk ?? .max { state.failure = (chunk, error) }
    }
  }

  var failure: (any Error)? { state.withLock { $0.failure?.error } }

  /// Whether a chunk before this one has failed, so that this one need not be handled.
  func isVoid(_ chunk: Int) -> Bool { state.withLock { $0.failure.map { $0.chunk < chunk } ?? false } }
}
