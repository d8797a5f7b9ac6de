import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

extension Pipeline {
  /// An event of a pipeline, for the log of a program.
  public struct LogEntry: Sendable, Hashable {
    /// The severity, as in swift-log.
    public enum Level: String, Sendable, Hashable {
      /// A query was executed. Cached results are not logged.
      case debug
      /// A chart was computed with a warning.
      case warning
      /// A chart could not be computed.
      case error
    }

    /// The severity of the event.
    public let level: Level
    /// The event and its reason: `query answered: 'Sales', 12 rows`.
    public let message: String
  }

  /// Limits and conventions of a pipeline. Every option has a default.
  ///
  /// ```swift
  /// let pipeline = Pipeline(workspace, options: Pipeline.Options { $0.locale = "de_CH"; $0.memoryLimit = 1 << 30 })
  /// ```
  public struct Options: Sendable {
    /// Number of threads for large tables. Nil means one for each processor.
    public var workers: Int?
    /// Maximum number of bytes for all results, charts and their data together. If it is exceeded, charts fail with
    /// `lowMemory`. Nil means no limit.
    public var memoryLimit: Int?
    /// Maximum number of bytes of cached results. With cached results, variables, what-if changes and moves back need
    /// no query. Default: 256 MiB.
    public var cacheLimit = Pipeline.standardKeptBytes
    /// The time for `today()` and `now()`. Nil means the current time.
    public var now: Timestamp?
    /// The Unicode identifier of the language and the number formats of labels and texts, such as `de_CH`. Nil means
    /// the locale of the workspace, or `en_US`.
    public var locale: String?
    /// The IANA name of the time zone of labels and texts, such as `Europe/Berlin`. Nil means that of the workspace, or
    /// UTC.
    public var timeZone: String?
    /// Arguments for every query that declares them. They take precedence over selected values.
    public var arguments = QueryArguments()

    /// Receives the events of the pipeline, for the log of the program. It is called on any thread. Nil logs nothing.
    public var log: (@Sendable (LogEntry) -> Void)?

    /// Creates options with their defaults, then changes some of them.
    public init(_ change: (inout Options) -> Void = { _ in }) { change(&self) }
  }

  /// Creates a pipeline over the sources of a workspace. They are opened when the first chart is requested.
  public init(_ workspace: Workspace, options: Options = Options()) {
    let memory = options.memoryLimit.map { MemoryBudget(limit: $0) }
    let delegate = WorkspaceQueryDelegate(workspace, workers: options.workers, memory: memory, now: options.now)
    let locale = options.locale.map(workspace.locale) ?? workspace.locale
    self.init(delegate, memory, workspace.dashboards, options, locale)
  }

  /// Creates a pipeline over a delegate that answers the queries.
  public init(delegate: some QueryDelegate, options: Options = Options()) {
    let pinned: any QueryDelegate = options.now.map { PinnedDelegate(delegate, at: $0) } ?? delegate
    self.init(pinned, options.memoryLimit.map { MemoryBudget(limit: $0) }, [], options)
  }

  /// Creates a pipeline over tables: in memory, in files and in databases. Each query returns the table of its name,
  /// filtered to rows whose columns have the selected values.
  public init(tables: KeyValuePairs<String, any TableSource>, options: Options = Options()) {
    let memory = options.memoryLimit.map { MemoryBudget(limit: $0) }
    let tables = TableDelegate(tables, workers: options.workers, memory: memory)
    let pinned: any QueryDelegate = options.now.map { PinnedDelegate(tables, at: $0) } ?? tables
    self.init(pinned, memory, [], options)
  }

  private init(
    _ delegate: any QueryDelegate, _ memory: MemoryBudget?, _ dashboards: [Dashboard], _ options: Options,
    _ locale: ChartLocale? = nil
  ) {
    let log = options.log
    self.init(
      delegate: delegate, dashboards: dashboards, workers: options.workers, memory: memory,
      keptBytes: options.cacheLimit
    ) { request, table in
      log?(LogEntry(level: .debug, message: "query answered: '\(request.query)', \(table.rowCount) rows"))
    }
    self.log = log
    self.locale = locale ?? ChartLocale(options.locale ?? ChartLocale().identifier)
    if let timeZone = options.timeZone { self.locale.timeZone = timeZone }
    arguments = options.arguments
  }
}

/// A delegate whose `today()` and `now()` return a fixed time.
private struct PinnedDelegate: QueryDelegate {
  private let base: any QueryDelegate
  private let moment: Timestamp

  init(_ base: any QueryDelegate, at moment: Timestamp) {
    self.base = base
    self.moment = moment
  }

  func now() -> Timestamp { moment }

  func table(for request: QueryRequest) async throws -> Table { try await base.table(for: request) }

  func answers(to requests: [QueryRequest]) async -> [Result<Table, any Error>] { await base.answers(to: requests) }

  func description(of query: String) -> QueryDescription? { base.description(of: query) }

  func version(of query: String) async throws -> String? { try await base.version(of: query) }

  func restricted(by restrictions: Restrictions) -> (any QueryDelegate)? {
    base.restricted(by: restrictions).map { PinnedDelegate($0, at: moment) }
  }
}
