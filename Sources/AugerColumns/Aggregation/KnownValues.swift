/// The distinct values of the chunks so far, with their numbers. Later chunks look up their values here first. Most
/// values then need no new number, also when they are merged.
///
/// It is an object, because the numbers of two counts agree only if both have this instance.
package final class KnownValues: Sendable {
  let table: KeyTable

  /// Maximum number of values. A larger table would not fit in the CPU cache, and lookups would be slow.
  private static let most = 1 << 18
  private static let least = 1 << 10

  private init(_ table: KeyTable) { self.table = table }

  /// Returns the values of a growing table, if they are many more than in the last one.
  static func made(of table: KeyTable, after last: KnownValues?) -> KnownValues? {
    guard table.width == 1, table.count >= least, table.count <= most, table.count > (last?.table.count ?? 0) / 8 * 9
    else { return nil }
    return KnownValues(table.packed())
  }
}
