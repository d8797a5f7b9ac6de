import AugerColumns
import AugerDiagnostics

/// Pushdown: table queries as SQL. Adapters announce here what their tables can do in the database; the engine decides
/// with it what runs there and what runs here. Expressions become SQL with equal results, or not at all.

/// A table whose database leaves out rows, orders and groups them before they are read.
///
/// To announce it, an adapter says in which dialect the database reads SQL and by which rules expressions are written
/// in it, what is true of all stored values of a column, and executes the statement. Nothing else of an adapter needs
/// to know about push-down.
public protocol PushdownTable: ScannableTable {
  /// How names are quoted and values bound in the table's database.
  var dialect: SQLDialect { get }

  /// How expressions are written in the dialect.
  var rules: any SQLRules { get }

  /// What stands behind FROM: the table's name, quoted.
  var sqlSource: SQLFragment { get }

  /// A subquery of the rows of `sqlSource` that satisfy a condition, with the same column names. The database evaluates
  /// it before the rest of the statement chooses an index. Nil by default: the condition goes to WHERE.
  func sqlSource(where condition: SQLFragment) -> SQLFragment?

  /// A column as expressions over `sqlSource` name it, quoted: by its name, unless a table has others.
  func sqlName(ofColumn index: Int, _ field: Field) -> String

  /// Whether no two rows are equal in all of these columns and null in none, by a key that is declared. False where
  /// nothing declares it; the rows are looked at then, if `version` tells that they stay as they are.
  func isKey(_ columns: [Int], _ control: RunControl) throws -> Bool

  /// Whether rows are read through `narrowed`; otherwise the database is asked for groups alone.
  var deliversRows: Bool { get }

  /// What holds for every row of these columns (indices into the schema). May read them; what was learnt may be kept
  /// for as long as `version` stays the same.
  func storage(of columns: [Int], _ control: RunControl) throws -> TableStorage

  /// What the first rows suggest of these columns, where `storage` would have to read all of them; nil where it answers
  /// at once. A statement that follows from it may be executed meanwhile, and counts if it follows from `storage` too.
  func likelyStorage(of columns: [Int], _ control: RunControl) throws -> TableStorage?

  /// A number that changes when somebody writes to the database; nil where the types alone promise what `storage` says.
  func version(_ control: RunControl) throws -> Int64?

  /// Executes one statement over the table. Throws as `SQLSource.execute`.
  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table

  /// Whether rows that `RowSelection.order` leaves equal always come in the order in which a whole scan has them.
  var hasFixedOrder: Bool { get }

  /// The statement by which a scan of these columns reads the selected rows.
  func statement(for columns: [Int], _ selection: RowSelection) -> SQLStatement

  /// The same table with some of its rows, in the order asked. Its schema is what `storage` said of all rows.
  func narrowed(to selection: RowSelection) -> any ScannableTable
}

/// Which rows of a table a scan delivers, and in which order.
public struct RowSelection: Sendable {
  /// A condition; rows for which it is null are left out too.
  public var condition: SQLFragment?
  /// Terms of an ORDER BY, directions included; rows that are equal in them stay in the order of the table.
  public var order: SQLFragment?
  /// How many rows are wanted; nil: all of them.
  public var limit: Int?

  package init(condition: SQLFragment? = nil, order: SQLFragment? = nil, limit: Int? = nil) {
    self.condition = condition
    self.order = order
    self.limit = limit
  }
}

/// What is known of all rows of some columns.
public struct TableStorage: Sendable {
  /// Rows of the table; nil where that was not counted.
  package var rowCount: Int?
  /// In the order asked.
  package var columns: [ColumnStorage]

  /// What is known of the columns that were asked for, in that order, and how many rows there are at most.
  public init(rowCount: Int?, columns: [ColumnStorage]) {
    self.rowCount = rowCount
    self.columns = columns
  }
}

/// How the values of a column are stored: what SQL sees where a scan would give values of `type`.
public struct ColumnStorage: Sendable {
  /// How a database keeps the values of a column.
  public enum Form: Sendable, Hashable {
    /// SQL's values are the column's values.
    case native
    /// As `native`, but to be converted before they are computed with: ints of 16 or 32 bits, floats of 32, integers
    /// among floats, enums among texts.
    case narrow
    /// Decimals stored as the floats that print like them, 10^15 and below without the point.
    case printedDecimal
    /// Dates as texts `YYYY-MM-DD`.
    case dateText
    /// Timestamps without a zone as texts `YYYY-MM-DD HH:MM:SS`, with a blank or with a `T` between.
    case momentText(separator: String)
    /// Timestamps without a zone as texts `YYYY-MM-DD`: their midnights.
    case midnightText
    /// SQL cannot compute with it; the reason, to be read after the column's name.
    case opaque(String)
    /// The values do not settle the type without being read; then everything runs here. The reason as above.
    case unsettled(String)
  }

  /// The type that a scan of all rows gives the column.
  public var type: DataType
  /// How the values are kept.
  public var form: Form
  /// Bounds of ints, decimals (without their points), dates (days since 1970) and bools; nil where they are not known.
  public var bounds: ClosedRange<Int128>?
  /// Bounds of floats, all of them finite; nil where that is not known.
  public var floatBounds: ClosedRange<Double>?
  /// Texts without the character U+0000.
  public var isPlainText: Bool

  /// What is known of a column: its type, its form, and where all its values lie.
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

  public func sqlName(ofColumn index: Int, _ field: Field) -> String { dialect.quoted(field.name) }

  public func isKey(_ columns: [Int], _ control: RunControl) throws -> Bool { false }

  public var deliversRows: Bool { true }
}
