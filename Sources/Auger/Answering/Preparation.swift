import AugerColumns
import AugerQuery

/// Queries in progress for a caller that has not requested their results yet.
package struct Preparation: Sendable {
  private let flights: [Flight]
  private let isHeld = Locked(true)

  init(_ flights: [Flight]) { self.flights = flights }

  func release() {
    let wasHeld = isHeld.withLock { isHeld in
      defer { isHeld = false }
      return isHeld
    }
    if wasHeld { for flight in flights { flight.release() } }
  }

  /// Runs `body`. Results that it has not used when it ends or is cancelled are discarded.
  static func holding<R: Sendable>(_ all: [Preparation], _ body: () async throws -> R) async throws -> R {
    defer { for preparation in all { preparation.release() } }
    return try await withTaskCancellationHandler {
      try await body()
    } onCancel: {
      for preparation in all { preparation.release() }
    }
  }
}
