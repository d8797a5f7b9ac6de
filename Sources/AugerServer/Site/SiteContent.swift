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
  /// The version of the definitions, a part of every ETag.
  package let version: String
  /// The identifier of this reading of a workspace within the process, a part of every cache key.
  let generation: Int
  /// The theme of a URL without a theme.
  package let theme: Theme
  /// The JSON Schemas of all formats, by name.
  package let schemas: [(name: String, text: String)]

  /// - Parameter version: the version of the definitions and the program, for ETags. It is equal on equal servers.
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

  /// The schemas of the server's own responses.
  package static let standardSchemas = [
    (name: "chart", text: ChartJSON.schema), (name: "dashboard", text: DashboardJSON.schema),
    (name: "frames", text: ChartFramesJSON.schema),
  ]

  /// The themes that URLs may name.
  var themes: [Theme] { Theme.builtIn + workspace.themes }
}
