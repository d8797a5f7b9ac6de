import AugerColumns
import AugerDiagnostics

/// AugerQuery: what a query is and what answers it - the query delegate, adapters and their sources, batch scans, SQL
/// templates, table queries. Adapters and the engine build on it; it opens nothing itself.

/// Whatever answers "execute query NAME with these arguments" with a table (MAKit: MAQueryDelegate).
///
/// Only `executeQuery(_:arguments:)` must be written. The rest says what a delegate can do beyond it; a delegate that
/// wraps another hands each of them on, or the other's abilities are lost.
public protocol QueryDelegate: Sendable {
  /// Executes the named query and returns its result.
  ///
  /// Throws `DiagnosticError` for what is wrong with the query or its arguments and `AugerError` for what went wrong
  /// while it ran. A cancelled task cancels the work in the database.
  func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table

  /// What is known of a query without executing it; nil where nothing is. Without it nothing warns of filters that a
  /// query ignores, and the rows of every answer count as data, also where they are averages already.
  func description(of query: String) -> QueryDescription?

  /// The results of several queries in their order. What several of them read is read once where the delegate can.
  ///
  /// By default one after the other by `executeQuery(_:arguments:)`; a regrouped request is then refused with
  /// `rollUpNotExact`. A delegate that describes an aggregation answers it regrouped.
  func answers(to requests: [QueryRequest]) async -> [Result<Table, any Error>]

  /// A text that changes when the data behind a query do. Nil, as by default, if that cannot be known without executing
  /// it: an answer is then used again for 30 seconds, unless the query's description says otherwise. It is asked for
  /// each cached answer, so it must be cheap. Throws if the data cannot be read.
  func version(of query: String) async throws -> String?

  /// What time it is for `today()` and `now()` of the charts over its answers. By default that of the machine.
  func now() -> Timestamp

  /// The same queries, each with no more rows than a data policy lets through; nil, as by default, where the delegate
  /// cannot hold that: it is not asked at all then.
  func restricted(by restrictions: Restrictions) -> (any QueryDelegate)?
}

extension QueryDelegate {
  public func description(of query: String) -> QueryDescription? { nil }

  public func answers(to requests: [QueryRequest]) async -> [Result<Table, any Error>] {
    var results: [Result<Table, any Error>] = []
    for request in requests {
      do {
        guard request.regrouping == nil else { throw request.notRegrouped }
        results.append(.success(try await executeQuery(request.query, arguments: request.arguments)))
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
  /// Why a delegate that cannot group a query anew does not answer the request.
  package var notRegrouped: DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .rollUpNotExact, "query '\(query)' cannot be grouped anew",
        hint: "a table query with groupBy and without having, pivot and limit can be"))
  }
}

extension Diagnostic.Code {
  /// Values of parts that neither add up to those of a category nor can be asked again.
  package static let rollUpNotExact = Self("rollUpNotExact")
}
