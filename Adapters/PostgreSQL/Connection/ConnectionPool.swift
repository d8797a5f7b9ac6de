import AugerColumns
import AugerDiagnostics
import AugerQuery
import Dispatch

/// The connections of a source, up to a maximum number. Each has one user at a time, and other users wait.
final class ConnectionPool: Sendable {
  private struct State {
    var idle: [(connection: PostgreSQLConnection, since: ContinuousClock.Instant)] = []
    /// The number of connections that are in use, being opened, or idle.
    var count = 0
    var waiters: [DispatchSemaphore] = []
    /// True if a connection was established before. A server that is now unreachable may return.
    var wasConnected = false
    var isClosed = false
  }

  private let conninfo: Conninfo
  private let options: PostgreSQLOptions
  private let operation: String
  private let state = Locked(State())

  init(location: String, _ options: PostgreSQLOptions) {
    conninfo = Conninfo(location: location, options)
    operation = "connect to \(conninfo.described)"
    self.options = options
  }

  /// Closes idle connections. Others are closed when they are returned.
  func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      state.count -= state.idle.count
      defer { state.idle = [] }
      return state.idle
    }
    withExtendedLifetime(idle) {}
  }

  /// Waits for a connection.
  func take(_ watch: Watch) throws -> PostgreSQLConnection {
    let semaphore = DispatchSemaphore(value: 0)
    while true {
      try watch.check()
      if let connection = try takeNow(watch, orWaitOn: semaphore) { return connection }
      _ = semaphore.wait(timeout: .now() + .milliseconds(20))
    }
  }

  /// Returns a connection if one is idle or another one is allowed.
  func takeIfFree(_ watch: Watch) throws -> PostgreSQLConnection? { try takeNow(watch, orWaitOn: nil) }

  private func takeNow(_ watch: Watch, orWaitOn semaphore: DispatchSemaphore?) throws -> PostgreSQLConnection? {
    enum Turn {
      case idle(PostgreSQLConnection)
      case new
      case wait
    }
    while true {
      let turn: Turn = state.withLock { state in
        if let semaphore { state.waiters.removeAll { $0 === semaphore } }
        if let last = state.idle.popLast() { return .idle(last.connection) }
        if state.count < options.poolSize {
          state.count += 1
          return .new
        }
        if let semaphore { state.waiters.append(semaphore) }
        return .wait
      }
      switch turn {
      case .idle(let connection):
        if connection.isAlive, ContinuousClock.now - connection.openedAt < options.lifetime { return connection }
        forget()
      case .new:
        do { return try connect(watch) } catch {
          forget()
          throw error
        }
      case .wait: return nil
      }
    }
  }

  private func forget() {
    let waiter = state.withLock { state in
      state.count -= 1
      return state.waiters.first
    }
    waiter?.signal()
  }

  func giveBack(_ connection: PostgreSQLConnection) {
    connection.leave()
    guard connection.isUsable else { return forget() }
    let kept = state.withLock { state in
      if state.isClosed { return false }
      state.idle.append((connection, ContinuousClock.now))
      return true
    }
    guard kept else { return forget() }
    state.withLock { $0.waiters.first }?.signal()
    let (seconds, attoseconds) = options.idleTimeout.components
    let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds + 10)) { [weak self] in
      self?.closeIdle()
    }
  }

  private func closeIdle() {
    let oldest = ContinuousClock.now - options.idleTimeout
    let closed = state.withLock { state in
      let closed = state.idle.filter { $0.since <= oldest }
      state.idle.removeAll { $0.since <= oldest }
      state.count -= closed.count
      return closed
    }
    withExtendedLifetime(closed) {}
  }

  /// Connects. Retries for a limited time with growing pauses, if the server was reachable before or reports that it
  /// is starting.
  private func connect(_ watch: Watch) throws -> PostgreSQLConnection {
    let deadline = ContinuousClock.now + options.reconnect
    var pause = 20
    while true {
      do {
        let connection = try PostgreSQLConnection(conninfo, options, watch)
        state.withLock { $0.wasConnected = true }
        return connection
      } catch let failure as ConnectionFailure {
        let isStarting = failure.state == "57P03"
        let mayComeBack = isStarting || (failure.isTransient && state.withLock { $0.wasConnected })
        guard mayComeBack, ContinuousClock.now < deadline else { throw failure.error(operation) }
        let until = ContinuousClock.now + .milliseconds(pause)
        while ContinuousClock.now < until {
          try watch.check()
          _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(10))
        }
        pause = min(pause * 2, 1000)
      } catch let failure as ServerFailure {
        throw failure.error(operation: operation)
      }
    }
  }
}
