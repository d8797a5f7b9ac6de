import AugerServer
import Foundation
import Testing

/// A supervised server restarts after a crash, and rejects the request that caused it.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task"), "children are found in /proc"))
struct SupervisedServeTests {
  private static let slow = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
    SELECT 'x' AS kind, count(*) AS amount FROM n
    """

  private static func chart(_ query: String) -> String {
    """
    <MobileAnalytic><Dashboard Title="Board"><Chart Name="Kinds" Query="\(query)" ChartType="Column">
      <Category Column="kind" /><Values><Value Expression="sum(amount)" /></Values>
    </Chart></Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """
  }

  /// A running `auger serve --supervised`.
  private final class Supervised {
    let folder = try? TemporaryFolder()
    let process = Process()
    let url: String

    init(_ options: [String] = []) throws {
      guard let folder else { throw CancellationError() }
      let database = Database(path: folder.url("data.sqlite").path)
      database.execute("CREATE TABLE sales (kind TEXT, amount INTEGER); INSERT INTO sales VALUES ('a', 1);")
      let workspace = """
        sources: { data: { adapter: sqlite, path: data.sqlite } }
        queries:
          Slow: { source: data, sql: "\(slow.replacing("\n", with: " "))" }
          Quick: { source: data, from: sales }
        dashboards: { slow: slow.xml, quick: quick.xml }
        """
      for (name, text) in [("auger.yaml", workspace), ("slow.xml", chart("Slow")), ("quick.xml", chart("Quick"))] {
        _ = try folder.write(text, to: name)
      }
      let (out, errors) = (try folder.write("", to: "out"), try folder.write("", to: "errors"))
      process.executableURL = Auger.directory.appendingPathComponent("auger")
      process.arguments = ["serve", "--supervised", "--port", "0", "--workspace", folder.root.path] + options
      // The supervisor creates its folder in a directory that the test can read.
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.root.path]) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle(forWritingAtPath: out)
      process.standardError = FileHandle(forWritingAtPath: errors)
      try process.run()
      while true {
        let text = String(decoding: try Data(contentsOf: folder.url("out")), as: UTF8.self)
        if text.hasSuffix("/\n") {
          url = String(text.dropLast(2))
          break
        }
        guard process.isRunning else { throw CancellationError() }
        usleep(5_000)
      }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var errors: String {
      String(decoding: folder.flatMap { try? Data(contentsOf: $0.url("errors")) } ?? Data(), as: UTF8.self)
    }

    /// The process ID of the server.
    var child: Int32? {
      let tasks = "/proc/\(process.processIdentifier)/task"
      for task in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
        let text = try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)
        if let child = text?.split(separator: " ").first.flatMap({ Int32($0) }) { return child }
      }
      return nil
    }

    /// The active requests, as recorded by the server.
    var running: [String] {
      guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.root.path),
        let name = names.first(where: { $0.hasPrefix("auger-supervisor-") })
      else { return [] }
      return RequestJournal.entries(SupervisedFolder(folder.url(name).path).journal()).map(\.address)
    }

    /// Returns a client process that sends one request.
    func client(_ path: String) -> Process {
      let client = Process()
      client.executableURL = URL(fileURLWithPath: "/bin/bash")
      let port = url.split(separator: ":").last ?? ""
      let request = "GET \(path) HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n"
      client.arguments = ["-c", "exec 3<>/dev/tcp/127.0.0.1/\(port) && printf '\(request)' >&3 && cat <&3"]
      client.standardInput = FileHandle.nullDevice
      client.standardError = FileHandle.nullDevice
      return client
    }

    func get(_ path: String) throws -> String {
      let (client, pipe) = (client(path), Pipe())
      client.standardOutput = pipe
      try client.run()
      let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
      client.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  }

  @Test(arguments: [SIGABRT, SIGKILL]) func crashBlocksTheRunningRequest(signal: Int32) throws {
    let server = try Supervised()
    let path = "/dashboards/slow/Kinds.csv"
    let client = server.client(path)
    client.standardOutput = FileHandle.nullDevice
    try client.run()
    while server.running != [path] { usleep(5_000) }
    let child = try #require(server.child)
    kill(child, signal)
    client.waitUntilExit()
    // Connections wait until the server has restarted.
    let quick = try server.get("/dashboards/quick/Kinds.csv")
    #expect(quick.hasPrefix("HTTP/1.1 200") && quick.contains("kind"), "\(quick) \(server.errors)")
    let blocked = try server.get(path)
    #expect(blocked.hasPrefix("HTTP/1.1 503") && blocked.contains("addressBlocked"), "\(blocked)")
    #expect(blocked.lowercased().contains("retry-after: "))
    #expect(try server.get("/healthz").hasPrefix("HTTP/1.1 200"))
    #expect(server.child.map { $0 != child } == true)
    #expect(
      server.errors.contains("serverCrashed") && server.errors.contains("signal \(signal) while it answered '\(path)'"))
    server.process.terminate()
    server.process.waitUntilExit()
    #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0, "\(server.errors)")
  }

  @Test func exitedServerIsNotRestarted() throws {
    let folder = try TemporaryFolder()
    for arguments in [["--workspace", folder.url("none").path], ["--workspace", folder.root.path, "--theme", "dakr"]] {
      _ = try folder.write("sources: {}\n", to: "auger.yaml")
      let plain = try Auger(["serve", "--port", "0"] + arguments)
      let supervised = try Auger(["serve", "--port", "0", "--supervised"] + arguments)
      #expect(plain.exitCode == 2 && supervised.exitCode == 2)
      #expect(supervised.errors == plain.errors)
    }
  }

  @Test func usedPortIsReportedOnce() throws {
    let server = try Supervised()
    let port = String(try #require(server.url.split(separator: ":").last))
    let other = try Auger([
      "serve", "--supervised", "--port", port, "--workspace", try #require(server.folder).root.path,
    ])
    #expect(other.exitCode == 2 && other.errors.contains("listenFailed"), "\(other.errors)")
  }

  @Test func openServerWithAPublicURLWarns() throws {
    let server = try Supervised()
    let port = String(try #require(server.url.split(separator: ":").last))
    let folder = try #require(server.folder).root.path
    let options = ["serve", "--port", port, "--workspace", folder, "--public-url", "https://charts.example.org"]
    // The port is in use, so that the command ends.
    let other = try Auger(options)
    let message = "warning: openToEverybody: everybody who reaches https://charts.example.org can read all dashboards"
    #expect(other.errors.contains(message), "\(other.errors)")
    #expect(other.errors.contains("hint: Add --tokens, --jwks or --trusted-proxies"), "\(other.errors)")
    #expect(try !Auger(options + ["--quiet"]).errors.contains("openToEverybody"))
    #expect(try !Auger(Array(options.dropLast(2))).errors.contains("openToEverybody"))
  }

  @Test func serverEndsWithItsSupervisor() throws {
    let server = try Supervised()
    let child = try #require(server.child)
    kill(server.process.processIdentifier, SIGKILL)
    server.process.waitUntilExit()
    while kill(child, 0) == 0 {
      // A zombie process counts as ended.
      let state = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8))?.split(separator: ")").last
      if state?.hasPrefix(" Z") ?? true { break }
      usleep(20_000)
    }
  }
}
