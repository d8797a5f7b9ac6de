import AugerColumns
import Dispatch
import Foundation

/// Separate threads for blocking and computing work, so that the cooperative pool never waits.
package enum Workers {
  /// The stack size for the deepest expression that the parser accepts, also in debug builds. It is reserved, not
  /// used.
  private static let stackBytes = 16 << 20

  /// The default number of workers: one per processor.
  package static let defaultCount = max(1, ProcessInfo.processInfo.activeProcessorCount)

  /// The maximum useful number of workers. Each worker takes additional memory, and the number of processors is
  /// limited.
  package static var mostCount: Int { 4 * defaultCount }

  /// Runs `body(0)` on the calling thread and `body(1 ..< count)` on separate threads. Returns when all have ended.
  ///
  /// All of them run at the same time, so they can wait for each other. Throws the error of the lowest index.
  package static func run<Failure: Error>(
    _ count: Int, _ body: @Sendable (Int) throws(Failure) -> Void
  ) throws(Failure) {
    guard count > 1 else { return try body(0) }
    let errors = Locked<[(index: Int, error: Failure)]>([])
    let group = DispatchGroup()
    withoutActuallyEscaping(body) { escaping in
      // A thread can outlive its last signal briefly, together with its captures. It therefore captures the box,
      // which is emptied here, and not the body, which must be released when this scope ends.
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

  /// Runs one body. A separate function, so that no reference to the body remains when it returns.
  @inline(never)
  private static func perform<Failure: Error>(
    _ job: Locked<(@Sendable (Int) throws(Failure) -> Void)?>, _ index: Int,
    _ errors: Locked<[(index: Int, error: Failure)]>
  ) {
    guard let body = job.withLock({ $0 }) else { return }
    do throws(Failure) { try body(index) } catch { errors.withLock { $0.append((index, error)) } }
  }

  /// Returns the results of `value` for 0 ..< `count`. Each is computed when a worker is free.
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

  /// Starts work on a new thread and does not wait for it.
  package static func start(_ work: @escaping @Sendable () -> Void) {
    let thread = Thread(block: work)
    thread.stackSize = stackBytes
    thread.start()
  }

  /// Runs blocking work on one of a limited number of threads. Cancelling the task cancels `control`.
  ///
  /// Work that waits for other such work occupies a thread, so chains must be much shorter than the limit.
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

  /// Runs blocking work of sources. If it continues after its cancellation or time limit, the caller receives that
  /// error, and the thread is abandoned until its blocking call returns.
  ///
  /// Throws `sourceNotResponding` if the maximum number of abandoned calls of one of the sources has not returned.
  package static func blocking<R: Sendable>(
    _ control: RunControl, on lanes: [SourceLane], _ work: @escaping @Sendable () throws -> R
  ) async throws -> R {
    for lane in lanes { try lane.check() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        run(SourceCall(control, lanes, continuation), work)
      }
    } onCancel: {
      control.cancel()
    }
  }

  private static func run<R: Sendable>(_ call: SourceCall<R>, _ work: @escaping @Sendable () throws -> R) {
    let id = OverdueWatch.shared.add(call.control) { if call.leave() { pool.leaveBehind() } }
    pool.run {
      // Skip the work if its caller left before it began.
      let result = Result {
        guard call.isAwaited else { throw call.control.overdue }
        return try work()
      }
      OverdueWatch.shared.remove(id)
      if !call.end(result) { pool.comeBack() }
    }
  }

  /// Waits until no blocking work is running, at most for `limit`.
  ///
  /// A cancelled caller does not wait for its work. If the process ended before that work noticed the cancellation,
  /// databases would continue to execute its statements.
  package static func ended(within limit: Duration) async {
    let deadline = ContinuousClock.now + limit
    while pool.isAtWork, ContinuousClock.now < deadline {
      do { try await Task.sleep(for: .milliseconds(5)) } catch { return }
    }
  }

  private static let pool = ThreadPool(threads: 64, stackBytes: stackBytes)
}

/// A blocking call and its waiting caller, until one of them leaves.
private final class SourceCall<R: Sendable>: Sendable {
  let control: RunControl
  private let lanes: [SourceLane]
  private let waiting: Locked<CheckedContinuation<R, any Error>?>

  init(_ control: RunControl, _ lanes: [SourceLane], _ continuation: CheckedContinuation<R, any Error>) {
    self.control = control
    self.lanes = lanes
    waiting = Locked(continuation)
  }

  var isAwaited: Bool { waiting.withLock { $0 != nil } }

  /// Returns the result to the caller. False if the caller has left.
  func end(_ result: Result<R, any Error>) -> Bool {
    guard let continuation = take() else {
      for lane in lanes { lane.come() }
      return false
    }
    continuation.resume(with: result)
    return true
  }

  /// Releases the caller. Returns false if the call has ended.
  func leave() -> Bool {
    for lane in lanes { lane.leave() }
    guard let continuation = take() else {
      for lane in lanes { lane.come() }
      return false
    }
    continuation.resume(with: Result { throw control.overdue })
    return true
  }

  private func take() -> CheckedContinuation<R, any Error>? {
    waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
  }
}

/// A pool of threads that run work in order and end after a period without work.
private final class ThreadPool: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// The index of the next item in `waiting`.
    var next = 0
    var threads = 0
    var idle = 0
    /// The number of submitted items that have not ended.
    var pending = 0
    /// Maximum number of threads, without abandoned ones.
    var most: Int
  }

  private let state: Locked<State>
  private let signal = DispatchSemaphore(value: 0)
  private let stackBytes: Int

  private static let patience = DispatchTimeInterval.seconds(5)

  init(threads most: Int, stackBytes: Int) {
    state = Locked(State(most: most))
    self.stackBytes = stackBytes
  }

  var isAtWork: Bool { state.withLock { $0.pending > 0 } }

  func run(_ work: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.waiting.append(work)
      state.pending += 1
      guard state.waiting.count - state.next > state.idle, state.threads < state.most else { return false }
      state.threads += 1
      return true
    }
    signal.signal()
    if needsThread { startThread() }
  }

  /// Replaces a blocked thread with another.
  func leaveBehind() {
    let needsThread = state.withLock { state in
      state.most += 1
      state.pending -= 1
      guard state.waiting.count - state.next > state.idle, state.threads < state.most else { return false }
      state.threads += 1
      return true
    }
    if needsThread { startThread() }
  }

  /// Records that an abandoned thread has ended its work.
  func comeBack() {
    state.withLock { state in
      state.most -= 1
      state.pending += 1
    }
  }

  private func startThread() {
    let thread = Thread { [self] in while performNext() {} }
    thread.stackSize = stackBytes
    thread.start()
  }

  /// Runs the next item. Returns false if no work arrived for a while, so that the thread should end.
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
