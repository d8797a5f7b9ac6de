import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery

/// Computes what a job publishes. Nothing is shown, nothing is remembered from one evaluation to the next.
struct JobEvaluation: Sendable {
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
  /// Makes a PNG of an SVG; nil where nothing can.
  var rasterize: RunPerformer.Rasterize?

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
    ) { log.note($0, $1) }
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
    let store = TableStore(directory: directory)
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
    var queryNames: [String] = []
    var charts: [(dashboard: String, names: [String])] = []
    func keep(_ path: String, _ bytes: [UInt8]) async throws {
      files.append(try await Workers.blocking(RunControl()) { try draft.add(root + path, bytes) })
    }
    func add(_ model: ChartModel, of dashboard: String) async throws {
      let formats = job.formats.filter { $0 != .html }
      let folder = FileName.safe(dashboard)
      let index = charts.firstIndex { $0.dashboard == folder } ?? charts.count
      if index == charts.count { charts.append((folder, [])) }
      let name = FileName.distinct(model.name, among: &charts[index].names)
      let share = MemoryShare(of: memory)
      if share.isLimited { try share.hold(model.writtenBytes) }
      for format in formats {
        do {
          try await keep("\(folder)/\(name).\(format.ending)", try await bytes(of: model, format))
        } catch let error as AugerError where job.allowsParts || [.noVegaLite, .noVega].contains(error.code) {
          // Other formats, and other charts, have what this one has not.
          try Task.checkCancellation()
          notices.append(
            SnapshotManifest.Notice(
              chart: "\(dashboard)/\(model.name)", code: error.code.rawValue, message: error.message))
        }
      }
      let isDrawn = job.formats.contains { $0.isPicture || $0 == .html }
      notices += (model.warnings + (isDrawn ? SVG.notices(for: model) : [])).map {
        SnapshotManifest.Notice(chart: "\(dashboard)/\(model.name)", code: $0.code.rawValue, message: $0.message)
      }
    }
    func addPage(_ path: String, of name: String, _ page: (bytes: [UInt8], warnings: [Warning])) async throws {
      try await keep(path, page.bytes)
      notices += page.warnings.map {
        SnapshotManifest.Notice(chart: name, code: $0.code.rawValue, message: $0.message)
      }
    }
    for content in job.contents {
      try Task.checkCancellation()
      switch content {
      case .dashboard(let name):
        let dashboard = try workspace.dashboard(name)
        let models = try await models(of: dashboard, pipeline, &notices)
        for model in models.compactMap(\.self) { try await add(model, of: name) }
        let isSeen = models.contains { $0 != nil }
        for format in job.formats where format.isPicture && isSeen {
          let picture = DashboardPicture(themes: workspace.themes).data(for: dashboard, models)
          try await keep("\(FileName.safe(name)).\(format.ending)", try await made(format, of: picture))
        }
        if isSeen, job.formats.contains(.html) {
          let made = try await page.data(for: dashboard, models, from: pipeline)
          try await addPage("\(FileName.safe(name)).html", of: name, made)
        }
      case .chart(let name, let dashboardName):
        let dashboard = try workspace.dashboard(dashboardName)
        let model = try await pipeline.chart(name, of: dashboard)
        try await add(model, of: dashboardName)
        if job.formats.contains(.html) {
          let made = try await page.data(for: model, called: name, of: dashboard, from: pipeline)
          let path = "\(FileName.safe(dashboardName))/\(FileName.safe(name)).html"
          try await addPage(path, of: "\(dashboardName)/\(name)", made)
        }
      case .query(let name):
        let table = try await service.table(
          for: QueryRequest(name).adding(arguments, knowing: service.delegate))
        let file = FileName.distinct(name, among: &queryNames)
        for format in job.formats where format.isForQueries {
          let share = MemoryShare(of: memory)
          try await keep("queries/\(file).\(format.ending)", bytes(of: table, format, within: share))
        }
      }
    }
    return (files, notices)
  }

  /// The charts of a dashboard, in the order of its items; nil and a notice for one that fails, where the job allows
  /// that.
  private func models(
    of dashboard: Dashboard, _ pipeline: Pipeline, _ notices: inout [SnapshotManifest.Notice]
  ) async throws -> [ChartModel?] {
    guard job.allowsParts else { return try await pipeline.charts(of: dashboard) }
    let results = try await pipeline.preparing([(dashboard, Exploration())]) {
      var results: [(item: String, model: Swift.Result<ChartModel, any Error>)] = []
      for item in dashboard.chartItems {
        do { results.append((item.name, .success(try await pipeline.chart(item.name, of: dashboard)))) } catch {
          try Task.checkCancellation()
          results.append((item.name, .failure(error)))
        }
      }
      return results
    }
    return results.map { item, model in
      switch model {
      case .success(let model): return model
      case .failure(let error):
        let failure = RunFailure(error)
        notices.append(
          SnapshotManifest.Notice(
            chart: "\(dashboard.name)/\(item)", code: failure.code, message: failure.message))
        return nil
      }
    }
  }
}

extension JobEvaluation {
  private func bytes(of model: ChartModel, _ format: SnapshotFormat) async throws -> [UInt8] {
    switch format {
    case .svg, .png, .pdf: try await made(format, of: try picture(of: model))
    case .json: ChartJSON().data(for: model)
    case .vegaLite: try vegaLite(of: model)
    case .vega: try vega(of: model)
    case .html: page.data(for: model)
    case .csv, .tsv, .arrow, .arrows: try bytes(of: model.tabulated(), format, within: MemoryShare(of: memory))
    }
  }

  private var page: DashboardPage {
    var page = DashboardPage(themes: workspace.themes)
    page.mostMarks = job.mostMarks
    if let limit = job.pageLimit { page.limit = .total(limit) }
    return page
  }

  private func vegaLite(of model: ChartModel) throws -> [UInt8] {
    try checkMarks(of: model)
    var face = VegaLite()
    face.themes = workspace.themes
    return try face.data(for: model)
  }

  private func vega(of model: ChartModel) throws -> [UInt8] {
    try checkMarks(of: model)
    var face = Vega()
    face.themes = workspace.themes
    return try face.data(for: model)
  }

  private func checkMarks(of model: ChartModel) throws {
    var svg = SVG()
    svg.mostMarks = job.mostMarks ?? svg.mostMarks
    try svg.check(model)
  }

  private func picture(of model: ChartModel) throws -> [UInt8] {
    var svg = SVG()
    svg.themes = workspace.themes
    svg.mostMarks = job.mostMarks ?? svg.mostMarks
    try svg.check(model)
    return svg.data(for: model)
  }

  /// A table's file, which grows as far as the share does.
  private func bytes(of table: Table, _ format: SnapshotFormat, within share: MemoryShare) throws -> [UInt8] {
    var all: [UInt8] = []
    func add(_ part: [UInt8]) throws {
      // An array that grows reserves twice as much.
      if share.isLimited { try share.hold(2 * (all.count + part.count)) }
      all += part
    }
    try (TableFormat(rawValue: format.rawValue) ?? .json).write(table, isSafe: job.csvIsSafe, to: add)
    return all
  }

  /// A picture in one of its formats.
  private func made(_ format: SnapshotFormat, of picture: [UInt8]) async throws -> [UInt8] {
    if format == .svg { return picture }
    guard let rasterize else {
      throw AugerError(
        .noRasterizer, operation: "make a \(format.rawValue.uppercased())", "this program cannot",
        hint: "write 'svg'")
    }
    return try await rasterize(picture, format)
  }
}

extension Diagnostic.Code {
  fileprivate static let noRasterizer = Self("programMissing")
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
