import AugerDiagnostics

/// What `Source.describe` is asked for.
public struct IntrospectionRequest: Sendable, Hashable {
  /// Names of tables; nil is all of them.
  public var tables: [String]?
  /// Whether rows are counted rather than estimated: every table is read.
  public var countsRows: Bool
  /// Whether the distinct values of every column are counted rather than estimated: every column is read.
  public var countsDistinct: Bool

  package init(tables: [String]? = nil, countsRows: Bool = false, countsDistinct: Bool = false) {
    self.tables = tables
    self.countsRows = countsRows
    self.countsDistinct = countsDistinct
  }
}

extension IntrospectionRequest {
  /// The positions of the tables asked for, in the order of `names`. Throws `tableNotFound` for one that is not there.
  package func chosen(_ names: [String], of source: String) throws(AugerError) -> [Int] {
    guard let tables else { return Array(names.indices) }
    for table in tables where !names.contains(name: table) {
      throw .tableNotFound(table, of: source, among: names, operation: "describe")
    }
    return names.indices.filter { index in tables.contains(name: names[index]) }
  }
}
