import Auger
import AugerColumns
import AugerQuery
import HTTPTypes

/// Those that listen to what is published. Each has one slot, which holds the newest event that it has not taken: a
/// listener that is slow misses those between, and takes no memory for them.
package final class EventHub: Sendable {
  struct Event: Sendable {
    /// The number of the run: what a listener that comes back says it has seen.
    var number: Int64
    var job: String
  }

  private struct Listener {
    var slot: Event?
    var waiting: CheckedContinuation<Event?, Never>?
    var isCancelled = false
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var numbers = 0
    var newest: Event?
    var isClosed = false
  }

  private let state = Locked(State())

  package init() {}

  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// What was published before anybody listened: for listeners that were connected to another process.
  package func remember(job: String, run: Int64) {
    state.withLock { state in
      if state.newest.map({ $0.number < run }) ?? true { state.newest = Event(number: run, job: job) }
    }
  }

  /// A run of a job has published.
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

  /// Ends all listening: the server is being stopped.
  package func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.listeners = state.listeners.mapValues { Listener(slot: $0.slot, waiting: nil, isCancelled: true) } }
      return state.listeners.values.compactMap(\.waiting)
    }
    for continuation in waiting { continuation.resume(returning: nil) }
  }

  /// Listens from now on; what was published since the run `last` comes first.
  func subscription(since last: Int64?) -> Subscription {
    let key = state.withLock { state in
      state.numbers += 1
      var listener = Listener()
      if let last, let newest = state.newest, newest.number > last { listener.slot = newest }
      listener.isCancelled = state.isClosed
      state.listeners[state.numbers] = listener
      return state.numbers
    }
    return Subscription(hub: self, key: key)
  }

  /// What one listener has; listening ends with it.
  final class Subscription: Sendable {
    enum Next: Sendable {
      case event(Event)
      /// Nothing has happened for some time.
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

    /// The next event. Throws `CancellationError`.
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
  /// What is published, as it is (server-sent events).
  func eventStream(_ visit: Visit) throws -> SiteResponse {
    try Self.require(visit.request, [.get])
    let last = visit.request.fields[.lastEventID].flatMap { Int64($0) }
    var fields = visit.fields
    fields[.cacheControl] = "no-store"
    fields[.contentType] = "text/event-stream"
    // A proxy that gathers answers would hold events back.
    fields[.accelBuffering] = "no"
    let subscription = events.subscription(since: last)
    let isOfAll = visit.visitor.entitlement == .everything
    let isFirst = Locked(true)
    return SiteResponse(
      .ok, fields: fields,
      body: .pieces { [access] in
        if isFirst.withLock({ isFirst in
          defer { isFirst = false }
          return isFirst
        }) {
          return Array("retry: 2000\n\n".utf8)
        }
        // Who must not see any more does not hear any more.
        let left = visit.visitor.expires.map { $0 - access.seconds }
        if let left, left <= 0 { return nil }
        switch try await subscription.next(within: .seconds(min(15, left ?? 15))) {
        case .event(let event):
          // What jobs are called is for those who may see what they publish.
          let job = isOfAll ? PercentEncoding.part(event.job) : ""
          return Array("id: \(event.number)\nevent: published\ndata: {\"job\": \"\(job)\"}\n\n".utf8)
        case .nothing: return Array(": \n\n".utf8)
        case .end: return nil
        }
      })
  }
}
