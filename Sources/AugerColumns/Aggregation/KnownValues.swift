/// The distinct values that chunks so far have had, with their numbers: later chunks look theirs up here first, and so
/// most of them need no number of their own, nor one when they are merged.
///
/// An object, because numbers are the same for two counts only where both have this very one.
package final class KnownValues: Sendable {
  let table: KeyTable

  /// A larger table would not stay in a cache, where looking up costs little.
  private static let most = 1 << 18
  private static let least = 1 << 10

  private init(_ table: KeyTable) { self.table = table }

  /// What is worth knowing of a table that goes on growing: much more than was known before.
  static func made(of table: KeyTable, after last: KnownValues?) -> KnownValues? {
    guard table.width == 1, table.count >= least, table.count <= most, table.count > (last?.table.count ?? 0) / 8 * 9
    else { return nil }
    return KnownValues(table.packed())
  }
}
