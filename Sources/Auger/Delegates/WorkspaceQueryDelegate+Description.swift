import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

extension Workspace {
  /// Returns the display name of a query's data: `sales.csv`, `shop.orders`.
  fileprivate func sourceText(of query: QueryDefinition) -> String {
    guard case .table(let table) = query.body else { return query.source }
    // A file with a single table is shown by its file name. A server URL is never shown, because it can contain
    // secrets.
    let isNamedAlike = Name(table.from) == Name(query.source)
    let location = source(named: query.source)?.configuration.location
    if let location, !location.contains("://"), !location.contains("${"),
      let file = location.split(separator: "/").last,
      isNamedAlike || file.utf8.starts(with: "\(table.from).".utf8)
    {
      return String(file)
    }
    return isNamedAlike ? query.source : "\(query.source).\(table.from)"
  }
}

extension WorkspaceQueryDelegate {
  package func description(of query: String) -> QueryDescription? {
    if let known = descriptions.withLock({ $0[Name(query)] }) { return known }
    let description = made(of: query)
    if let description { descriptions.withLock { $0[Name(query)] = description } }
    return description
  }

  private func made(of query: String) -> QueryDescription? {
    guard let query = workspace.query(named: query) else { return nil }
    var description = QueryDescription(
      parameters: query.argumentNames, cache: query.cache, source: workspace.sourceText(of: query))
    description.stale = query.stale
    switch query.body {
    case .sql:
      description.rows = .none
      return description
    case .table(let table):
      description.rows = table.pivot != nil ? .none : table.limit == nil && table.having.isEmpty ? .all : .groups
      description.clockUse = table.clockUse
      // The columns of a pivot are neither keys nor measures.
      if table.isAggregation, table.pivot == nil {
        description.aggregation = QueryDescription.Aggregation(
          keys: table.groupBy.map(\.name), measures: table.measures,
          isLimited: table.limit != nil || !table.having.isEmpty, isSorted: query.properties.isSorted)
      }
      return description
    }
  }

  /// Returns the state of the tables of a query; nil if a source does not report it. Throws if a source cannot be read.
  package func version(of query: String) async throws -> String? {
    guard let query = workspace.query(named: query) else { return nil }
    let control = RunControl(timeLimit: query.limits.time)
    return try await Workers.blocking(control, on: lanes(of: query)) {
      switch query.body {
      case .sql(let template):
        let source = try source(query.source, at: query.sourcePlace)
        return try source.sql?.contentVersion(ofStatement: template.text, control)
      case .table(let table):
        var versions: [String] = []
        let read = [(query.source, table.from)] + table.joins.map { ($0.source?.name ?? query.source, $0.from) }
        for (name, from) in read {
          let source = try source(name, at: query.sourcePlace)
          guard let version = try source.contentVersion(ofTable: from, control) else { return nil }
          versions.append(version)
        }
        return versions.joined(separator: "\n")
      }
    }
  }

  package func answers(to requests: [QueryRequest]) async -> [Result<Table, any Error>] {
    let asked = requests.map { request in Result { try Asked(request, in: workspace) } }
    var results = [Result<Table, any Error>?](repeating: nil, count: requests.count)
    for index in requests.indices where results[index] == nil {
      switch asked[index] {
      case .failure(let error): results[index] = .failure(error)
      case .success(let first):
        // Requests that read the same table run together.
        let group = requests.indices.filter { other in
          guard results[other] == nil, case .success(let other) = asked[other] else { return false }
          return other.sharesReading(with: first)
        }
        let together = group.compactMap { try? asked[$0].get() }
        if together.count > 1, let tables = try? await executeTogether(together) {
          for (place, table) in zip(group, tables) { results[place] = table }
        } else {
          do {
            let table = try await execute(first.query, arguments: first.arguments)
            results[index] = .success(first.named(table))
          } catch { results[index] = .failure(error) }
        }
      }
    }
    return results.map { $0 ?? .failure(CancellationError()) }
  }

  /// Returns the results of queries over one table that is read in this process. Throws if the table must not be read
  /// here.
  private func executeTogether(_ asked: [Asked]) async throws -> [Result<Table, any Error>] {
    let times = asked.compactMap(\.query.limits.time)
    let control = RunControl(
      timeLimit: times.count == asked.count ? times.max() : nil, memory: memory, session: restrictions.session)
    let now = now()
    return try await Workers.blocking(control, on: lanes(of: asked[0].query)) {
      let source = try source(asked[0].query.source, at: asked[0].query.sourcePlace)
      guard source.sql == nil, case .table(let first) = asked[0].query.body else { throw CancellationError() }
      let table = try source.table(first.from, control)
      var requests: [TableQueryExecutor.Request] = []
      for asked in asked {
        let restricted = try restrictions.applied(to: asked.query, asked.arguments)
        guard case .table(let query) = restricted.query.body else { throw CancellationError() }
        requests.append(
          TableQueryExecutor.Request(
            try restricting(query.at(now), on: table, of: asked.query, control),
            arguments: try values(restricted.arguments, of: asked.query), limits: asked.query.limits))
      }
      return zip(asked, executor.execute(requests, on: table, control)).map { asked, result in
        result.map { asked.named(asked.query.stating(quiet($0))) }.mapError { Self.placed($0, asked.query) }
      }
    }
  }
}

/// A request with its resolved query.
private struct Asked {
  var query: QueryDefinition
  var arguments: QueryArguments
  /// The derived keys of a request with regrouping, which come first in its result.
  private var derived: [String] = []

  init(_ request: QueryRequest, in workspace: Workspace) throws {
    query = try workspace.query(request.query)
    arguments = request.arguments
    guard let regrouping = request.regrouping else { return }
    if let rows = regrouping.rows {
      (query, arguments) = try query.reading(rows, arguments)
      return
    }
    query = try query.grouped(regrouping)
    derived = regrouping.derived.map(\.name)
  }

  /// Returns true if both are table queries over one table. Each query has its own time limit.
  func sharesReading(with other: Asked) -> Bool {
    guard case .table(let mine) = query.body, case .table(let theirs) = other.query.body else { return false }
    // The columns of a joined table depend on the query.
    guard mine.joins.isEmpty, theirs.joins.isEmpty else { return false }
    return Name(query.source) == Name(other.query.source) && Name(mine.from) == Name(theirs.from)
      && query.limits.time == nil && other.query.limits.time == nil
  }

  func named(_ answer: Table) -> Table {
    guard !derived.isEmpty else { return answer }
    return answer.renamed(derived + answer.schema.names.dropFirst(derived.count))
  }
}

extension QueryDefinition {
  /// Returns the query with other keys, and optionally other measures. Derived keys come first in its result, under
  /// unused column names.
  fileprivate func grouped(_ regrouping: Regrouping) throws -> QueryDefinition {
    guard case .table(var table) = body, table.isAggregation, table.limit == nil, table.having.isEmpty,
      table.pivot == nil
    else {
      throw QueryRequest(name, regrouping: regrouping).notRegrouped
    }
    let names = regrouping.derived.map { "\u{1F}\($0.name)" }
    for (name, key) in zip(names, regrouping.derived) {
      table.derive.append(TableQuery.Named(name, try Expression.parse(key.expression, name: key.name)))
    }
    table.groupBy = (names + regrouping.kept).map { TableQuery.ColumnReference($0) }
    table.orderBy = []
    if let measures = regrouping.measures {
      table.measures = try measures.map {
        TableQuery.Named($0.name, try Expression.parse($0.expression, name: $0.name))
      }
    }
    var query = self
    query.body = .table(table)
    return query
  }
}
