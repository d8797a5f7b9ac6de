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
    commandName: "chart", abstract: "Data in, chart out.",
    discussion: """
      Expressions may aggregate; a value that does not is summed. Without --category and --value the chart is chosen
      from the data, and the choice is reported. In csv, tsv, arrow and text the chart is its numbers in the order
      shown. On a terminal it is drawn with characters.

      Examples:
        auger chart sales.csv
        auger chart flights.csv --join 'airlines.csv on carrier' --category name --value 'avg(delay)' --as Delay
        auger chart SalesByCountry --arg Region=Europe --category Country --value amount --workspace Fixtures/Workspace
        auger chart shop.sqlite.sales --category 'year(order_date)' --series region --value 'sum(amount)' -o sales.json
      """)

  @Argument(help: "A query of the workspace, a file, or SOURCE.TABLE.") var table: String

  @OptionGroup var options: DerivedOptions<ChartOptionTable>
  @OptionGroup var tables: TableOptions
  @OptionGroup var axes: DerivedOptions<AxisOptionTable>
  @OptionGroup var pictures: PictureOptions
  @OptionGroup var terminal: TerminalOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var csv: CSVArguments
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if options.values["as"].count > max(1, options.values["value"].count) {
      throw ValidationError("There are more titles (--as) than values.")
    }
  }

  func run() async throws {
    let (budget, now) = (memory.budget(), clock.moment())
    try await common.run {
      let isShown = common.output == "-" && Terminal.isStandardOutput
      let format = try common.chosenFormat(
        or: isShown ? .terminal : .json, among: OutputFormat.charts + [.text, .terminal])
      var workspace = try common.openWorkspace()
      let themes = try pictures.themes(of: workspace, common.reporting)
      let declared = workspace
      let argument =
        try await result(in: &workspace, budget, now)
        ?? SourceArgument.parse(self.table, orQueryOf: declared, options: csv.sourceOptions)
      let joins = try tables.joins(&workspace)
      let opened = try await OpenedTable.open(
        argument, in: workspace, workers: common.workers, memory: budget, now: now)
      let table = try opened.onlyTable()
      let control = RunControl(memory: budget)
      let (columns, resolved) = try await joins.resolved(on: table, opened.delegate, control)
      let derived = try tables.derived(of: columns)
      let choice = try await ChartChoice(
        of: try request(naming: columns, derived), on: table, workers: common.workers, control)
      for note in choice.notes { common.reporting.note(.chosen, note) }
      var request = choice.request
      request.joins = resolved
      request.variables = try QueryArguments(assignments: options.values["set"], option: "--set")
      let (query, dashboard) = try request.resolved(name: opened.title, source: opened.sourceName, table: table.name)
      var pipeline = Pipeline(delegate: opened.delegate.adding(query), dashboards: [dashboard], memory: budget)
      pipeline.arguments = request.variables
      try request.variables.requireUse(
        by: "the chart", taking: query.argumentNames + dashboard.variables.map(\.name), option: "--set")
      pipeline.locale = try ChartLocale.parse(options.values.text("locale") ?? "en_US")
      var model = try await ChartRequest.model(of: dashboard, pipeline)
      if choice.isOfValue { model.writeReadably() }
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

  /// The result of a query of the workspace, as a source of it; nil where no query has the name.
  private func result(
    in workspace: inout Workspace, _ budget: MemoryBudget?, _ now: Timestamp
  ) async throws -> SourceArgument? {
    let arguments = try QueryArguments(assignments: options.values["arg"], option: "--arg")
    guard let query = workspace.query(named: table) else {
      try arguments.requireUse(by: "'\(table)', which is no query,", taking: [], option: "--arg")
      return nil
    }
    guard csv.isEmpty else {
      throw AugerError(
        .usage, operation: "execute query '\(table)'", "the options of CSV are for a file",
        hint: "what its file is read by stands at the source, in the workspace")
    }
    try arguments.requireUse(by: "'\(table)'", taking: query.argumentNames, option: "--arg")
    let delegate = WorkspaceQueryDelegate(workspace, workers: common.workers, memory: budget, now: now)
    let result = try await delegate.execute(query, arguments: arguments)
    common.reporting.warn(result.warnings.items)
    // The chart's own query has its name now.
    workspace.queries.removeAll { Name($0.name) == Name(table) }
    workspace.adapters.append(ResultAdapter(title: table, table: result))
    return SourceArgument(
      source: SourceDefinition(
        adapter: ResultAdapter.adapterName, SourceConfiguration(name: table, location: table)),
      table: table, title: table)
  }

  private func request(naming columns: [String], _ derived: [TableQuery.Named]) throws -> ChartRequest {
    let names = columns + derived.map(\.name)
    var request = try ChartRequest(options.values, by: ChartOption.roles + ChartOption.look, columns: names)
    request.axes = try ChartRequest(axes.values, by: ChartOption.axes, columns: []).axes
    request.derive = derived
    return request
  }
}
