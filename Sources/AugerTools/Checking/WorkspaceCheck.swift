import Auger
import AugerAnalysis
import AugerDiagnostics
import AugerDocuments
import AugerEngine
import AugerMetadata
import AugerQuery
import Foundation

/// All errors in workspaces and dashboard files, in order (`auger check`).
///
/// The initializer reads the files and runs no queries. `askSources` adds the results of queries. The check does not
/// stop at the first error.
package struct WorkspaceCheck: Sendable {
  /// A function that reports errors in the jobs of a workspace. Without `AugerRefresh`, only the environment variables
  /// are checked.
  package typealias JobReading = (Workspace, DiagnosticCollector) -> Void

  package static let lookingUpVariables: @Sendable (Workspace, DiagnosticCollector) -> Void = { workspace, collector in
    for entry in workspace.jobEntries { _ = workspace.substitution.apply(to: entry.value, reporting: collector) }
  }

  package struct CheckedDashboard: Sendable {
    /// The name of the dashboard in its workspace. For a file outside a workspace, its path.
    package var name: String
    package var contract: DrillContract
  }

  /// The files that were read, in the order of the findings.
  package private(set) var files: [String] = []
  /// The findings, sorted by file and location.
  package private(set) var diagnostics: [Diagnostic] = []
  package var dashboards: [CheckedDashboard] { loose + contracts.flatMap(\.self) }
  /// True if a source could not be opened, so that the check is incomplete.
  package internal(set) var isIncomplete = false
  private(set) var workspaces: [Workspace] = []
  /// True if one of the files is a workspace file, even an invalid one.
  private(set) var hasWorkspaceFile = false
  /// The dashboards without a workspace.
  private var loose: [CheckedDashboard] = []
  /// The dashboards of each workspace.
  var contracts: [[CheckedDashboard]] = []

  /// Checks files and folders.
  ///
  /// For a folder, its `auger.yaml` is checked, or without one every dashboard file below it. A file is a workspace or
  /// a single dashboard. With `workspace`, single dashboards are checked against the queries of that workspace. Throws
  /// `AugerError` for a missing path.
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
      // The other dashboards of the workspace are read but not checked.
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

  /// Adds each finding once, and sorts all findings.
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

  /// A summary such as `2 errors, 1 warning and 3 notes in 4 files`.
  package var summary: String {
    func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
    return "\(count(self.count(.error), "error")), \(count(self.count(.warning), "warning")) and "
      + "\(count(self.count(.note), "note")) in \(count(files.count, "file"))"
  }

  /// Reads a workspace file and the files it names. Returns nil for invalid YAML, which is reported.
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
      // Resolve the sources now. Otherwise these errors would appear when a source is opened or a job is read.
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

  /// Reads a single dashboard.
  private static func dashboard(_ path: String, _ collected: inout [Diagnostic]) -> Dashboard? {
    do throws(DiagnosticError) {
      let (metadata, diagnostics) = MetadataReader.read(bytes: try MetadataFile.read(path), name: path)
      collected += diagnostics
      guard var dashboard = metadata?.dashboard else { return nil }
      dashboard.name = path
      dashboard.layout = metadata?.layout
      dashboard.readContents(beside: path) { collected.append($0) }
      return dashboard
    } catch {
      collected += error.diagnostics
      return nil
    }
  }
}

extension Diagnostic {
  /// The name of the diagnostic's file, with the key path if the file has no lines.
  fileprivate var fileKey: [UInt8] {
    place.map { Array($0.source.name.utf8) + [0] + Array(($0.source.keyPath ?? "").utf8) } ?? []
  }
}

extension Workspace {
  /// The dashboards to check: all of them, unless single files were named.
  var checkedDashboards: [Dashboard] { onlyDashboards ?? dashboards }

  /// Returns the errors between the dashboards and the queries, and the contracts of the dashboards.
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

  /// Returns notes about optional arguments that neither a dashboard nor the data policy provides.
  ///
  /// - Parameter handed: the arguments that are provided to each query in use.
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
          "no dashboard provides '\(parameter.name)' to query '\(query.name)', so its optional clauses never apply",
          at: parameter.place ?? query.place, details: [.init(.query, query.name), .init(.value, parameter.name)])
      }
    }
  }

  /// Returns warnings about charts that a diagram names and that no dashboard of the workspace contains.
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
  /// The signature of the query, as far as its text determines it.
  package var signature: QuerySignature {
    switch body {
    case .sql(let template): QuerySignature(name, template, declared: parameters, at: place)
    case .table(let query): QuerySignature(name, query, declared: parameters, at: place)
    }
  }
}
