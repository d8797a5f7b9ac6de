import AugerColumns
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Sums over the rows of one answer, by the query that asked for them and the arguments it used: what a chart of many
/// rows needs again after the next move. The oldest go when there are too many bytes.
package final class KeptSums: Sendable {
  private struct Key: Hashable {
    var query: String
    var arguments: String
    /// What the key columns of dates were computed by.
    var grains: GrainDefinition?
  }

  private static let mostBytes = 4 << 20

  private let kept = Locked([(key: Key, table: Table)]())

  package init() {}

  /// The sums that `query` asks of the rows, kept or computed now.
  func table(
    _ query: TableQuery, _ arguments: QueryArguments, _ grains: GrainDefinition?, _ compute: () throws -> Table
  ) throws -> Table {
    var used = QueryArguments()
    for name in query.argumentNames { used[name] = arguments[name] }
    let named = { (items: [TableQuery.Named]) in items.flatMap { [$0.name, $0.expression.description] } }
    let parts = [query.groupBy.map(\.name), named(query.derive), named(query.measures)]
    let key = Key(
      query: parts.map { $0.map { "\($0.utf8.count):\($0)" }.joined() }.joined(separator: ";"),
      arguments: used.canonicalText, grains: grains)
    if let table = kept.withLock({ kept in kept.first { $0.key == key }?.table }) { return table }
    let table = try compute()
    kept.withLock { kept in
      guard table.byteCount <= Self.mostBytes, !kept.contains(where: { $0.key == key }) else { return }
      kept.append((key, table))
      while kept.reduce(0, { $0 + $1.table.byteCount }) > Self.mostBytes { kept.removeFirst() }
    }
    return table
  }
}
