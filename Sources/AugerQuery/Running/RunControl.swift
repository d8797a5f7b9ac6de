import AugerColumns
import AugerDiagnostics

/// Cancellation, time limit and memory of one piece of blocking work; handed down to adapters, which ask it between
/// batches.
public final class RunControl: Sendable {
  private struct State {
    var isCancelled = false
    var nextHandler = 0
    var handlers: [(id: Int, action: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())
  private let deadline: ContinuousClock.Instant?
  private let timeLimit: Duration?
  /// What the work and all that belongs to its run may take; nil: as much as there is.
  package let memory: MemoryBudget?
  /// That of the task that began the work; nil: nobody looks.
  package let meter: WorkMeter?
  /// What a database is told of the caller before each statement, for row policies of its own; empty for most work.
  public let session: [SessionSetting]

  /// A run that nobody has cancelled yet, and that ends by itself after `timeLimit`.
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

  /// Does work that belongs to a phase of the run.
  package func measure<R>(_ phase: WorkMeter.Phase, _ work: () throws -> R) rethrows -> R {
    try WorkMeter.measure(phase, on: meter, work)
  }

  /// Whether the caller has cancelled the work.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whether work should stop, for one reason or the other.
  package var shouldStop: Bool { isCancelled || isPastDeadline }

  package var isPastDeadline: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// Throws `cancelled` or `timeout` if work should stop.
  public func check() throws(AugerError) {
    if isCancelled { throw AugerError(.cancelled, operation: "finish the query", "it was cancelled") }
    if isPastDeadline, let timeLimit {
      throw AugerError(.timeout, operation: "finish the query", "it exceeded its time limit of \(timeLimit)")
    }
  }

  /// The error of work that should have ended: that of `check`, or of a cancellation.
  var overdue: AugerError {
    do throws(AugerError) { try check() } catch { return error }
    return AugerError(.cancelled, operation: "finish the query", "it was cancelled")
  }

  /// Cancels once; handlers run on the calling thread.
  public func cancel() {
    let handlers = state.withLock { state in
      defer { state.handlers = [] }
      if state.isCancelled { return [@Sendable () -> Void]() }
      state.isCancelled = true
      return state.handlers.map(\.action)
    }
    for handler in handlers { handler() }
  }

  /// Runs `body` with `action` armed: a cancellation meanwhile runs it (at once if it came before), so that a blocking
  /// call in `body` can be interrupted from another thread.
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
