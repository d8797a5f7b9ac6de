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

  /// Runs blocking work of sources. When it goes on although it was cancelled or its time is over, the caller gets the
  /// error of that, and the thread is left behind until the call that blocks it returns.
  ///
  /// Throws `sourceNotResponding` if as many calls of one of the sources as may be left behind have not returned.
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
      // Work whose caller has left before it began is not begun.
      let result = Result {
        guard call.isAwaited else { throw call.control.overdue }
        return try work()
      }
      OverdueWatch.shared.remove(id)
      if !call.end(result) { pool.comeBack() }
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

/// A blocking call and the caller that waits for it, until one of them leaves.
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

  /// Gives the result to the caller. False if the caller has left.
  func end(_ result: Result<R, any Error>) -> Bool {
    guard let continuation = take() else {
      for lane in lanes { lane.come() }
      return false
    }
    continuation.resume(with: result)
    return true
  }

  /// Lets the caller go. False if the call has ended.
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
    /// Threads that are allowed. One that was left behind is not counted.
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

  /// Lets another thread take the place of one that is blocked.
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

  /// Takes up that a thread that was left behind has ended its work.
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
