import ArgumentParser
import AugerExport

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema of chart or dashboard JSON.",
    discussion: """
      Examples:
        auger schema
        auger schema -o auger.chart-1.schema.json
        auger schema --of dashboard
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable { case chart, dashboard }

  @Option(help: "Of what: chart or dashboard.") var of = Kind.chart

  @OptionGroup var common: CommonOptions

  func run() async throws {
    try await common.run { try common.write(of == .chart ? ChartJSON.schema : DashboardJSON.schema) }
  }
}
