import AugerColumns
import AugerQuery

/// The answers that were given to a task and its children: what something depends on that is made of them.
package final class AnswerTrace: Sendable {
  @TaskLocal package static var current: AnswerTrace?

  /// What the answers cost.
  package struct Use: Sendable, Hashable {
    /// Queries that were run for them.
    package var ran = 0
    /// Answers that were there already.
    package var reused = 0
    package var rows = 0

    /// The same work found done.
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

  /// How long a query is waited for where an old answer may be given in its place; nil: as long as it takes.
  package let patience: Duration?
  private let given = Locked(Given())

  package init(patience: Duration? = nil) { self.patience = patience }

  /// Nil where an answer is not kept, its time is over, or there was none: then nothing says when it changes.
  package var stamps: [AnswerStamp]? { given.withLock { $0.isWhole ? $0.stamps : nil } }

  package var use: Use { given.withLock { $0.use } }

  /// What was made elsewhere, of answers that were counted there.
  package func add(_ use: Use) {
    given.withLock { given in
      given.use.ran += use.ran
      given.use.reused += use.reused
      given.use.rows += use.rows
    }
  }

  /// When the oldest answer was asked for; nil where none was given.
  package var asOf: Timestamp? { given.withLock { $0.asOf } }

  /// The same of the answers whose time is over; nil where there is none.
  package var staleAsOf: Timestamp? { given.withLock { $0.staleAsOf } }

  /// Why answers whose time is over were given.
  package var failures: [any Error] { given.withLock { $0.failures } }

  /// What readers must know of the answers' age.
  package var notice: String? { staleAsOf.map { "Data of \($0)Z; the source does not answer." } }

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
