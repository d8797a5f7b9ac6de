import AugerColumns
import AugerQuery
import Dispatch
import Testing

/// A process that is about to exit waits for blocking work whose callers were cancelled.
@Suite(.serialized) struct WorkersEndTests {
  @Test func exitWaitsForCancelledWork() async throws {
    let (control, hasEnded, hasBegun) = (RunControl(), Locked(false), DispatchSemaphore(value: 0))
    let caller = Task {
      try await Workers.blocking(control) {
        hasBegun.signal()
        while !control.shouldStop { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1)) }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(50))
        hasEnded.withLock { $0 = true }
      }
    }
    await Self.wait(for: hasBegun)
    caller.cancel()
    await Workers.ended(within: .seconds(60))
    #expect(hasEnded.withLock { $0 })
    _ = await caller.result
  }

  @Test func exitStopsWaitingAfterTheLimit() async throws {
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let caller = Task {
      try await Workers.blocking(RunControl()) {
        hasBegun.signal()
        mayEnd.wait()
      }
    }
    await Self.wait(for: hasBegun)
    await Workers.ended(within: .milliseconds(20))
    mayEnd.signal()
    try await caller.value
  }

  private static func wait(for semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      Workers.start {
        semaphore.wait()
        continuation.resume()
      }
    }
  }
}
