import ArgumentParser
import Auger
import AugerColumns
import AugerRefresh

struct JobsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs", abstract: "List jobs and their next run times.",
    discussion: """
      Examples (the workspace must define a job 'nightly'):
        auger jobs
        auger jobs nightly --count 3 --format json

      'due' is the run time in UTC, and 'local' is the run time in the time zone of the job.
      """)

  @Argument(help: ArgumentHelp("Jobs of the workspace. Default: all jobs.", valueName: "job")) var jobs: [String] = []

  /// The selection of the run times.
  struct TimeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Number of run times per job, 1 to 100000. Default: 10.", valueName: "count"))
    var count: Int?

    @Option(
      help: ArgumentHelp(
        "List run times after this time in UTC: 2024-03-30T12:00:00. Default: the current time.", valueName: "time"))
    var after: String?
  }

  @OptionGroup(title: "Run times") var times: TimeOptions
  @OptionGroup(title: "Output") var common: TableOutputOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption

  private var count: Int { times.count ?? 10 }
  private var after: String? { times.after }

  func validate() throws {
    if count < 1 || count > 100_000 { throw ValidationError("--count must be between 1 and 100000.") }
    if let after, Self.moment(after) == nil { throw ValidationError("--after: '\(after)' is not a valid time.") }
  }

  func run() async throws {
    try await common.run {
      let known = try JobDefinition.all(of: try place.open(common.reporting, damage: nil))
      let performerNames = try jobs.isEmpty ? known : jobs.map { try JobDefinition.named($0, among: known) }
      let start = after.flatMap(Self.moment) ?? SystemClock().now()
      var rows: [[Scalar]] = []
      for job in performerNames {
        guard let schedule = job.schedule else {
          rows.append([.string(job.name), .null, .null, .null, .null])
          continue
        }
        for time in schedule.times(after: start, count: count) {
          rows.append([
            .string(job.name), .string(schedule.description), .string(schedule.timeZone), .timestamp(time),
            .timestamp(schedule.wallClock(at: time)),
          ])
        }
      }
      try common.write(
        try Table(
          [
            ("job", DataType.string), ("schedule", .string), ("timeZone", .string), ("due", .timestamp(zone: "UTC")),
            ("local", .timestamp),
          ], rows: rows))
    }
  }

  private static func moment(_ text: String) -> Timestamp? {
    guard case .timestamp(let value)? = Scalar(text: text, type: .timestamp) else { return nil }
    return value
  }
}

extension Table {
  init(_ fields: [(name: String, type: DataType)], rows: [[Scalar]]) throws {
    let columns = try fields.enumerated().map { index, field in
      (field.name, try Column(field.type, rows.map { $0[index] }))
    }
    self.init(columns)
  }
}
