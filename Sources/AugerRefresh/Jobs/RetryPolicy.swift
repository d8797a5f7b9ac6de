/// How often and when something that failed is tried again.
package struct RetryPolicy: Sendable, Hashable {
  /// All attempts, the first included.
  package var attempts: Int
  /// The wait after the first failure; it doubles with each further one.
  package var firstWait: Duration
  package var longestWait: Duration
  /// Whether each wait is shortened by chance, to no less than its half, so that many do not come back at once.
  package var hasJitter: Bool

  package init(
    attempts: Int = 1, firstWait: Duration = .seconds(2), longestWait: Duration = .seconds(300), hasJitter: Bool = true
  ) {
    precondition(attempts >= 1 && firstWait >= .zero && longestWait >= firstWait, "waits grow, attempts are counted")
    self.attempts = attempts
    self.firstWait = firstWait
    self.longestWait = longestWait
    self.hasJitter = hasJitter
  }

  /// The wait after so many failed attempts; nil when no attempt is left.
  package func wait(afterAttempt count: Int, using chance: inout some RandomNumberGenerator) -> Duration? {
    guard count < attempts else { return nil }
    var wait = firstWait
    for _ in 1..<max(count, 1) where wait < longestWait { wait *= 2 }
    wait = min(wait, longestWait)
    guard hasJitter, wait > .zero else { return wait }
    let whole = wait.microseconds
    return .microseconds(Int64.random(in: whole / 2...whole, using: &chance))
  }
}
