import ArgumentParser
import AugerDiagnostics
import AugerExport

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print a JSON Schema or its reference.",
    discussion: """
      Examples:
        auger schema --of workspace -o auger.workspace-1.schema.json
        auger schema --of workspace --markdown

      The schemas 'chart', 'dashboard' and 'frames' describe JSON that Auger writes. The schemas 'workspace' \
      (auger.yaml), 'csv' (NAME.schema.yaml) and 'theme' describe files that Auger reads. Editors use them to validate \
      and complete these files.
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case chart, dashboard, frames, workspace, csv, theme

    /// Empty, because the help text states the default.
    var defaultValueDescription: String { "" }

    var schema: String {
      switch self {
      case .chart: ChartJSON.schema
      case .dashboard: DashboardJSON.schema
      case .frames: ChartFramesJSON.schema
      case .workspace: WorkspaceReference.schema
      case .csv: WorkspaceReference.csvSchema
      case .theme: WorkspaceReference.themeSchema
      }
    }
  }

  @Option(help: ArgumentHelp("Kind of file. Default: chart.", valueName: "kind")) var of = Kind.chart

  @Flag(help: "Print the reference page instead of the schema. Requires '--of workspace' or '--of csv'.")
  var markdown = false

  @OptionGroup var common: OutputOptions

  func run() async throws {
    try await common.run {
      if markdown { return try common.write(try page()) }
      try common.write(of.schema)
    }
  }

  private func page() throws -> String {
    switch of {
    case .workspace: return WorkspaceReference.page
    case .csv: return WorkspaceReference.csvPage
    case .theme, .chart, .dashboard, .frames:
      throw AugerError(
        .usage, operation: "write a reference page", "'\(of.rawValue)' has no reference page",
        hint: "Use --of workspace, which includes themes, or --of csv.")
    }
  }
}
