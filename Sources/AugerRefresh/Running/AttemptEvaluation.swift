import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The evaluation of one attempt of a job. It publishes nothing, and no state is shared between evaluations.
struct AttemptEvaluation: Sendable {
  let job: JobDefinition
  let workspace: Workspace
  /// The draft that receives each file as soon as it is computed.
  let draft: SnapshotDraft
  /// True if the stored table is read from its source again, even if it is up to date.
  var rebuilds = false
  /// The fence of the claim under which the stored table is written.
  var fence: Int64 = 0
  var asOf = Timestamp(microseconds: 0)
  /// The value of `today()` and `now()`.
  var now = Timestamp(microseconds: 0)
  /// The memory budget of all concurrent runs. Nil means no limit.
  var memory: MemoryBudget?
  /// The renderer of PNG and PDF. Nil if none is available.
  var rasterize: ChartFiles.Rasterize?

  struct Result: Sendable {
    var files: [SnapshotManifest.File]
    var queries: [QueryAnswer]
    var kept: KeptTable?
    /// Warnings of the charts and missing items of the dashboards.
    var notices: [SnapshotManifest.Notice] = []

    /// The answers that expectations and the receipt refer to. The stored table comes first.
    var answers: [QueryAnswer] {
      (kept.map(\.answer).map { [$0] } ?? []) + queries
    }

    /// The number of rows that sources returned.
    var rows: Int { queries.reduce(kept?.read ?? 0) { $0 + $1.rowCount } }
    var bytes: Int { files.reduce(0) { $0 + $1.bytes } }
  }

  /// A table that was updated in memory and has yet to be written.
  struct KeptTable: Sendable {
    var directory: String
    var name: String
    var file: TableFile
    var read: Int
    /// The values of the expectations for this table.
    var answer: QueryAnswer
    /// The memory that the table uses, from the budget of all runs.
    var share: MemoryShare
  }

  /// The cache limits of a run. All its charts share the same answers, as far as they fit into memory.
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
    // Open the sources for each run: files may have been replaced since the previous run.
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
      // The file and the columns decoded from it.
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

  /// Returns the distinct values of a picklist's column in order, without null.
  private static func values(of table: Table, _ picklist: JobDefinition.Picklist) throws -> [Scalar] {
    let column: Column
    if let name = picklist.column {
      guard let found = table[name] else {
        throw AugerError(
          .columnNotFound, operation: "read the values of '\(picklist.argument)'",
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

  /// Computes and writes the files for one set of arguments. `root` is the prefix of their paths.
  private func files(
    _ arguments: QueryArguments, _ service: AnswerService, in root: String
  ) async throws -> (files: [SnapshotManifest.File], notices: [SnapshotManifest.Notice]) {
    var pipeline = Pipeline(answers: service, dashboards: workspace.dashboards, memory: memory)
    pipeline.locale = workspace.locale
    pipeline.arguments = arguments
    var files: [SnapshotManifest.File] = []
    var notices: [SnapshotManifest.Notice] = []
    var descriptions: [Name: String] = [:]
    func keep(_ path: String, _ bytes: [UInt8]) async throws {
      var file = try await Workers.blocking(RunControl()) { try draft.add(root + path, bytes) }
      file.description = descriptions[Name(path)]
      files.append(file)
    }
    func note(_ subject: DashboardFiles.Subject, _ code: String, _ message: String) {
      let chart = subject.chart.map { "\(subject.dashboard)/\($0)" } ?? subject.dashboard
      notices.append(SnapshotManifest.Notice(chart: chart, code: code, message: message))
    }
    var receiver = DashboardFiles.Receiver(
      keep: { try await keep($0, $1) }, warn: { note($0, $1.code.rawValue, $1.message) },
      failed: { subject, error in
        // A chart without this format may have other formats, and other charts may have this one.
        guard job.allowsParts || (error as? AugerError).map({ [.noVegaLite, .noVega].contains($0.code) }) == true
        else { throw error }
        try Task.checkCancellation()
        let failure = RunFailure(error)
        note(subject, failure.code, failure.message)
      })
    receiver.describe = { descriptions[Name($0)] = $1 }
    var written = DashboardFiles(
      chartFiles, job.formats, from: pipeline, taken: root.isEmpty ? SnapshotManifest.ownFiles : [])
    for content in job.contents {
      try Task.checkCancellation()
      switch content {
      case .dashboard(let name):
        let dashboard = try workspace.definition(ofDashboard: name)
        try await written.write(dashboard, at: job.state(of: dashboard), to: receiver)
      case .chart(let name, let dashboard):
        let dashboard = try workspace.definition(ofDashboard: dashboard)
        try await written.write(chart: name, of: dashboard, at: job.state(of: dashboard), to: receiver)
      case .query(let name):
        let table = try await service.table(
          for: QueryRequest(name).adding(arguments, knowing: service.delegate))
        try await written.write(table, ofQuery: name, to: receiver)
      }
    }
    return (files, notices)
  }

  /// The settings for chart files of this job.
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

/// The answers to the queries of a run, in order, without their rows.
private final class AnswerLog: Sendable {
  private struct State {
    var known: Set<QueryRequest> = []
    var answers: [QueryAnswer] = []
    /// Requests that were answered only with a regrouping.
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

  /// Returns one answer for each query and its arguments. A query that was only regrouped is also run in its plain
  /// form.
  func answers(from service: AnswerService) async throws -> [QueryAnswer] {
    for request in state.withLock({ $0.regrouped }) where !state.withLock({ $0.known.contains(request) }) {
      _ = try await service.table(for: request)
    }
    return state.withLock { $0.answers }
  }
}
