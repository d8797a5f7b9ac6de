import AugerColumns
import AugerQuery

/// A query in progress. All callers that request it in the meantime wait for the same result. The flight is abandoned
/// when the last waiting caller is cancelled.
final class Flight: Sendable {
  private struct State {
    var waiting: [Int: CheckedContinuation<Table, any Error>] = [:]
    /// Callers that were cancelled before they started to wait.
    var cancelled: Set<Int> = []
    var callers = 0
    /// The number of callers that will request the result but do not wait yet.
    var holds = 0
    var landings = 0
    var result: Result<Table, any Error>?
    var isAbandoned = false
    var group: FlightGroup?
  }

  private let state = Locked(State())
  private let abandoned: @Sendable (Flight) -> Void

  /// The start time of the query.
  let began: AnswerClock.Moment

  /// Creates a flight. `abandoned` is called once, before the query is cancelled.
  init(began: AnswerClock.Moment, abandoned: @escaping @Sendable (Flight) -> Void) {
    self.began = began
    self.abandoned = abandoned
  }

  /// Returns the result. Throws `CancellationError` as soon as the calling task is cancelled.
  func table() async throws -> Table {
    let caller = state.withLock { state in
      state.callers += 1
      return state.callers
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Table, any Error>? in
          if state.cancelled.remove(caller) != nil { return .failure(CancellationError()) }
          if state.result == nil { state.waiting[caller] = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      leave(caller)
    }
  }

  /// Returns true once: for the first caller that receives the result.
  func isFirstLanding() -> Bool {
    state.withLock { state in
      state.landings += 1
      return state.landings == 1
    }
  }

  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// Prevents cancellation while no caller waits yet.
  func hold() { state.withLock { $0.holds += 1 } }

  func release() { give(up: { $0.holds -= 1 }) }

  func board(_ group: FlightGroup) {
    let isAbandoned = state.withLock { state in
      state.group = group
      return state.isAbandoned
    }
    if isAbandoned { group.leave() }
  }

  func land(_ result: Result<Table, any Error>) {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      state.result = result
      state.group = nil
      return state.waiting.values.map(\.self)
    }
    for continuation in waiting { continuation.resume(with: result) }
  }

  private func leave(_ caller: Int) {
    let continuation = Locked<CheckedContinuation<Table, any Error>?>(nil)
    give(up: { state in
      let waiting = state.waiting.removeValue(forKey: caller)
      if waiting == nil, state.result == nil { state.cancelled.insert(caller) }
      continuation.withLock { $0 = waiting }
    })
    continuation.withLock { $0 }?.resume(throwing: CancellationError())
  }

  /// Applies a change, and abandons the flight if no caller remains.
  private func give(up change: (inout State) -> Void) {
    let (isLast, group) = state.withLock { state in
      change(&state)
      let isLast = state.waiting.isEmpty && state.holds == 0 && state.result == nil && !state.isAbandoned
      if isLast { state.isAbandoned = true }
      return (isLast, state.group)
    }
    guard isLast else { return }
    abandoned(self)
    group?.leave()
  }
}

/// Flights whose queries run together. They are cancelled when all of them are abandoned.
final class FlightGroup: Sendable {
  private let remaining: Locked<Int>
  private let cancel: @Sendable () -> Void

  init(_ count: Int, cancel: @escaping @Sendable () -> Void) {
    remaining = Locked(count)
    self.cancel = cancel
  }

  func leave() {
    let isEmpty = remaining.withLock { remaining in
      remaining -= 1
      return remaining == 0
    }
    if isEmpty { cancel() }
  }
}
