import ArgumentParser
import Auger
import AugerAgents
import AugerCharts
import AugerDiagnostics
import Foundation

struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Answers agents about the dashboards of a workspace, on standard input and output.",
    discussion: """
      Speaks the Model Context Protocol, a message a line: what a program that talks to a language model starts. Its
      tools list, explore, compare and draw dashboards, and read rows; none changes anything. It ends with its input.

      Examples:
        auger mcp --workspace /srv/sales
        auger mcp --workspace demo --dashboard sales --dashboard drill
      """)

  @Option(help: "A dashboard that agents see; repeatable. Without it, all of the workspace.") var dashboard: [String] =
    []

  @Option(help: "Where the pages of the dashboards are, for links in answers: https://charts.example.com.")
  var publicURL: String?

  @Option(help: "The language and conventions of texts.") var locale = "en_US"

  @OptionGroup var clock: ClockOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var place: WorkspaceOption
  @OptionGroup var threads: WorkersOption
  @OptionGroup var reporting: ReportingOptions

  func run() async throws {
    let budget = memory.budget()
    reporting.noteWorkers(threads.workers)
    try await reporting.run(isEndless: true) {
      let workspace = try place.open(reporting)
      var pipeline = Pipeline(workspace, workers: threads.workers, memory: budget, now: clock.moment())
      pipeline.locale = try ChartLocale.parse(locale)
      let shown = dashboard.isEmpty ? workspace.dashboards : try dashboard.map { try workspace.dashboard($0) }
      let service = AgentService(
        pipeline, dashboards: shown, themes: workspace.themes, server: AugerCommand.configuration.version,
        baseAddress: publicURL)
      try await AgentLines(service).run()
    }
  }
}
