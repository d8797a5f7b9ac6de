import Dispatch
import Foundation

/// Threads of our own for blocking and computing work, so that the cooperative pool never waits.
package enum Workers {
  /// Room for the deepest expression that the parser lets through, in debug builds too. Reserved, not used.
  private static let stackBytes = 16 << 20

  /// The number of workers unless told: one for each processor.
  package static var defaultCount: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

  /// Runs `body(0)` on the calling thread and `body(1 ..< count)` each on a thread of its own; returns when all have
  /// ended.
  ///
  /// All of them really run at once, so they may wait for each other. The error of the lowest index is thrown.
  package static func run(_ count: Int, _ body: @Sendable (Int) throws -> Void) throws {
    guard count > 1 else { return try body(0) }
    let errors = Locked<[(index: Int, error: any Error)]>([])
    let group = DispatchGroup()
    withoutActuallyEscaping(body) { escaping in
      // A thread may outlive its last signal by a moment, and with it whatever it captured: so it captures the box,
      // which is emptied here, and never the body, which must not be held when this scope ends.
      let job = Locked<(@Sendable (Int) throws -> Void)?>(escaping)
      for index in 1..<count {
        group.enter()
        let thread = Thread {
          perform(job, index, errors)
          group.leave()
        }
        thread.stackSize = stackBytes
        thread.start()
      }
      perform(job, 0, errors)
      group.wait()
      job.withLock { $0 = nil }
    }
    if let first = errors.withLock({ $0.min { $0.index < $1.index } }) { throw first.error }
  }

  /// A function of its own, so that no reference to the body is left when it returns.
  @inline(never)
  private static func perform(
    _ job: Locked<(@Sendable (Int) throws -> Void)?>, _ index: Int, _ errors: Locked<[(index: Int, error: any Error)]>
  ) {
    guard let body = job.withLock({ $0 }) else { return }
    do { try body(index) } catch { errors.withLock { $0.append((index, error)) } }
  }

  /// Runs blocking work on a thread of its own; cancelling the task cancels `control`.
  package static func blocking<R: Sendable>(
    _ control: RunControl, _ work: @escaping @Sendable () throws -> R
  ) async throws -> R {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result { try work() }) }
        thread.stackSize = stackBytes
        thread.start()
      }
    } onCancel: {
      control.cancel()
    }
  }
}
