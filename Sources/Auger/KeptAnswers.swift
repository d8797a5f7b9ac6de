import AugerAnalysis
import AugerColumns
import AugerQuery

/// Tables that queries were answered with, by query and arguments; the oldest go when there are too many bytes.
final class KeptAnswers: Sendable {
  private struct Entry: Sendable {
    var request: QueryRequest
    var table: Table
  }

  private let entries = Locked<[Entry]>([])
  private let mostBytes: Int

  /// Keeps 256 MiB of tables, or less where there is less memory.
  init(memoryLimit: Int? = nil) { mostBytes = min(256 << 20, memoryLimit ?? .max) }

  subscript(request: QueryRequest) -> Table? {
    get { entries.withLock { entries in entries.first { $0.request == request }?.table } }
    set {
      entries.withLock { entries in
        entries.removeAll { $0.request == request }
        guard let newValue, newValue.byteCount <= mostBytes else { return }
        entries.append(Entry(request: request, table: newValue))
        var total = entries.reduce(0) { $0 + $1.table.byteCount }
        while total > mostBytes { total -= entries.removeFirst().table.byteCount }
      }
    }
  }

  func removeAll() { entries.withLock { $0 = [] } }
}
