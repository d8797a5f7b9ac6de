import AugerAnalysis
import AugerColumns
import AugerQuery

/// What a query was answered with, and what charts added up of it.
struct KeptAnswer: Sendable {
  var table: Table
  var sums = KeptSums()
}

/// Tables that queries were answered with, by query and arguments; the oldest go when there are too many bytes.
final class KeptAnswers: Sendable {
  private struct Kept: Sendable {
    var answers: [QueryRequest: KeptAnswer] = [:]
    /// The oldest first.
    var order: [QueryRequest] = []
    var bytes = 0

    mutating func remove(_ request: QueryRequest) {
      guard let answer = answers.removeValue(forKey: request) else { return }
      bytes -= answer.table.byteCount
      order.removeAll { $0 == request }
    }
  }

  private let kept = Locked(Kept())
  private let mostBytes: Int

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  subscript(request: QueryRequest) -> KeptAnswer? {
    get { kept.withLock { $0.answers[request] } }
    set {
      kept.withLock { kept in
        kept.remove(request)
        guard let newValue, newValue.table.byteCount <= mostBytes else { return }
        kept.answers[request] = newValue
        kept.order.append(request)
        kept.bytes += newValue.table.byteCount
        while kept.bytes > mostBytes, let oldest = kept.order.first { kept.remove(oldest) }
      }
    }
  }

  func removeAll() { kept.withLock { $0 = Kept() } }
}
