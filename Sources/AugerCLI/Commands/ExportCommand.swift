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
    commandName: "export", abstract: "Export dashboards and their charts to files.",
    discussion: """
      Examples:
        auger export -o charts
        auger export sales -o sales.html
        auger export sales/Years --formats svg,csv --theme dark -o charts
        auger export drill/Markets --explore 'Markets.drill=region:Europe' -o eu.svg
        auger export variables/Revenue --sweep '$rise=0..20 step 5' -o rises.svg
        auger export sales/Years --markup 'arrow 0.3,0.2 0.6,0.4: Record' -o years.eml
        auger export variables/Revenue --scenario 'a=$rise=10' --compare a -o a.json

      The folder of --output receives DASHBOARD/CHART.FORMAT for each chart. In the formats json, svg, png, pdf and \
      html, it also receives DASHBOARD.FORMAT for each dashboard. DASHBOARD.json contains layouts, controls and \
      filters. DASHBOARD.html is one page with all charts and their next states.

      A single dashboard or chart can be written to a file or to standard output.

      Exit codes:
        0  All files were written
        1  A dashboard or chart failed, and all other files were written
        2  No file was written
      """)

  @Argument(
    help: ArgumentHelp("A dashboard, or DASHBOARD/CHART. Default: all dashboards.", valueName: "name"))
  var names: [String] = []

  /// The state of the exported charts, and the values to compare.
  struct ExplorationOptions: ParsableArguments {
    @Option(help: .explore) var explore: String?

    @Option(
      help: ArgumentHelp(
        """
        Compare two scenarios A,B, or the initial state and one scenario. JSON contains both values, their difference \
        and the change in percent. A picture shows one series per scenario. Requires DASHBOARD/CHART.
        """,
        valueName: "names"))
    var compare: String?

    @Option(
      help: ArgumentHelp(
        """
        Scenario for --compare: NAME=STATE, with variables and what-if changes in the syntax of --explore. Repeatable.
        """,
        valueName: "name=state"))
    var scenario: [String] = []

    @Option(
      help: ArgumentHelp(
        """
        Draw one series per value of a variable, filter or argument: '$rise=0..20 step 5' or \
        'filter.Regions=Europe,Asia Pacific'. Requires DASHBOARD/CHART.
        """,
        valueName: "steps"))
    var sweep: String?

    @Option(
      help: ArgumentHelp(
        """
        Write one chart per value: an animated page (html), a file for each frame in CHART.frames (svg, png, pdf), \
        or all charts in CHART.frames.json (json, the default). The syntax is that of --sweep. 'animation' plays the \
        Animation of the chart. Requires DASHBOARD/CHART.
        """,
        valueName: "steps"))
    var frames: String?

    @Option(
      help: ArgumentHelp(
        """
        Set a node of a diagram so that another node reaches a goal: 'EVA=50 by WACC' or 'EVA=50 by WACC within \
        0.01..0.2'. Requires DASHBOARD/DIAGRAM.
        """,
        valueName: "goal"))
    var seek: String?

    @Option(
      help: ArgumentHelp(
        """
        Mark for the receiver of a chart: 'text 0.5,0.2: Record', 'arrow 0.2,0.3 0.5,0.6 color=red: Peak', 'line', \
        'circle' or 'draw' with points. Positions are fractions of the width and height of the chart below its title. \
        Repeatable. Requires DASHBOARD/CHART.
        """,
        valueName: "mark"))
    var markup: [String] = []
  }

  /// The formats and the appearance of the exported files.
  struct FormatOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        """
        Output formats, separated by commas: \(formatNames). Default: the extension of --output, or else json,svg.
        """,
        valueName: "formats"))
    var formats: String?

    @Option(help: ArgumentHelp("Layout of dashboards. Default: landscape.", valueName: "orientation"))
    var orientation = DashboardPicture.Orientation.landscape

    @Option(help: .locale) var locale: String?

    private static let formatNames = ChartFormat.allCases.map(\.rawValue).joined(separator: ", ")
  }

  @OptionGroup(title: "State") var state: ExplorationOptions
  @OptionGroup(title: "State") var clock: ClockOptions
  @OptionGroup(title: "Email") var mail: SendOptions
  @OptionGroup(title: "Pictures and pages") var pictures: PictureOptions
  @OptionGroup(title: "Output") var written: FormatOptions
  @OptionGroup(title: "Output") var tables: SafeOption
  @OptionGroup(title: "Output") var common: OutputOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption
  @OptionGroup(title: "Limits") var memory: MemoryOptions
  @OptionGroup(title: "Limits") var threads: WorkersOption

  private var explore: String { state.explore ?? "" }
  private var scenario: [String] { state.scenario }
  private var compare: String? { state.compare }
  private var sweep: String? { state.sweep }
  private var frames: String? { state.frames }
  private var seek: String? { state.seek }
  private var formats: String? { written.formats }

  func validate() throws {
    let several = [compare, sweep, frames].compactMap(\.self).count
    if several > 1 { throw ValidationError("--compare, --sweep and --frames cannot be combined.") }
    if compare == nil, !scenario.isEmpty {
      throw ValidationError("--scenario requires --compare: add --compare NAME, or use --explore.")
    }
    if !state.markup.isEmpty, several > 0 || names.count != 1 || !names[0].contains("/") {
      throw ValidationError("--markup requires a single chart: name DASHBOARD/CHART.")
    }
    if !mail.isEmpty, several > 0 || names.count != 1 || !names[0].contains("/") {
      throw ValidationError("--mail-to requires a single chart: name DASHBOARD/CHART.")
    }
    if seek != nil, several > 0 || names.count != 1 || !names[0].contains("/") {
      throw ValidationError("--seek requires a single diagram: name DASHBOARD/DIAGRAM.")
    }
    if several == 1, names.count != 1 || !names[0].contains("/") {
      throw ValidationError("--compare, --sweep and --frames require a single chart: name DASHBOARD/CHART.")
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
      pipeline.locale = try workspace.locale(parsing: written.locale)
      let targets = try targets(in: workspace)
      let destination = try ExportDestination(
        common.namedOutput, formats: formats, isSingle: targets.count < 2)
      let onlyFrames = frames != nil && formats == nil && !destination.isFile
      let formats = onlyFrames ? [.json] : try Self.parsed(destination.formats)
      if frames != nil, destination.isFile, let format = formats.first, format != .json, format != .html {
        throw AugerError(
          .outputMismatch, operation: "write frames", "frames as '\(format.rawValue)' need one file per frame",
          hint: "Use a file name that ends with .html or .json, or pass a folder to -o.")
      }
      let themes = try pictures.themes(of: workspace, common.reporting)
      var export = DashboardExport(
        pictures.files(themes, written.orientation, isSafe: tables.safe, memory: budget), formats, from: pipeline)
      var (files, isSent): ([DashboardExport.File], Bool) = ([], false)
      var warnings: DashboardExport.Warnings = []
      let asked = try Exploration(explore)
      for (dashboard, chart) in targets {
        try Task.checkCancellation()
        // Report the error and export the other charts.
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
          } else if let chart, !state.markup.isEmpty || !mail.isEmpty {
            let marks = try state.markup.map { form throws(DiagnosticError) in try ChartMarkup(form) }
            let model = try await pipeline.chart(chart, of: dashboard, at: place).adding(marks)
            if mail.isEmpty || written.formats != nil || common.namedOutput != nil {
              files += try await export.files(of: model, called: chart, in: dashboard, warnings: &warnings)
            }
            if !mail.isEmpty {
              try await mail.send(model, export.charts, of: workspace)
              isSent = true
            }
          } else {
            files += try await export.files(
              of: dashboard, chart: chart, at: place, warnings: &warnings
            ) { error in
              // An invalid state fails for the whole dashboard, not only for one chart.
              if !explore.isEmpty, error is DiagnosticError { throw error }
              try failed(error)
            }
          }
        } catch { try failed(error) }
      }
      if !files.isEmpty { try destination.write(files, common.reporting) }
      for (chart, warning) in warnings { common.reporting.warn([warning], of: chart) }
      if isSent { common.reporting.note(.written, "sent to \(mail.mailTo.joined(separator: ", "))") }
      if files.isEmpty { if isSent { return } else { throw ExitCode(2) } }
      destination.note(files, common.reporting)
    }
    if isPartial { throw ExitCode(1) }
  }

  /// Exports one chart for several states: a comparison, a sweep, or frames.
  private func several(
    of chart: String, _ dashboard: Dashboard, at place: Exploration, _ pipeline: Pipeline, _ export: DashboardExport,
    _ warnings: inout DashboardExport.Warnings
  ) async throws -> [DashboardExport.File] {
    if let frames { return try await self.frames(frames, of: chart, dashboard, at: place, pipeline, export, &warnings) }
    if let sweep {
      var export = export
      let model = try await pipeline.sweep(of: chart, of: dashboard, at: place, try Steps(sweep))
      return try await export.files(of: model, called: chart, in: dashboard, warnings: &warnings)
    }
    let asked = try comparedScenarios()
    let (here, there) = (asked.count == 2 ? asked[0] : nil, asked[asked.count - 1])
    var files: [DashboardExport.File] = []
    // Data formats contain the values of both scenarios. Pictures show one series per scenario.
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

  /// Exports the frames of a chart: all of them in a JSON file or a page, and a file for each in other formats.
  private func frames(
    _ text: String, of chart: String, _ dashboard: Dashboard, at place: Exploration, _ pipeline: Pipeline,
    _ export: DashboardExport, _ warnings: inout DashboardExport.Warnings
  ) async throws -> [DashboardExport.File] {
    let model = try await pipeline.chart(chart, of: dashboard, at: place)
    let own = dashboard.animation(of: model)
    if text == "animation", own == nil {
      throw AugerError(
        .wrongOptionValue, operation: "read --frames", "chart '\(chart)' has no Animation",
        hint: "Name the values, for example --frames '$year=1990..2012'.")
    }
    let steps = try Steps(text == "animation" ? own?.steps ?? "" : text)
    let frames = try await pipeline.frames(of: chart, of: dashboard, at: place, steps)
    var files: [DashboardExport.File] = []
    if export.formats.contains(.json) {
      let path = "\(FileName.safe(dashboard.name))/\(FileName.safe(chart)).frames.json"
      files.append(DashboardExport.File(path: path, bytes: ChartFramesJSON().data(step: steps.name, frames: frames)))
    }
    var others = export.only(export.formats.filter { $0 != .json })
    guard !others.formats.isEmpty else { return files }
    let animation = try ChartAnimation(
      title: steps.title(in: dashboard), checking: frames,
      interval: own?.interval ?? AnimationDefinition.standardInterval)
    files += try await others.files(of: animation, showing: model, called: chart, in: dashboard, warnings: &warnings)
    return files
  }

  /// Returns the one or two scenarios of `--compare`, as `--scenario` defines them.
  private func comparedScenarios() throws -> [Scenario] {
    var scenarios: [Scenario] = []
    for text in scenario {
      guard let (before, address) = text.parted(at: "="), !before.isEmpty else {
        throw AugerError(
          .wrongOptionValue, operation: "read --scenario", "'\(text)' is not NAME=STATE",
          hint: "Write NAME=STATE, for example good=$hike=5.")
      }
      let name = String(before)
      if scenarios.contains(named: name) {
        throw AugerError(.duplicateName, operation: "read --scenario", "scenario '\(name)' is defined twice")
      }
      scenarios.append(try Scenario(name, String(address)))
    }
    let names = (compare ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.count <= 2, !names.contains("") else {
      throw AugerError(
        .wrongOptionValue, operation: "compare", "expected one or two scenarios", hint: "Write --compare A,B.")
    }
    return try names.map { name in
      if let scenario = scenarios.first(named: name) { return scenario }
      throw DiagnosticError(
        Diagnostic(
          .metadataObjectUndefined, "scenario '\(name)' does not exist",
          hint: scenarios.isEmpty
            ? "Define it with --scenario '\(name)=$hike=5'."
            : DidYouMean.hint(for: name, among: scenarios.map(\.name), listing: "scenarios")))
    }
  }

  /// Returns a hint if the name of a dashboard is the name of a file.
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
          .metadataObjectUndefined, operation: "export", "no auger.yaml in this folder or a folder above",
          hint: names.first.flatMap(Self.hintForFile)
            ?? "Name a workspace with --workspace, or make one: 'auger init FILE' or 'auger demo'.")
      }
      throw AugerError(
        .metadataObjectUndefined, operation: "export", "the workspace has no dashboards",
        hint: names.first.flatMap(Self.hintForFile)
          ?? "Name files of the dashboard language under 'dashboards:' in auger.yaml.")
    }
    if names.isEmpty { return workspace.dashboards.map { ($0, nil) } }
    // The errors of damaged dashboards are already reported.
    let damaged = workspace.damagedDashboards.map(\.name)
    return try names.compactMap { name in
      if damaged.contains(where: { $0 == name || name.hasPrefix($0 + "/") }) { return nil }
      if let dashboard = workspace.dashboard(named: name) { return (dashboard, nil) }
      if let hint = Self.hintForFile(name) {
        throw AugerError(
          .metadataObjectUndefined, operation: "export", "dashboard '\(name)' does not exist", hint: hint)
      }
      guard let (before, behind) = name.parted(at: "/") else {
        return (try workspace.definition(ofDashboard: name), nil)
      }
      let dashboard = try workspace.definition(ofDashboard: String(before))
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
          .unknownFormat, operation: "export", "charts cannot be written as '\(name)'",
          hint: DidYouMean.hint(for: name, among: ChartFormat.allCases.map(\.rawValue), listing: "formats"))
      }
      return format
    }
  }
}

extension DashboardPicture.Orientation: ExpressibleByArgument {
  /// Empty, because the help text states the default.
  package var defaultValueDescription: String { "" }
}

extension ArgumentHelp {
  static let locale = ArgumentHelp(
    "Language and conventions of numbers, dates and text. Default: that of the workspace, or en_US.",
    valueName: "locale")
}

extension Diagnostic.Code {
  /// The value that reaches the goal of `--seek`.
  static let goalReached = Self("goalReached")
}
