import Auger
import AugerCSV
import AugerRefresh
import Foundation

// A server publishes to a fixed folder below that of the workspace file. This example removes its folders at the end.
defer {
  for folder in ["published", "runs"] { try? FileManager.default.removeItem(at: URL(filePath: folder)) }
}

let file = URL(filePath: "auger.yaml")
let workspace = try Workspace(contentsOf: file, adapters: CSVAdapter())
let runner = try JobRunner(workspace, folder: "runs") { report in
  // Write to the server's log.
  if case .ended(let run) = report { print("log: run \(run.number) of '\(run.job)' has \(run.state)") }
}

/// A replacement for the server's request handlers. They read a complete snapshot, even if a job publishes another one.
func get(_ path: String) throws -> String {
  guard let snapshot = try runner.snapshot(of: "nightly") else { return "404: nothing has been published" }
  guard snapshot.files.contains(path) else { return "404: there are \(snapshot.files.joined(separator: ", "))" }
  return String(decoding: try snapshot.contents(of: path), as: UTF8.self)
}

print("GET /queries/ByRegion.csv -> \(try get("queries/ByRegion.csv"))")

// Run a job now, like a refresh button.
let run = try await runner.run("nightly")
print("\(run.state): \(run.rows ?? 0) rows")
print("GET / -> \(try get(""))")
print("GET /queries/ByRegion.csv ->\n\(try get("queries/ByRegion.csv"))")

// In a server, a task runs all jobs on their schedules until it is cancelled.
let schedule = Task { try await runner.keepSchedule() }
schedule.cancel()
try await schedule.value

// A job whose expectations fail does not replace the published snapshot.
let strict = try Workspace(contentsOf: file, adapters: CSVAdapter(), environment: ["LEAST": "100"])
let failed = try await JobRunner(strict, folder: "runs").run("nightly")
print("\(failed.state): \(failed.errorCode?.rawValue ?? "")")
print("GET /queries/ByRegion.csv ->\n\(try get("queries/ByRegion.csv"))")
