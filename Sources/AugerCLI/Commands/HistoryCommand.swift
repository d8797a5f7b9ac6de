import ArgumentParser
import Auger
import AugerColumns
import AugerRefresh

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List past runs, newest first.",
    discussion: """
      Examples (the workspace must define a job 'nightly'):
        auger history
        auger history nightly --limit 5 --format json

      Times are in UTC. 'state' is the state of the computation, and 'delivery' is the state of the delivery of the \
      results.
      """)

  @Argument(help: "A job of the workspace. Default: all jobs.") var job: String?

  /// The selection of the runs.
  struct RunOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Maximum number of runs. Default: 20.", valueName: "count")) var limit: Int?
  }

  @OptionGroup(title: "Runs") var runs: RunOptions
  @OptionGroup(title: "Runs") var refresh: RefreshOptions
  @OptionGroup(title: "Output") var common: TableOutputOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption

  private var limit: Int { runs.limit ?? 20 }

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be at least 1.") }
  }

  func run() async throws {
    try await common.run {
      let workspace = try place.open(common.reporting, damage: nil)
      let known = try JobDefinition.all(of: workspace)
      if let job { _ = try JobDefinition.named(job, among: known) }
      let runs = try await refresh.store(for: workspace).history(job: job, limit: limit)
      func whole(_ value: Int?) -> Scalar { value.map { .int(Int64($0)) } ?? .null }
      func text(_ value: String?) -> Scalar { value.map(Scalar.string) ?? .null }
      func time(_ value: Timestamp?) -> Scalar { value.map(Scalar.timestamp) ?? .null }
      let rows = runs.map { run in
        [
          .int(run.id), .string(run.job), .string(run.state.rawValue), .string(run.delivery.rawValue),
          .string(run.trigger.rawValue), time(run.scheduledFor), time(run.startedAt), text(run.duration?.unitText),
          whole(run.attempts), whole(run.rows), whole(run.bytes), text(run.snapshot), text(run.errorCode),
          text(run.errorMessage),
        ]
      }
      let table = try Table(
        [
          ("run", .int64), ("job", .string), ("state", .string), ("delivery", .string), ("trigger", .string),
          ("scheduledFor", .timestamp(zone: "UTC")), ("startedAt", .timestamp(zone: "UTC")), ("duration", .string),
          ("attempts", .int64),
          ("rows", .int64), ("bytes", .int64), ("snapshot", .string), ("code", .string), ("error", .string),
        ], rows: rows)
      let isForPeople = common.output == "-" && common.format == nil && Terminal.isStandardOutput
      try common.write(isForPeople ? Self.readable(table) : table, mostRows: limit, rest: "--format csv")
    }
  }

  /// Returns the columns that contain a value, in order of importance. A terminal shows the columns that fit.
  static func readable(_ table: Table) -> Table {
    let first = ["run", "job", "state", "startedAt", "duration", "code", "error"]
    let order =
      first.compactMap { table.schema.index(of: $0) }
      + table.schema.fields.indices.filter { !first.contains(name: table.schema[$0].name) }
    let shown = order.filter { index in table.rowCount == 0 || table.columns[index].scalars.contains { !$0.isNull } }
    return Table(Schema(shown.map { table.schema[$0] }), shown.map { table.columns[$0] })
  }
}
