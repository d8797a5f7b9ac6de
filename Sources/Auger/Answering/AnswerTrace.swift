import AugerColumns
import AugerQuery

/// The results that a task and its children received: the inputs of the output that they compute.
package final class AnswerTrace: Sendable {
  @TaskLocal package static var current: AnswerTrace?

  /// The cost of the results.
  package struct Use: Sendable, Hashable {
    /// The number of queries that ran.
    package var ran = 0
    /// The number of cached results.
    package var reused = 0
    package var rows = 0

    /// The cost of the same work from the cache.
    package var found: Use { Use(reused: ran + reused, rows: rows) }

    package init(ran: Int = 0, reused: Int = 0, rows: Int = 0) {
      self.ran = ran
      self.reused = reused
      self.rows = rows
    }
  }

  private struct Given {
    var use = Use()
    var stamps: [AnswerStamp] = []
    var isWhole = true
    var asOf: Timestamp?
    var staleAsOf: Timestamp?
    var failures: [any Error] = []
  }

  /// The maximum time to wait for a query if an old result may replace it. Nil means no limit.
  package let patience: Duration?
  private let given = Locked(Given())

  package init(patience: Duration? = nil) { self.patience = patience }

  /// The cache entries of all results. Nil if one is not cached, has expired or failed, because the time of its next
  /// change is unknown.
  package var stamps: [AnswerStamp]? { given.withLock { $0.isWhole ? $0.stamps : nil } }

  package var use: Use { given.withLock { $0.use } }

  /// Adds the cost of work done elsewhere, whose results are counted there.
  package func add(_ use: Use) {
    given.withLock { given in
      given.use.ran += use.ran
      given.use.reused += use.reused
      given.use.rows += use.rows
    }
  }

  /// The query time of the oldest result. Nil if no result was returned.
  package var asOf: Timestamp? { given.withLock { $0.asOf } }

  /// The query time of the oldest expired result. Nil if none has expired.
  package var staleAsOf: Timestamp? { given.withLock { $0.staleAsOf } }

  /// The reasons for which expired results were returned.
  package var failures: [any Error] { given.withLock { $0.failures } }

  /// A notice for readers about the age of the results.
  package func notice(_ locale: ChartLocale) -> String? {
    staleAsOf.map { locale.texts.text(.staleData, ["time": PageTime(locale).zoned($0)]) }
  }

  func addFailure() { given.withLock { $0.isWhole = false } }

  func add(_ answer: AnswerService.Answer) {
    given.withLock { given in
      given.use.rows += answer.table.rowCount
      if answer.isReused { given.use.reused += 1 } else { given.use.ran += 1 }
      if let stamp = answer.stamp { given.stamps.append(stamp) } else { given.isWhole = false }
      given.asOf = min(given.asOf ?? answer.asOf, answer.asOf)
      if let failure = answer.staleness {
        given.staleAsOf = min(given.staleAsOf ?? answer.asOf, answer.asOf)
        given.failures.append(failure)
      }
    }
  }
}
