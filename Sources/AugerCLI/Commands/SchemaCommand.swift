import ArgumentParser
import AugerDiagnostics
import AugerExport

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema of what is written or read, or its reference.",
    discussion: """
      Examples:
        auger schema
        auger schema -o auger.chart-1.schema.json
        auger schema --of dashboard
        auger schema --of workspace -o auger.workspace-1.schema.json
        auger schema --of workspace --markdown

      Written are chart JSON, dashboard JSON and animation frames; read are workspaces (auger.yaml), schema files of CSV
      (NAME.schema.yaml) and themes. Editors check and complete files by them.
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case chart, dashboard, frames, workspace, csv, theme

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

  @Option(help: "Of what: chart, dashboard, frames, workspace, csv or theme.") var of = Kind.chart

  @Flag(help: "The reference page instead, of workspace or csv, as Documentation has it.") var markdown = false

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
        .usage, operation: "write a reference page", "there is none of '\(of.rawValue)'",
        hint: "--of workspace (themes are part of it) or --of csv")
    }
  }
}
