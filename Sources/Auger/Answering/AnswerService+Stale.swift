import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The clock of the answer service.
package struct AnswerClock: Sendable {
  /// The time of a request, on a clock for ages and on the wall clock.
  package struct Moment: Sendable {
    package var instant: ContinuousClock.Instant
    package var time: Timestamp
  }

  package var now: @Sendable () -> ContinuousClock.Instant
  package var time: @Sendable () -> Timestamp
  /// Waits. Throws `CancellationError`.
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    time: @escaping @Sendable () -> Timestamp = { SystemTime.second() },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.time = time
    self.sleep = sleep
  }

  var moment: Moment { Moment(instant: now(), time: time()) }
}

/// The caller's wait limit is reached and an older result exists.
struct PatienceError: Error {
  var timeout: AugerError
}

// An expired result is queried again. It is returned only if the query fails, and not longer than `stale:` of the query
// allows. A failure does not change the cache: the age of the result is unchanged, and the next caller queries again.

extension AnswerService {
  /// Returns the result of an in-flight query. Throws `PatienceError` if the caller's wait limit is reached and an old
  /// result may replace the new one. The query is cancelled then, unless other callers wait for it.
  func table(of flight: Flight, _ asked: Asked) async throws -> Table {
    guard let patience = AnswerTrace.current?.patience, hasStaleAnswer(to: asked) else {
      return try await flight.table()
    }
    let left = patience - (clock.now() - flight.began.instant)
    return try await withThrowingTaskGroup(of: Table?.self) { group in
      group.addTask { try await flight.table() }
      group.addTask { [clock] in
        if left > .zero { try await clock.sleep(left) }
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let table = first else {
        throw PatienceError(
          timeout: AugerError(
            .timeout, operation: "execute query '\(asked.request.query)'", "the query did not finish within \(patience)"
          ))
      }
      return table
    }
  }

  /// Returns true if the error means that the source did not respond. Other errors mean that the result must not be
  /// returned.
  static func isOfSource(_ error: any Error) -> Bool {
    guard let error = error as? AugerError else { return true }
    return ![.limitExceeded, .lowMemory, .policyNotSupported, .claimMissing, .claimConflict, .rowsNotRestricted]
      .contains(error.code)
  }

  static func mayBeStale(_ age: Duration, _ description: QueryDescription?) -> Bool {
    guard let stale = description?.stale else { return false }
    return age < (description?.cache ?? .zero) + stale
  }

  private func hasStaleAnswer(to asked: Asked) -> Bool {
    let began = store.state.withLock { $0.kept[asked.place.key]?.began.instant }
    return began.map { Self.mayBeStale(clock.now() - $0, delegate.description(of: asked.request.query)) } ?? false
  }

  /// Returns an expired cached result with a warning about its age. Nil if it is too old.
  func staleAnswer(to asked: Asked, after error: any Error) -> Answer? {
    let description = delegate.description(of: asked.request.query)
    let now = clock.now()
    return store.state.withLock { state -> Answer? in
      guard let kept = state.kept[asked.place.key], Self.mayBeStale(now - kept.began.instant, description) else {
        return nil
      }
      _ = state.kept.use(asked.place.key)
      var table = kept.table
      table.warnings.add(
        Warning(
          .answerStale,
          "the data are from \(kept.began.time)Z: query '\(asked.request.query)' has failed since"))
      return Answer(table: table, sums: kept.sums, isReused: true, asOf: kept.began.time, staleness: error)
    }
  }
}

extension Diagnostic.Code {
  /// A result is older than `cache:` of its query allows, because the source did not respond.
  package static let answerStale = Self("answerStale")
}
