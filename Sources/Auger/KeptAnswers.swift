import AugerAnalysis
import AugerColumns
import AugerQuery

/// Tables that queries were answered with, by query and arguments; the oldest go when there are too many bytes.
final class KeptAnswers: Sendable {
  private struct Kept: Sendable {
    var tables: [QueryRequest: Table] = [:]
    /// The oldest first.
    var order: [QueryRequest] = []
    var bytes = 0

    mutating func remove(_ request: QueryRequest) {
      guard let table = tables.removeValue(forKey: request) else { return }
      bytes -= table.byteCount
      order.removeAll { $0 == request }
    }
  }

  private let kept = Locked(Kept())
  private let mostBytes: Int

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  subscript(request: QueryRequest) -> Table? {
    get { kept.withLock { $0.tables[request] } }
    set {
      kept.withLock { kept in
        kept.remove(request)
        guard let newValue, newValue.byteCount <= mostBytes else { return }
        kept.tables[request] = newValue
        kept.order.append(request)
        kept.bytes += newValue.byteCount
        while kept.bytes > mostBytes, let oldest = kept.order.first { kept.remove(oldest) }
      }
    }
  }

  func removeAll() { kept.withLock { $0 = Kept() } }
}
