import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerSQLite
import Foundation
import Testing

/// What the tests of this target share.
enum SQLiteTests {
  static func open(_ path: String, _ options: [SourceOption] = []) throws -> any SQLSource {
    let source = try SQLiteAdapter().open(SourceConfiguration(name: "test", location: path, options: options))
    return try #require(source as? any SQLSource)
  }

  /// The shared test data beside the repository, or where AUGER_SHARED says; nil where there are none.
  static let shared: String? = {
    var candidates: [String] = []
    if let path = ProcessInfo.processInfo.environment["AUGER_SHARED"] { candidates.append(path) }
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    candidates.append(root.deletingLastPathComponent().appendingPathComponent("shared").path)
    return candidates.map { $0 + "/data" }.first { FileManager.default.fileExists(atPath: $0) }
  }()

  static func json(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// Expects an `AugerError` of the code, and returns it.
  @discardableResult
  static func expect(
    _ code: Diagnostic.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) -> AugerError? {
    do {
      try body()
      Issue.record("nothing was refused", sourceLocation: sourceLocation)
    } catch let error as AugerError {
      #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
      return error
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
    return nil
  }
}

extension SQLSource {
  /// Executes SQL text, validates what comes.
  func query(
    _ sql: String, _ bindings: [Scalar] = [], limits: QueryLimits = .none, control: RunControl = RunControl()
  ) throws -> Table {
    let table = try execute(SQLStatement(text: sql, bindings: bindings), limits: limits, control)
    try table.validate()
    return table
  }
}

extension ScannableTable {
  /// All rows of a scan, restarted as the engine does; columns by their names, or all.
  func read(
    _ columns: [String]? = nil, chunkRows: Int = 2048, workers: Int = 1, rowLimit: Int? = nil
  ) throws -> (table: Table, summary: ScanSummary, restarts: Int) {
    for restarts in 0..<20 {
      let schema = try schema(RunControl())
      let indices = try (columns ?? schema.names).map { try #require(schema.index(of: $0)) }
      let chunks = Locked<[(Int, Batch)]>([])
      do {
        let request = ScanRequest(columns: indices, rowLimit: rowLimit, chunkRows: chunkRows, workers: workers)
        let summary = try scan(request, RunControl()) { chunk, batch in
          let copy = Batch(columns: batch.columns, rowCount: batch.rowCount, firstRow: batch.firstRow)
          for column in copy.columns { try column.validate() }
          chunks.withLock { $0.append((chunk, copy)) }
        }
        var builder = TableBuilder(Schema(indices.map { schema[$0] }))
        for (_, batch) in chunks.withLock({ $0 }).sorted(by: { $0.0 < $1.0 }) { builder.append(batch) }
        return (builder.finish(), summary, restarts)
      } catch is ScanRestart {
        continue
      }
    }
    throw AugerError(.other, operation: "scan", "it restarted for ever")
  }
}
