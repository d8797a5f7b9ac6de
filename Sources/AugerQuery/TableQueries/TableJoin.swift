import AugerColumns
import AugerDiagnostics
import AugerExpressions

/// A table beside the one that a query reads: for each row of that one at most one row of this, found by its key.
///
/// A join never multiplies rows, so that it changes no sum: two rows of one key are refused.
package struct TableJoin: Sendable, HasName {
  package enum Kind: String, Sendable, CaseIterable {
    /// Rows that find none have nulls.
    case left
    /// Rows that find none are left out.
    case inner
  }

  package struct Key: Sendable {
    package var column: TableQuery.ColumnReference
    /// Its value, over the columns of the query's table and of the joins before.
    package var value: Expression

    package init(_ column: TableQuery.ColumnReference, equals value: Expression) {
      self.column = column
      self.value = value
    }
  }

  /// What its columns are called by: `airlines.name`, or `name` where that is nobody else's.
  package var name: String
  /// The source of the table; nil is the query's own.
  package var source: TableQuery.ColumnReference?
  /// The table, by its name in the source.
  package var from: String
  package var on: [Key]
  package var kind: Kind
  /// Where it was written, if in a file.
  package var place: Diagnostic.Place?

  package init(
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
  package static let joinNotUnique = Self("joinNotUnique")
  /// The two sides of a join's key are of types that do not compare.
  package static let joinTypesDiffer = Self("joinTypesDiffer")
}
