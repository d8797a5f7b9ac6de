/// The number of attempts and the waits between them.
package struct RetryPolicy: Sendable, Hashable {
  /// The number of attempts, including the first.
  package var attempts: Int
  /// The wait after the first failure. It doubles after each additional failure.
  package var firstWait: Duration
  package var longestWait: Duration
  /// True if each wait is randomly shortened by up to half, so that many clients do not retry at once.
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

  /// Returns the wait after `count` failed attempts, or nil if no attempt remains.
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
