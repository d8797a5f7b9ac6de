import ArgumentParser
import AugerExport

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema of chart JSON, dashboard JSON or animation frames.",
    discussion: """
      Examples:
        auger schema
        auger schema -o auger.chart-1.schema.json
        auger schema --of dashboard
        auger schema --of frames
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable { case chart, dashboard, frames }

  @Option(help: "Of what: chart, dashboard or frames.") var of = Kind.chart

  @OptionGroup var common: OutputOptions

  func run() async throws {
    try await common.run {
      let schema =
        switch of {
        case .chart: ChartJSON.schema
        case .dashboard: DashboardJSON.schema
        case .frames: ChartFramesJSON.schema
        }
      try common.write(schema)
    }
  }
}
