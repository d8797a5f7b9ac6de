import Auger
import AugerColumns
import AugerDiagnostics

/// A job of a workspace: what is computed when, what must be true of it, and where it is published.
public struct JobDefinition: Sendable, HasName {
  /// What becomes of a time at which the job is still at work.
  package enum Overlap: String, Sendable, CaseIterable {
    /// The time is left out, and recorded as skipped.
    case skip
    /// The run waits for the one before.
    case queue
    /// The run before is cancelled.
    case cancelPrevious
  }

  /// What becomes of times that passed while nothing ran: the machine slept.
  package enum Missed: String, Sendable, CaseIterable {
    /// One run makes up for all of them.
    case runOnce
    case skip
  }

  /// The job's name in its workspace.
  public var name: String
  /// Nil for a job that runs only by command.
  package var schedule: Schedule?
  package var overlap: Overlap
  package var missed: Missed
  /// What is computed, in the order of the file.
  package var contents: [Content]
  package var arguments: QueryArguments
  package var forEach: Picklist?
  package var formats: [ChartFormat]
  /// Whether texts of CSV and TSV that a spreadsheet would compute get a `'` in front.
  package var csvIsSafe: Bool
  /// Whether a dashboard is published without the items that are not computed by this version. Otherwise the run fails.
  package var allowsParts: Bool
  package var publication: Publication?
  package var retry: RetryPolicy
  /// How long one attempt may take; then its queries are cancelled in their databases.
  package var timeout: Duration?
  package var expectations: [Expectation]
  /// A table that each run brings up to date before anything is computed.
  package var incremental: IncrementalTable?
  /// Pictures of more marks are refused; nil: than `SVG.standardMostMarks`.
  package var mostMarks: Int?
  /// How many bytes a page of HTML may have; nil: as many more than its data as `DashboardPage.Limit.standard` says.
  package var pageLimit: Int?
  /// Where the job was named, if in a file.
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

  /// Values for one argument: the job's contents are computed once for each row of a query's column, in a folder each.
  package struct Picklist: Sendable, Hashable {
    package var argument: String
    package var query: String
    /// Nil is the first column.
    package var column: String?

    package init(argument: String, query: String, column: String? = nil) {
      self.argument = argument
      self.query = query
      self.column = column
    }
  }

  /// The folder that holds a job's snapshots, and how many of them.
  package struct Publication: Sendable, Hashable {
    package var directory: String
    package var keep: Retention
    /// The targets that are notified afterwards, in this order.
    package var targets: [DeliveryTarget]

    package init(directory: String, keep: Retention = Retention(), targets: [DeliveryTarget] = []) {
      self.directory = directory
      self.keep = keep
      self.targets = targets
    }
  }
}

extension JobDefinition {
  /// The job of a name; `jobUndefined` with a suggestion if there is none.
  public static func named(_ name: String, among jobs: [JobDefinition]) throws(DiagnosticError) -> JobDefinition {
    if let job = jobs.first(named: name) { return job }
    throw DiagnosticError(
      Diagnostic(
        .jobUndefined, "there is no job '\(name)'",
        hint: DidYouMean.hint(for: name, among: jobs.map(\.name), listing: "jobs")))
  }
}

extension Diagnostic.Code {
  package static let jobUndefined = Self("jobUndefined")
}

/// Which old snapshots stay. A snapshot goes when there are more than `count` newer ones and it is older than `age`.
package struct Retention: Sendable, Hashable {
  package var count: Int
  package var age: Duration

  package init(count: Int = 5, age: Duration = .seconds(600)) {
    self.count = count
    self.age = age
  }
}
