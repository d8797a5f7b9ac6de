import ArgumentParser
import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import AugerSample
import Foundation

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Create a sample workspace.",
    discussion: """
      Examples:
        auger demo
        auger demo --serve

      The sample contains four years of sales of a fictional retailer, as a CSV file and a SQLite database. It also \
      contains dashboards and their exported charts.
      """)

  @Argument(
    help: ArgumentHelp(
      "Folder to create. Default: auger-demo, or a temporary folder with --serve.", valueName: "folder"))
  var directory: String?

  /// The server of the sample.
  struct ServerOptions: ParsableArguments {
    @Flag(help: "Serve the dashboards to a browser instead of exporting charts. See 'auger serve'.") var serve = false

    @Option(
      help: ArgumentHelp(
        "Port of --serve, 0 to 65535. 0 selects a free port. Default: 8017.", valueName: "port"))
    var port: Int?
  }

  @OptionGroup(title: "Server") var server: ServerOptions
  @OptionGroup(title: "Pictures and pages") var pictures: PictureOptions
  @OptionGroup(title: "Output") var reporting: ReportingOptions
  @OptionGroup(title: "Limits") var threads: WorkersOption

  func validate() throws {
    if server.port != nil, !server.serve { throw ValidationError("--port requires --serve.") }
    #if !Server
      if server.serve { throw MissingPart.option("--serve", needs: "Server") }
    #endif
  }

  func run() async throws {
    #if Server
      if server.serve { return try await runServer() }
    #endif
    let directory = directory ?? "auger-demo"
    reporting.noteWorkers(threads.workers)
    try await reporting.run {
      let folder = URL(fileURLWithPath: directory, isDirectory: true)
      let retailer = try write(to: directory)
      let workspace = try Workspace(contentsOf: folder.path, adapters: WorkspaceOption.adapters)
      let themes = try pictures.themes(of: workspace, reporting)
      let pipeline = Pipeline(workspace, workers: threads.workers).readingOnce()
      var files: [DashboardExport.File] = []
      var warnings: DashboardExport.Warnings = []
      for dashboard in workspace.dashboards {
        let hasPage = Name(dashboard.name) == Name(Self.pageOf)
        var export = DashboardExport(
          pictures.files(themes), [.json, .svg] + (hasPage ? [.html] : []), from: pipeline)
        files += try await export.files(of: dashboard, chart: nil, warnings: &warnings, failed: { throw $0 })
      }
      files.append(
        DashboardExport.File(path: "tour.svg", bytes: try await Self.tour(pipeline, theme: themes.chosen)))
      try DashboardExport.write(files, to: folder.appendingPathComponent("Charts"))
      for (chart, warning) in warnings { reporting.warn([warning], of: chart) }
      let charts = files.count { $0.path.contains("/") && $0.path.hasSuffix(".json") }
      if !reporting.quiet {
        try Self.say(directory, retailer.lineCount, charts, workspace.dashboards.map(\.name))
      }
    }
  }

  /// Writes the data, the dashboards and the workspace file. Throws if one of these files exists.
  private func write(to directory: String) throws -> SampleRetailer {
    let folder = URL(fileURLWithPath: directory, isDirectory: true)
    let written = SampleWorkspace.files.map(\.path) + ["sales.csv", "shop.sqlite"]
    if let there = written.first(where: {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
    }) {
      throw AugerError(
        .fileUnwritable, operation: "write the sample to '\(directory)'", "'\(there)' already exists",
        hint: "Choose another folder.")
    }
    let retailer = SampleRetailer()
    do {
      try SampleFiles(directory: directory).write(retailer)
    } catch {
      throw AugerError(
        .fileUnwritable, operation: "write the sample to '\(directory)'", "a file cannot be written",
        underlying: (error as? SampleError)?.description ?? (error as NSError).localizedDescription)
    }
    try DashboardExport.write(
      SampleWorkspace.files.map { DashboardExport.File(path: $0.path, bytes: Array($0.text.utf8)) }, to: folder)
    return retailer
  }

  #if Server
    /// Serves the sample until the process is stopped. Writes the sample first if the folder does not contain one.
    private func runServer() async throws {
      let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("auger-demo-\(UUID())").path
      let directory = directory ?? temporary
      defer { if self.directory == nil { try? FileManager.default.removeItem(atPath: temporary) } }
      try await reporting.run {
        guard !FileManager.default.fileExists(atPath: directory + "/auger.yaml") else { return }
        _ = try write(to: directory)
      }
      let options =
        (server.port.map { ["--port", String($0)] } ?? []) + (threads.workers.map { ["--workers", String($0)] } ?? [])
        + (reporting.quiet ? ["--quiet"] : [])
      try await ServeCommand.parse(["--workspace", directory] + options).run()
    }
  #endif

  /// The dashboard that is also exported as an HTML page.
  private static let pageOf = "drill"

  /// Draws a drilldown, a zoom, a filter and a what-if change, each next to the initial chart.
  private static func tour(_ pipeline: Pipeline, theme: Theme) async throws -> [UInt8] {
    let frame = ChartSize(width: 504, height: 276)
    var items: [DashboardSVG.Item] = []
    for (row, stop) in SampleWorkspace.tour.enumerated() {
      let dashboard = try pipeline.dashboard(stop.dashboard)
      let state = try await pipeline.checked(try Exploration(stop.address), of: dashboard)
      let start = try await pipeline.chart(stop.item, of: dashboard)
      var explored = try await pipeline.chart(stop.item, of: dashboard, at: state)
      explored.title += ": " + stop.caption
      for (column, model) in [start, explored].enumerated() {
        items.append(
          DashboardSVG.Item(
            model,
            frame: ChartFrame(
              x: Double(column) * (frame.width + 8) + 4, y: Double(row) * (frame.height + 8) + 4, width: frame.width,
              height: frame.height)))
      }
    }
    let rows = Double(SampleWorkspace.tour.count)
    return DashboardSVG(
      title: "A drill, a zoom, a filter and a what-if",
      size: ChartSize(width: 2 * (frame.width + 8), height: rows * (frame.height + 8)), unit: .points, items: items,
      theme: theme
    ).data()
  }

  private static func say(_ directory: String, _ lines: Int, _ charts: Int, _ dashboards: [String]) throws {
    let path = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    let (workspace, sales) = (ShellWord.plain(path), ShellWord.plain(path + "/sales.csv"))
    let (folder, europe) = (ShellWord.plain(path + "/Charts"), ShellWord.plain(path + "/Charts/Europe"))
    Console.write(
      """
      \(SampleRetailer.name): \(lines) order lines, 2021 to 2024, and \(charts) charts of them.

      Open
        \(path)/Charts/sales.svg  the dashboard, in a browser; beside it one for each thing that dashboards can do:
          \(dashboards.filter { $0 != "sales" }.joined(separator: ", "))
        \(path)/Charts/\(pageOf).html  a page that can be explored without anything else
        \(path)/Charts/tour.svg  a drill, a zoom, a filter and a what-if, before and after
        \(path)/auger.yaml  the workspace: sources, queries, dashboards
        \(path)/Dashboards/\(dashboards.first ?? "sales").xml  the dashboard's definition; change it, then export again

      Try next
        auger inspect \(sales)
        auger chart \(sales) --category 'year(order_date)' --series region --value 'sum(amount)' -o sales.svg
        auger query SalesByCountry --arg Region=Europe --workspace \(workspace)
        auger export --workspace \(workspace) --theme dark -o \(folder)
        auger export drill --workspace \(workspace) --explore 'Markets.drill=region:Europe' -o \(europe)

      """)
  }
}
