import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// A scheduled job of a workspace: its schedule, its outputs, its expectations and its publication folder.
package struct JobDefinition: Sendable, HasName {
  /// The policy for a scheduled time at which the previous run is still in progress.
  package enum Overlap: String, Sendable, CaseIterable {
    /// The time is left out and recorded as skipped.
    case skip
    /// The new run waits for the previous run.
    case queue
    /// The previous run is cancelled.
    case cancelPrevious
  }

  /// The policy for scheduled times that passed while no scheduler was running, for example because the machine was
  /// asleep.
  package enum Missed: String, Sendable, CaseIterable {
    /// One run replaces all missed times.
    case runOnce
    case skip
  }

  /// The name of the job in its workspace.
  package var name: String
  /// The schedule. Nil for a job that runs only on command.
  package var schedule: Schedule?
  package var overlap: Overlap
  package var missed: Missed
  /// The outputs of the job, in file order.
  package var contents: [Content]
  package var arguments: QueryArguments
  package var forEach: Picklist?
  /// The states in which dashboards are computed. Other dashboards have their initial state.
  package var states: [State] = []
  package var formats: [ChartFormat]
  /// True if CSV and TSV output prefixes strings that a spreadsheet would evaluate as a formula with `'`.
  package var csvIsSafe: Bool
  /// True if a dashboard is published without its unsupported items. Otherwise such an item fails the run.
  package var allowsParts: Bool
  package var publication: Publication?
  package var retry: RetryPolicy
  /// The time limit of one attempt. When it is exceeded, the queries are cancelled in their databases.
  package var timeout: Duration?
  package var expectations: [Expectation]
  /// The stored table that each run updates before it computes the outputs.
  package var incremental: IncrementalTable?
  /// The maximum number of marks in a picture. Nil means `SVG.standardMostMarks`.
  package var mostMarks: Int?
  /// The maximum size of an HTML page in bytes. Nil means the size of its data plus `DashboardPage.Limit.standard`.
  package var pageLimit: Int?
  /// The location of the job's name in its file. Nil if the job does not come from a file.
  package var place: Diagnostic.Place?

  package init(
    name: String, schedule: Schedule? = nil, overlap: Overlap = .skip, missed: Missed = .runOnce,
    contents: [Content], arguments: QueryArguments = QueryArguments(), forEach: Picklist? = nil,
    formats: [ChartFormat] = [.json], csvIsSafe: Bool = false, allowsParts: Bool = false,
    publication: Publication? = nil, retry: RetryPolicy = RetryPolicy(),
    timeout: Duration? = nil, expectations: [Expectation] = [], incremental: IncrementalTable? = nil,
    place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.schedule = schedule
    self.overlap = overlap
    self.missed = missed
    self.contents = contents
    self.arguments = arguments
    self.forEach = forEach
    self.formats = formats
    self.csvIsSafe = csvIsSafe
    self.allowsParts = allowsParts
    self.publication = publication
    self.retry = retry
    self.timeout = timeout
    self.expectations = expectations
    self.incremental = incremental
    self.place = place
  }

  package enum Content: Sendable, Hashable {
    case dashboard(String)
    case chart(String, dashboard: String)
    case query(String)
  }

  /// The state in which a dashboard is computed.
  package struct State: Sendable, Hashable {
    package var dashboard: String
    package var exploration: Exploration
  }

  /// Returns the state in which a dashboard is computed.
  func state(of dashboard: Dashboard) -> Exploration {
    states.first { Name($0.dashboard) == Name(dashboard.name) }?.exploration ?? Exploration()
  }

  /// The values of one argument. The outputs are computed once for each row of a query's column, in separate folders.
  package struct Picklist: Sendable, Hashable {
    package var argument: String
    package var query: String
    /// The column of the values. Nil means the first column.
    package var column: String?

    package init(argument: String, query: String, column: String? = nil) {
      self.argument = argument
      self.query = query
      self.column = column
    }
  }

  /// The folder of a job's snapshots and the number of snapshots to retain.
  package struct Publication: Sendable, Hashable {
    package var directory: String
    package var keep: Retention
    /// The targets to notify after publication, in this order.
    package var targets: [DeliveryTarget]

    package init(directory: String, keep: Retention = Retention(), targets: [DeliveryTarget] = []) {
      self.directory = directory
      self.keep = keep
      self.targets = targets
    }
  }
}

extension JobDefinition {
  /// Returns the job with a name. Throws `jobUndefined` with a suggestion if it does not exist.
  package static func named(_ name: String, among jobs: [JobDefinition]) throws(DiagnosticError) -> JobDefinition {
    if let job = jobs.first(named: name) { return job }
    throw DiagnosticError(
      Diagnostic(
        .jobUndefined, "job '\(name)' does not exist",
        hint: DidYouMean.hint(for: name, among: jobs.map(\.name), listing: "jobs")))
  }
}

extension Diagnostic.Code {
  package static let jobUndefined = Self("jobUndefined")
}

/// The rule that removes old snapshots. A snapshot is removed if more than `count` newer ones exist and it is older
/// than `age`.
package struct Retention: Sendable, Hashable {
  package var count: Int
  package var age: Duration

  package init(count: Int = 5, age: Duration = .seconds(600)) {
    self.count = count
    self.age = age
  }
}
