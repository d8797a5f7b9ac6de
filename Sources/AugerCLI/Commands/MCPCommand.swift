import ArgumentParser
import Auger
import AugerAgents
import AugerCharts
import AugerDiagnostics
import Foundation

struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Serve dashboards to AI agents (MCP over standard input and output).",
    discussion: """
      Examples:
        auger mcp
        auger mcp --dashboard sales --dashboard drill

      An AI agent starts this command and exchanges one message of the Model Context Protocol per line with it. The \
      tools list, explore, compare and draw dashboards, and read rows. No tool changes data. The command ends when its \
      input ends.
      """)

  /// The dashboards that agents can use.
  struct DashboardOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Dashboard that agents can use. Repeatable. Default: all dashboards of the workspace.", valueName: "name"))
    var dashboard: [String] = []

    @Option(
      help: ArgumentHelp(
        "URL of a server with the dashboards, for links in responses: https://charts.example.com. Default: no links.",
        valueName: "url"))
    var publicURL: String?

    @Option(help: .locale) var locale: String?
  }

  @OptionGroup(title: "Dashboards") var dashboards: DashboardOptions
  @OptionGroup(title: "Dashboards") var clock: ClockOptions
  @OptionGroup(title: "Output") var reporting: ReportingOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption
  @OptionGroup(title: "Limits") var memory: MemoryOptions
  @OptionGroup(title: "Limits") var threads: WorkersOption

  func run() async throws {
    let budget = memory.budget()
    reporting.noteWorkers(threads.workers)
    try await reporting.run(isEndless: true) {
      let workspace = try place.open(reporting)
      var pipeline = Pipeline(workspace, workers: threads.workers, memory: budget, now: clock.moment())
      pipeline.locale = try workspace.locale(parsing: dashboards.locale)
      let names = dashboards.dashboard
      let shown = names.isEmpty ? workspace.dashboards : try names.map { try workspace.dashboard($0) }
      let service = AgentService(
        pipeline, dashboards: shown, themes: workspace.themes, server: AugerCommand.configuration.version,
        baseAddress: dashboards.publicURL)
      try await AgentLines(service).run()
    }
  }
}
