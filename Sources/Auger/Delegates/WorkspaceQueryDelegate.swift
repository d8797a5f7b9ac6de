import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerMetadata
import AugerQuery

/// Runs the queries of a workspace on its sources. A source is opened on first use and remains open.
///
/// Copies share the opened sources; the last one closes them.
package struct WorkspaceQueryDelegate: QueryDelegate {
  package let workspace: Workspace
  let executor: TableQueryExecutor
  private let opened: OpenedSources
  /// The known query descriptions, by requested query name.
  let descriptions = Locked<[Name: QueryDescription]>([:])
  let memory: MemoryBudget?
  /// Nil for the current time.
  private let moment: Timestamp?
  /// The restrictions that apply to every query.
  var restrictions = Restrictions()

  /// - Parameters:
  ///   - memory: The memory budget for all queries and their data together. If it is exceeded, queries fail with
  ///     `lowMemory`.
  ///   - now: The time for `today()` and `now()` in all queries. Nil for the time of each execution.
  package init(_ workspace: Workspace, workers: Int? = nil, memory: MemoryBudget? = nil, now: Timestamp? = nil) {
    self.init(workspace, TableQueryExecutor(workers: workers), OpenedSources(of: workspace), memory, now)
  }

  private init(
    _ workspace: Workspace, _ executor: TableQueryExecutor, _ opened: OpenedSources, _ memory: MemoryBudget?,
    _ moment: Timestamp?
  ) {
    self.workspace = workspace
    self.executor = executor
    self.opened = opened
    self.memory = memory
    self.moment = moment
  }

  package func now() -> Timestamp { moment ?? SystemTime.second() }

  /// Returns a delegate with an additional query over the same opened sources.
  package func adding(_ query: QueryDefinition) -> WorkspaceQueryDelegate {
    var workspace = workspace
    workspace.queries.append(query)
    var delegate = WorkspaceQueryDelegate(workspace, executor, opened, memory, moment)
    delegate.restrictions = restrictions
    return delegate
  }

  /// Returns a delegate over the same opened sources for a caller with restricted access to the data.
  package func restricted(by restrictions: Restrictions) -> (any QueryDelegate)? {
    var delegate = self
    delegate.restrictions = restrictions
    return delegate
  }

  package func table(for request: QueryRequest) async throws -> Table {
    try await execute(try workspace.query(request.query), arguments: request.arguments)
  }

  /// Executes a query that does not have to belong to the workspace.
  package func execute(_ query: QueryDefinition, arguments: QueryArguments = QueryArguments()) async throws -> Table {
    let control = RunControl(timeLimit: query.limits.time, memory: memory, session: restrictions.session)
    do {
      let restricted = try restrictions.applied(to: query, arguments)
      return try await Workers.blocking(control, on: lanes(of: query)) {
        query.stating(restricted.limited(try run(restricted.query, restricted.arguments, control)))
      }
    } catch {
      throw Self.placed(error, query)
    }
  }

  func lanes(of query: QueryDefinition) -> [SourceLane] {
    var names = [query.source]
    if case .table(let table) = query.body { names += table.joins.compactMap { $0.source?.name } }
    return names.reduce(into: [Name]()) { if !$0.contains(Name($1)) { $0.append(Name($1)) } }
      .compactMap { workspace.source(named: $0.text).map { SourceLane.of($0.configuration) } }
  }

  static func placed(_ error: any Error, _ query: QueryDefinition) -> any Error {
    guard var error = error as? AugerError, error.code == .lowMemory || error.code == .limitExceeded else {
      return error
    }
    error.operation = "execute query '\(query.name)'"
    return error
  }

  private func run(_ query: QueryDefinition, _ arguments: QueryArguments, _ control: RunControl) throws -> Table {
    let source = try control.measure(.open) { try self.source(query.source, at: query.sourcePlace) }
    switch query.body {
    case .sql(let template):
      guard let database = source.sql else {
        throw DiagnosticError(
          Diagnostic(
            .sqlNotSupported, "source '\(query.source)' cannot execute SQL", at: query.sourcePlace,
            hint: "Write a table query with from, where, groupBy and measures."))
      }
      let statement = try template.bind(
        arguments, declared: query.parameters, dialect: database.dialect,
        dictated: Set((restrictions.forced.names + restrictions.held.names).map { Name($0) }))
      return try control.measure(.read) { try database.execute(statement, limits: query.limits, control) }
    case .table(let tableQuery):
      let tableQuery = tableQuery.at(now())
      let table = try control.measure(.open) { try source.table(tableQuery.from, control) }
      let values = try self.values(arguments, of: query)
      let named = try tableQuery.naming { try table.schema(control).names }
      let restricted = try restricting(named, on: table, of: query, control)
      return quiet(try run(restricted, on: table, of: query, values, control))
    }
  }

  private func run(
    _ tableQuery: TableQuery, on table: any ScannableTable, of query: QueryDefinition, _ values: QueryArguments,
    _ control: RunControl
  ) throws -> Table {
    if !tableQuery.joins.isEmpty {
      return try executor.executeJoined(
        tableQuery, on: table, joining: try joinedTables(tableQuery, of: query, values, control),
        areOfOneDatabase: query.joinsInOneDatabase, arguments: values, limits: query.limits, control
      ).table
    }
    guard query.pushesDown else {
      return try executor.execute(tableQuery, on: table, arguments: values, limits: query.limits, control)
    }
    return try Self.answer(tableQuery, table, values, query.limits, executor, control)
  }

  /// Returns the result of a table query on one table. The database computes as much of it as has the same result
  /// there.
  private static func answer(
    _ query: TableQuery, _ table: any ScannableTable, _ arguments: QueryArguments, _ limits: QueryLimits,
    _ executor: TableQueryExecutor, _ control: RunControl
  ) throws -> Table {
    guard let database = table.pushdown else {
      return try executor.execute(query, on: table, arguments: arguments, limits: limits, control)
    }
    return try executor.executePushingDown(query, on: database, arguments: arguments, limits: limits, control).table
  }

  /// Returns the tables that a query joins, possibly from other sources. A table with row conditions contains only the
  /// rows that match them, so that hidden rows do not exist for the join.
  private func joinedTables(
    _ tableQuery: TableQuery, of query: QueryDefinition, _ values: QueryArguments, _ control: RunControl
  ) throws -> [any ScannableTable] {
    try tableQuery.joins.map { join in
      let name = join.source?.name ?? query.source
      let table = try source(name, at: join.source?.place ?? query.sourcePlace).table(join.from, control)
      let conditions = try restrictions.conditions([join.from, table.name], of: name) { try table.schema(control) }
      guard !conditions.isEmpty else { return table }
      let visible = TableQuery(from: table.name, filters: conditions)
      return StoredTable(table.name, quiet(try Self.answer(visible, table, values, .none, executor, control)))
    }
  }

  package enum QueryPlan: Sendable {
    /// The query is SQL and runs completely in its database.
    case sql
    /// The query is split between its database and this process.
    case split(PushdownPlan)
    /// The query runs completely in this process, for the given reason.
    case here(String)
  }

  /// Returns the plan that splits a query between its database and this process.
  package func plan(
    _ query: QueryDefinition, arguments: QueryArguments = QueryArguments()
  ) async throws -> QueryPlan {
    let control = RunControl(timeLimit: query.limits.time)
    return try await Workers.blocking(control, on: lanes(of: query)) {
      guard case .table(let written) = query.body else { return .sql }
      let table = try source(query.source, at: query.sourcePlace).table(written.from, control)
      let values = try self.values(arguments, of: query)
      let named = try written.at(now()).naming { try table.schema(control).names }
      let tableQuery = try restricting(named, on: table, of: query, control)
      guard tableQuery.joins.isEmpty else { return try planJoined(tableQuery, table, of: query, values, control) }
      let answered = try answering(tableQuery, on: table, values, control)
      guard let table = table.pushdown else {
        _ = try TableQueryPlan(answered, schema: try table.schema(control), arguments: values)
        return .here("source '\(query.source)' is not a database")
      }
      return .split(
        try PushdownPlan(
          answered, on: table, arguments: values, limits: query.limits, pushesDown: query.pushesDown, control))
    }
  }

  private func planJoined(
    _ tableQuery: TableQuery, _ table: any ScannableTable, of query: QueryDefinition, _ values: QueryArguments,
    _ control: RunControl
  ) throws -> QueryPlan {
    let tables = try joinedTables(tableQuery, of: query, values, control)
    do {
      let database = try executor.joinedDatabase(
        tableQuery, on: table, joining: tables, areOfOneDatabase: query.joinsInOneDatabase, arguments: values,
        limits: query.limits, control)
      let answered = try answering(database.query, on: database, values, control)
      return .split(try PushdownPlan(answered, on: database, arguments: values, limits: query.limits, control))
    } catch let reason as NotExpressible {
      let joined = try JoinedTable(
        table, tableQuery, tables: tables, arguments: values, limits: query.limits, executor: executor, control)
      let answered = try answering(joined.query, on: joined, values, control)
      _ = try TableQueryPlan(answered, schema: joined.schema(control), arguments: values)
      return .here(reason.reason)
    }
  }

  /// Returns the query with values that depend on all rows, such as the last day, computed and inserted.
  private func answering(
    _ query: TableQuery, on table: any ScannableTable, _ values: QueryArguments, _ control: RunControl
  ) throws -> TableQuery {
    try executor.answering(query, values) { query in
      guard let table = table.pushdown else {
        return try executor.execute(query, on: table, arguments: values, control)
      }
      return try executor.executePushingDown(query, on: table, arguments: values, control).table
    }
  }

  /// Returns an opened source by name. Blocks until it is open.
  package func source(_ name: String, at place: Diagnostic.Place? = nil) throws -> any Source {
    let source = try Self.source(name, of: workspace, opened, executor, at: place)
    try checkRestrictions(of: source, name, at: place)
    return source
  }

  /// Throws if a source cannot enforce the restrictions of its queries.
  private func checkRestrictions(of source: any Source, _ name: String, at place: Diagnostic.Place?) throws {
    if !restrictions.session.isEmpty, !source.holdsSessions {
      throw DiagnosticError(
        Diagnostic(
          .sessionNotSupported,
          "source '\(name)' has no sessions, but the data policy has session settings for this caller", at: place,
          hint: "Use 'rows' for this source. Settings are for databases with row policies."))
    }
    let adapter = try workspace.source(name, at: place).adapter
    if !restrictions.rows.isEmpty, workspace.adapters.contains(where: { $0.name == adapter && $0.readsOthers }) {
      throw DiagnosticError(
        Diagnostic(
          .rowsNotRestricted,
          "source '\(name)' reads other sources, but the data policy has row conditions for this caller", at: place,
          hint: "Query the other sources directly with table queries."))
    }
  }

  private static func source(
    _ name: String, of workspace: Workspace, _ opened: OpenedSources, _ executor: TableQueryExecutor,
    at place: Diagnostic.Place? = nil
  ) throws -> any Source {
    let definition = try workspace.source(name, at: place)
    guard let adapter = workspace.adapters.first(where: { $0.name == definition.adapter }) else {
      throw DiagnosticError(
        Diagnostic(
          .metadataObjectUndefined, "adapter '\(definition.adapter)' does not exist", at: place,
          hint: DidYouMean.hint(
            for: definition.adapter, among: workspace.adapters.map(\.name), listing: "adapters")))
    }
    let answering: OtherSources.Answering = { query, table, arguments, limits, control in
      StoredTable(query.from, try answer(query, table, arguments, limits, executor, control))
    }
    return try opened.source(definition, adapter) {
      OtherSources(opened.names, answering: answering) { [workspace, weak opened] name in
        // A caller that reads the value retains the sources.
        guard let opened else {
          throw AugerError(.cancelled, operation: "open source '\(name)'", "its workspace is closed")
        }
        return try Self.source(name, of: workspace, opened, executor)
      }
    }
  }
}

