import Auger
import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerRefresh
import Foundation
import Testing

/// Tables that a job updates incrementally, from files that a test changes.
@Suite struct IncrementalTests {
  private let folder: TemporaryFolder
  private let store: LocalRunStore

  init() throws {
    folder = try TemporaryFolder()
    store = try LocalRunStore(folder: folder.path + "/.auger")
  }

  private func orders(_ rows: [String], columns: String = "id,changed,amount") throws {
    try folder.write(([columns] + rows).map { $0 + "\n" }.joined(), to: "orders.csv")
  }

  private func run(
    _ settings: String = "", key: String = "key: id", rebuild: Bool = false, more: String = "expect: { rows: '>= 1' }"
  ) async throws -> RunRecord {
    let text = """
      sources:
        drops: { adapter: csv, path: "*.csv" }
        kept: { adapter: store, path: kept }
      queries:
        All: { source: kept, from: orders }
        Sum: { source: kept, from: orders, measures: { s: sum(amount) } }
      jobs:
        load:
          incremental: { table: orders, watermark: changed, \(key)\(settings.isEmpty ? "" : ", " + settings) }
          queries: [All, Sum]
          formats: [csv, arrow]
          publish: { directory: public }
          \(more)
      """
    let workspace = try Workspace(
      parsing: SourceText(name: "auger.yaml", text: text), directory: folder.path,
      adapters: [CSVAdapter(), TableStoreAdapter()])
    var performer = RunPerformer(workspace: workspace, jobs: try JobDefinition.jobs(of: workspace), store: store)
    performer.rebuildsTables = rebuild
    let now = performer.clock.now()
    _ = try await store.enqueue(RunRecord(job: "load", trigger: .command, queuedAt: now), overlap: .queue)
    let claimed = try await store.claim(worker: "w", jobs: ["load"], now: now, leaseUntil: now.adding(.seconds(30)))
    return try await performer.perform(try #require(claimed))
  }

  /// Returns the published lines of a query, without the header, sorted.
  private func published(_ query: String = "All") throws -> [String] {
    let snapshot = try #require(try PublishedSnapshot(directory: folder.path + "/public"))
    try snapshot.verify()
    let text = try String(contentsOfFile: snapshot.folder + "/queries/\(query).csv", encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map(String.init).sorted()
  }

  @Test func newRowsReplaceRowsWithTheSameKey() async throws {
    try orders(["1,10,5", "2,11,6", "3,12,7"])
    #expect(try await run().state == .succeeded)
    try orders(["1,10,5", "2,15,60", "3,12,7", "4,13,8"])
    let second = try await run()
    // The source returned three rows changed since 12. The two queries returned four rows and one row.
    #expect(second.rows == 3 + 4 + 1)
    #expect(try published() == ["1,10,5", "2,15,60", "3,12,7", "4,13,8"])
    #expect(try published("Sum") == ["80"])
    let arrow = try #require(try PublishedSnapshot(directory: folder.path + "/public")).folder + "/queries/Sum.arrow"
    #expect(try Data(contentsOf: URL(fileURLWithPath: arrow)).prefix(6) == Data("ARROW1".utf8))
    let rebuilt = try await run(rebuild: true)
    #expect(rebuilt.rows == 4 + 4 + 1)
    #expect(try published() == ["1,10,5", "2,15,60", "3,12,7", "4,13,8"])
  }

  @Test func rowsWithoutKeyAreAppendedFromTheLastMomentOn() async throws {
    try orders(["1,10,5", "1,12,6"])
    #expect(try await run().errorCode == "keyNotUnique")
    let appending = "key: []"
    #expect(try await run(key: appending).state == .succeeded)
    try orders(["1,10,5", "1,12,6", "1,12,7", "1,13,8"])
    #expect(try await run(key: appending).state == .succeeded)
    #expect(try published() == ["1,10,5", "1,12,6", "1,12,7", "1,13,8"])
  }

  @Test func lateRowsWithinTheLookbackAreRead() async throws {
    try orders(["1,10,5", "2,20,6"])
    #expect(try await run("lookback: 5").state == .succeeded)
    try orders(["1,10,5", "2,20,6", "3,16,7"])
    #expect(try await run("lookback: 5").state == .succeeded)
    #expect(try published().count == 3)
    try orders(["1,10,5", "2,20,6", "3,16,7", "4,14,8"])
    let tooLate = try await run("lookback: 5")
    #expect(tooLate.state == .failed && tooLate.errorCode == "countsDiffer")
    #expect(try published().count == 3)
    #expect(try await run("lookback: 5", rebuild: true).state == .succeeded)
    #expect(try published().count == 4)
  }

  @Test func removedRowsAreDetected() async throws {
    try orders(["1,10,5", "2,11,6"])
    _ = try await run()
    try orders(["2,11,6"])
    let run = try await run()
    #expect(run.errorCode == "countsDiffer" && run.errorMessage?.contains("Rows were removed in the source") == true)
    #expect(try await self.run("count: false").state == .succeeded)
    #expect(try published().count == 2)
  }

  @Test func changedColumnsFailOrAreAdopted() async throws {
    try orders(["1,10,5", "2,11,6"])
    _ = try await run()
    try orders(["1,10,5,a", "2,11,6,b", "3,12,7.25,c"], columns: "id,changed,amount,note")
    let refused = try await run()
    #expect(refused.state == .failed && refused.errorCode == "schemaDrift" && refused.attempts == 1)
    #expect(refused.errorMessage?.contains("column 'note' is new") == true)
    #expect(try published().count == 2)
    #expect(try await run("drift: widen").state == .succeeded)
    #expect(try published() == ["1,10,5,", "2,11,6,b", "3,12,7.25,c"])
    try orders(["1,10,5", "2,11,6", "3,12,x", "4,13,y"])
    let conflict = try await run("drift: widen")
    #expect(conflict.errorCode == "schemaDrift" && conflict.errorMessage?.contains("'amount' is string") == true)
  }

  @Test func failedExpectationLeavesTheTableUnchanged() async throws {
    try orders(["1,10,5"])
    _ = try await run()
    try orders(["1,10,5", "2,11,-100"])
    let bad = try await run(more: "expect: { total: sum(amount) >= 0 }")
    #expect(bad.errorCode == "expectationFailed")
    // The next run reads the second row again, because it was not stored.
    try orders(["1,10,5", "2,11,1"])
    #expect(try await run(more: "expect: { total: sum(amount) >= 0 }").rows == 2 + 2 + 1)
    #expect(try published("Sum") == ["6"])
  }

  @Test func damagedTableIsDetectedAndReloaded() async throws {
    try orders(["1,10,5", "2,11,6"])
    _ = try await run()
    let file = folder.path + "/kept/orders.table"
    let good = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    for position in [0, 9, good.count / 2, good.count - 1] {
      var bytes = good
      bytes[position] ^= 0x10
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      #expect(try await run().errorCode == "tableDamaged")
    }
    try Data(good.prefix(good.count / 2)).write(to: URL(fileURLWithPath: file))
    #expect(try await run().errorCode == "tableDamaged")
    #expect(try await run(rebuild: true).state == .succeeded)
    #expect(try published() == ["1,10,5", "2,11,6"])
  }

  @Test func errorsAreReportedAtTheirLocations() throws {
    let text = """
      sources:
        a: { adapter: csv, path: "*.csv" }
        b: { adapter: csv, path: "*.csv" }
      jobs:
        load: { incremental: { table: orders, watermark: changed, lookback: soon, store: a, drift: widne } }
      """
    let workspace = try Workspace(
      parsing: SourceText(name: "auger.yaml", text: text), directory: folder.path,
      adapters: [CSVAdapter(), TableStoreAdapter()])
    let error = #expect(throws: DiagnosticError.self) { try JobDefinition.jobs(of: workspace) }
    let texts = error?.diagnostics.map { DiagnosticRenderer().text($0) } ?? []
    #expect(texts.contains { $0.contains("auger.yaml:5:71: ") && $0.contains("'lookback' must be a duration") })
    #expect(texts.contains { $0.contains("source 'a' does not store tables") })
    #expect(texts.contains { $0.contains("Did you mean 'widen'?") })
    #expect(texts.contains { $0.contains("'incremental' needs 'source'") && $0.contains("Sources: a, b") })
  }
}
