import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import AugerRefresh

/// A workspace in the form that the server uses. It is replaced as a unit when the workspace is read again.
package final class SiteContent: Sendable {
  package let workspace: Workspace
  package let pipeline: Pipeline
  /// The publication folders of the jobs, by job name.
  package let publications: [(job: String, directory: String)]
  /// The jobs of the workspace.
  package let jobs: [JobDefinition]
  /// The function that opens the store of runs. It returns nil if no job has run, and creates no files.
  let openRuns: @Sendable () throws -> (any RunStore)?
  /// The time after which a page requests new data. Nil if pages only wait for publications.
  package let refresh: Duration?
  /// The version of the definitions, a part of every ETag.
  package let version: String
  /// The identifier of this reading of a workspace within the process, a part of every cache key.
  let generation: Int
  /// The theme that the workspace's host chose for pages. Nil lets pages follow the system of the reader.
  package let chosenTheme: Theme?
  /// The JSON Schemas of all formats, by name.
  package let schemas: [(name: String, text: String)]

  /// - Parameters:
  ///   - version: the version of the definitions and the program, for ETags. It is equal on equal servers.
  ///   - runs: opens the store of runs. It returns nil if no job has run, and creates no files.
  package init(
    _ workspace: Workspace, pipeline: Pipeline, publications: [(job: String, directory: String)] = [],
    version: String, theme: Theme? = nil, schemas: [(name: String, text: String)] = SiteContent.standardSchemas,
    jobs: [JobDefinition] = [], refresh: Duration? = nil,
    runs: @escaping @Sendable () throws -> (any RunStore)? = { nil }
  ) {
    self.workspace = workspace
    self.pipeline = pipeline
    self.publications = publications
    self.version = version
    self.jobs = jobs
    self.refresh = refresh
    openRuns = runs
    generation = Self.generations.withLock { count in
      count += 1
      return count
    }
    chosenTheme = theme
    self.schemas = schemas
  }

  private let openedRuns = Locked<(any RunStore)?>(nil)

  /// Returns the store of runs. It is opened once. Nil if no job has run.
  func runs() throws -> (any RunStore)? {
    try openedRuns.withLock { opened in
      if opened == nil { opened = try openRuns() }
      return opened
    }
  }

  /// The links and the times of published snapshots, by the folder of the publication.
  let publicationTimes = Locked<[Name: (link: String, time: Timestamp)]>([:])

  private static let generations = Locked(0)

  /// The schemas of the server's own responses.
  package static let standardSchemas = [
    (name: "chart", text: ChartJSON.schema), (name: "dashboard", text: DashboardJSON.schema),
    (name: "frames", text: ChartFramesJSON.schema),
  ]

  /// The theme of pictures whose URL names none.
  var theme: Theme { chosenTheme ?? .light }

  /// The themes that URLs may name.
  var themes: [Theme] { Theme.builtIn + workspace.themes }
}
