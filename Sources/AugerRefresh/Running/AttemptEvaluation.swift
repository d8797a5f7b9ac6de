import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Computes what a job publishes. Nothing is shown, nothing is remembered from one evaluation to the next.
struct AttemptEvaluation: Sendable {
  let job: JobDefinition
  let workspace: Workspace
  /// Where files go as soon as they are computed.
  let draft: SnapshotDraft
  /// Kept tables are read anew, whatever is kept.
  var rebuilds = false
  /// The claim that what is kept is written under.
  var fence: Int64 = 0
  var asOf = Timestamp(microseconds: 0)
  /// What `today()` and `now()` are.
  var now = Timestamp(microseconds: 0)
  /// What all runs at once may take together; nil: as much as there is.
  var memory: MemoryBudget?
  /// Nil where nothing makes PNG and PDF.
  var rasterize: ChartFiles.Rasterize?

  struct Result: Sendable {
    var files: [SnapshotManifest.File]
    var queries: [QueryAnswer]
    var kept: KeptTable?
    /// What a reader of the charts should know, and what is missing of the dashboards.
    var notices: [SnapshotManifest.Notice] = []

    /// What expectations and the receipt are about: the kept table stands first.
    var answers: [QueryAnswer] {
      (kept.map(\.answer).map { [$0] } ?? []) + queries
    }

    /// Rows that sources gave.
    var rows: Int { queries.reduce(kept?.read ?? 0) { $0 + $1.rowCount } }
    var bytes: Int { files.reduce(0) { $0 + $1.bytes } }
  }

  /// A table that was brought up to date and is to be written.
  struct KeptTable: Sendable {
    var directory: String
    var name: String
    var file: TableFile
    var read: Int
    /// What expectations say of it.
    var answer: QueryAnswer
    /// Of the memory that runs may take.
    var share: MemoryShare
  }

  /// All charts of a run show the same answers, as far as these fit into memory.
  private var keptAnswers: AnswerService.Limits {
    AnswerService.Limits(bytes: min(1 << 30, memory.map { $0.limit / 4 } ?? .max), entries: 4096)
  }

  func run() async throws -> Result {
    let kept = try await keptTable()
    var workspace = workspace
    if let kept {
      let unwritten = TableStoreAdapter.Unwritten(
        directory: kept.directory, name: kept.name, table: kept.file.table)
      workspace.adapters = workspace.adapters.map { ($0 as? TableStoreAdapter)?.showing([unwritten]) ?? $0 }
    }
    // Opened anew for each run: files may have been replaced since the last.
    let log = AnswerLog(job.expectations, at: now)
    let service = AnswerService(
      WorkspaceQueryDelegate(workspace, memory: memory, now: now), keeping: keptAnswers, memory: memory
    ) { log.note($0, $1) }.readingOnce()
    guard let forEach = job.forEach else {
      let written = try await files(job.arguments, service, in: "")
      return Result(
        files: written.files, queries: try await log.answers(from: service), kept: kept, notices: written.notices)
    }
    let picks = try await service.table(
      for: QueryRequest(forEach.query).adding(job.arguments, knowing: service.delegate))
    var files: [SnapshotManifest.File] = []
    var notices: [SnapshotManifest.Notice] = []
    var folders: [String] = []
    for value in try Self.values(of: picks, forEach) {
      var arguments = job.arguments
      arguments[forEach.argument] = .scalar(value)
      let folder = FileName.distinct(value.description, among: &folders) + "/"
      let written = try await self.files(arguments, service, in: folder)
      files += written.files
      for var notice in written.notices {
        notice.chart = folder + notice.chart
        notices.append(notice)
      }
    }
    return Result(files: files, queries: try await log.answers(from: service), kept: kept, notices: notices)
  }

