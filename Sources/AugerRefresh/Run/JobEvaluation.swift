import Auger
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery

/// Computes what a job publishes. Nothing is written, nothing is remembered from one evaluation to the next.
struct JobEvaluation: Sendable {
  let job: JobDefinition
  let workspace: Workspace

  struct Result: Sendable {
    var files: [SnapshotFile]
    var answers: [QueryAnswer]

    var rows: Int { answers.reduce(0) { $0 + $1.table.rowCount } }
    var bytes: Int { files.reduce(0) { $0 + $1.bytes.count } }
  }

  func run() async throws -> Result {
    // Opened anew for each run: files may have been replaced since the last.
    let delegate = RememberingDelegate(WorkspaceQueryDelegate(workspace))
    guard let forEach = job.forEach else {
      let files = try await files(job.arguments, delegate)
      return Result(files: files, answers: delegate.answers)
    }
    let picks = try await WorkspaceQueryDelegate(workspace).executeQuery(forEach.query, arguments: job.arguments)
    var files: [SnapshotFile] = []
    var folders: [String] = []
    for value in try Self.values(of: picks, forEach) {
      var arguments = job.arguments
      arguments[forEach.argument] = .scalar(value)
      let folder = FileName.distinct(value.description, among: &folders)
      for var file in try await self.files(arguments, delegate) {
        file.path = folder + "/" + file.path
        files.append(file)
      }
    }
    return Result(files: files, answers: delegate.answers)
  }

  /// The distinct values of a picklist's column in their order, without null.
  private static func values(of table: Table, _ picklist: JobDefinition.Picklist) throws -> [Scalar] {
    let column: Column
    if let name = picklist.column {
      guard let found = table[name] else {
        throw AugerError(
          .columnNotFound, operation: "pick values for '\(picklist.argument)'",
          "query '\(picklist.query)' has no column '\(name)'",
          hint: DidYouMean.hint(for: name, among: table.schema.names, listing: "columns"))
      }
      column = found
    } else if let first = table.columns.first {
      column = first
    } else {
      return []
    }
    var values: [Scalar] = []
    var seen: Set<Scalar> = [.null]
    for row in 0..<column.count where seen.insert(column[row]).inserted { values.append(column[row]) }
    return values
  }

  private func files(_ arguments: QueryArguments, _ delegate: RememberingDelegate) async throws -> [SnapshotFile] {
    let pipeline = Pipeline(delegate: delegate, dashboards: workspace.dashboards)
    var files: [SnapshotFile] = []
    var queryNames: [String] = []
    var charts: [(dashboard: String, names: [String])] = []
    func add(_ model: ChartModel, of dashboard: String) {
      let folder = FileName.safe(dashboard)
      let index = charts.firstIndex { $0.dashboard == folder } ?? charts.count
      if index == charts.count { charts.append((folder, [])) }
      let name = FileName.distinct(model.name, among: &charts[index].names)
      for format in job.formats where format.isForCharts {
        files.append(SnapshotFile(path: "\(folder)/\(name).\(format.rawValue)", bytes: format.bytes(of: model)))
      }
    }
    for content in job.contents {
      try Task.checkCancellation()
      switch content {
      case .dashboard(let name):
        let dashboard = try workspace.dashboard(name)
        let models = try await pipeline.charts(of: dashboard, arguments: arguments)
        for model in models { add(model, of: name) }
        if job.formats.contains(.svg), !models.isEmpty {
          let picture = DashboardPicture().data(for: dashboard, models)
          files.append(SnapshotFile(path: FileName.safe(name) + ".svg", bytes: picture))
        }
      case .chart(let name, let dashboard):
        add(try await pipeline.chart(name, of: try workspace.dashboard(dashboard), arguments: arguments), of: dashboard)
      case .query(let name):
        let table = try await delegate.executeQuery(name, arguments: arguments)
        let file = FileName.distinct(name, among: &queryNames)
        for format in job.formats where format.isForQueries {
          files.append(SnapshotFile(path: "queries/\(file).\(format.rawValue)", bytes: format.bytes(of: table)))
        }
      }
    }
    return files
  }
}

extension SnapshotFormat {
  fileprivate func bytes(of model: ChartModel) -> [UInt8] {
    self == .svg ? SVG().data(for: model) : ChartJSON().data(for: model)
  }

  fileprivate func bytes(of table: Table) -> [UInt8] {
    switch self {
    case .csv: DelimitedText().data(for: table)
    case .tsv: DelimitedText(delimiter: UInt8(ascii: "\t")).data(for: table)
    case .json, .svg: JSONRows().data(for: table)
    }
  }
}

/// What a query answered.
struct QueryAnswer: Sendable {
  var name: String
  var arguments: QueryArguments
  var table: Table
}

/// Asks each question once: all charts of a run show the same answer.
final class RememberingDelegate: QueryDelegate {
  private let delegate: WorkspaceQueryDelegate
  private let known = Locked<[QueryAnswer]>([])

  init(_ delegate: WorkspaceQueryDelegate) { self.delegate = delegate }

  /// In the order they were asked.
  var answers: [QueryAnswer] { known.withLock { $0 } }

  func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table {
    let earlier = known.withLock { known in
      known.first { $0.name.utf8.elementsEqual(name.utf8) && $0.arguments == arguments }
    }
    if let earlier { return earlier.table }
    let table = try await delegate.executeQuery(name, arguments: arguments)
    known.withLock { $0.append(QueryAnswer(name: name, arguments: arguments, table: table)) }
    return table
  }
}
