import AugerColumns
import AugerQuery

/// Runs work once for several waiting callers, and cancels it when the last caller leaves.
package final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    /// A number that distinguishes the work from later work with the same key.
    var number: Int
    var task: Task<Value, any Error>
    var callers: Int
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var numbers = 0
  }

  private let state = Locked(State())

  package init() {}

  /// Returns the value of a key from work in progress, or from `work`, which starts now.
  package func value(_ key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let (number, task) = state.withLock { state -> (Int, Task<Value, any Error>) in
      if let flight = state.flights[key], !flight.task.isCancelled {
        state.flights[key]?.callers += 1
        return (flight.number, flight.task)
      }
      state.numbers += 1
      let number = state.numbers
      let task = Task.detached { [weak self] in
        defer { self?.end(key, number) }
        return try await work()
      }
      state.flights[key] = Flight(number: number, task: task, callers: 1)
      return (number, task)
    }
    return try await withTaskCancellationHandler {
      let value = try await task.value
      try Task.checkCancellation()
      return value
    } onCancel: {
      leave(key, number)
    }
  }

  private func leave(_ key: Key, _ number: Int) {
    state.withLock { state in
      guard state.flights[key]?.number == number else { return }
      state.flights[key]?.callers -= 1
      if let flight = state.flights[key], flight.callers == 0 { flight.task.cancel() }
    }
  }

  private func end(_ key: Key, _ number: Int) {
    state.withLock { state in
      if state.flights[key]?.number == number { state.flights[key] = nil }
    }
  }
}
