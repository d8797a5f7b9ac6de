import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerMetadata
import AugerQuery

/// Answers the queries of a workspace from its sources, which it opens when they are first needed and keeps open.
public final class WorkspaceQueryDelegate: QueryDelegate {
  public let workspace: Workspace
  private let executor: TableQueryExecutor
  private let opened = Locked<[(name: String, source: any Source)]>([])

  public init(_ workspace: Workspace, workers: Int? = nil) {
    self.workspace = workspace
    executor = TableQueryExecutor(workers: workers)
  }

  deinit { for entry in opened.withLock({ $0 }) { entry.source.close() } }

  public func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table {
    let query = try workspace.query(name)
    return try await execute(query, arguments: arguments)
  }

  /// Executes a query that need not be one of the workspace.
  public func execute(_ query: QueryDefinition, arguments: QueryArguments = QueryArguments()) async throws -> Table {
    let control = RunControl(timeLimit: query.limits.time)
    return try await Workers.blocking(control) { [self] in
      var table = try run(query, arguments, control)
      table.properties.merge(query.properties)
      return table
    }
  }

  private func run(_ query: QueryDefinition, _ arguments: QueryArguments, _ control: RunControl) throws -> Table {
    let source = try source(query.source, at: query.sourcePlace)
    switch query.body {
    case .sql(let template):
      guard let database = source as? any SQLSource else {
        throw DiagnosticError(
          Diagnostic(
            .sqlNotSupported, "source '\(query.source)' cannot execute SQL", at: query.sourcePlace,
            hint: "write a table query: from, where, groupBy, measures"))
      }
      let statement = try template.bind(arguments, declared: query.parameters, dialect: database.dialect)
      return try database.execute(statement, limits: query.limits, control)
    case .table(let tableQuery):
      let values = try ParameterDeclaration.resolve(arguments, declared: query.parameters)
      let table = try source.table(tableQuery.from, control)
      return try executor.execute(tableQuery, on: table, arguments: values, limits: query.limits, control)
    }
  }

  /// An opened source by its name. Blocks while it is opened.
  package func source(_ name: String, at place: Diagnostic.Place? = nil) throws -> any Source {
    let definition = try workspace.source(name, at: place)
    // Opening under the lock: two callers never open one source twice.
    return try opened.withLock { opened in
      if let entry = opened.first(where: { $0.name == name }) { return entry.source }
      guard let adapter = workspace.adapters.first(where: { $0.name == definition.adapter }) else {
        throw DiagnosticError(
          Diagnostic(
            .metadataObjectUndefined, "there is no adapter '\(definition.adapter)'", at: place,
            hint: DidYouMean.hint(
              for: definition.adapter, among: workspace.adapters.map(\.name), listing: "adapters")))
      }
      let source = try adapter.open(definition.configuration)
      opened.append((name, source))
      return source
    }
  }
}

extension TableProperties {
  /// Takes over what a query states; what it leaves out stays as the table has it.
  mutating func merge(_ stated: TableProperties) {
    isSorted = isSorted || stated.isSorted
    referenceValue = stated.referenceValue ?? referenceValue
    upperThreshold = stated.upperThreshold ?? upperThreshold
    lowerThreshold = stated.lowerThreshold ?? lowerThreshold
    predictiveStartCategory = stated.predictiveStartCategory ?? predictiveStartCategory
  }
}

extension Diagnostic.Code {
  public static let sqlNotSupported = Self("sqlNotSupported")
}