/// The opened sources of a workspace, by name. They are closed with the last reference.
private final class OpenedSources: Sendable {
  /// The names of all sources, in workspace order.
  let names: [String]
  private let openings = Locked<[Name: Opening]>([:])

  /// A source that is opened once. Opening a slow source does not block others.
  private final class Opening: Sendable {
    let source = Locked<(any Source)?>(nil)
  }

  init(of workspace: Workspace) { names = workspace.sources.map(\.configuration.name) }

  deinit { for opening in openings.withLock({ $0 }).values { opening.source.withLock { $0 }?.close() } }

  /// Opens the source under its lock, so that two callers never open it twice.
  func source(
    _ definition: SourceDefinition, _ adapter: any SourceAdapter, beside others: () -> OtherSources
  ) throws -> any Source {
    let name = Name(definition.configuration.name)
    let opening = openings.withLock { openings -> Opening in
      let opening = openings[name] ?? Opening()
      openings[name] = opening
      return opening
    }
    return try opening.source.withLock { source in
      if let source { return source }
      let opened = try adapter.open(try definition.resolved(), beside: others())
      source = opened
      return opened
    }
  }
}

extension QueryDefinition {
  /// True if all joined tables belong to the source of the query and the database can join them.
  fileprivate var joinsInOneDatabase: Bool {
    guard case .table(let query) = body, pushesDown else { return false }
    return query.joins.allSatisfy { Name($0.source?.name ?? source) == Name(source) }
  }

  /// Returns a result with the table properties that the query declares.
  func stating(_ table: Table) -> Table {
    var table = table
    table.properties.merge(properties)
    return table
  }
}

extension TableProperties {
  /// Merges the properties that a query declares. Other properties of the table do not change.
  fileprivate mutating func merge(_ stated: TableProperties) {
    isSorted = isSorted || stated.isSorted
    referenceValue = stated.referenceValue ?? referenceValue
    upperThreshold = stated.upperThreshold ?? upperThreshold
    lowerThreshold = stated.lowerThreshold ?? lowerThreshold
    predictiveStartCategory = stated.predictiveStartCategory ?? predictiveStartCategory
  }
}

extension Diagnostic.Code {
  package static let sqlNotSupported = Self("sqlNotSupported")
}
