import AugerColumns

/// What introspection tells about a table.
///
/// `Source.tables` fills in what costs nothing; `Source.describe` gives the rest on request.
public struct TableDescription: Sendable, Hashable, HasName {
  /// What a table is in its source.
  public enum Kind: String, Sendable, Hashable {
    /// A table that stores rows.
    case table
    /// A query that is read as a table.
    case view
    /// A file.
    case file
  }

  /// As `Source.table` takes it.
  package var name: String
  package var kind: Kind
  package var columns: [ColumnDescription]
  /// Columns of the primary key in its order; empty if there is none.
  package var primaryKey: [String]
  package var foreignKeys: [ForeignKey]
  /// Columns of each other key whose values are distinct: no part of the table only, no expressions.
  package var uniqueKeys: [[String]]
  /// Number of rows, where it is known or was asked for.
  package var rows: RowCount?
  /// What the database's people wrote about it.
  package var comment: String?

  /// A table as its source describes it; `rows` where their number was asked for or costs nothing.
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

/// A number of rows or values: counted, or taken from statistics.
public enum RowCount: Sendable, Hashable {
  /// As many rows as there were when they were counted.
  case exact(Int)
  /// From the database's statistics: as old as those.
  case estimate(Int)

  package var number: Int {
    switch self {
    case .exact(let number), .estimate(let number): number
    }
  }

  package var isExact: Bool { if case .exact = self { true } else { false } }
}

extension RowCount: CustomStringConvertible {
  /// `1234`, an estimate as `≈1234`.
  public var description: String { isExact ? String(number) : "\u{2248}\(number)" }
}

/// A column of a table as its source describes it.
public struct ColumnDescription: Sendable, Hashable, HasName {
  package var name: String
  /// The type as the source declares it; empty where it declares none.
  package var declaredType: String
  /// The type that values get by the declaration alone; nil where only the values can tell. What is stored may widen
  /// it.
  package var type: DataType?
  package var isNullable: Bool
  /// The default as the source writes it, an expression of its language.
  package var defaultValue: String?
  /// Whether it is computed from other columns.
  package var isGenerated: Bool
  /// Number of distinct values, null not counted, where it is known or was asked for.
  package var distinct: RowCount?
  package var comment: String?

  /// A column. `declaredType`: what the source calls its type; `type`: what its values are read as, nil where they
  /// cannot be; `defaultValue`: as SQL text; `distinct`: how many different values it has, where that was asked for.
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

/// Columns whose values are keys of another table.
public struct ForeignKey: Sendable, Hashable {
  package var columns: [String]
  package var referencedTable: String
  /// In the order of `columns`, also where the declaration leaves them to the primary key; empty only where the table
  /// referred to does not exist.
  package var referencedColumns: [String]

  /// A foreign key; empty `referencedColumns` are the primary key of the other table.
  public init(columns: [String], referencedTable: String, referencedColumns: [String]) {
    self.columns = columns
    self.referencedTable = referencedTable
    self.referencedColumns = referencedColumns
  }
}
