import AugerColumns
import AugerDiagnostics

/// The cancellation, time limit and memory of one piece of blocking work. Adapters check it between batches.
public final class RunControl: Sendable {
  private struct State {
    var isCancelled = false
    var nextHandler = 0
    var handlers: [(id: Int, action: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())
  private let deadline: ContinuousClock.Instant?
  private let timeLimit: Duration?
  /// The memory budget of this run. Nil means no limit.
  package let memory: MemoryBudget?
  /// The meter of the task that started the work. Nil means no metering.
  package let meter: WorkMeter?
  /// The settings that a database receives before each statement, for its own row policies. Usually empty.
  public let session: [SessionSetting]

  /// Creates a control that ends after `timeLimit`.
  public convenience init(timeLimit: Duration? = nil) { self.init(timeLimit: timeLimit, memory: nil) }

  package convenience init(timeLimit: Duration? = nil, memory: MemoryBudget?) {
    self.init(timeLimit: timeLimit, memory: memory, session: [])
  }

  package convenience init(timeLimit: Duration? = nil, memory: MemoryBudget?, session: [SessionSetting]) {
    self.init(timeLimit: timeLimit, memory: memory, meter: WorkMeter.current, session: session)
  }

  private init(timeLimit: Duration?, memory: MemoryBudget?, meter: WorkMeter?, session: [SessionSetting]) {
    self.timeLimit = timeLimit
    self.memory = memory
    self.meter = meter
    self.session = session
    deadline = timeLimit.map { ContinuousClock.now + $0 }
  }

  /// Performs work and adds its time to a phase of the run.
  package func measure<R>(_ phase: WorkMeter.Phase, _ work: () throws -> R) rethrows -> R {
    try WorkMeter.measure(phase, on: meter, work)
  }

  /// True if the caller has cancelled the work.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// True if the work should stop.
  package var shouldStop: Bool { isCancelled || isPastDeadline }

  package var isPastDeadline: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// Throws `cancelled` or `timeout` if work should stop.
  public func check() throws(AugerError) {
    if isCancelled { throw AugerError(.cancelled, operation: "finish the query", "it was cancelled") }
    if isPastDeadline, let timeLimit {
      throw AugerError(.timeout, operation: "finish the query", "it exceeded its time limit of \(timeLimit)")
    }
  }

  /// The error of work that should have ended: the error of `check`, or of a cancellation.
  var overdue: AugerError {
    do throws(AugerError) { try check() } catch { return error }
    return AugerError(.cancelled, operation: "finish the query", "it was cancelled")
  }

  /// Cancels once. Handlers run on the calling thread.
  public func cancel() {
    let handlers = state.withLock { state in
      defer { state.handlers = [] }
      if state.isCancelled { return [@Sendable () -> Void]() }
      state.isCancelled = true
      return state.handlers.map(\.action)
    }
    for handler in handlers { handler() }
  }

  /// Runs `body`. A cancellation during `body` runs `action`, so that another thread can interrupt a blocking call.
  /// If the work is already cancelled, `action` runs at once.
  public func withCancellationHandler<R>(
    _ action: @escaping @Sendable () -> Void, _ body: () throws -> R
  ) rethrows -> R {
    let id = state.withLock { state -> Int? in
      if state.isCancelled { return nil }
      state.nextHandler += 1
      state.handlers.append((state.nextHandler, action))
      return state.nextHandler
    }
    if id == nil { action() }
    defer { state.withLock { state in state.handlers.removeAll { $0.id == id } } }
    return try body()
  }
}
