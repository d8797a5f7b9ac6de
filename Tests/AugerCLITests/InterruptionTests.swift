import AugerColumns
import AugerQuery
import AugerRefresh
import Foundation
import TestSupport
import Testing

/// An interrupted command leaves no child process, no file and no active run, and exits with code 130 or 143.
@Suite struct InterruptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("region,amount\nNorth,1\nSouth,2\n", to: "sales.csv")
    _ = try folder.write(
      """
      <Dashboard><Chart Name="Regions" ChartType="Column" Query="All"><Category Column="region"/>
      <Values><Value Expression="amount"/></Values></Chart></Dashboard>
      """, to: "one.xml")
    _ = try folder.write(
      """
      sources: { drops: { adapter: csv, path: "*.csv" } }
      queries: { All: { source: drops, from: sales } }
      dashboards: { one: one.xml }
      jobs:
        pictures:
          dashboards: one
          formats: png
          timeout: 1s
          retry: { attempts: 1 }
          publish: { directory: public }
        patient:
          dashboards: one
          formats: png
          publish: { directory: later }
      """, to: "auger.yaml")
    // This program records its process ID and then hangs.
    let program = try folder.write("#!/bin/sh\necho $$ >> \"$CHILDREN\"\nexec sleep 1000\n", to: "rsvg-convert")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    try FileManager.default.createDirectory(at: folder.url("tmp"), withIntermediateDirectories: true)
  }

  private var environment: [String: String] {
    [
      "PATH": folder.root.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
      "CHILDREN": folder.url("children").path, "TMPDIR": folder.url("tmp").path,
    ]
  }

  private var children: [Int32] {
    let text = (try? String(contentsOf: folder.url("children"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { Int32($0) }
  }

  private func expectNothingLeft() throws {
    #expect(!children.isEmpty)
    for child in children { #expect(kill(child, 0) != 0, "the child \(child) is alive") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url("tmp").path) == [])
  }

  /// Starts a command and sends the signal when `hasBegun` returns true.
  private func interrupt(
    _ arguments: [String], by signal: Int32, hasBegun: () -> Bool
  ) throws -> (code: Int32, errors: String) {
    let process = Process()
    process.executableURL = Auger.directory.appendingPathComponent("auger")
    process.arguments = arguments
    process.currentDirectoryURL = folder.root
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let errors = folder.url("errors")
    try Data().write(to: errors)
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    while process.isRunning, !hasBegun() { usleep(10_000) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    try #require(process.terminationReason == .exit)
    return (process.terminationStatus, try String(contentsOf: errors, encoding: .utf8))
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func exportOfPicturesEndsItsChild(signal: Int32, code: Int32) throws {
    let ended = try interrupt(["export", "--formats", "png", "-o", "out"], by: signal) { !children.isEmpty }
    #expect(ended.code == code && ended.errors.contains("cancelled"), "\(ended)")
    try expectNothingLeft()
    #expect(!FileManager.default.fileExists(atPath: folder.url("out").path))
  }

  @Test func refreshReleasesItsRun() async throws {
    let ended = try interrupt(["refresh", "patient"], by: SIGTERM) { !children.isEmpty }
    #expect(ended.code == 143, "\(ended)")
    try expectNothingLeft()
    let store = try LocalRunStore(folder: folder.url(".auger").path)
    #expect(try await store.history(job: "patient", limit: 10).map(\.state) == [.queued])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url(".auger/workers").path) == [])
  }

  /// The time limit of a job includes its child processes.
  @Test func jobOverItsTimeLimitEndsItsChild() throws {
    let run = try Auger(["refresh", "pictures"], in: folder.root, environment: environment)
    #expect(run.exitCode == 2 && (run.output + run.errors).contains("time limit"), "\(run.output)\(run.errors)")
    try expectNothingLeft()
  }

  /// A pipe without a writer provides neither data nor end of file.
  @Test func commandWaitingForAPipeEnds() throws {
    let pipe = folder.url("pipe.csv").path
    try #require(try Auger(["-c", "mkfifo \"$0\"", pipe], running: "/bin/sh").exitCode == 0)
    // Opening the pipe for writing blocks until the command opens it for reading.
    let writer = Locked<FileHandle?>(nil)
    let opener = Thread {
      let opened = FileHandle(forWritingAtPath: pipe)
      writer.withLock { $0 = opened }
    }
    opener.start()
    let ended = try interrupt(["query", pipe], by: SIGTERM) { writer.withLock { $0 != nil } }
    #expect(ended.code == 143)
    try writer.withLock { try $0?.close() }
  }
}

/// True if the program that creates pictures is installed.
private let hasRasterizer = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
  FileManager.default.isExecutableFile(atPath: $0 + "/rsvg-convert")
}

@Suite struct PictureFileTests {
  @Test(.enabled(if: hasRasterizer, "rsvg-convert is not there"))
  func pictureNeedsNoTemporaryFiles() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("region,amount\nNorth,1\nSouth,2\n", to: "sales.csv")
    let run = try Auger(["chart", path, "-o", folder.url("x.png").path], environment: ["TMPDIR": "/nowhere"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try Data(contentsOf: folder.url("x.png")).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    for name in ["x.pdf", "y.pdf"] { _ = try Auger(["chart", path, "-o", folder.url(name).path]) }
    let made = try Data(contentsOf: folder.url("x.pdf"))
    #expect(made.starts(with: Array("%PDF-".utf8)))
    #expect(try Data(contentsOf: folder.url("y.pdf")) == made)
  }

  @Test func undrawableChartIsReported() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("region,amount\nNorth,1\nSouth,2\nSouth,3\n", to: "sales.csv")
    let program = try folder.write("#!/bin/sh\necho 'out of paint' >&2\nexit 1\n", to: "rsvg-convert")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let run = try Auger(
      ["chart", path, "-o", folder.url("x.png").path], environment: ["PATH": folder.root.path])
    #expect(run.exitCode == 2 && run.errors.contains("programFailed") && run.errors.contains("out of paint"))
  }

  @Test(arguments: [0o600, 0o640, 0o444])
  func existingOutputKeepsItsMode(mode: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("region,amount\nNorth,1\nSouth,2\nSouth,3\n", to: "sales.csv")
    let output = try folder.write("old", to: "out.csv")
    let rejects = try folder.write("old", to: "rejects.csv")
    for file in [output, rejects] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }
    let run = try Auger(["query", path, "--format", "csv", "-o", output, "--rejects", rejects])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try String(contentsOfFile: output, encoding: .utf8).contains("North"))
    for file in [output, rejects] {
      let kept = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
      #expect(kept?.intValue == mode, "\(file)")
    }
  }

  private func mode(_ path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test(arguments: ["json", "svg", "html", "csv"])
  func existingChartKeepsItsMode(ending: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("region,amount\nNorth,1\nSouth,2\nSouth,3\n", to: "sales.csv")
    let output = try folder.write("old", to: "out." + ending)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: output)
    let run = try Auger(["chart", path, "-o", output])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try String(contentsOfFile: output, encoding: .utf8).contains("North"))
    #expect(try mode(output) == 0o640)
  }

  @Test func replacedFilesKeepTheirModes() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      """
      <Dashboard><Chart Name="Regions" ChartType="Column" Query="All"><Category Column="region"/>
      <Values><Value Expression="amount"/></Values></Chart></Dashboard>
      """, to: "one.xml")
    _ = try folder.write(
      """
      sources: { drops: { adapter: csv, path: "*.csv" } }
      queries: { All: { source: drops, from: sales } }
      dashboards: { one: one.xml }
      """, to: "auger.yaml")
    let files = ["one.svg", "one/Regions.csv", "one/Regions.json", "one/Regions.svg"].map { folder.url("out/" + $0) }
    for region in ["North", "West"] {
      _ = try folder.write("region,amount\n\(region),1\nSouth,2\n", to: "sales.csv")
      let run = try Auger(["export", "-o", "out", "--formats", "csv,json,svg"], in: folder.root)
      #expect(run.exitCode == 0, "\(run.errors)")
      for file in files {
        #expect(try String(contentsOf: file, encoding: .utf8).contains(region))
        if region == "West" { #expect(try mode(file.path) == 0o640, "\(file)") }
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
      }
    }
  }
}