  private func keptTable() async throws -> KeptTable? {
    guard let definition = job.incremental else { return nil }
    let directory = try workspace.source(definition.store).resolved().location
    let store = TableStore(directory: directory, files: FileSystem(workspace.access))
    let isRead = !rebuilds
    let share = MemoryShare(of: memory)
    let current = try await Workers.blocking(RunControl()) {
      // The file, and the columns that are made of it.
      if share.isLimited { try share.hold(2 * store.byteCount(of: definition.name)) }
      return isRead ? try store.read(definition.name) : nil
    }
    let load = IncrementalLoad(
      definition: definition, delegate: WorkspaceQueryDelegate(workspace, memory: memory, now: now),
      kept: current?.table,
      share: share)
    let result = try await load.run()
    return KeptTable(
      directory: directory, name: definition.name,
      file: TableFile(result.table, fence: fence, asOf: asOf), read: result.read,
      answer: QueryAnswer(name: definition.name, arguments: QueryArguments(), result.table, job.expectations, at: now),
      share: share)
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

  /// Computes and keeps the files of one choice of arguments. `root` stands before their paths.
  private func files(
    _ arguments: QueryArguments, _ service: AnswerService, in root: String
  ) async throws -> (files: [SnapshotManifest.File], notices: [SnapshotManifest.Notice]) {
    var pipeline = Pipeline(answers: service, dashboards: workspace.dashboards, memory: memory)
    pipeline.arguments = arguments
    var files: [SnapshotManifest.File] = []
    var notices: [SnapshotManifest.Notice] = []
    func keep(_ path: String, _ bytes: [UInt8]) async throws {
      files.append(try await Workers.blocking(RunControl()) { try draft.add(root + path, bytes) })
    }
    func note(_ subject: DashboardFiles.Subject, _ code: String, _ message: String) {
      let chart = subject.chart.map { "\(subject.dashboard)/\($0)" } ?? subject.dashboard
      notices.append(SnapshotManifest.Notice(chart: chart, code: code, message: message))
    }
    let receiver = DashboardFiles.Receiver(
      keep: { try await keep($0, $1) }, warn: { note($0, $1.code.rawValue, $1.message) },
      failed: { subject, error in
        // Other formats, and other charts, have what this one has not.
        guard job.allowsParts || (error as? AugerError).map({ [.noVegaLite, .noVega].contains($0.code) }) == true
        else { throw error }
        try Task.checkCancellation()
        let failure = RunFailure(error)
        note(subject, failure.code, failure.message)
      })
    var written = DashboardFiles(
      chartFiles, job.formats, from: pipeline, taken: root.isEmpty ? SnapshotManifest.ownFiles : [])
    for content in job.contents {
      try Task.checkCancellation()
      switch content {
      case .dashboard(let name):
        try await written.write(try workspace.dashboard(name), to: receiver)
      case .chart(let name, let dashboard):
        try await written.write(chart: name, of: try workspace.dashboard(dashboard), to: receiver)
      case .query(let name):
        let table = try await service.table(
          for: QueryRequest(name).adding(arguments, knowing: service.delegate))
        try await written.write(table, ofQuery: name, to: receiver)
      }
    }
    return (files, notices)
  }

  /// How the job writes charts.
  private var chartFiles: ChartFiles {
    var files = ChartFiles(themes: workspace.themes)
    files.mostMarks = job.mostMarks ?? files.mostMarks
    if let limit = job.pageLimit { files.pageLimit = .total(limit) }
    files.isSafe = job.csvIsSafe
    files.memory = memory
    files.rasterize = rasterize
    return files
  }
}

/// What the queries of a run were answered with, in the order of the answers. Keeps no rows.
private final class AnswerLog: Sendable {
  private struct State {
    var known: Set<QueryRequest> = []
    var answers: [QueryAnswer] = []
    /// Requests that were only answered grouped anew.
    var regrouped: [QueryRequest] = []
  }

  private let expectations: [Expectation]
  private let now: Timestamp
  private let state = Locked(State())

  init(_ expectations: [Expectation], at now: Timestamp) {
    self.expectations = expectations
    self.now = now
  }

  func note(_ request: QueryRequest, _ table: Table) {
    let plain = QueryRequest(request.query, arguments: request.arguments)
    let isNew = state.withLock { state in
      guard !state.known.contains(plain) else { return false }
      if request.regrouping == nil || expectations.isEmpty { return state.known.insert(plain).inserted }
      state.regrouped.append(plain)
      return false
    }
    guard isNew else { return }
    let answer = QueryAnswer(name: plain.query, arguments: plain.arguments, table, expectations, at: now)
    state.withLock { $0.answers.append(answer) }
  }

  /// One answer for each query and its arguments; one that was only grouped anew is asked as it stands.
  func answers(from service: AnswerService) async throws -> [QueryAnswer] {
    for request in state.withLock({ $0.regrouped }) where !state.withLock({ $0.known.contains(request) }) {
      _ = try await service.table(for: request)
    }
    return state.withLock { $0.answers }
  }
}
