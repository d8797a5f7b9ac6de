import AugerRefresh
import Foundation
import Testing

@Suite struct RefreshTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      """
      sources:
        drops: { adapter: csv, path: "*.csv" }
      queries:
        ByRegion: { source: drops, from: sales, groupBy: [region], measures: { amount: sum(amount) } }
        All: { source: drops, from: sales }
      jobs:
        sales:
          schedule: "30 2 * * *"
          timeZone: Europe/Berlin
          queries: [ByRegion, All]
          formats: [json, csv]
          publish: { directory: public, keep: { count: 2, age: 0s } }
          expect: { rows: ">= 1", total: sum(amount) > 0 }
        often:
          every: 1s
          queries: ByRegion
          publish: { directory: often, keep: { count: 2, age: 0s } }
      """, to: "auger.yaml")
    try write(1)
  }

  private func write(_ number: Int) throws {
    let rows = (0..<200).map { "r\($0 % 5),\(number)\n" }.joined()
    _ = try folder.write("region,amount\n" + rows, to: "sales.csv")
  }

  private func published(_ directory: String = "public") throws -> PublishedSnapshot {
    let snapshot = try #require(try PublishedSnapshot(directory: folder.url(directory).path))
    try snapshot.verify()
    return snapshot
  }

  @Test func jobIsPublishedAndRecorded() throws {
    let run = try Auger(["refresh", "sales"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("\"message\":\"run succeeded\""))
    #expect(
      try published().manifest.files.map(\.path) == [
        "queries/All.csv", "queries/All.json", "queries/ByRegion.csv", "queries/ByRegion.json",
      ])
    let history = try Auger(["history", "sales", "--format", "csv"], in: folder.root)
    #expect(history.output.contains("1,sales,succeeded,delivered,command,"), "\(history.output)")
  }

  #if os(Linux)
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func historyFitsTheTerminal() throws {
      try FileManager.default.removeItem(at: folder.url("sales.csv"))
      #expect(try Auger(["refresh", "sales"], in: folder.root).exitCode == 2)
      let program = Auger.directory.appendingPathComponent("auger").path
      let run = try Auger(
        ["-qec", "stty cols 60 rows 20; '\(program)' history", "/dev/null"], running: "/usr/bin/script",
        in: folder.root)
      let shown = run.output.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing("\r\n", with: "\n")
        .split(separator: "\n")
      #expect(run.exitCode == 0 && shown.allSatisfy { $0.count <= 60 }, "\(shown)")
      #expect(shown.first?.hasPrefix("run  job    state") == true && shown[2].contains("sales  failed"), "\(shown)")
      #expect(shown.last?.hasSuffix("--format csv shows them") == true)
    }
  #endif

  @Test func exitCodesDistinguishFindingsFromFailures() throws {
    #expect(try Auger(["refresh", "sales"], in: folder.root).exitCode == 0)
    try write(0)
    #expect(try Auger(["refresh", "sales"], in: folder.root).exitCode == 1)
    #expect(try published().status().lastErrorCode == "expectationFailed")
    try FileManager.default.removeItem(at: folder.url("sales.csv"))
    #expect(try Auger(["refresh", "sales"], in: folder.root).exitCode == 2)
    let status = try published().status()
    #expect(status.stale && status.lastRun == 3)
    #expect(try Auger(["refresh", "slaes"], in: folder.root).errors.contains("Did you mean 'sales'?"))
  }

  @Test func jobsShowsNextTimesAcrossAClockChange() throws {
    let jobs = try Auger(
      ["jobs", "sales", "--count", "3", "--after", "2024-03-29T12:00:00", "--format", "csv"], in: folder.root)
    #expect(
      jobs.output == """
        job,schedule,timeZone,due,local
        sales,30 2 * * *,Europe/Berlin,2024-03-30T01:30:00Z,2024-03-30T02:30:00
        sales,30 2 * * *,Europe/Berlin,2024-03-31T01:00:00Z,2024-03-31T03:00:00
        sales,30 2 * * *,Europe/Berlin,2024-04-01T00:30:00Z,2024-04-01T02:30:00

        """, "\(jobs.errors)")
  }

  @Test func signalEndsTheScheduleCleanly() async throws {
    let process = Process()
    process.executableURL = Auger.directory.appendingPathComponent("auger")
    process.arguments = ["schedule", "--metrics", folder.url("auger.prom").path]
    process.currentDirectoryURL = folder.root
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let metrics = folder.url("auger.prom").path
    while process.isRunning, !FileManager.default.fileExists(atPath: metrics) {
      try await Task.sleep(for: .milliseconds(50))
    }
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(try published("often").status().stale == false)
    let store = try LocalRunStore(folder: folder.url(".auger").path)
    let runs = try await store.history(job: "often", limit: 100)
    #expect(runs.contains { $0.delivery == .delivered } && !runs.contains { $0.state == .running })
    #expect(
      try String(contentsOfFile: metrics, encoding: .utf8).contains(
        "auger_runs_total{job=\"often\",state=\"succeeded\"}"))
  }

  /// The process is killed fifty times, between file operations and at random moments, while another process reads.
  @Test func killedRefreshPublishesNoPartialResult() async throws {
    try #require(try Auger(["refresh", "sales"], in: folder.root).exitCode == 0)
    let directory = folder.url("public").path
    let reader = Task.detached {
      var seen: Set<Int64> = []
      var last: Int64 = 0
      while !Task.isCancelled {
        guard let snapshot = try PublishedSnapshot(directory: directory) else { throw CocoaError(.fileNoSuchFile) }
        try snapshot.verify()
        guard snapshot.manifest.fence >= last else { throw CocoaError(.fileReadCorruptFile) }
        last = snapshot.manifest.fence
        seen.insert(last)
        await Task.yield()
      }
      return seen.count
    }
    var killed = 0
    for number in 1...50 {
      try write(number)
      let process = Process()
      let diesItself = number % 5 != 0
      process.executableURL = Auger.directory.appendingPathComponent(diesItself ? "refresh-fault" : "auger")
      process.arguments = diesItself ? ["sales", String(Int.random(in: 1...24))] : ["refresh", "sales"]
      process.currentDirectoryURL = folder.root
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      if !diesItself {
        try await Task.sleep(for: .milliseconds(Int.random(in: 1...300)))
        kill(process.processIdentifier, SIGKILL)
      }
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { killed += 1 }
    }
    #expect(killed > 20)
    let last = try Auger(["refresh", "sales"], in: folder.root)
    #expect(last.exitCode == 0, "\(last.errors)\(last.output)")
    reader.cancel()
    #expect(try await reader.value > 1)
    let store = try LocalRunStore(folder: folder.url(".auger").path)
    #expect(try await store.history(job: nil, limit: 1000).allSatisfy { $0.isSettled })
    let names = try FileManager.default.contentsOfDirectory(atPath: directory + "/snapshots")
    #expect(names.allSatisfy { !$0.hasPrefix(".") })
  }
}
