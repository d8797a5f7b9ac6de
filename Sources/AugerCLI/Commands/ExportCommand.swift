import ArgumentParser
import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the charts of a workspace's dashboards.",
    discussion: """
      Without names all dashboards are written. -o is a directory: DASHBOARD/CHART.FORMAT for each chart, DASHBOARD.svg
      for the whole, and DASHBOARD.json for its layouts, controls and filters.

      Examples:
        auger export --workspace demo -o charts
        auger export sales/Regions --formats svg --theme dark -o charts
        auger export sales --explore 'Resellers.drill=Region:Europe&$hike=5' -o charts
        auger export sales/Raise --sweep '$hike=0..18 step 3' -o charts
        auger export sales/Raise --frames '$hike=0..18 step 3' --formats json -o charts
        auger export sales/Raise --scenario 'good=$hike=5' --scenario 'bad=$hike=0' --compare good,bad -o charts
      """)

  @Argument(help: "A dashboard, or DASHBOARD/CHART.") var names: [String] = []

  @Option(help: "What to write: json, svg, png; several with commas.") var formats = "json,svg"

  @Option(help: "Where to look: drilled, zoomed, filtered, set; the part after the question mark of an address.")
  var explore = ""

  @Option(help: "A scenario NAME=ADDRESS: variables and what-if changes, as in --explore.") var scenario: [String] = []

  @Option(help: "Two scenarios A,B, or one beside the start: value, difference and percent of DASHBOARD/CHART.")
  var compare: String?

  @Option(help: "A series for each value of something: '$hike=0..18 step 3', of DASHBOARD/CHART.") var sweep: String?

  @Option(help: "A chart for each value of something, in one file CHART.frames.json, of DASHBOARD/CHART.")
  var frames: String?

  @Option(help: "The layout of the whole: landscape or portrait.")
  var orientation = DashboardPicture.Orientation.landscape

  @Option(help: "The language and conventions of texts.") var locale = "en_US"

  @OptionGroup var pictures: PictureOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    let several = [compare, sweep, frames].compactMap(\.self).count
    if several > 1 { throw ValidationError("--compare, --sweep and --frames are each for themselves.") }
    if several == 1, names.count != 1 || !names[0].contains("/") {
      throw ValidationError("--compare, --sweep and --frames are of one chart: name DASHBOARD/CHART.")
    }
  }

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
        if let chart, compare != nil || sweep != nil || frames != nil {
          files += try await several(of: chart, dashboard, at: place, pipeline, export, &warnings)
        } else {
          files += try await export.files(of: dashboard, chart: chart, at: place, pipeline, warnings: &warnings)
        }
      }
      let directory = URL(fileURLWithPath: common.output == "-" ? "." : common.output, isDirectory: true)
      try DashboardExport.write(files, to: directory)
      for file in files { common.log("wrote \(file.path)") }
      for (chart, warning) in warnings where !common.quiet { Console.error("\(chart): \(warning)") }
      common.note("wrote \(files.count) files to \(directory.relativePath)")
    }
  }

  /// One chart several times: compared, swept, or as frames.
  private func several(
    of chart: String, _ dashboard: Dashboard, at place: Exploration, _ pipeline: Pipeline, _ export: DashboardExport,
    _ warnings: inout [(chart: String, warning: Warning)]
  ) async throws -> [DashboardExport.File] {
    if let frames {
      let steps = try Steps(frames)
      let models = try await pipeline.frames(of: chart, of: dashboard, at: place, steps)
      let path = "\(DashboardExport.fileName(dashboard.name))/\(DashboardExport.fileName(chart)).frames.json"
      return [DashboardExport.File(path: path, bytes: ChartFramesJSON().data(step: steps.name, frames: models))]
    }
    if let sweep {
      let model = try await pipeline.sweep(of: chart, of: dashboard, at: place, try Steps(sweep))
      return try export.files(of: model, called: chart, in: dashboard, warnings: &warnings)
    }
    let scenarios = try scenario.map { text in
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw AugerError(
          .other, operation: "read --scenario", "'\(text)' has no name", hint: "write NAME=ADDRESS: good=$hike=5")
      }
      return try Scenario(String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
    let asked = try (compare ?? "").split(separator: ",").map { name in
      guard let scenario = scenarios.first(where: { $0.name == name }) else {
        throw DiagnosticError(
          Diagnostic(
            .metadataObjectUndefined, "there is no scenario '\(name)'",
            hint: DidYouMean.hint(for: String(name), among: scenarios.map(\.name), listing: "scenarios")))
      }
      return scenario
    }
    guard let last = asked.last, asked.count <= 2 else {
      throw AugerError(.other, operation: "compare", "two scenarios are compared", hint: "write --compare A,B")
    }
    let model = try await pipeline.comparison(
      of: chart, of: dashboard, at: place, asked.count == 2 ? asked[0] : nil, with: last)
    return try export.files(of: model, called: chart, in: dashboard, warnings: &warnings)
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
