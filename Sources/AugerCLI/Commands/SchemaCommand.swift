import ArgumentParser
import AugerExport

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema of chart JSON.",
    discussion: """
      Examples:
        auger schema
        auger schema -o auger.chart-1.schema.json
      """)

  @OptionGroup var common: CommonOptions

  func run() async throws {
    try await common.run { try common.write(ChartJSON.schema) }
  }
}
