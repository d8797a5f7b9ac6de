import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A cache of sums over the rows of one result, by query and by the arguments that the query used. A chart needs the
/// same sums again after the next move. If the cache exceeds its size, it evicts the oldest entries.
package final class KeptSums: Sendable {
  private struct State {
    var tables: [(key: [Name], table: Table)] = []
    var bytes = 0
  }

  private static let mostBytes = 4 << 20

  private let state = Locked(State())
  /// Called after each change with the number of bytes added or removed.
  private let resized: @Sendable (_ bytes: Int) -> Void

  package init(resized: @escaping @Sendable (_ bytes: Int) -> Void = { _ in }) { self.resized = resized }

  /// Returns the sums that `query` computes from the rows, cached or computed now.
  func table(
    _ query: TableQuery, _ arguments: QueryArguments, _ compute: () throws -> Table
  ) throws -> Table {
    let key = Self.key(query, arguments)
    if let table = state.withLock({ state in state.tables.first { $0.key == key }?.table }) { return table }
    let table = try compute()
    let size = table.byteCount
    guard size <= Self.mostBytes else { return table }
    let growth = state.withLock { state in
      guard !state.tables.contains(where: { $0.key == key }) else { return 0 }
      let before = state.bytes
      state.tables.append((key, table))
      state.bytes += size
      while state.bytes > Self.mostBytes { state.bytes -= state.tables.removeFirst().table.byteCount }
      return state.bytes - before
    }
    if growth != 0 { resized(growth) }
    return table
  }

  /// Returns the cache key: the text of the query and the values of the arguments that it uses.
  private static func key(_ query: TableQuery, _ arguments: QueryArguments) -> [Name] {
    var used = QueryArguments()
    for name in query.argumentNames { used[name] = arguments[name] }
    var words: [String] = []
    for list in [
      query.groupBy.map(\.name), query.select?.map(\.name) ?? [], query.filters.map(\.expression.description),
      query.having.map(\.expression.description), query.pivot.map { [$0.name] } ?? [],
      (query.derive + query.measures).flatMap { [$0.name, $0.expression.description] },
    ] {
      words.append(String(list.count))
      words += list
    }
    return (words + [String(query.derive.count), used.canonicalText]).map { Name($0) }
  }
}
