import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import AugerSQLite
import Foundation
import TestSupport
import Testing

/// `export`, jobs and `query DASHBOARD/CHART` write the results of the library byte for byte, for generated dashboards,
/// as chart JSON, CSV and pictures.
///
/// A state is a dashboard with an exploration or with the arguments of a job. `AUGER_STATES=100000` sets the number of
/// states, `AUGER_FIRST` the first seed. Several dashboards share a workspace and a process, because starting the
/// process takes most of the time.
@Suite struct GeneratedStatesTests {
  private static let states = ProcessInfo.processInfo.environment["AUGER_STATES"].flatMap { Int($0) } ?? 500
  private static let first = ProcessInfo.processInfo.environment["AUGER_FIRST"].flatMap { Int($0) } ?? 0

  @Test func commandsAndJobsWriteTheResultsOfTheLibrary() async throws {
    var (number, tried) = (Self.first, 0)
    while tried < Self.states {
      let rows = number % 50 == 49 ? 70_000 : [1, 3, 40, 12, 150][number % 5]
      let made = GeneratedWorkspace(
        seed: UInt64(number) &* 104_729 &+ 5, rows: rows, places: 7, dashboards: 8, database: number % 3 == 2)
      let states = try GeneratedStates(made, "seed \(number), \(rows) rows")
      for (index, place) in made.places.enumerated() { tried += try await states.checkExport(at: place, index) }
      tried += try await states.checkJobs()
      number += 1
    }
  }
}

/// A generated workspace on disk, with the expected results from the library.
private struct GeneratedStates {
  let made: GeneratedWorkspace
  let name: String
  let folder: TemporaryFolder
  let workspace: Workspace

  /// The contents of files by path.
  typealias Files = [String: String]

  init(_ made: GeneratedWorkspace, _ name: String) throws {
    self.made = made
    self.name = name
    folder = try TemporaryFolder()
    for file in made.files { _ = try folder.write(file.text, to: file.name) }
    if let statements = made.statements {
      #expect(Database(path: folder.url("data.sqlite").path).execute(statements))
    }
    workspace = try Workspace(contentsOf: folder.root.path, adapters: [CSVAdapter(), SQLiteAdapter()])
  }

  /// Exports all dashboards in one state and the underlying rows of one chart. Returns the number of states.
  func checkExport(at address: String, _ index: Int) async throws -> Int {
    let pipeline = Pipeline(workspace)
    // Pictures are slow, so only some states include them.
    let hasPictures = index % 8 == 1
    var (expected, refused) = (Files(), 0)
    for dashboard in workspace.dashboards {
      do {
        let place = try await pipeline.checked(try Exploration(address), of: dashboard)
        let models = try await pipeline.charts(of: dashboard, at: place)
        let overview = try await pipeline.overview(of: dashboard, at: place)
        expected.merge(files(models, of: dashboard, at: place, hasPictures)) { $1 }
        expected["\(dashboard.name).json"] = text(DashboardJSON().data(for: overview))
      } catch is DiagnosticError { refused += 1 }
    }
    let arguments = ["--explore", address, "--formats", hasPictures ? "json,csv,svg" : "json,csv"]
    let run = try Auger(["export", "-o", "out", "--workers", index % 2 == 0 ? "1" : "4"] + arguments, in: folder.root)
    let state = "\(name), at '\(address)'"
    let code: Int32 = refused == 0 ? 0 : refused < made.dashboards.count ? 1 : 2
    #expect(run.exitCode == code, "\(state): \(run.errors)")
    try expectSame(try written("out"), expected, "export of \(state)")
    try? FileManager.default.removeItem(at: folder.url("out"))
    let dashboard = workspace.dashboards[index % workspace.dashboards.count]
    try await checkQuery(dashboard, GeneratedWorkspace.items[index % GeneratedWorkspace.items.count], address, pipeline)
    return workspace.dashboards.count
  }

