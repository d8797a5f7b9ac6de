import Auger
import AugerCSV
import AugerRefresh
import Foundation

// A server has a folder of its own for what it publishes; here it is a new one each time.
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }

let (published, runs) = (folder.appendingPathComponent("sales").path, folder.appendingPathComponent("runs").path)

let workspace = try Workspace(
  contentsOf: "auger.yaml", adapters: [CSVAdapter()], environment: ["PUBLIC": published], allowing: [folder.path])
let runner = try JobRunner(workspace, folder: runs) { report in
  // For the server's log.
  if case .ended(let run) = report { print("log: run \(run.number) of '\(run.job)' has \(run.state)") }
}

/// Stands for the server's request handlers. What they read is a whole snapshot, whatever is published meanwhile.
func get(_ path: String) throws -> String {
  guard let snapshot = try runner.snapshot(of: "nightly") else { return "404: nothing has been published" }
  guard snapshot.files.contains(path) else { return "404: there are \(snapshot.files.joined(separator: ", "))" }
  return String(decoding: try snapshot.contents(of: path), as: UTF8.self)
}

print("GET /queries/ByRegion.csv -> \(try get("queries/ByRegion.csv"))")

// A job run now, as a button "refresh" does.
let run = try await runner.run("nightly")
print("\(run.state): \(run.rows ?? 0) rows")
print("GET / -> \(try get(""))")
print("GET /queries/ByRegion.csv ->\n\(try get("queries/ByRegion.csv"))")

// In a server, beside everything else: the jobs at their times, until the task is cancelled.
let schedule = Task { try await runner.keepSchedule() }
schedule.cancel()
try await schedule.value

// A job that is not as expected keeps what was published before.
let broken = try JobRunner(
  try Workspace(
    contentsOf: "auger.yaml", adapters: [CSVAdapter()],
    environment: ["PUBLIC": published, "LEAST": "100"], allowing: [folder.path]),
  folder: runs)
let failed = try await broken.run("nightly")
print("\(failed.state): \(failed.errorCode.map { "\($0)" } ?? "")")
print("GET /queries/ByRegion.csv ->\n\(try get("queries/ByRegion.csv"))")
