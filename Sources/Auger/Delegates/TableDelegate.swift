import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

/// Answers queries from tables in memory. Each query returns the table of its name, with the rows whose columns have
/// the values of the arguments.
struct TableDelegate: QueryDelegate {
  private let tables: [StoredTable]
  private let executor: TableQueryExecutor
  private let memory: MemoryBudget?

  init(_ tables: KeyValuePairs<String, Table>, workers: Int?, memory: MemoryBudget?) {
    self.tables = tables.map { StoredTable($0.key, $0.value) }
    self.memory = memory
    executor = TableQueryExecutor(workers: workers)
  }

  func description(of query: String) -> QueryDescription? {
    table(of: query).map { QueryDescription(parameters: $0.table.schema.names) }
  }

  func version(of query: String) async throws -> String? { "memory" }

  func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table {
    guard let table = table(of: name) else { throw unknownQuery(name, among: tables.map(\.name)) }
    var filters: [TableQuery.Filter] = []
    for (name, value) in arguments.entries where table.table.schema.index(of: name) != nil {
      filters.append(try TableQuery.Filter(Self.condition(name, value), name: "argument '\(name)'"))
    }
    guard !filters.isEmpty else { return table.table }
    let query = TableQuery(from: name, filters: filters)
    let control = RunControl(memory: memory)
    var answer = try await Workers.blocking(control) {
      try executor.execute(query, on: table, arguments: arguments, control)
    }
    answer.properties = table.table.properties
    return answer
  }

  private func table(of query: String) -> StoredTable? {
    tables.first(named: query)
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

extension Pipeline {
  /// Creates a pipeline over tables in memory. Each query returns the table of its name, filtered to rows whose columns
  /// have the selected values.
  ///
  /// - Parameters:
  ///   - tables: The tables, by the query names that the dashboards use.
  ///   - dashboards: The dashboards to compute.
  ///   - workers: Number of threads for large tables. Nil means one for each processor.
  ///   - memoryLimit: Maximum number of bytes for charts and their data together. If it is exceeded, charts fail with
  ///     `lowMemory`.
  public init(
    tables: KeyValuePairs<String, Table>, dashboards: [Dashboard], workers: Int? = nil, memoryLimit: Int? = nil
  ) {
    let memory = memoryLimit.map { MemoryBudget(limit: $0) }
    self.init(
      delegate: TableDelegate(tables, workers: workers, memory: memory), dashboards: dashboards, workers: workers,
      memory: memory)
  }
}