  private func checkQuery(
    _ dashboard: Dashboard, _ item: String, _ address: String, _ pipeline: Pipeline
  ) async throws {
    let run = try Auger(
      ["query", "\(dashboard.name)/\(item)", "--explore", address, "--format", "csv"], in: folder.root)
    let state = "\(name), \(item) of \(dashboard.name) at '\(address)'"
    do {
      let place = try await pipeline.checked(try Exploration(address), of: dashboard)
      let table = try await pipeline.table(behind: item, of: dashboard, at: place)
      #expect(run.exitCode == 0 && run.output == text(DelimitedText().data(for: table)), "query: \(state)")
    } catch is DiagnosticError { #expect(run.exitCode == 2, "query: \(state)") }
  }

  /// Runs all jobs in one process, for the dashboards as defined and for each region. Returns the number of states.
  func checkJobs() async throws -> Int {
    let run = try Auger(["refresh"], in: folder.root)
    #expect(run.exitCode == 0, "\(name): \(run.errors)")
    try expectSame(try written("public/current"), try await published(by: Pipeline(workspace), true), "job of \(name)")
    var (expected, states) = (Files(), 1)
    let regions = try await WorkspaceQueryDelegate(workspace).executeQuery("Regions", arguments: QueryArguments())
    for row in 0..<regions.rowCount {
      guard case .string(let region) = regions.columns[0][row] else { continue }
      var pipeline = Pipeline(workspace)
      pipeline.arguments["Region"] = .list([.string("R0"), .string("R1")])
      pipeline.arguments["region"] = .scalar(.string(region))
      for (path, file) in try await published(by: pipeline, false) { expected["\(region)/\(path)"] = file }
      states += 1
    }
    try expectSame(try written("public-each/current"), expected, "job for each region of \(name)")
    return states * workspace.dashboards.count
  }

  private func published(by pipeline: Pipeline, _ hasPictures: Bool) async throws -> Files {
    var expected = Files()
    for dashboard in workspace.dashboards {
      let models = try await pipeline.charts(of: dashboard)
      expected.merge(files(models, of: dashboard, at: Exploration(), hasPictures)) { $1 }
      expected["\(dashboard.name).json"] = text(DashboardJSON().data(for: try await pipeline.overview(of: dashboard)))
    }
    return expected
  }

  /// Returns the expected files of a dashboard's charts.
  private func files(
    _ models: [ChartModel], of dashboard: Dashboard, at place: Exploration, _ hasPictures: Bool
  ) -> Files {
    var files = Files()
    for model in models {
      let path = "\(dashboard.name)/\(model.name)"
      files[path + ".json"] = Self.comparable(text(ChartJSON().data(for: model)))
      files[path + ".csv"] = text(DelimitedText().data(for: model.tabulated()))
      if hasPictures { files[path + ".svg"] = text(SVG().data(for: model)) }
    }
    if hasPictures {
      files["\(dashboard.name).svg"] = text(DashboardPicture().data(for: dashboard, models, at: place))
    }
    return files
  }

  /// Returns the files in a folder, without the metadata of a snapshot.
  private func written(_ directory: String) throws -> Files {
    let root = folder.url(directory).resolvingSymlinksInPath()
    var files = Files()
    for path in FileManager.default.enumerator(atPath: root.path)?.allObjects.compactMap({ $0 as? String }) ?? [] {
      guard [".json", ".csv", ".svg"].contains(where: path.hasSuffix), !Self.ofSnapshot.contains(path)
      else { continue }
      let file = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      files[path] = path.hasSuffix(".json") ? Self.comparable(file) : file
    }
    return files
  }

  private static let ofSnapshot: Set = ["manifest.json", "status.json"]

  /// Returns chart JSON without cache status.
  private static func comparable(_ json: String) -> String { json.replacing("\"reused\"", with: "\"ran\"") }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func expectSame(_ found: Files, _ expected: Files, _ state: String) throws {
    let (missing, unexpected) = (Set(expected.keys).subtracting(found.keys), Set(found.keys).subtracting(expected.keys))
    #expect(missing.isEmpty && unexpected.isEmpty, "\(state)")
    for (path, file) in found {
      guard let expected = expected[path], expected != file else { continue }
      let lines = zip(file.split(separator: "\n"), expected.split(separator: "\n"))
      let first = lines.first { $0 != $1 }
      Issue.record("\(path), \(state): '\(first?.0 ?? "")' where the library has '\(first?.1 ?? "")'")
    }
  }
}
