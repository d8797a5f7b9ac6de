import AugerQuery

/// Counts operations down to the one before which the process is to die.
final class FaultCountdown: Sendable {
  private let left: Locked<Int>

  init(_ count: Int) { left = Locked(count) }

  func next() -> Bool {
    left.withLock { left in
      left -= 1
      return left == 0
    }
  }
}
