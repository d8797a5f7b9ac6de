import AugerColumns
import AugerDiagnostics
import AugerExpressions

/// A table beside the one that a query reads: for each row of that one at most one row of this, found by its key.
///
/// A join never multiplies rows, so that it changes no sum: two rows of one key are refused.
public struct TableJoin: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Rows that find none have nulls.
    case left
    /// Rows that find none are left out.
    case inner
  }

  /// A part of the key.
  public struct Key: Sendable {
    /// The column of the joined table.
    public var column: TableQuery.ColumnReference
    /// Its value, over the columns of the query's table and of the joins before.
    public var value: Expression

    public init(_ column: TableQuery.ColumnReference, equals value: Expression) {
      self.column = column
      self.value = value
    }
  }

  /// What its columns are called by: `airlines.name`, or `name` where that is nobody else's.
  public var name: String
  /// The source of the table; nil is the query's own.
  public var source: TableQuery.ColumnReference?
  /// The table, by its name in the source.
  public var from: String
  public var on: [Key]
  public var kind: Kind
  /// Where it was written, if in a file.
  public var place: Diagnostic.Place?

  public init(
    _ name: String, source: TableQuery.ColumnReference? = nil, from: String? = nil, on: [Key], kind: Kind = .left,
    at place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.source = source
    self.from = from ?? name
    self.on = on
    self.kind = kind
    self.place = place
  }
}

extension Diagnostic.Code {
  /// Two rows of a joined table have one key.
  public static let joinNotUnique = Self("joinNotUnique")
  /// The two sides of a join's key are of types that do not compare.
  public static let joinTypesDiffer = Self("joinTypesDiffer")
}
