import Auger
import AugerCSV
import AugerDiagnostics
import AugerRefresh
import Foundation
import Testing

/// The library API for jobs.
@Suite struct JobRunnerTests {
  /// A workspace in a separate folder, whose job expects at least `least` rows.
  private struct Fixture {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-runner-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let workspace = """
        sources: { shop: { adapter: csv, path: sales.csv } }
        queries:
          ByRegion:
            source: shop
            from: sales
            groupBy: [Region]
            measures: { Amount: sum(Amount) }
            cache: { for: 1h, stale: 24h }
        jobs:
          nightly:
            queries: [ByRegion]
            formats: [csv]
            publish: { directory: public }
            expect: { rows: ">= ${LEAST:-1}" }
        """
      for (name, text) in [("auger.yaml", workspace), ("sales.csv", "Region,Amount\nEurope,2\nEurope,3\n")] {
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
      }
    }

    func runner(least: Int = 1, report: @escaping @Sendable (JobReport) -> Void = { _ in }) throws -> JobRunner {
      let workspace = try Workspace(
        contentsOf: folder.path, adapters: [CSVAdapter()], environment: ["LEAST": "\(least)"])
      return try JobRunner(workspace, report: report)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  @Test func publishedSnapshotReadsBack() async throws {
    let fixture = try Fixture()
    defer { fixture.remove() }
    let runner = try fixture.runner()
    #expect(runner.jobs == ["nightly"])
    #expect(try runner.snapshot(of: "nightly") == nil)
    let run = try await runner.run("nightly")
    #expect(run.state == .succeeded && run.rows == 1 && run.attempts == 1 && run.errorCode == nil)
    let snapshot = try #require(try runner.snapshot(of: "nightly"))
    #expect(snapshot.name == run.snapshot && snapshot.files == ["queries/ByRegion.csv"])
    #expect(String(decoding: try snapshot.contents(of: "queries/ByRegion.csv"), as: UTF8.self).contains("Europe,5"))
  }

  /// A query may allow pages to show stale data while its source is unavailable. A job does not publish such data as
  /// new.
  @Test func jobDoesNotPublishStaleData() async throws {
    let fixture = try Fixture()
    defer { fixture.remove() }
    let runner = try fixture.runner()
    let first = try await runner.run("nightly")
    let file = fixture.folder.appendingPathComponent("sales.csv")
    try FileManager.default.removeItem(at: file)
    let second = try await runner.run("nightly")
    #expect(second.state == .failed && second.errorCode != nil)
    #expect(try runner.snapshot(of: "nightly")?.name == first.snapshot)
    // Each run queries the source again, even if the answer is cached for an hour.
    try "Region,Amount\nEurope,9\n".write(to: file, atomically: true, encoding: .utf8)
    let third = try await runner.run("nightly")
    #expect(third.state == .succeeded)
    let snapshot = try #require(try runner.snapshot(of: "nightly"))
    #expect(String(decoding: try snapshot.contents(of: "queries/ByRegion.csv"), as: UTF8.self).contains("Europe,9"))
  }

  @Test func failedExpectationKeepsThePublishedSnapshot() async throws {
    let fixture = try Fixture()
    defer { fixture.remove() }
    let first = try await fixture.runner().run("nightly")
    let second = try await fixture.runner(least: 9).run("nightly")
    #expect(second.state == .failed && second.errorCode == "expectationFailed" && second.errorMessage != nil)
    #expect(try fixture.runner().snapshot(of: "nightly")?.name == first.snapshot)
  }

  @Test func missingFileOfASnapshotFails() async throws {
    let fixture = try Fixture()
    defer { fixture.remove() }
    let runner = try fixture.runner()
    _ = try await runner.run("nightly")
    let snapshot = try #require(try runner.snapshot(of: "nightly"))
    do {
      _ = try snapshot.contents(of: "queries/ByRegoin.csv")
      Issue.record("a file that is not there was read")
    } catch let error as AugerError {
      #expect(error.code == "fileNotFound" && error.hint == "Did you mean 'queries/ByRegion.csv'?")
    }
    try Data("changed".utf8).write(to: URL(fileURLWithPath: snapshot.folder + "/queries/ByRegion.csv"))
    do {
      _ = try snapshot.contents(of: "queries/ByRegion.csv")
      Issue.record("a file that was changed was read")
    } catch let error as AugerError {
      #expect(error.code == "snapshotDamaged")
    }
  }

  @Test func unknownJobsAndWorkspacesWithoutJobsFail() async throws {
    let fixture = try Fixture()
    defer { fixture.remove() }
    let runner = try fixture.runner()
    await #expect(throws: DiagnosticError.self) { _ = try await runner.run("nightli") }
    #expect(throws: DiagnosticError.self) { _ = try runner.snapshot(of: "nightli") }
    #expect(throws: AugerError.self) { _ = try JobRunner(Workspace(dashboards: [])) }
  }

  @Test func reportsCoverTheStartAndEndOfARun() async throws {
    let fixture = try Fixture()
    defer { fixture.remove() }
    let (reports, sink) = AsyncStream.makeStream(of: JobReport.self)
    _ = try await fixture.runner { sink.yield($0) }.run("nightly")
    sink.finish()
    var words: [String] = []
    for await report in reports {
      switch report {
      case .began(let run): words.append("began \(run.job)")
      case .ended(let run): words.append("ended \(run.state)")
      case .willRetry, .note: words.append("other")
      }
    }
    #expect(words == ["began nightly", "ended succeeded"])
  }

  @Test func scheduleEndsWithItsTask() async throws {
    let fixture = try Fixture()
    defer { fixture.remove() }
    let runner = try fixture.runner()
    let schedule = Task { try await runner.keepSchedule() }
    schedule.cancel()
    try await schedule.value
  }
}
