import ArgumentParser
import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

struct QueryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Prints the table behind a query, a table, or SQL text.",
    discussion: """
      Examples:
        auger query SalesByCountry --arg Region=Europe --workspace Fixtures/Workspace
        auger query sales.csv --where 'amount > 100' --limit 10
        auger query drill/Markets --explore 'Markets.drill=region:Europe' --workspace demo
        auger query sales.csv --safe --format csv -o for-a-spreadsheet.csv
        auger query flights.csv airlines.csv --sql 'SELECT name, delay FROM flights JOIN airlines USING (carrier)'
        auger query --source shop.sqlite --sql 'SELECT * FROM sales WHERE region = :Region' --arg Region=Europe
      """)

  @Argument(
    help: ArgumentHelp(
      """
      A query of the workspace, a file, SOURCE.TABLE, or DASHBOARD/CHART; with --sql, the files and sources that it \
      reads, each also as NAME=FILE.
      """,
      valueName: "name"))
  var names: [String] = []

  @Option(help: ArgumentHelp("The database that executes --sql itself.", valueName: "source")) var source: String?

  @Option(
    help: """
      One reading SQL statement, SQLite's, over the files and sources that are named, or all of the workspace; with \
      --source in that database's own SQL. Values come from --arg as :name.
      """)
  var sql: String?

  @Option(help: "An argument NAME=VALUE, NAME=[A,B] for a list, NAME=LOWER..UPPER for a range.")
  var arg: [String] = []

  @Option(help: "A condition; only for a table.") var `where`: [String] = []

  @Option(help: "Only so many rows; for a table, or one behind a chart.") var limit: Int?

  @Option(help: "Where in the dashboard: the table behind DASHBOARD/CHART there, its drill arguments bound.")
  var explore: String?

  @OptionGroup var memory: MemoryOptions
  @OptionGroup var csv: CSVOptions
  @OptionGroup var common: CommonOptions

  /// The one thing that is asked for, without --sql.
  private var name: String? { sql == nil ? names.first : nil }

  func validate() throws {
    if source != nil, sql == nil { throw ValidationError("--source is for --sql.") }
    if sql == nil, names.isEmpty { throw ValidationError("Name a query or a table, or give --sql.") }
    if sql == nil, names.count > 1 { throw ValidationError("Several tables are for --sql; name one.") }
    if source != nil, !names.isEmpty { throw ValidationError("Either --source executes --sql, or tables are named.") }
    if explore != nil, name?.contains("/") != true { throw ValidationError("--explore is for DASHBOARD/CHART.") }
    if let limit, limit < 0 { throw ValidationError("--limit cannot be negative.") }
  }

  func run() async throws {
    var isDamaged = false
    let budget = memory.budget()
    try await common.run {
      var workspace = try common.openWorkspace(damage: .error)
      isDamaged = !workspace.damagedDashboards.isEmpty
      if let name, let (dashboard, chart) = try behind(name, workspace) {
        guard arg.isEmpty, `where`.isEmpty, csv.isEmpty else {
          throw AugerError(
            .usage, operation: "show the table behind '\(name)'",
            "its arguments come from --explore; --arg, --where and the options of CSV are for other tables")
        }
        let pipeline = Pipeline(workspace, workers: common.workers, memory: budget)
        let place = try await pipeline.checked(try Exploration(explore ?? ""), of: dashboard)
        var table = try await pipeline.table(behind: chart, of: dashboard, at: place)
        if let limit, limit < table.rowCount {
          table = table.gathered((0..<limit).map { Int32(truncatingIfNeeded: $0) })
        }
        common.log("\(table.rowCount) rows")
        return try common.write(table, budget)
      }
      let arguments = try QueryArguments(assignments: arg, option: "--arg")
      let delegate: WorkspaceQueryDelegate
      let definition: QueryDefinition
      if let sql {
        let executing: String
        if let source {
          var argument = try SourceArgument.parse(source, workspace: workspace, options: csv.sourceOptions)
          workspace.add(&argument)
          executing = argument.source.configuration.name
        } else {
          executing = try workspace.addSQL(over: names, options: csv.sourceOptions)
        }
        delegate = WorkspaceQueryDelegate(workspace, workers: common.workers, memory: budget)
        definition = QueryDefinition(
          name: "--sql", source: executing, body: .sql(try SQLTemplate.parse(sql, name: "--sql")))
      } else if let name, let known = workspace.queries.first(where: { $0.name == name }) {
        guard `where`.isEmpty, limit == nil, csv.isEmpty else {
          throw AugerError(
            .usage, operation: "execute query '\(name)'", "--where, --limit and the options of CSV are for a table")
        }
        delegate = WorkspaceQueryDelegate(workspace, workers: common.workers, memory: budget)
        definition = known
      } else {
        let opened = try await openTable(name ?? "", workspace, budget)
        delegate = opened.delegate
        definition = try tableQuery(opened)
      }
      try arguments.requireUse(
        by: sql == nil ? "'\(definition.name)'" : "the SQL text", taking: definition.argumentNames, option: "--arg")
      let table: Table
      do { table = try await delegate.execute(definition, arguments: arguments) } catch var error as AugerError {
        error.details = error.details.adding(.query, definition.name)
        throw error
      }
      common.log("\(table.rowCount) rows")
      try common.write(table, budget)
    }
    if isDamaged { throw ExitCode(1) }
  }

  /// The dashboard and the item that DASHBOARD/CHART names; nil for other names, a file's among them.
  private func behind(_ name: String, _ workspace: Workspace) throws -> (Dashboard, String)? {
    guard let slash = name.firstIndex(of: "/") else { return nil }
    let (first, chart) = (String(name[..<slash]), String(name[name.index(after: slash)...]))
    let isDamaged = workspace.damagedDashboards.contains { $0.name == first }
    guard explore != nil || isDamaged || workspace.dashboards.contains(where: { $0.name == first }) else { return nil }
    // What is wrong with it has been reported.
    if isDamaged { throw ExitCode(2) }
    let dashboard = try workspace.dashboard(first)
    if !dashboard.allCharts.contains(where: { $0.name == chart }) { _ = try dashboard.item(chart) }
    return (dashboard, chart)
  }

  private func openTable(
    _ text: String, _ workspace: Workspace, _ budget: MemoryBudget?
  ) async throws -> OpenedTable {
    do {
      let argument = try SourceArgument.parse(text, workspace: workspace, options: csv.sourceOptions)
      return try await OpenedTable.open(argument, in: workspace, common, memory: budget)
    } catch var error as AugerError where [.fileNotFound, .metadataObjectUndefined].contains(error.code) {
      // With a workspace at hand, the name of a query was more likely meant.
      guard !workspace.queries.isEmpty else { throw error }
      error.message = "there is no query, file or source '\(text)'"
      error.hint =
        error.hint ?? DidYouMean.hint(for: text, among: workspace.queries.map(\.name), listing: "queries")
      throw error
    }
  }

  private func tableQuery(_ opened: OpenedTable) throws -> QueryDefinition {
    let filters = try `where`.map { TableQuery.Filter(try Expression.parse($0, name: "--where")) }
    return QueryDefinition(
      name: opened.title, source: opened.sourceName,
      body: .table(TableQuery(from: try opened.onlyTable().name, filters: filters, limit: limit)))
  }
}
