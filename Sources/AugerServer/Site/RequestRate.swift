import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerQuery
import HTTPTypes

/// A rate limit for each principal: a token bucket that refills with time and loses one token with each request.
final class RequestRate: Sendable {
  private struct Bucket {
    var tokens: Double
    var time: ContinuousClock.Instant
  }

  /// The maximum number of buckets. Full buckets belong to idle principals and can be removed.
  private static let mostBuckets = 10_000

  private let limits: ServerLimits
  private let buckets = Locked<[Name: Bucket]>([:])

  init(_ limits: ServerLimits) { self.limits = limits }

  /// Throws 429 if the principal has sent too many requests. Requests without a principal are not limited, because
  /// their callers cannot be distinguished.
  func take(_ principal: String, at now: ContinuousClock.Instant = .now) throws(Problem) {
    guard !principal.isEmpty else { return }
    let wait = buckets.withLock { buckets -> Double in
      if buckets.count >= Self.mostBuckets { buckets = buckets.filter { tokens($0.value, at: now) < limits.burst } }
      let left = buckets[Name(principal)].map { tokens($0, at: now) } ?? limits.burst
      let isAllowed = left >= 1
      buckets[Name(principal)] = Bucket(tokens: isAllowed ? left - 1 : left, time: now)
      return isAllowed ? 0 : (1 - left) / limits.rate
    }
    guard wait > 0 else { return }
    throw Problem(
      .tooManyRequests, .rateExceeded, .problemRate,
      hint: .problemRateHint, retryAfter: max(1, Int(clamping: min(wait.rounded(.up), 3600))))
  }

  private func tokens(_ bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
    min(limits.burst, bucket.tokens + (now - bucket.time) / .seconds(1) * limits.rate)
  }
}
