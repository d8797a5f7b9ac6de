import ArgumentParser
import Auger
import AugerColumns
import AugerRefresh

struct JobsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs", abstract: "Lists the jobs of a workspace and when they are due next.",
    discussion: """
      'due' is UTC, 'local' what the clock of the job's time zone shows.

      Examples:
        auger jobs --workspace /srv/sales
        auger jobs nightly-sales --count 3 --format json
      """)

  @Argument(help: "Jobs of the workspace; none is all.") var jobs: [String] = []

  @Option(help: "How many times of each job.") var count = 10

  @Option(help: "The times after this moment, as 2024-03-30T12:00:00 in UTC; without it, after now.") var after: String?

  @OptionGroup var place: WorkspaceOption
  @OptionGroup var common: TableOutputOptions

  func validate() throws {
    if count < 1 || count > 100_000 { throw ValidationError("--count must be between 1 and 100000.") }
    if let after, Self.moment(after) == nil { throw ValidationError("--after: '\(after)' is no moment.") }
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
