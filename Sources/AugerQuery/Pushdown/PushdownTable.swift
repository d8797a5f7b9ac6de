import AugerColumns
import AugerDiagnostics

/// Pushdown: table queries as SQL. Adapters declare here the operations that their databases support. The engine uses
/// this to decide which operations run in the database. Expressions are translated only if the results are equal.

/// A table whose database filters, orders and groups rows before they are read.
///
/// An adapter that supports it provides the SQL dialect, the translation rules, and the properties of all stored
/// values of a column. It also executes the statement. No other part of an adapter deals with pushdown.
public protocol PushdownTable: ScannableTable {
  /// The syntax of names and bound values in the table's database.
  var dialect: SQLDialect { get }

  /// The translation rules for expressions.
  var rules: any SQLRules { get }

  /// The FROM clause: the quoted name of the table.
  var sqlSource: SQLFragment { get }

  /// Returns a subquery of the rows of `sqlSource` that satisfy a condition, with the same column names. The database
  /// evaluates it before it chooses an index for the rest of the statement. The default is nil: the condition goes to
  /// WHERE.
  func sqlSource(where condition: SQLFragment) -> SQLFragment?

  /// Returns the quoted name of a column for expressions over `sqlSource`. The default is the name of the column.
  func sqlName(ofColumn index: Int, _ field: DataTable.Field) -> String

  /// Returns true if a declared key guarantees that these columns are unique and not null. If false, the rows are
  /// checked, provided that `version` guarantees that they do not change.
  func isKey(_ columns: [Int], _ control: RunControl) throws -> Bool

  /// True if rows can be read through `narrowed`. Otherwise, the database only returns groups.
  var deliversRows: Bool { get }

  /// Returns the properties of all rows of these columns (indices into the schema). It can read them. The result can
  /// be cached while `version` is the same.
  func storage(of columns: [Int], _ control: RunControl) throws -> TableStorage

  /// Returns the probable storage of these columns, based on the first rows, if `storage` must read all of them. Nil
  /// if `storage` answers at once. A statement based on it can start early, and its result counts if `storage` leads
  /// to the same statement.
  func likelyStorage(of columns: [Int], _ control: RunControl) throws -> TableStorage?

  /// Returns a number that changes after each write to the database. Nil if the types alone guarantee the result of
  /// `storage`.
  func version(_ control: RunControl) throws -> Int64?

  /// Executes one statement over the table. Throws like `SQLSource.execute`.
  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> DataTable

  /// True if rows that are equal in `RowSelection.order` always have the order of a whole scan.
  var hasFixedOrder: Bool { get }

  /// Returns the statement with which a scan of these columns reads the selected rows.
  func statement(for columns: [Int], _ selection: RowSelection) -> SQLStatement

  /// Returns the same table with some of its rows, in the requested order. Its schema is the result of `storage` for
  /// all rows.
  func narrowed(to selection: RowSelection) -> any ScannableTable
}

/// The rows that a scan delivers, and their order.
public struct RowSelection: Sendable {
  /// A condition. Rows for which it is null are excluded too.
  public var condition: SQLFragment?
  /// The terms of an ORDER BY with directions. Equal rows remain in table order.
  public var order: SQLFragment?
  /// The number of requested rows. Nil means all rows.
  public var limit: Int?

  package init(condition: SQLFragment? = nil, order: SQLFragment? = nil, limit: Int? = nil) {
    self.condition = condition
    self.order = order
    self.limit = limit
  }
}

/// The properties of all rows of some columns.
public struct TableStorage: Sendable {
  /// The number of rows. Nil if they were not counted.
  package var rowCount: Int?
  /// The columns in the requested order.
  package var columns: [ColumnStorage]

  /// Creates a result for the requested columns in order, with the number of rows.
  public init(rowCount: Int?, columns: [ColumnStorage]) {
    self.rowCount = rowCount
    self.columns = columns
  }
}

/// The storage of a column: the SQL values for which a scan returns values of `type`.
public struct ColumnStorage: Sendable {
  /// The form in which a database stores the values of a column.
  public enum Form: Sendable, Hashable {
    /// The SQL values are the column's values.
    case native
    /// Like `native`, but converted before computations: ints of 16 or 32 bits, floats of 32 bits, integers among
    /// floats, enums among strings.
    case narrow
    /// Decimals stored as the floats that print like them, up to 10^15 without the point.
    case printedDecimal
    /// Dates as strings `YYYY-MM-DD`.
    case dateText
    /// Timestamps without a zone as strings `YYYY-MM-DD HH:MM:SS`, separated by a space or `T`.
    case momentText(separator: String)
    /// Timestamps without a zone as strings `YYYY-MM-DD`, which mean midnight.
    case midnightText
    /// A form that SQL cannot use. The reason follows the column's name in messages.
    case opaque(String)
    /// A form that depends on values that were not read, so no operation is pushed down. The reason has the same
    /// form.
    case unsettled(String)
  }

  /// The type of the column in a scan of all rows.
  public var type: DataType
  /// The form of the stored values.
  public var form: Form
  /// The bounds of ints, decimals (without their points), dates (days since 1970) and Booleans. Nil if unknown.
  public var bounds: ClosedRange<Int128>?
  /// The bounds of floats, all of them finite. Nil if unknown.
  public var floatBounds: ClosedRange<Double>?
  /// True if no string contains the character U+0000.
  public var isPlainText: Bool

  /// Creates the storage of a column from its type, its form and the bounds of its values.
  public init(
    _ type: DataType, _ form: Form = .native, bounds: ClosedRange<Int128>? = nil,
    floatBounds: ClosedRange<Double>? = nil, isPlainText: Bool = true
  ) {
    self.type = type
    self.form = form
    self.bounds = bounds
    self.floatBounds = floatBounds
    self.isPlainText = isPlainText
  }
}

extension PushdownTable {
  public var pushdown: (any PushdownTable)? { self }

  public func sqlSource(where condition: SQLFragment) -> SQLFragment? { nil }

  public func likelyStorage(of columns: [Int], _ control: RunControl) throws -> TableStorage? { nil }

  public func sqlName(ofColumn index: Int, _ field: DataTable.Field) -> String { dialect.quoted(field.name) }

  public func isKey(_ columns: [Int], _ control: RunControl) throws -> Bool { false }

  public var deliversRows: Bool { true }
}
