import AugerColumns
import AugerDiagnostics

/// AugerQuery: queries and the protocols that answer them. It contains the query delegate, adapters and their
/// sources, batch scans, SQL templates and table queries. Adapters and the engine build on it. It opens no sources
/// itself.

/// A type that answers the queries of dashboards with tables (MAKit: MAQueryDelegate).
///
/// ```swift
/// struct SalesService: QueryDelegate {
///   let sales: DataTable
///
///   func table(for request: QueryRequest) async throws -> DataTable {
///     guard request.query == "Sales" else { throw request.unknown(among: ["Sales"]) }
///     return try sales.filtered(by: request.arguments)
///   }
/// }
/// ```
///
/// Only ``table(for:)`` is required. The other members are optional abilities. A delegate that wraps another must
/// forward each of them, or they are lost.
public protocol QueryDelegate: Sendable {
  /// Executes a query and returns its result.
  ///
  /// An ``AugerError`` reaches the caller unchanged, and another error as the `cause` of one with the code `other`. For
  /// an unknown query, throw `request.unknown(among:)`. Cancelling the task cancels the work in the database.
  func table(for request: QueryRequest) async throws -> DataTable

  /// Returns the properties of a query without executing it, or nil. Without a description, filters that the query
  /// ignores cause no warning. The rows of every result also count as data, even if they are already averages.
  func description(of query: String) -> QueryDescription?

  /// Returns the results of several queries in order. If possible, it reads shared data once.
  ///
  /// The default calls ``table(for:)`` for each request. It then rejects a regrouped request with
  /// `rollUpNotExact`. A delegate that describes an aggregation must answer regrouped requests.
  func answers(to requests: [QueryRequest]) async -> [Result<DataTable, any Error>]

  /// Returns a string that changes when the data of a query changes. The default is nil, which means that the version
  /// is unknown. A cached result is then valid for 30 seconds, unless the description of the query declares another
  /// time.
  ///
  /// It is called for each cached result, so it must be fast. Throws if the data cannot be read.
  func version(of query: String) async throws -> String?

  /// Returns the time for `today()` and `now()` in charts of the results. The default is the system time.
  func now() -> Timestamp

  /// Returns the same queries, limited to the rows that a data policy allows. The default is nil: the delegate cannot
  /// enforce restrictions, so no query is sent to it.
  func restricted(by restrictions: Restrictions) -> (any QueryDelegate)?
}

extension QueryDelegate {
  /// Executes a query by its name.
  package func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table {
    try await table(for: QueryRequest(name, arguments: arguments))
  }

  public func description(of query: String) -> QueryDescription? { nil }

  public func answers(to requests: [QueryRequest]) async -> [Result<DataTable, any Error>] {
    var results: [Result<Table, any Error>] = []
    for request in requests {
      do {
        guard request.regrouping == nil else { throw request.notRegrouped }
        results.append(.success(try await table(for: request)))
      } catch {
        results.append(.failure(error))
      }
    }
    return results
  }

  public func version(of query: String) async throws -> String? { nil }

  public func now() -> Timestamp { SystemTime.second() }

  public func restricted(by restrictions: Restrictions) -> (any QueryDelegate)? { nil }
}

extension QueryRequest {
  /// The error of a delegate that cannot regroup a query.
  package var notRegrouped: DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .rollUpNotExact, "query '\(query)' cannot be grouped again",
        hint: "Use a table query with groupBy and without having, pivot and limit."))
  }
}

extension Diagnostic.Code {
  /// The values of the parts cannot be added up, and the query cannot be regrouped.
  package static let rollUpNotExact = Self("rollUpNotExact")
}
