import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import AugerRefresh
import Crypto

/// A workspace as it is served: replaced as a whole when it is read again.
package final class SiteContent: Sendable {
  package let workspace: Workspace
  package let pipeline: Pipeline
  /// Where jobs publish, by their names.
  package let publications: [(job: String, directory: String)]
  /// Tells the definitions from others: a part of every ETag.
  package let version: String
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
    self.theme = theme
    self.schemas = schemas
  }

  /// Of what the server itself answers.
  package static let standardSchemas = [
    (name: "chart", text: ChartJSON.schema), (name: "dashboard", text: DashboardJSON.schema),
    (name: "frames", text: ChartFramesJSON.schema),
  ]

  /// The themes that addresses may name.
  var themes: [Theme] { Theme.builtIn + workspace.themes }
}
