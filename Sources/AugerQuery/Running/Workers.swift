import AugerColumns
import Dispatch
import Foundation

/// Threads of our own for blocking and computing work, so that the cooperative pool never waits.
package enum Workers {
  /// Room for the deepest expression that the parser lets through, in debug builds too. Reserved, not used.
  private static let stackBytes = 16 << 20

  /// The number of workers unless stated: one for each processor.
  package static let defaultCount = max(1, ProcessInfo.processInfo.activeProcessorCount)

  /// As many as are ever useful: each takes memory of its own, and there are no more processors than there are.
  package static var mostCount: Int { 4 * defaultCount }

  /// Runs `body(0)` on the calling thread and `body(1 ..< count)` each on a thread of its own; returns when all have
  /// ended.
  ///
  /// All of them really run at once, so they may wait for each other. The error of the lowest index is thrown.
  package static func run<Failure: Error>(
    _ count: Int, _ body: @Sendable (Int) throws(Failure) -> Void
  ) throws(Failure) {
    guard count > 1 else { return try body(0) }
    let errors = Locked<[(index: Int, error: Failure)]>([])
    let group = DispatchGroup()
    withoutActuallyEscaping(body) { escaping in
      // A thread may outlive its last signal by a moment, and with it whatever it captured: so it captures the box,
      // which is emptied here, and never the body, which must not be held when this scope ends.
      let job = Locked<(@Sendable (Int) throws(Failure) -> Void)?>(escaping)
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
  private static func perform<Failure: Error>(
    _ job: Locked<(@Sendable (Int) throws(Failure) -> Void)?>, _ index: Int,
    _ errors: Locked<[(index: Int, error: Failure)]>
  ) {
    guard let body = job.withLock({ $0 }) else { return }
    do throws(Failure) { try body(index) } catch { errors.withLock { $0.append((index, error)) } }
  }

  /// What `value` gives for 0 ..< `count`, each asked for when a worker is free.
  package static func values<Value: Sendable>(
    _ workers: Int, count: Int, _ value: @Sendable (Int) -> Value?
  ) -> [Value?] {
    let state = Locked((next: 0, values: [Value?](repeating: nil, count: count)))
    run(min(workers, count)) { _ in
      while true {
        let index = state.withLock { state -> Int in
          defer { state.next += 1 }
          return state.next
        }
        guard index < count else { return }
        let result = value(index)
        state.withLock { $0.values[index] = result }
      }
    }
    return state.withLock { $0.values }
  }

  /// Starts work on a thread of its own, and does not wait for it.
  package static func start(_ work: @escaping @Sendable () -> Void) {
    let thread = Thread(block: work)
    thread.stackSize = stackBytes
    thread.start()
  }

  /// Runs blocking work on one of a bounded number of threads; cancelling the task cancels `control`.
  ///
  /// Work that waits for other such work needs a thread meanwhile: chains of it stay far below the bound.
  package static func blocking<R: Sendable>(
    _ control: RunControl, _ work: @escaping @Sendable () throws -> R
  ) async throws -> R {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        pool.run { continuation.resume(with: Result { try work() }) }
      }
    } onCancel: {
      control.cancel()
    }
  }

  /// Waits until no blocking work is under way, at most so long.
  ///
  /// A caller that is cancelled does not wait for what was begun for it; a process that ends before that work has
  /// noticed leaves statements behind that databases go on with.
  package static func ended(within limit: Duration) async {
    let deadline = ContinuousClock.now + limit
    while pool.isAtWork, ContinuousClock.now < deadline {
      do { try await Task.sleep(for: .milliseconds(5)) } catch { return }
    }
  }

  private static let pool = ThreadPool(threads: 64, stackBytes: stackBytes)
}

/// Threads that run what they are handed in its order, and end when there has been nothing for a while.
private final class ThreadPool: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// Of `waiting`: those before it are taken.
    var next = 0
    var threads = 0
    var idle = 0
    /// Work that was handed over and has not ended.
    var pending = 0
  }

  private let state = Locked(State())
  private let signal = DispatchSemaphore(value: 0)
  private let most: Int
  private let stackBytes: Int

  private static let patience = DispatchTimeInterval.seconds(5)

  init(threads most: Int, stackBytes: Int) {
    self.most = most
    self.stackBytes = stackBytes
  }

  var isAtWork: Bool { state.withLock { $0.pending > 0 } }

  func run(_ work: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.waiting.append(work)
      state.pending += 1
      guard state.waiting.count - state.next > state.idle, state.threads < most else { return false }
      state.threads += 1
      return true
    }
    signal.signal()
    guard needsThread else { return }
    let thread = Thread { [self] in while performNext() {} }
    thread.stackSize = stackBytes
    thread.start()
  }

  /// Runs what comes next; false where nothing came for a while, and the thread is to end.
  private func performNext() -> Bool {
    state.withLock { $0.idle += 1 }
    let hasWork = signal.wait(timeout: .now() + Self.patience) == .success
    let work = state.withLock { state -> (@Sendable () -> Void)? in
      state.idle -= 1
      guard hasWork, state.next < state.waiting.count else {
        state.threads -= 1
        return nil
      }
      defer {
        state.next += 1
        if state.next == state.waiting.count { (state.waiting, state.next) = ([], 0) }
      }
      return state.waiting[state.next]
    }
    guard let work else { return false }
    work()
    state.withLock { $0.pending -= 1 }
    return true
  }
}
