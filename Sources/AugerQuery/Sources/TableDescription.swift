import AugerColumns

/// The properties of a table from introspection.
///
/// `Source.tables` sets the properties that are free. `Source.describe` adds the others on request.
public struct TableDescription: Sendable, Hashable, HasName {
  /// The kind of a table in its source.
  public enum Kind: String, Sendable, Hashable {
    /// A table that stores rows.
    case table
    /// A query that can be read like a table.
    case view
    /// A file.
    case file
  }

  /// The name for `Source.table`.
  package var name: String
  package var kind: Kind
  package var columns: [ColumnDescription]
  /// The columns of the primary key in order. Empty if none exists.
  package var primaryKey: [String]
  package var foreignKeys: [ForeignKey]
  /// The columns of each other unique key. Partial keys and keys of expressions are excluded.
  package var uniqueKeys: [[String]]
  /// The number of rows, if known or requested.
  package var rows: RowCount?
  /// The comment stored in the database.
  package var comment: String?

  /// Creates the description of a table. `rows` is set if the number was requested or is free.
  public init(
    name: String, kind: Kind, columns: [ColumnDescription], primaryKey: [String] = [], foreignKeys: [ForeignKey] = [],
    uniqueKeys: [[String]] = [], rows: RowCount? = nil, comment: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.columns = columns
    self.primaryKey = primaryKey
    self.foreignKeys = foreignKeys
    self.uniqueKeys = uniqueKeys
    self.rows = rows
    self.comment = comment
  }
}

/// A number of rows or values: counted or estimated.
public enum RowCount: Sendable, Hashable {
  /// The number at the time of counting.
  case exact(Int)
  /// A number from the database's statistics, as old as they are.
  case estimate(Int)

  package var number: Int {
    switch self {
    case .exact(let number), .estimate(let number): number
    }
  }

  package var isExact: Bool { if case .exact = self { true } else { false } }
}

extension RowCount: CustomStringConvertible {
  /// The number, such as `1234`. An estimate is `≈1234`.
  public var description: String { isExact ? String(number) : "\u{2248}\(number)" }
}

/// A column of a table according to its source.
public struct ColumnDescription: Sendable, Hashable, HasName {
  package var name: String
  /// The declared type in the source. Empty if none is declared.
  package var declaredType: String
  /// The type of values according to the declaration. Nil if it depends on the values. Stored values can widen it.
  package var type: DataType?
  package var isNullable: Bool
  /// The default in the source's notation, an expression of its language.
  package var defaultValue: String?
  /// True if the column is computed from other columns.
  package var isGenerated: Bool
  /// The number of distinct values without null, if known or requested.
  package var distinct: RowCount?
  package var comment: String?

  /// Creates a column. `declaredType` is the type name in the source. `type` is the type of its values, nil if they
  /// cannot be read. `defaultValue` is SQL text. `distinct` is the number of different values, if requested.
  public init(
    name: String, declaredType: String, type: DataType? = nil, isNullable: Bool, defaultValue: String? = nil,
    isGenerated: Bool = false, distinct: RowCount? = nil, comment: String? = nil
  ) {
    self.name = name
    self.declaredType = declaredType
    self.type = type
    self.isNullable = isNullable
    self.defaultValue = defaultValue
    self.isGenerated = isGenerated
    self.distinct = distinct
    self.comment = comment
  }
}

/// The columns whose values are keys of another table.
public struct ForeignKey: Sendable, Hashable {
  package var columns: [String]
  package var referencedTable: String
  /// The referenced columns in the order of `columns`, even if the declaration omits them. Empty only if the
  /// referenced table does not exist.
  package var referencedColumns: [String]

  /// Creates a foreign key. Empty `referencedColumns` mean the primary key of the other table.
  public init(columns: [String], referencedTable: String, referencedColumns: [String]) {
    self.columns = columns
    self.referencedTable = referencedTable
    self.referencedColumns = referencedColumns
  }
}
