import AugerColumns
import AugerDiagnostics
import AugerExpressions

/// An additional table of a query. Each row of the query's table matches at most one of its rows, by key.
///
/// A join never multiplies rows, so it cannot change a sum. Duplicate keys are an error.
package struct TableJoin: Sendable, HasName {
  package enum Kind: String, Sendable, CaseIterable {
    /// Rows without a match have nulls.
    case left
    /// Rows without a match are dropped.
    case inner
  }

  package struct Key: Sendable {
    package var column: TableQuery.ColumnReference
    /// The value to match, over the columns of the query's table and of previous joins.
    package var value: Expression

    package init(_ column: TableQuery.ColumnReference, equals value: Expression) {
      self.column = column
      self.value = value
    }
  }

  /// The prefix of its columns: `airlines.name`, or `name` if the name is unique.
  package var name: String
  /// The source of the table. Nil means the query's own source.
  package var source: TableQuery.ColumnReference?
  /// The name of the table in its source.
  package var from: String
  package var on: [Key]
  package var kind: Kind
  /// The position of the join, if it is in a file.
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
  /// A joined table has duplicate keys.
  package static let joinNotUnique = Self("joinNotUnique")
  /// The types of the two sides of a join key cannot be compared.
  package static let joinTypesDiffer = Self("joinTypesDiffer")
}
