import ArgumentParser
import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExport
import AugerExpressions
import AugerMetadata
import AugerQuery
import Foundation

struct ChartCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart", abstract: "Create a chart from a table, a file or a query.",
    discussion: """
      Examples:
        auger chart sales.csv
        auger chart sales.csv --category region --value 'sum(amount)' -o sales.svg
        auger chart shop.sqlite.sales --category 'year(order_date)' --series region
        auger chart SalesByCountry --arg Region=Europe --category country
        auger chart sales.csv --type pie --category region --theme dark -o pie.svg

      Without --category and --value, Auger chooses the chart and reports its choice. A value without an aggregate is \
      summed. A terminal shows the chart. A pipe receives chart JSON. The formats csv, tsv, arrow and text contain the \
      numbers of the chart in the order shown.
      """)

  @Argument(help: "A file, SOURCE.TABLE, or a query of the workspace.") var table: String

  @OptionGroup(title: "Data") var data: DerivedOptions<DataOptionTable>
  @OptionGroup(title: "Data") var tables: TableOptions
  @OptionGroup(title: "Data") var clock: ClockOptions
  @OptionGroup(title: "Chart") var marks: DerivedOptions<MarkOptionTable>
  @OptionGroup(title: "Labels") var labels: DerivedOptions<LabelOptionTable>
  @OptionGroup(title: "Axes") var axes: DerivedOptions<AxisOptionTable>
  @OptionGroup(title: "Pictures and pages") var pictures: PictureOptions
  @OptionGroup(title: "Terminal") var terminal: TerminalOptions
  @OptionGroup(title: "CSV input") var csv: CSVArguments
  @OptionGroup(title: "Output") var common: TableOutputOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption
  @OptionGroup(title: "Limits") var memory: MemoryOptions
  @OptionGroup(title: "Limits") var threads: WorkersOption

  /// All chart options of the command line.
  private var values: ChartOptionValues {
    data.values.merging(marks.values).merging(labels.values).merging(axes.values)
  }

  func validate() throws {
    if data.values["as"].count > max(1, data.values["value"].count) {
      throw ValidationError("There are more titles (--as) than values.")
    }
  }

  func run() async throws {
    let (budget, now) = (memory.budget(), clock.moment())
    common.reporting.noteWorkers(threads.workers)
    try await common.run {
      let isShown = common.output == "-" && Terminal.isStandardOutput
      let format = try common.chosenFormat(
        or: isShown ? .terminal : .json, among: CommandFormat.charts + [.text, .terminal])
      var workspace = try place.open(common.reporting, noting: [])
      let themes = try pictures.themes(of: workspace, common.reporting)
      let declared = workspace
      let argument =
        try await result(in: &workspace, budget, now)
        ?? SourceArgument.parse(self.table, orQueryOf: declared, options: csv.sourceOptions)
      let joins = try tables.joins(&workspace)
      let opened = try await OpenedTable.open(
        argument, in: workspace, workers: threads.workers, memory: budget, now: now)
      let table = try opened.onlyTable()
      let control = RunControl(memory: budget)
      let (columns, resolved) = try await joins.resolved(on: table, opened.delegate, control)
      let derived = try tables.derived(of: columns)
      let choice = try await ChartChoice(
        of: try request(naming: columns, derived), on: table, workers: threads.workers, control)
      for note in choice.notes { common.reporting.note(.chosen, note) }
      var request = choice.request
      request.joins = resolved
      request.variables = try QueryArguments(assignments: data.values["set"], option: "--set")
      let (query, dashboard) = try request.resolved(name: opened.title, source: opened.sourceName, table: table.name)
      var pipeline = Pipeline(delegate: opened.delegate.adding(query), dashboards: [dashboard], memory: budget)
      pipeline.arguments = request.variables
      try request.variables.requireUse(
        by: "the chart", taking: query.argumentNames + dashboard.variables.map(\.name), option: "--set")
      pipeline.locale = try workspace.locale(parsing: labels.values.text("locale"))
      var model = try await ChartRequest.model(of: dashboard, pipeline)
      if choice.isOfValue { model.writeReadably() }
      model = try model.adding(request.markup)
      let files = pictures.files(themes, isSafe: common.tables.safe, memory: budget)
      if let written = format.ofCharts {
        try common.write(try await files.data(for: model, as: written))
        common.reporting.warn(files.warnings(of: model, in: [written]))
      } else {
        let share = MemoryShare(of: budget)
        if share.isLimited { try share.hold(model.writtenBytes) }
        try common.write(
          format == .terminal
            ? terminal.chart(themes.chosen).data(for: model) : AlignedText.data(for: model.tabulated()))
        common.reporting.warn(model.warnings)
      }
    }
  }

  /// Runs the query of the workspace and returns its result as a source. Returns nil if no query has the name.
  private func result(
    in workspace: inout Workspace, _ budget: MemoryBudget?, _ now: Timestamp
  ) async throws -> SourceArgument? {
    let arguments = try QueryArguments(assignments: data.values["arg"], option: "--arg")
    guard let query = workspace.query(named: table) else {
      try arguments.requireUse(by: "'\(table)', which is not a query,", taking: [], option: "--arg")
      return nil
    }
    guard csv.isEmpty else {
      throw AugerError(
        .usage, operation: "execute query '\(table)'", "the CSV options require a file",
        hint: "Set the options at the source in auger.yaml.")
    }
    try arguments.requireUse(by: "'\(table)'", taking: query.argumentNames, option: "--arg")
    let delegate = WorkspaceQueryDelegate(workspace, workers: threads.workers, memory: budget, now: now)
    let result = try await delegate.execute(query, arguments: arguments)
    common.reporting.warn(result.warnings.items)
    // The query of the chart takes over the name.
    workspace.queries.removeAll { Name($0.name) == Name(table) }
    workspace.adapters.append(ResultAdapter(title: table, table: result))
    return SourceArgument(
      source: SourceDefinition(
        adapter: ResultAdapter.adapterName, SourceConfiguration(name: table, location: table)),
      table: table, title: table)
  }

  private func request(naming columns: [String], _ derived: [TableQuery.Named]) throws -> ChartRequest {
    let names = columns + derived.map(\.name)
    var request = try ChartRequest(values, columns: names)
    request.derive = derived
    return request
  }
}
