import Auger
import AugerAnalysis
import AugerDiagnostics
import AugerDocuments
import AugerEngine
import AugerMetadata
import AugerQuery
import Foundation

/// Everything that is wrong with workspaces and files of the dashboard language, in order (`auger check`).
///
/// Making one reads the files and asks no source; `askSources` then asks them. Nothing stops at the first mistake.
package struct WorkspaceCheck: Sendable {
  /// Reports what is wrong with the jobs of a workspace: without what knows them, the variables of the environment.
  package typealias JobReading = (Workspace, DiagnosticCollector) -> Void

  package static let lookingUpVariables: @Sendable (Workspace, DiagnosticCollector) -> Void = { workspace, collector in
    for entry in workspace.jobEntries { _ = workspace.substitution.apply(to: entry.value, reporting: collector) }
  }

  package struct CheckedDashboard: Sendable {
    /// As the workspace calls it; of a file that stands alone, its path.
    package var name: String
    package var contract: DrillContract
  }

  /// What was read, in the order of the findings.
  package private(set) var files: [String] = []
  /// By file, then by place.
  package private(set) var diagnostics: [Diagnostic] = []
  package var dashboards: [CheckedDashboard] { loose + contracts.flatMap(\.self) }
  /// Whether a source could not be opened, so that not everything was looked at.
  package internal(set) var isIncomplete = false
  private(set) var workspaces: [Workspace] = []
  /// Whether a file that was looked at is one of a workspace, though nothing in it may be right.
  private(set) var hasWorkspaceFile = false
  /// Of dashboards without a workspace.
  private var loose: [CheckedDashboard] = []
  /// For each workspace those of its dashboards.
  var contracts: [[CheckedDashboard]] = []

  /// Checks files and folders.
  ///
  /// A folder is its `auger.yaml`, or without one every file of the dashboard language below it. A file is a workspace,
  /// or a dashboard that is checked by itself; with `workspace`, against the queries of that one. Throws `AugerError`
  /// for a path that is not there.
  package init(
    _ paths: [String], workspace: String? = nil, adapters: [any SourceAdapter],
    environment: [String: String] = ProcessInfo.processInfo.environment, readingJobs: JobReading = lookingUpVariables
  ) throws {
    var collected: [Diagnostic] = []
    var around: Workspace?
    if let workspace {
      var ofWorkspace: [Diagnostic] = []
      let path = try CheckedFiles.workspace(workspace)
      hasWorkspaceFile = true
      around = try Self.read(path, adapters, environment, readingJobs, &files, &ofWorkspace)
      // Its other dashboards are known, and not looked at.
      collected = ofWorkspace.filter { $0.place.map { Name($0.source.name) == Name(path) } ?? true }
      files = [path]
    }
    var alone: [Dashboard] = []
    for file in try CheckedFiles(paths).files {
      if file.isWorkspace {
        hasWorkspaceFile = true
        let read = try Self.read(file.path, adapters, environment, readingJobs, &files, &collected)
        if let read { workspaces.append(read) }
      } else {
        files.append(file.path)
        if let read = Self.dashboard(file.path, &collected) { alone.append(read) }
      }
    }
    if var around {
      around.dashboards += alone
      around.onlyDashboards = alone
      workspaces.append(around)
    } else {
      for dashboard in alone {
        var check = DashboardCheck(dashboard, queries: nil)
        collected += check.run()
        loose.append(CheckedDashboard(name: dashboard.name, contract: DrillContract(dashboard)))
      }
    }
    for workspace in workspaces {
      let (findings, contracts) = workspace.findings(queries: workspace.queries.map(\.signature))
      collected += findings
      self.contracts.append(contracts)
    }
    add(collected)
  }

  /// Adds findings, each once, and puts all in their order.
  mutating func add(_ found: [Diagnostic]) {
    struct Key: Hashable {
      var file: [UInt8]
      var span: SourceSpan?
      var code: String
      var message: [UInt8]
    }
    var seen: Set<Key> = []
    let all = (diagnostics + found).filter { diagnostic in
      seen.insert(
        Key(
          file: diagnostic.fileKey, span: diagnostic.place?.span, code: diagnostic.code.rawValue,
          message: Array(diagnostic.message.utf8))
      ).inserted
    }
    let keys = all.map { ($0.fileKey, $0.place?.span?.lower ?? -1) }
    let order = all.indices.sorted { a, b in
      if keys[a].0 != keys[b].0 { return keys[a].0.lexicographicallyPrecedes(keys[b].0) }
      return (keys[a].1, a) < (keys[b].1, b)
    }
    diagnostics = order.map { all[$0] }
    files = Set(files.map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  package func count(_ level: Diagnostic.Level) -> Int { diagnostics.count { $0.level == level } }

  /// `2 errors, 1 warning and 3 notes in 4 files`.
  package var summary: String {
    func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
    return "\(count(self.count(.error), "error")), \(count(self.count(.warning), "warning")) and "
      + "\(count(self.count(.note), "note")) in \(count(files.count, "file"))"
  }

  /// Reads a workspace file and what it names. Nil: it is no YAML, which is reported.
  private static func read(
    _ path: String, _ adapters: [any SourceAdapter], _ environment: [String: String], _ readingJobs: JobReading,
    _ files: inout [String], _ collected: inout [Diagnostic]
  ) throws -> Workspace? {
    let collector = DiagnosticCollector()
    defer { collected += collector.inOrder }
    files.append(path)
    do throws(DiagnosticError) {
      guard let data = FileManager.default.contents(atPath: path),
        let text = String(validating: data, as: UTF8.self)
      else {
        throw DiagnosticError(
          Diagnostic(.invalidUTF8, "'\(path)' is not UTF-8 text", at: .init(SourceText(name: path, text: ""))))
      }
      let workspace = try Workspace(
        reading: SourceText(name: path, text: text), directory: CheckedFiles.folder(of: path), adapters: adapters,
        trust: WorkspaceTrust(), environment: environment, reporting: collector)
      files += workspace.dashboards.compactMap { $0.place?.source.name }
      // A check looks at what would only be found when a source is opened or a job is read.
      for source in workspace.sources {
        do { _ = try source.resolved() } catch { collector.report(contentsOf: error) }
      }
      readingJobs(workspace, collector)
      return workspace
    } catch {
      collector.report(contentsOf: error)
      return nil
    }
  }

  /// Reads a dashboard that stands alone.
  private static func dashboard(_ path: String, _ collected: inout [Diagnostic]) -> Dashboard? {
    do throws(DiagnosticError) {
      let (metadata, diagnostics) = MetadataReader.read(bytes: try MetadataFile.read(path), name: path)
      collected += diagnostics
      guard var dashboard = metadata?.dashboard else { return nil }
      dashboard.name = path
      dashboard.layout = metadata?.layout
      return dashboard
    } catch {
      collected += error.diagnostics
      return nil
    }
  }
}

extension Diagnostic {
  /// The name of its file, and the place within where that has no lines.
  fileprivate var fileKey: [UInt8] {
    place.map { Array($0.source.name.utf8) + [0] + Array(($0.source.keyPath ?? "").utf8) } ?? []
  }
}

extension Workspace {
  /// All of them, unless some alone are looked at.
  var checkedDashboards: [Dashboard] { onlyDashboards ?? dashboards }

  /// What is wrong between its dashboards and these queries, and the contracts of the dashboards.
  func findings(queries: [QuerySignature]) -> (findings: [Diagnostic], contracts: [WorkspaceCheck.CheckedDashboard]) {
    var findings: [Diagnostic] = []
    var handed: [[UInt8]: Set<[UInt8]>] = [:]
    for dashboard in checkedDashboards {
      var check = DashboardCheck(dashboard, queries: queries, unread: unreadQueries)
      findings += check.run()
      handed.merge(check.handed) { $0.union($1) }
      findings += diagramNotes(dashboard)
    }
    if onlyDashboards == nil { findings += clausesNeverKept(queries, handed) }
    for query in self.queries {
      guard case .table(let table) = query.body else { continue }
      findings += table.expressionMistakes.map { mistake in
        var mistake = mistake
        mistake.details = mistake.details.adding(.query, query.name)
        return mistake
      }
    }
    let contracts = checkedDashboards.map {
      WorkspaceCheck.CheckedDashboard(name: $0.name, contract: DrillContract($0, queries: queries))
    }
    return (findings, contracts)
  }

  /// Optional arguments that no dashboard hands to a query that some dashboard asks, and the data policy neither.
  ///
  /// - Parameter handed: for each query that is asked, the arguments that are handed to it.
  private func clausesNeverKept(
    _ queries: [QuerySignature], _ handed: [[UInt8]: Set<[UInt8]>]
  ) -> [Diagnostic] {
    let forced = (policy?.rules ?? []).flatMap(\.force).map(\.argument)
    return queries.flatMap { query -> [Diagnostic] in
      guard let arguments = handed[Array(query.name.utf8)] else { return [] }
      return query.parameters.compactMap { parameter in
        guard !parameter.isRequired, !parameter.hasDefault, !arguments.contains(Array(parameter.name.utf8)),
          !forced.contains(name: parameter.name)
        else { return nil }
        return Diagnostic(
          .argumentUnbound, level: .note,
          "no dashboard hands '\(parameter.name)' to query '\(query.name)', whose clauses with it are never kept",
          at: parameter.place ?? query.place, details: [.init(.query, query.name), .init(.value, parameter.name)])
      }
    }
  }

  /// Charts that a diagram names may stand in another file, but somewhere they must.
  private func diagramNotes(_ dashboard: Dashboard) -> [Diagnostic] {
    if dashboard.diagrams.isEmpty { return [] }
    var known: [String] = []
    for name in dashboards.flatMap({ $0.items.map(\.name) + $0.allCharts.map(\.name) })
    where !known.contains(name: name) { known.append(name) }
    return dashboard.diagrams.flatMap(\.nodes).flatMap { node in
      node.charts.compactMap { reference in
        if known.contains(name: reference.name) { return nil }
        return Diagnostic(
          .metadataObjectUndefined, level: .warning,
          "node '\(node.name)' names chart '\(reference.name)', which no dashboard of the workspace has",
          at: reference.place, hint: DidYouMean.hint(for: reference.name, among: known, listing: "charts"),
          details: [.init(.chart, reference.name)])
      }
    }
  }
}

extension QueryDefinition {
  /// What the query's text tells of it.
  package var signature: QuerySignature {
    switch body {
    case .sql(let template): QuerySignature(name, template, declared: parameters, at: place)
    case .table(let query): QuerySignature(name, query, declared: parameters, at: place)
    }
  }
}
