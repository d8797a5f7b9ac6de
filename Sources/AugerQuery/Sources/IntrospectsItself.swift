/// An ability of a source: it has a catalogue that knows more than names - counts, keys, defaults, comments.
///
/// To implement it, answer from the catalogue and the statistics, in one snapshot where the database has those:
///
/// - tables and views sorted by name (bytes), the same names as `tables` gives; of `request.tables` those alone; an
///   unknown one throws `tableNotFound` with a suggestion;
/// - columns in their order, generated ones included, hidden ones not; `type` as a scan of an empty table has it;
/// - a column is nullable unless the database itself keeps nulls out, by declaration or as part of a key;
/// - `rows` and `distinct` are estimates from statistics where there are such, and nil where not; nothing is read for
///   them. With `countsRows` and `countsDistinct` they are counted: exact, by values as they are stored (strings by
///   bytes, whatever the collation), null not among the distinct. A view that cannot be read keeps nil;
/// - what an author did not write is nil or empty, not an empty text.
///
/// `AugerTestKit` checks it from outside.
public protocol IntrospectsItself: Source {
  func describe(_ request: IntrospectionRequest, _ control: RunControl) throws -> [TableDescription]
}

/// What introspection is to tell.
public struct IntrospectionRequest: Sendable, Hashable {
  /// Names of tables; nil is all of them.
  public var tables: [String]?
  /// Whether rows are counted rather than estimated: every table is read.
  public var countsRows: Bool
  /// Whether the distinct values of every column are counted rather than estimated: every column is read.
  public var countsDistinct: Bool

  public init(tables: [String]? = nil, countsRows: Bool = false, countsDistinct: Bool = false) {
    self.tables = tables
    self.countsRows = countsRows
    self.countsDistinct = countsDistinct
  }
}
