import AugerColumns
import AugerDiagnostics

/// What ICU says of locales, asked once for each question: a page of charts has the same few at hundreds of places, and
/// an answer takes ICU a tenth of a millisecond.
///
/// Callers may name any locale and pattern, so that answers are bounded: where there are too many, all are let go.
package final class LocaleAnswers<Answer: Sendable>: Sendable {
  /// Texts that look alike are two questions.
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
    // Not under the lock: two callers may ask the same, and get equal answers.
    let answer = ask()
    known.withLock {
      if $0.count >= most { $0.removeAll() }
      $0[question] = answer
    }
    return answer
  }
}
