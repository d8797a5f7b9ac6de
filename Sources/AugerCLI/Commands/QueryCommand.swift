import ArgumentParser
import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery

struct QueryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Prints the table behind a query, a table, or SQL text.",
    discussion: """
      A table can be asked everything that a table query can say, and so can the result of any other query. Lists have
      commas, or their option stands several times; a name with blanks or commas stands in brackets: [Ship Date].

      Examples:
        auger query SalesByCountry --arg Region=Europe --workspace Fixtures/Workspace
        auger query SalesByCountry --arg Region=Europe --order-by -amount --limit 5 --workspace Fixtures/Workspace
        auger query sales.csv --where 'amount > 100' --limit 10
        auger query flights.csv --group-by carrier --measure 'late=avg(delay)' --having 'count() > 9' --order-by -late
        auger query flights.csv --group-by 'carrier,month=month(day)' --measure 'count()' --pivot month
        auger query flights.csv --join 'airlines.csv on carrier' --group-by name --measure 'late=avg(delay)'
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

  @Option(help: "Where in the dashboard: the table behind DASHBOARD/CHART there, its drill arguments bound.")
  var explore: String?

  @Flag(help: "All rows on a terminal, where it is 50 otherwise; elsewhere nothing is cut.") var all = false

  @OptionGroup var options: QueryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var csv: CSVArguments
  @OptionGroup var common: CommonOptions

  /// The one thing that is asked for, without --sql.
  private var name: String? { sql == nil ? names.first : nil }

  func validate() throws {
    if source != nil, sql == nil { throw ValidationError("--source is for --sql.") }
    if sql == nil, names.isEmpty { throw ValidationError("Name a query or a table, or give --sql.") }
    if sql == nil, names.count > 1 { throw ValidationError("Several tables are for --sql; name one.") }
    if source != nil, !names.isEmpty { throw ValidationError("Either --source executes --sql, or tables are named.") }
    if explore != nil, name?.contains("/") != true { throw ValidationError("--explore is for DASHBOARD/CHART.") }
  }

  func run() async throws {
    var isDamaged = false
    let (budget, now) = (memory.budget(), clock.moment())
    try await common.run {
      var workspace = try common.openWorkspace(
        damage: .error, noting: name?.parted(at: "/").map { [String($0.0)] } ?? [])
      isDamaged = !workspace.damagedDashboards.isEmpty
      if let name, let (dashboard, chart) = try behind(name, workspace) {
        guard arg.isEmpty, csv.isEmpty else {
          throw AugerError(
            .usage, operation: "show the table behind '\(name)'",
            "its arguments come from --explore; --arg and the options of CSV are for other tables")
        }
        let pipeline = Pipeline(workspace, workers: common.workers, memory: budget, now: now).readingOnce()
        let place = try await pipeline.checked(try Exploration(explore ?? ""), of: dashboard)
        let table = try await asked(
          of: try await pipeline.table(behind: chart, of: dashboard, at: place), name, QueryArguments(), budget, now)
        common.reporting.log("\(table.rowCount) rows")
        return try common.write(table, budget, mostRows: mostRows)
      }
      let arguments = try QueryArguments(assignments: arg, option: "--arg")
      let delegate: WorkspaceQueryDelegate
      let definition: QueryDefinition
      // Whether the definition says all that is asked; else it is asked of the result.
      var isWhole = false
      if let sql {
        let executing: String
        if let source {
          var argument = try SourceArgument.parse(source, workspace: workspace, options: csv.sourceOptions)
          workspace.add(&argument)
          executing = argument.source.configuration.name
        } else {
          executing = try workspace.addSQL(over: names, options: csv.sourceOptions)
        }
        delegate = WorkspaceQueryDelegate(workspace, workers: common.workers, memory: budget, now: now)
        definition = QueryDefinition(
          name: "--sql", source: executing, body: .sql(try SQLTemplate.parse(sql, name: "--sql")))
      } else if let name, let known = workspace.query(named: name) {
        guard csv.isEmpty else {
          throw AugerError(
            .usage, operation: "execute query '\(name)'", "the options of CSV are for a file",
            hint: "what its file is read by stands at the source, in the workspace")
        }
        delegate = WorkspaceQueryDelegate(workspace, workers: common.workers, memory: budget, now: now)
        definition = known
      } else {
        let declared = workspace
        let joins = try options.table.joins(&workspace)
        let opened = try await openTable(name ?? "", declared: declared, workspace, budget, now)
        delegate = opened.delegate
        definition = try await tableQuery(opened, joins, budget)
        isWhole = true
      }
      try arguments.requireUse(
        by: sql == nil ? "'\(definition.name)'" : "the SQL text",
        taking: definition.argumentNames + options.argumentNames, option: "--arg")
      var table: Table
      do { table = try await delegate.execute(definition, arguments: arguments) } catch var error as AugerError {
        error.details = error.details.adding(.query, definition.name)
        throw error
      }
      if !isWhole { table = try await asked(of: table, definition.name, arguments, budget, now) }
      common.reporting.log("\(table.rowCount) rows")
      try common.write(table, budget, mostRows: mostRows)
    }
    if isDamaged { throw ExitCode(1) }
  }

  /// The dashboard and the item that DASHBOARD/CHART names; nil for other names, a file's among them.
  private func behind(_ name: String, _ workspace: Workspace) throws -> (Dashboard, String)? {
    guard let (before, behind) = name.parted(at: "/") else { return nil }
    let (first, chart) = (String(before), String(behind))
    let isDamaged = workspace.damagedDashboards.map(\.name).contains(name: first)
    guard explore != nil || isDamaged || workspace.dashboards.contains(named: first) else {
      return nil
    }
    // What is wrong with it has been reported.
    if isDamaged { throw ExitCode(2) }
    let dashboard = try workspace.dashboard(first)
    if dashboard.chart(named: chart) == nil { _ = try dashboard.item(chart) }
    return (dashboard, chart)
  }

  private func openTable(
    _ text: String, declared: Workspace, _ workspace: Workspace, _ budget: MemoryBudget?, _ now: Timestamp
  ) async throws -> OpenedTable {
    let argument = try SourceArgument.parse(text, orQueryOf: declared, options: csv.sourceOptions)
    return try await OpenedTable.open(argument, in: workspace, workers: common.workers, memory: budget, now: now)
  }

  private var mostRows: Int? { all ? nil : TerminalChart.standardMostRows }

  private func tableQuery(
    _ opened: OpenedTable, _ joins: [JoinArgument], _ budget: MemoryBudget?
  ) async throws -> QueryDefinition {
    let table = try opened.onlyTable()
    guard options.namesColumns else {
      return QueryDefinition(
        name: opened.title, source: opened.sourceName, body: .table(try options.query(from: table.name)))
    }
    let (columns, resolved) = try await joins.resolved(on: table, opened.delegate, RunControl(memory: budget))
    var query = try options.query(from: table.name, columns: columns)
    query.joins = resolved
    return QueryDefinition(name: opened.title, source: opened.sourceName, body: .table(query))
  }

  /// What the options ask of a result.
  private func asked(
    of table: Table, _ name: String, _ arguments: QueryArguments, _ budget: MemoryBudget?, _ now: Timestamp
  ) async throws -> Table {
    try await options.answer(
      on: table, named: name, arguments: arguments, at: now, workers: common.workers, memory: budget)
  }
}
