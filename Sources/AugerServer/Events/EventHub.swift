import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery
import HTTPTypes

/// The listeners for publications. Each has one slot with the newest event that it has not received. A slow listener
/// misses intermediate events, which use no memory.
package final class EventHub: Sendable {
  struct Event: Sendable {
    /// The number of the run. A reconnecting listener sends the last one it received.
    var number: Int64
    var job: String
  }

  private struct Listener {
    /// The name of the principal. Empty on an open server.
    var principal: Name
    var slot: Event?
    /// True if the access rights of the listener must be checked again.
    var isDue = false
    var waiting: CheckedContinuation<Event?, Never>?
    var isCancelled = false
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var numbers = 0
    var newest: Event?
    var isClosed = false
  }

  private let limits: ServerLimits
  private let state = Locked(State())

  package init(_ limits: ServerLimits) { self.limits = limits }

  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Records an earlier publication, for listeners that were connected to another process.
  package func remember(job: String, run: Int64) {
    state.withLock { state in
      if state.newest.map({ $0.number < run }) ?? true { state.newest = Event(number: run, job: job) }
    }
  }

  package func publish(job: String, run: Int64) {
    let event = Event(number: run, job: job)
    let ready = state.withLock { state -> [CheckedContinuation<Event?, Never>] in
      state.newest = event
      var ready: [CheckedContinuation<Event?, Never>] = []
      for key in state.listeners.keys {
        if let waiting = state.listeners[key]?.waiting {
          ready.append(waiting)
          state.listeners[key]?.waiting = nil
        } else {
          state.listeners[key]?.slot = event
        }
      }
      return ready
    }
    for continuation in ready { continuation.resume(returning: event) }
  }

  /// Ends all subscriptions, because the server is shutting down.
  package func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      var waiting: [CheckedContinuation<Event?, Never>] = []
      for key in state.listeners.keys {
        state.listeners[key]?.isCancelled = true
        if let listener = Self.taken(&state.listeners[key]) { waiting.append(listener) }
      }
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: nil) }
  }

  /// Wakes all listeners, so that each checks its access rights again.
  package func beat() {
    let waiting = state.withLock { state in
      var waiting: [CheckedContinuation<Event?, Never>] = []
      for key in state.listeners.keys {
        if let listener = Self.taken(&state.listeners[key]) {
          waiting.append(listener)
        } else {
          state.listeners[key]?.isDue = true
        }
      }
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: nil) }
  }

  private static func taken(_ listener: inout Listener?) -> CheckedContinuation<Event?, Never>? {
    defer { listener?.waiting = nil }
    return listener?.waiting
  }

  /// Subscribes to events, starting with the publications after the run `last`. Throws 429 or 503 if the principal or
  /// the server has too many listeners.
  func subscription(since last: Int64?, of principal: String) throws(Problem) -> Subscription {
    let key = state.withLock { state -> Result<Int, Problem> in
      guard state.listeners.count < limits.listeners else {
        return .failure(Problem(.serviceUnavailable, .busy, "Too many clients listen to events", retryAfter: 15))
      }
      let own = principal.isEmpty ? 0 : state.listeners.values.count(where: { $0.principal == Name(principal) })
      guard own < limits.listenersOfPrincipal else {
        return .failure(
          Problem(.tooManyRequests, .tooManyListeners, "You have too many event streams open", retryAfter: 15))
      }
      state.numbers += 1
      var listener = Listener(principal: Name(principal))
      if let last, let newest = state.newest, newest.number > last { listener.slot = newest }
      listener.isCancelled = state.isClosed
      state.listeners[state.numbers] = listener
      return .success(state.numbers)
    }
    return Subscription(hub: self, key: try key.get())
  }

  /// The subscription of one listener. It ends when this value is released.
  final class Subscription: Sendable {
    enum Next: Sendable {
      case event(Event)
      /// No event occurred for some time.
      case nothing
      case end
    }

    private let hub: EventHub
    private let key: Int

    fileprivate init(hub: EventHub, key: Int) {
      self.hub = hub
      self.key = key
    }

    deinit { hub.state.withLock { [key] state in _ = state.listeners.removeValue(forKey: key) } }

    /// Returns the next event. Throws `CancellationError`.
    func next(within patience: Duration) async throws -> Next {
      try Task.checkCancellation()
      let beat = Task { [hub, key] in
        try await Task.sleep(for: patience)
        hub.wake(key, isCancelled: false)
      }
      defer { beat.cancel() }
      let event = await withTaskCancellationHandler {
        await withCheckedContinuation { hub.wait(key, $0) }
      } onCancel: {
        hub.wake(key, isCancelled: true)
      }
      try Task.checkCancellation()
      if let event { return .event(event) }
      return hub.isOver(key) ? .end : .nothing
    }
  }

  private func wait(_ key: Int, _ continuation: CheckedContinuation<Event?, Never>) {
    let ready = state.withLock { state -> Event?? in
      guard var listener = state.listeners[key], !listener.isCancelled else { return .some(nil) }
      if listener.isDue {
        state.listeners[key]?.isDue = false
        return .some(nil)
      }
      if let slot = listener.slot {
        listener.slot = nil
        state.listeners[key] = listener
        return slot
      }
      listener.waiting = continuation
      state.listeners[key] = listener
      return nil
    }
    if let ready { continuation.resume(returning: ready) }
  }

  private func isOver(_ key: Int) -> Bool { state.withLock { $0.listeners[key]?.isCancelled ?? true } }

  private func wake(_ key: Int, isCancelled: Bool) {
    let waiting = state.withLock { state in
      if isCancelled { state.listeners[key]?.isCancelled = true }
      defer { state.listeners[key]?.waiting = nil }
      return state.listeners[key]?.waiting
    }
    waiting?.resume(returning: nil)
  }
}

extension Site {
  /// Returns a stream of publications as server-sent events.
  func eventStream(_ visit: Visit) throws -> SiteResponse {
    try Self.require(visit.request, [.get])
    let last = visit.request.fields[.lastEventID].flatMap { Int64($0) }
    var fields = visit.fields
    fields.setCaching(.never)
    fields[.contentType] = "text/event-stream"
    // Disable buffering by proxies, which would delay events.
    fields[.accelBuffering] = "no"
    let subscription = try events.subscription(since: last, of: visit.visitor.name)
    let isFirst = Locked(true)
    return SiteResponse(
      .ok, fields: fields,
      body: .pieces { [self] in
        if isFirst.withLock({ isFirst in
          defer { isFirst = false }
          return isFirst
        }) {
          return Array("retry: 2000\n\n".utf8)
        }
        let left = visit.visitor.expires.map { max(0, $0 - access.seconds) }
        let next = try await subscription.next(within: .seconds(min(15, left ?? 15)))
        guard await isWelcome(visit) else { return nil }
        switch next {
        case .event(let event):
          // The name of a job is visible only to callers who may see its publications.
          let isVisible = visit.visitor.entitlement.allows(published: event.job)
          let job = isVisible ? PercentEncoding.part(event.job) : ""
          return Array("id: \(event.number)\nevent: published\ndata: {\"job\": \"\(job)\"}\n\n".utf8)
        case .nothing: return Array(": \n\n".utf8)
        case .end: return nil
        }
      })
  }
}
