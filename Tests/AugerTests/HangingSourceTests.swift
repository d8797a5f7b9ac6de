import Auger
import AugerCSV
import AugerDiagnostics
import AugerQuery
import Foundation
import TestSupport
import Testing

/// A pipe without a writer simulates a disk that does not respond.
@Suite(.timeLimit(.minutes(2))) struct HangingSourceTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-hanging-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("n\n1\n".utf8).write(to: folder.appendingPathComponent("good.csv"))
    #expect(Pipes.make(folder.appendingPathComponent("pipe.csv").path))
    let text = """
      sources:
        pipe: { adapter: csv, path: pipe.csv }
        good: { adapter: csv, path: good.csv }
      queries:
        Pipe: { source: pipe, from: pipe, limits: { time: 50ms } }
        Good: { source: good, from: good, limits: { time: 60s } }
      """
    try Data(text.utf8).write(to: folder.appendingPathComponent("auger.yaml"))
  }

  private func workspace(allowing paths: [String] = []) throws -> Workspace {
    try Workspace(contentsOf: folder.path, adapters: [CSVAdapter()], allowing: paths)
  }

  private func code(_ query: String, _ delegate: WorkspaceQueryDelegate) async -> Diagnostic.Code? {
    do { _ = try await delegate.executeQuery(query, arguments: QueryArguments()) } catch {
      return (error as? AugerError)?.code
    }
    return nil
  }

  @Test func pipeInAWorkspaceIsNotRead() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let delegate = WorkspaceQueryDelegate(try workspace())
    #expect(await code("Pipe", delegate) == .notAFile)
  }

  @Test func timeLimitAppliesToAHangingFile() async throws {
    let pipe = folder.appendingPathComponent("pipe.csv").path
    let delegate = WorkspaceQueryDelegate(try workspace(allowing: [pipe]))
    for _ in 0..<SourceLane.most { #expect(await code("Pipe", delegate) == .timeout) }
    #expect(await code("Pipe", delegate) == .sourceNotResponding)
    #expect(await code("Good", delegate) == nil)
    let version = await Result { try await delegate.version(of: "Pipe") }
    #expect(throws: AugerError.self) { try version.get() }
    // The threads end when the pipe is closed.
    let lane = SourceLane.of(delegate.workspace.sources[0].configuration)
    while lane.leftBehind > 0 {
      Pipes.end(pipe)
      await Task.yield()
    }
    try FileManager.default.removeItem(at: folder)
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
