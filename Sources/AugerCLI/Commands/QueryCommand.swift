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
    commandName: "query", abstract: "Print a table, a query result or the result of SQL.",
    discussion: """
      Examples:
        auger query sales.csv --where 'amount > 100' --limit 10
        auger query SalesByCountry --arg Region=Europe --order-by -amount
        auger query sales.csv --group-by region --measure 'total=sum(amount)'
        auger query sales.csv --join 'shop.products on name=product' --limit 5
        auger query drill/Markets --explore 'Markets.drill=region:Europe'
        auger query sales.csv --sql 'SELECT region, count(*) FROM sales GROUP BY 1'
        auger query --source shop.sqlite --sql 'SELECT count(*) FROM sales'

      The query options apply to tables and to the results of queries. Put a name that contains spaces or commas in \
      brackets: [Ship Date].
      """)

  @Argument(
    help: ArgumentHelp(
      """
      A file, SOURCE.TABLE, a query of the workspace, or DASHBOARD/CHART. With --sql: the files and sources that the \
      statement reads, optionally as NAME=FILE. Default with --sql: all sources of the workspace.
      """,
      valueName: "name"))
  var names: [String] = []

  /// The SQL statement and the database that executes it.
  struct SQLOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        """
        One read-only statement in the SQL of SQLite. With --source: in the SQL of that database. Parameters are \
        written :name and set by --arg.
        """,
        valueName: "statement"))
    var sql: String?

    @Option(
      help: ArgumentHelp(
        "Database that executes the --sql statement. Default: Auger executes it.", valueName: "source"))
    var source: String?
  }

  /// The number of rows in a terminal.
  struct RowOptions: ParsableArguments {
    @Flag(
      help: """
        Print all rows, columns and digits in a terminal. Default: at most \(TerminalChart.standardMostRows) rows and \
        the columns that fit. Files and pipes always receive everything.
        """)
    var all = false
  }

  @OptionGroup(title: "Data") var statement: SQLOptions
  @OptionGroup(title: "Data") var state: StateOptions
  @OptionGroup(title: "Data") var clock: ClockOptions
  @OptionGroup(title: "Query") var options: QueryOptions
  @OptionGroup(title: "CSV input") var csv: CSVArguments
  @OptionGroup(title: "Output") var rows: RowOptions
  @OptionGroup(title: "Output") var common: TableOutputOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption
  @OptionGroup(title: "Limits") var memory: MemoryOptions
  @OptionGroup(title: "Limits") var threads: WorkersOption

  private var sql: String? { statement.sql }
  private var source: String? { statement.source }
  private var arg: [String] { state.arg }
  private var explore: String? { state.explore }

  /// The query, table or chart to print. Nil with `--sql`.
  private var name: String? { sql == nil ? names.first : nil }

  func validate() throws {
    if source != nil, sql == nil { throw ValidationError("--source requires --sql.") }
    if sql == nil, names.isEmpty { throw ValidationError("Name a query or a table, or give --sql.") }
    if sql == nil, names.count > 1 { throw ValidationError("Several tables require --sql: name one table.") }
    if source != nil, !names.isEmpty {
      throw ValidationError("--source cannot be combined with tables: use --source or name tables.")
    }
    if explore != nil, name?.contains("/") != true { throw ValidationError("--explore requires DASHBOARD/CHART.") }
  }

  func run() async throws {
    var isDamaged = false
    let (budget, now) = (memory.budget(), clock.moment())
    common.reporting.noteWorkers(threads.workers)
    try await common.run {
      var workspace = try place.open(
        common.reporting, damage: .error, noting: name?.parted(at: "/").map { [String($0.0)] } ?? [])
      isDamaged = !workspace.damagedDashboards.isEmpty
      if let name, let (dashboard, chart) = try behind(name, workspace) {
        guard arg.isEmpty, csv.isEmpty else {
          throw AugerError(
            .usage, operation: "show the table behind '\(name)'",
            "--arg and the CSV options cannot be used for the table of a chart, whose arguments come from --explore")
        }
        let pipeline = Pipeline(workspace, workers: threads.workers, memory: budget, now: now).readingOnce()
        let place = try await pipeline.checked(try Exploration(explore ?? ""), of: dashboard)
        let table = try await asked(
          of: try await pipeline.table(behind: chart, of: dashboard, at: place), name, QueryArguments(), budget, now)
        common.reporting.log("\(table.rowCount) rows")
        return try common.write(table, budget, mostRows: mostRows)
      }
      let arguments = try QueryArguments(assignments: arg, option: "--arg")
      let delegate: WorkspaceQueryDelegate
      let definition: QueryDefinition
      // True if the definition contains the query options. Otherwise they are applied to its result.
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
        delegate = WorkspaceQueryDelegate(workspace, workers: threads.workers, memory: budget, now: now)
        definition = QueryDefinition(
          name: "--sql", source: executing, body: .sql(try SQLTemplate.parse(sql, name: "--sql")))
      } else if let name, let known = workspace.query(named: name) {
        guard csv.isEmpty else {
          throw AugerError(
            .usage, operation: "execute query '\(name)'", "the CSV options require a file",
            hint: "Set the options at the source in auger.yaml.")
        }
        delegate = WorkspaceQueryDelegate(workspace, workers: threads.workers, memory: budget, now: now)
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

  /// Returns the dashboard and the item of DASHBOARD/CHART. Returns nil for other names, including files.
  private func behind(_ name: String, _ workspace: Workspace) throws -> (Dashboard, String)? {
    guard let (before, behind) = name.parted(at: "/") else { return nil }
    let (first, chart) = (String(before), String(behind))
    let isDamaged = workspace.damagedDashboards.map(\.name).contains(name: first)
    guard explore != nil || isDamaged || workspace.dashboards.contains(named: first) else {
      return nil
    }
    // The errors of the dashboard are already reported.
    if isDamaged { throw ExitCode(2) }
    let dashboard = try workspace.definition(ofDashboard: first)
    if dashboard.chart(named: chart) == nil { _ = try dashboard.item(chart) }
    return (dashboard, chart)
  }

  private func openTable(
    _ text: String, declared: Workspace, _ workspace: Workspace, _ budget: MemoryBudget?, _ now: Timestamp
  ) async throws -> OpenedTable {
    let argument = try SourceArgument.parse(text, orQueryOf: declared, options: csv.sourceOptions)
    return try await OpenedTable.open(argument, in: workspace, workers: threads.workers, memory: budget, now: now)
  }

  private var mostRows: Int? { rows.all ? nil : TerminalChart.standardMostRows }

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

  /// Applies the query options to a result.
  private func asked(
    of table: Table, _ name: String, _ arguments: QueryArguments, _ budget: MemoryBudget?, _ now: Timestamp
  ) async throws -> Table {
    try await options.answer(
      on: table, named: name, arguments: arguments, at: now, workers: threads.workers, memory: budget)
  }
}
