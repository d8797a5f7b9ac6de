import AugerColumns
import AugerDiagnostics

/// A cache of ICU results for locales. A page of charts requests the same few results many times, and ICU takes a tenth
/// of a millisecond for each.
///
/// Callers can use any locale and pattern, so the cache is bounded. If it is full, it is cleared.
package final class LocaleAnswers<Answer: Sendable>: Sendable {
  /// A key. Strings are compared by bytes, so canonically equivalent strings are different keys.
  private struct Question: Hashable, Sendable {
    let pattern: Name
    let locale: Name
  }

  private let known = Locked<[Question: Answer]>([:])
  private let most: Int

  package init(most: Int = 256) { self.most = most }

  package var count: Int { known.withLock { $0.count } }

  package func answer(to pattern: String, in locale: String, _ ask: () -> Answer) -> Answer {
    let question = Question(pattern: Name(pattern), locale: Name(locale))
    if let answer = known.withLock({ $0[question] }) { return answer }
    // Compute without the lock: two callers may compute the same result.
    let answer = ask()
    known.withLock {
      if $0.count >= most { $0.removeAll() }
      $0[question] = answer
    }
    return answer
  }
}
