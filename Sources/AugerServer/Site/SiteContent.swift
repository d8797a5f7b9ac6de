import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import AugerRefresh

/// A workspace as it is served: replaced as a whole when it is read again.
package final class SiteContent: Sendable {
  package let workspace: Workspace
  package let pipeline: Pipeline
  /// Where jobs publish, by their names.
  package let publications: [(job: String, directory: String)]
  /// Tells the definitions from others: a part of every ETag.
  package let version: String
  /// Distinguishes this reading of a workspace from every other of the process: a part of every cache key.
  let generation: Int
  /// The theme where an address names none.
  package let theme: Theme
  /// JSON Schemas of what is written and read, by their names.
  package let schemas: [(name: String, text: String)]

  /// - Parameter version: of the definitions and the program, for ETags: equal servers have equal ones.
  package init(
    _ workspace: Workspace, pipeline: Pipeline, publications: [(job: String, directory: String)] = [],
    version: String, theme: Theme = .light, schemas: [(name: String, text: String)] = SiteContent.standardSchemas
  ) {
    self.workspace = workspace
    self.pipeline = pipeline
    self.publications = publications
    self.version = version
    generation = Self.generations.withLock { count in
      count += 1
      return count
    }
    self.theme = theme
    self.schemas = schemas
  }

  private static let generations = Locked(0)

  /// Of what the server itself answers.
  package static let standardSchemas = [
    (name: "chart", text: ChartJSON.schema), (name: "dashboard", text: DashboardJSON.schema),
    (name: "frames", text: ChartFramesJSON.schema),
  ]

  /// The themes that addresses may name.
  var themes: [Theme] { Theme.builtIn + workspace.themes }
}
