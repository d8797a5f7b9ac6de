import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

/// Answers queries from tables. Each query returns the table of its name, with the rows whose columns have the values
/// of the arguments.
struct TableDelegate: QueryDelegate {
  private struct Entry: HasName {
    let name: String
    let source: any TableSource
    /// The table, if it is in memory.
    let table: Table?
  }

  private let entries: [Entry]
  private let executor: TableQueryExecutor
  private let memory: MemoryBudget?

  init(_ tables: KeyValuePairs<String, any TableSource>, workers: Int?, memory: MemoryBudget?) {
    entries = tables.map { Entry(name: $0.key, source: $0.value, table: $0.value as? DataTable) }
    self.memory = memory
    executor = TableQueryExecutor(workers: workers)
  }

  /// The columns of a table in memory. Others are not opened for it, and ignore arguments without a column.
  func description(of query: String) -> QueryDescription? {
    entries.first(named: query)?.table.map { QueryDescription(parameters: $0.schema.names) }
  }

  func version(of query: String) async throws -> String? {
    guard let entry = entries.first(named: query), entry.table == nil else { return "memory" }
    return try await entry.source.reading { table, control in try table.contentVersion(control) }
  }

  func table(for request: QueryRequest) async throws -> Table {
    let (name, arguments) = (request.query, request.arguments)
    guard let entry = entries.first(named: name) else { throw unknownQuery(name, among: entries.map(\.name)) }
    if let table = entry.table, !arguments.names.contains(where: { table.schema.index(of: $0) != nil }) {
      return table
    }
    let source: any TableSource = entry.table.map { StoredTable(name, $0) } ?? entry.source
    let control = RunControl(memory: memory)
    let executor = executor
    return try await Workers.blocking(control) {
      try Self.rows(of: try source.scannable(control), arguments, executor, control)
    }
  }

  /// Returns the rows whose columns have the values of the arguments. Arguments without a column are ignored.
  static func rows(
    of table: any ScannableTable, _ arguments: QueryArguments, _ executor: TableQueryExecutor, _ control: RunControl
  ) throws -> Table {
    let columns = try table.settling(control) { _, schema in schema }
    var filters: [TableQuery.Filter] = []
    for (name, value) in arguments.entries where columns.index(of: name) != nil {
      filters.append(try TableQuery.Filter(condition(name, value), name: "argument '\(name)'"))
    }
    var result = try executor.execute(
      TableQuery(from: table.name, filters: filters), on: table, arguments: arguments, control)
    if let whole = table.whole { result.properties = whole.properties }
    return result
  }

  /// Returns the condition for rows with the value in the column of its name.
  private static func condition(_ name: String, _ value: QueryArgument) -> String {
    let column = Expression.reference(to: name)
    let variable = Expression.reference(toVariable: name)
    return switch value {
    case .scalar, .list: "\(column) in (\(variable))"
    case .range: "\(column) >= \(variable).lower and \(column) <= \(variable).upper"
    }
  }
}

extension DataTable {
  /// Returns the rows whose columns have the values of the arguments. Arguments without a column are ignored.
  ///
  /// - Throws: `argumentType`, `operandTypes`, ... for values that cannot be compared with their column.
  public func filtered(by arguments: QueryArguments) throws(AugerError) -> DataTable {
    guard arguments.names.contains(where: { schema.index(of: $0) != nil }) else { return self }
    do {
      return try TableDelegate.rows(
        of: StoredTable("table", self), arguments, TableQueryExecutor(workers: 1), RunControl())
    } catch {
      throw AugerError(error)
    }
  }
}

extension Pipeline {
  /// Creates a pipeline over tables that finds dashboards by their names.
  package init(
    tables: KeyValuePairs<String, any TableSource>, dashboards: [Dashboard], workers: Int? = nil,
    memoryLimit: Int? = nil
  ) {
    let memory = memoryLimit.map { MemoryBudget(limit: $0) }
    self.init(
      delegate: TableDelegate(tables, workers: workers, memory: memory), dashboards: dashboards, workers: workers,
      memory: memory)
  }
}
