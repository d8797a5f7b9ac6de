import AugerDiagnostics

/// The scope of `Source.describe`.
public struct IntrospectionRequest: Sendable, Hashable {
  /// The names of the tables. Nil means all tables.
  public var tables: [String]?
  /// True if rows are counted instead of estimated. Counting reads every table.
  public var countsRows: Bool
  /// True if the distinct values of every column are counted instead of estimated. Counting reads every column.
  public var countsDistinct: Bool

  package init(tables: [String]? = nil, countsRows: Bool = false, countsDistinct: Bool = false) {
    self.tables = tables
    self.countsRows = countsRows
    self.countsDistinct = countsDistinct
  }
}

extension IntrospectionRequest {
  /// Returns the positions of the requested tables, in the order of `names`. Throws `tableNotFound` for an unknown
  /// table.
  package func chosen(_ names: [String], of source: String) throws(AugerError) -> [Int] {
    guard let tables else { return Array(names.indices) }
    for table in tables where !names.contains(name: table) {
      throw .tableNotFound(table, of: source, among: names, operation: "describe")
    }
    return names.indices.filter { index in tables.contains(name: names[index]) }
  }
}
