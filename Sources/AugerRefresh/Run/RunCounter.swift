import AugerColumns
import AugerQuery

/// Counts runs down, for a service that ends by itself.
final class RunCounter: Sendable {
  private let left: Locked<Int?>

  init(_ count: Int?) { left = Locked(count) }

  var hasMore: Bool { left.withLock { $0.map { $0 > 0 } ?? true } }

  func count() { left.withLock { $0 = $0.map { $0 - 1 } } }
}
