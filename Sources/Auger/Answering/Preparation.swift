import AugerColumns
import AugerQuery

/// Answers that are on their way for a caller who has not asked for them yet.
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

  /// Runs `body`. What it has not taken when it ends, or is cancelled, is given up.
  static func holding<R: Sendable>(_ all: [Preparation], _ body: () async throws -> R) async throws -> R {
    defer { for preparation in all { preparation.release() } }
    return try await withTaskCancellationHandler {
      try await body()
    } onCancel: {
      for preparation in all { preparation.release() }
    }
  }
}
