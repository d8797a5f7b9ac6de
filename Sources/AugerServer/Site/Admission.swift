import Auger
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerQuery
import HTTPTypes

/// A queue that limits the number of requests computed at once. Waiting requests are served in order.
final class Admission: Sendable {
  private struct Waiting {
    var number: Int
    var principal: String
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var running = 0
    var ofPrincipal: [Name: Int] = [:]
    var waiting: [Waiting] = []
    var cancelled: Set<Int> = []
    var numbers = 0
  }

  private let limits: ServerLimits
  private let state = Locked(State())

  init(_ limits: ServerLimits) { self.limits = limits }

  /// The number of running and of waiting requests.
  var counts: (running: Int, waiting: Int) { state.withLock { ($0.running, $0.waiting.count) } }

  /// Runs `body` when its turn comes. Throws `CancellationError`, or a `Problem`: 429 if the principal has too many
  /// requests in progress, 503 if the queue is full.
  func run<R: Sendable>(_ principal: String, _ body: @Sendable () async throws -> R) async throws -> R {
    try await enter(principal)
    defer { leave(principal) }
    return try await body()
  }

  private func enter(_ principal: String) async throws {
    let number = try state.withLock { state -> Int? in
      // An open server cannot distinguish callers, so it has no limit per principal.
      guard principal.isEmpty || state.ofPrincipal[Name(principal), default: 0] < limits.ofPrincipal else {
        throw Problem(.tooManyRequests, .tooManyRequests, .problemTooManyRequests, retryAfter: 1)
      }
      guard state.running < limits.slots || state.waiting.count < limits.queue else {
        throw Problem(.serviceUnavailable, .busy, .problemBusy, retryAfter: 1)
      }
      state.ofPrincipal[Name(principal), default: 0] += 1
      if state.running < limits.slots {
        state.running += 1
        return nil
      }
      state.numbers += 1
      return state.numbers
    }
    guard let number else { return }
    do {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let isCancelled = state.withLock { state in
            if state.cancelled.remove(number) != nil { return true }
            state.waiting.append(Waiting(number: number, principal: principal, continuation: continuation))
            return false
          }
          if isCancelled { continuation.resume(throwing: CancellationError()) }
        }
      } onCancel: {
        let waiting = state.withLock { state -> Waiting? in
          guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
            state.cancelled.insert(number)
            return nil
          }
          return state.waiting.remove(at: index)
        }
        waiting?.continuation.resume(throwing: CancellationError())
      }
    } catch {
      state.withLock { Self.release(principal, &$0) }
      throw error
    }
    // The task was cancelled after its turn came. `leave` passes its slot to the next request.
    state.withLock { _ = $0.cancelled.remove(number) }
  }

  private func leave(_ principal: String) {
    let next = state.withLock { state -> Waiting? in
      Self.release(principal, &state)
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.continuation.resume()
  }

  private static func release(_ principal: String, _ state: inout State) {
    let left = state.ofPrincipal[Name(principal), default: 1] - 1
    state.ofPrincipal[Name(principal)] = left > 0 ? left : nil
  }
}
