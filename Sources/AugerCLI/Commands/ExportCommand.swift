import ArgumentParser
import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import Foundation

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the charts of a workspace's dashboards.",
    discussion: """
      Without names all dashboards are written. -o is a directory: DASHBOARD/CHART.FORMAT for each chart, DASHBOARD.svg
      for the whole, and DASHBOARD.json for its layouts, controls and filters. For one dashboard or chart it may be a
      file that ends with .json, .svg, .png, .pdf, .html, .vl.json, .csv, .tsv, .arrow or .arrows, and - is
      standard output. In html a dashboard is one page, DASHBOARD.html, with what its next moves lead to.

      Exit codes: 0 done; 1 a dashboard or chart could not be exported, and the rest is written; 2 nothing is written.

      Examples:
        auger export --workspace demo -o charts
        auger export sales/Years --formats svg --theme dark -o charts
        auger export drill/Markets --explore 'Markets.drill=region:Europe' -o europe.svg
        auger export sales -o sales.html
        auger export variables/Revenue --sweep '$rise=0..20 step 5' -o rises.svg
        auger export variables/Revenue --frames '$rise=0..20 step 5' -o film.json
        auger export eva/EVA --seek 'EVA=50 by WACC' -o eva.svg
        auger export variables/Revenue --scenario 'a=$rise=10' --scenario 'b=$rise=0' --compare b,a -o charts
      """)

  @Argument(help: "A dashboard, or DASHBOARD/CHART.") var names: [String] = []

  @Option(
    help: """
      What to write: json, svg, png, pdf, html, vega-lite, vega, csv, tsv, arrow, arrows; several with commas. Without \
      it, json,svg.
      """
  )
  var formats: String?

  @Option(help: "Where to look: drilled, zoomed, filtered, set; the part after the question mark of an address.")
  var explore = ""

  @Option(help: "A scenario NAME=ADDRESS: variables and what-if changes, as in --explore.") var scenario: [String] = []

  @Option(
    help: """
      Two scenarios A,B, or one beside the start: values, difference and percent of DASHBOARD/CHART as json; as a \
      picture, a series for each.
      """)
  var compare: String?

  @Option(help: "A series for each value of something: '$hike=0..18 step 3', of DASHBOARD/CHART.") var sweep: String?

  @Option(help: "A chart for each value of something, in one file CHART.frames.json, of DASHBOARD/CHART.")
  var frames: String?

  @Option(
    help: """
      What a node of DASHBOARD/DIAGRAM must be so that another reaches a goal: 'EVA=50 by WACC', or with \
      'within 0.01..0.2'. It is set, and what follows is written.
      """)
  var seek: String?

  @Option(help: "The layout of the whole: landscape or portrait.")
  var orientation = DashboardPicture.Orientation.landscape

  @Option(help: "The language and conventions of texts.") var locale = "en_US"

  @OptionGroup var pictures: PictureOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var tables: SafeOption
  @OptionGroup var place: WorkspaceOption
  @OptionGroup var threads: WorkersOption
  @OptionGroup var common: OutputOptions

  func validate() throws {
    let several = [compare, sweep, frames].compactMap(\.self).count
    if several > 1 { throw ValidationError("--compare, --sweep and --frames are each for themselves.") }
    if compare == nil, !scenario.isEmpty {
      throw ValidationError("--scenario says what --compare compares: add --compare NAME, or set it by --explore.")
    }
    if seek != nil, several > 0 || names.count != 1 || !names[0].contains("/") {
      throw ValidationError("--seek is of one diagram, by itself: name DASHBOARD/DIAGRAM.")
    }
    if frames != nil, let formats, formats != "json" {
      throw ValidationError("--frames are written as json, all in one file.")
    }
    if several == 1, names.count != 1 || !names[0].contains("/") {
      throw ValidationError("--compare, --sweep and --frames are of one chart: name DASHBOARD/CHART.")
    }
  }

  func run() async throws {
    var isPartial = false
    let budget = memory.budget()
    common.reporting.noteWorkers(threads.workers)
    try await common.run {
      let named = names.map { name in name.parted(at: "/").map { String($0.0) } ?? name }
      let workspace = try place.open(common.reporting, damage: .error, noting: names.isEmpty ? nil : names + named)
      isPartial = !workspace.damagedDashboards.isEmpty
      var pipeline = Pipeline(workspace, workers: threads.workers, memory: budget, now: clock.moment()).readingOnce()
      pipeline.locale = try ChartLocale.parse(locale)
      let targets = try targets(in: workspace)
      let destination = try ExportDestination(
        common.namedOutput, formats: formats, isSingle: targets.count < 2)
      if frames != nil, formats != nil || common.namedOutput != nil, !destination.formats.contains("json") {
        throw AugerError(
          .outputMismatch, operation: "write frames", "frames are written as json", hint: "end -o with .json")
      }
      let formats = try Self.parsed(destination.formats)
      let themes = try pictures.themes(of: workspace, common.reporting)
      var export = DashboardExport(
        pictures.files(themes, orientation, isSafe: tables.safe, memory: budget), formats, from: pipeline)
      var files: [DashboardExport.File] = []
      var warnings: DashboardExport.Warnings = []
      let asked = try Exploration(explore)
      for (dashboard, chart) in targets {
        try Task.checkCancellation()
        // The others are exported all the same.
        func failed(_ error: any Error) throws {
          guard !Task.isCancelled, common.reporting.report(error) else { throw error }
          isPartial = true
        }
        do {
          var place = try await pipeline.checked(asked, of: dashboard)
          if let seek, let chart {
            let goal = try GoalSeek(seek)
            place = try await pipeline.place(reaching: goal, of: chart, in: dashboard, at: place)
            let value = place[item: chart].nodes[goal.driver].map(\.description) ?? ""
            common.reporting.note(
              .goalReached, "\(goal.node) is \(Scalar.float(goal.goal)) where \(goal.driver) is \(value)")
          }
          if let chart, compare != nil || sweep != nil || frames != nil {
            files += try await several(of: chart, dashboard, at: place, pipeline, export, &warnings)
          } else {
            files += try await export.files(
              of: dashboard, chart: chart, at: place, warnings: &warnings
            ) { error in
              // What a chart finds to be impossible about the place is so for the dashboard.
              if !explore.isEmpty, error is DiagnosticError { throw error }
              try failed(error)
            }
          }
        } catch { try failed(error) }
      }
      if !files.isEmpty { try destination.write(files, common.reporting) }
      for (chart, warning) in warnings { common.reporting.warn([warning], of: chart) }
      if files.isEmpty { throw ExitCode(2) }
      destination.note(files, common.reporting)
    }
    if isPartial { throw ExitCode(1) }
  }

  /// One chart several times: compared, swept, or as frames.
  private func several(
    of chart: String, _ dashboard: Dashboard, at place: Exploration, _ pipeline: Pipeline, _ export: DashboardExport,
    _ warnings: inout DashboardExport.Warnings
  ) async throws -> [DashboardExport.File] {
    if let frames {
      let steps = try Steps(frames)
      let models = try await pipeline.frames(of: chart, of: dashboard, at: place, steps)
      let path = "\(FileName.safe(dashboard.name))/\(FileName.safe(chart)).frames.json"
      return [DashboardExport.File(path: path, bytes: ChartFramesJSON().data(step: steps.name, frames: models))]
    }
    if let sweep {
      var export = export
      let model = try await pipeline.sweep(of: chart, of: dashboard, at: place, try Steps(sweep))
      return try await export.files(of: model, called: chart, in: dashboard, warnings: &warnings)
    }
    let asked = try comparedScenarios()
    let (here, there) = (asked.count == 2 ? asked[0] : nil, asked[asked.count - 1])
    var files: [DashboardExport.File] = []
    // Numbers beside one another are read, columns beside one another are seen.
    let seen = export.formats.filter(\.hasMarks)
    let numbers = export.formats.filter { !seen.contains($0) }
    if !numbers.isEmpty {
      var export = export.only(numbers)
      let model = try await pipeline.comparison(of: chart, of: dashboard, at: place, here, with: there)
      files += try await export.files(of: model, called: chart, in: dashboard, warnings: &warnings)
    }
    if !seen.isEmpty {
      var export = export.only(seen)
      var further: DashboardExport.Warnings = []
      let model = try await pipeline.beside(of: chart, of: dashboard, at: place, here, with: there)
      files += try await export.files(of: model, called: chart, in: dashboard, warnings: &further)
      if numbers.isEmpty { warnings += further }
    }
    return files
  }

  /// One or two, of those that --scenario defines.
  private func comparedScenarios() throws -> [Scenario] {
    var scenarios: [Scenario] = []
    for text in scenario {
      guard let (before, address) = text.parted(at: "="), !before.isEmpty else {
        throw AugerError(
          .wrongOptionValue, operation: "read --scenario", "'\(text)' is no NAME=ADDRESS", hint: "write good=$hike=5")
      }
      let name = String(before)
      if scenarios.contains(named: name) {
        throw AugerError(.duplicateName, operation: "read --scenario", "there are two scenarios '\(name)'")
      }
      scenarios.append(try Scenario(name, String(address)))
    }
    let names = (compare ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.count <= 2, !names.contains("") else {
      throw AugerError(
        .wrongOptionValue, operation: "compare", "one or two scenarios are compared", hint: "write --compare A,B")
    }
    return try names.map { name in
      if let scenario = scenarios.first(named: name) { return scenario }
      throw DiagnosticError(
        Diagnostic(
          .metadataObjectUndefined, "there is no scenario '\(name)'",
          hint: scenarios.isEmpty
            ? "say what it is: --scenario '\(name)=$hike=5'"
            : DidYouMean.hint(for: name, among: scenarios.map(\.name), listing: "scenarios")))
    }
  }

  /// The next step if a file was named in place of a dashboard.
  private static func hintForFile(_ name: String) -> String? {
    guard FileManager.default.fileExists(atPath: name), !FileFacts.isDirectory(name) else { return nil }
    guard ["xml", "plist", "json", "yaml", "yml"].contains(URL(fileURLWithPath: name).pathExtension.lowercased()) else {
      return "'\(name)' is a file: chart it with 'auger chart \(name)'."
    }
    return "'\(name)' is a file. Make a workspace of it: 'auger generate workspace \(name) -o FOLDER'."
  }

  private func targets(in workspace: Workspace) throws -> [(Dashboard, String?)] {
    if workspace.dashboards.isEmpty, workspace.damagedDashboards.isEmpty {
      if workspace.sources.isEmpty, workspace.queries.isEmpty, place.workspace == nil,
        try WorkspaceOption.nearestWorkspace() == nil
      {
        throw AugerError(
          .metadataObjectUndefined, operation: "export", "there is no auger.yaml here or in a folder above",
          hint: names.first.flatMap(Self.hintForFile)
            ?? "Name a workspace with --workspace, or make one: 'auger init FILE' or 'auger demo'.")
      }
      throw AugerError(
        .metadataObjectUndefined, operation: "export", "the workspace has no dashboards",
        hint: names.first.flatMap(Self.hintForFile)
          ?? "Name files of the dashboard language under 'dashboards:' in auger.yaml.")
    }
    if names.isEmpty { return workspace.dashboards.map { ($0, nil) } }
    // What is wrong with a damaged one has been reported.
    let damaged = workspace.damagedDashboards.map(\.name)
    return try names.compactMap { name in
      if damaged.contains(where: { $0 == name || name.hasPrefix($0 + "/") }) { return nil }
      if let dashboard = workspace.dashboard(named: name) { return (dashboard, nil) }
      if let hint = Self.hintForFile(name) {
        throw AugerError(
          .metadataObjectUndefined, operation: "export", "there is no dashboard '\(name)'", hint: hint)
      }
      guard let (before, behind) = name.parted(at: "/") else { return (try workspace.dashboard(name), nil) }
      let dashboard = try workspace.dashboard(String(before))
      let chart = String(behind)
      if dashboard.chart(named: chart) == nil { _ = try dashboard.item(chart) }
      return (dashboard, chart)
    }
  }

  private static func parsed(_ formats: String) throws -> [ChartFormat] {
    try formats.split(separator: ",").map { text in
      let name = text.trimmingCharacters(in: .whitespaces)
      guard let format = ChartFormat(rawValue: name) else {
        throw AugerError(
          .unknownFormat, operation: "export", "charts are not written as '\(name)'",
          hint: DidYouMean.hint(for: name, among: ChartFormat.allCases.map(\.rawValue), listing: "formats"))
      }
      return format
    }
  }
}

extension DashboardPicture.Orientation: ExpressibleByArgument {}

extension Diagnostic.Code {
  /// What a driver was set to.
  static let goalReached = Self("goalReached")
}
