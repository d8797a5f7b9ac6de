import ArgumentParser
import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerMetadata
import Foundation

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the charts of a workspace's dashboards.",
    discussion: """
      Without names all dashboards are written. -o is a directory: DASHBOARD/CHART.FORMAT and DASHBOARD.svg.

      Examples:
        auger export --workspace demo -o charts
        auger export sales/Regions --formats svg --theme dark -o charts
        auger export sales --explore 'Resellers.drill=Region:Europe&$hike=5' -o charts
      """)

  @Argument(help: "A dashboard, or DASHBOARD/CHART.") var names: [String] = []

  @Option(help: "What to write: json, svg, png; several with commas.") var formats = "json,svg"

  @Option(help: "Where to look: drilled, zoomed, filtered, set; the part after the question mark of an address.")
  var explore = ""

  @Option(help: "The layout of the whole: landscape or portrait.")
  var orientation = DashboardPicture.Orientation.landscape

  @Option(help: "The language and conventions of texts.") var locale = "en_US"

  @OptionGroup var pictures: PictureOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    try await common.run {
      let workspace = try common.openWorkspace()
      var pipeline = Pipeline(workspace, workers: common.workers, memoryLimit: memory.limit)
      pipeline.locale = try ChartLocale.parse(locale)
      let export = DashboardExport(
        formats: try parsedFormats(), pictures: pictures, orientation: orientation)
      var files: [DashboardExport.File] = []
      var warnings: [(chart: String, warning: Warning)] = []
      let asked = try Exploration(explore)
      for (dashboard, chart) in try targets(in: workspace) {
        let place = try await pipeline.checked(asked, of: dashboard)
        files += try await export.files(of: dashboard, chart: chart, at: place, pipeline, warnings: &warnings)
      }
      let directory = URL(fileURLWithPath: common.output == "-" ? "." : common.output, isDirectory: true)
      try DashboardExport.write(files, to: directory)
      for file in files { common.log("wrote \(file.path)") }
      for (chart, warning) in warnings where !common.quiet { Console.error("\(chart): \(warning)") }
      common.note("wrote \(files.count) files to \(directory.relativePath)")
    }
  }

  private func targets(in workspace: Workspace) throws -> [(Dashboard, String?)] {
    if workspace.dashboards.isEmpty {
      throw AugerError(
        .metadataObjectUndefined, operation: "export", "the workspace has no dashboards",
        hint: "name files of the dashboard language under 'dashboards:' in auger.yaml")
    }
    if names.isEmpty { return workspace.dashboards.map { ($0, nil) } }
    return try names.map { name in
      if let dashboard = workspace.dashboards.first(where: { $0.name == name }) { return (dashboard, nil) }
      guard let slash = name.firstIndex(of: "/") else { return (try workspace.dashboard(name), nil) }
      let dashboard = try workspace.dashboard(String(name[..<slash]))
      let chart = String(name[name.index(after: slash)...])
      if !dashboard.allCharts.contains(where: { $0.name == chart }) { _ = try dashboard.item(chart) }
      return (dashboard, chart)
    }
  }

  private func parsedFormats() throws -> [OutputFormat] {
    let known: [OutputFormat] = [.json, .svg, .png]
    return try formats.split(separator: ",").map { text in
      let name = text.trimmingCharacters(in: .whitespaces)
      guard let format = OutputFormat(rawValue: name), known.contains(format) else {
        throw AugerError(
          .unknownFormat, operation: "export", "charts are not written as '\(name)'",
          hint: DidYouMean.hint(for: name, among: known.map(\.rawValue), listing: "formats"))
      }
      return format
    }
  }
}

extension DashboardPicture.Orientation: ExpressibleByArgument {}
