import AugerColumns
import AugerQuery
import Dispatch

/// The full chunks between the parser and the workers. The parser waits while the queue is full.
final class BatchQueue: Sendable {
  private struct State {
    var batches: [(chunk: Int, batch: Batch)] = []
    /// The failure of the earliest chunk. It does not depend on the speed of the workers, because chunks are taken in
    /// order.
    var failure: (chunk: Int, error: any Error)?
  }

  private let state = Locked(State())
  // Both semaphores start at 0 and are only signaled. Releasing a semaphore below its initial value is invalid.
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  init(capacity: Int) { for _ in 0..<capacity { room.signal() } }

  /// Adds a chunk when the queue has space. Throws the error of a worker.
  func push(_ chunk: Int, _ batch: Batch) throws {
    room.wait()
    try state.withLock { state in
      if let failure = state.failure { throw failure.error }
      state.batches.append((chunk, batch))
    }
    filled.signal()
  }

  /// Returns the next chunk. Nil if the queue is closed and empty.
  func pop() -> (chunk: Int, batch: Batch)? {
    filled.wait()
    let next = state.withLock { $0.batches.isEmpty ? nil : $0.batches.removeFirst() }
    room.signal()
    return next
  }

  /// Ends the queue: each of the `workers` receives nil.
  func close(workers: Int) { for _ in 0..<workers { filled.signal() } }

  func fail(_ chunk: Int, _ error: any Error) {
    state.withLock { state in
      if chunk < state.failure?.chunk ?? .max { state.failure = (chunk, error) }
    }
  }

  var failure: (any Error)? { state.withLock { $0.failure?.error } }

  /// Returns true if a chunk before this one failed, so that this one can be skipped.
  func isVoid(_ chunk: Int) -> Bool { state.withLock { $0.failure.map { $0.chunk < chunk } ?? false } }
}
