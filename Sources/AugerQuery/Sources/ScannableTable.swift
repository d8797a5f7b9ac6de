import AugerColumns
import AugerDiagnostics

/// A table that can be read in batches: the only path by which rows enter the engine.
public protocol ScannableTable: TableSource {
  /// The name of the table in messages.
  var name: String { get }

  /// Returns the names and types of all columns. It can read a sample of the data. It does not depend on earlier
  /// scans, except after a `ScanRestart` without a table.
  func schema(_ control: RunControl) throws -> DataTable.Schema

  /// Returns a string that identifies the version of the data: equal strings guarantee equal rows. Nil if no version
  /// is known.
  func contentVersion(_ control: RunControl) throws -> String?

  /// Reads all rows and passes them to `body` in chunks of `request.chunkRows`, numbered from 0 in source order. Only
  /// the last chunk can be shorter, so chunk boundaries depend only on the request.
  ///
  /// Up to `request.workers` threads call `body` at once, in any order of chunks. An error of `body` ends the scan
  /// and is rethrown. The scan returns after every chunk was processed. Its memory is limited by the chunks in
  /// progress.
  ///
  /// Throws `ScanRestart` if the schema was too narrow. The results so far are then invalid, and the caller must read
  /// the schema again.
  func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary

  /// Additional properties of the table in display order, such as the dialect of a CSV file. The default is empty.
  var facts: [(name: String, value: String)] { get }

  /// All rows, if they are in memory. Otherwise nil.
  var whole: DataTable? { get }

  /// The pushdown interface of the table. The default is nil.
  var pushdown: (any PushdownTable)? { get }
}

// Optional abilities of a table. They are requirements instead of separate protocols, so that wrappers must forward
// them.
extension ScannableTable {
  public var facts: [(name: String, value: String)] { [] }
  public var pushdown: (any PushdownTable)? { nil }
  public var whole: DataTable? { nil }
  public func contentVersion(_ control: RunControl) throws -> String? { nil }

  /// Runs `body` on the table, and again on the wider table whenever a scan finds the schema too narrow.
  ///
  /// Types can only become wider, so this ends. A table that restarts more often than its types can widen causes the
  /// error `unsettledSchema`.
  package func settling<Result>(
    _ control: RunControl, _ body: (_ table: any ScannableTable, _ schema: Schema) throws -> Result
  ) throws -> Result {
    var table: any ScannableTable = self
    var restarts = 0
    while true {
      try control.check()
      let schema = try table.schema(control)
      do {
        return try body(table, schema)
      } catch let restart as ScanRestart {
        restarts += 1
        guard restarts <= 16 * (schema.count + 1) else {
          throw AugerError(
            .unsettledSchema, operation: "read '\(name)'",
            "the types of its columns changed \(restarts) times while reading, last: \(restart.reason)")
        }
        table = restart.table ?? table
      }
    }
  }
}

extension Diagnostic.Code {
  /// A table contradicts its own schema repeatedly.
  package static let unsettledSchema = Self("unsettledSchema")
  /// The source changed while it was being read.
  package static let sourceChanged = Self("sourceChanged")
}

/// The parameters of a scan.
public struct ScanRequest: Sendable {
  /// The indices of the requested columns in the schema, in batch order. If empty, rows are only counted.
  public var columns: [Int]
  /// The number of rows after which the scan stops. The chunk that reaches it is cut.
  public var rowLimit: Int?
  /// The number of rows in each chunk except the last.
  public var chunkRows: Int
  /// The number of threads that can run `body` at once.
  public var workers: Int

  package init(
    columns: [Int], rowLimit: Int? = nil, chunkRows: Int = Batch.standardRowCount, workers: Int = 1
  ) {
    precondition(chunkRows > 0 && workers > 0, "a scan needs rows in a chunk and a worker")
    self.columns = columns
    self.rowLimit = rowLimit
    self.chunkRows = chunkRows
    self.workers = workers
  }
}

/// The result of a scan.
public struct ScanSummary: Sendable {
  /// The number of delivered rows.
  package var rowCount: Int
  package var warnings: Warnings
  /// The warnings that concern one column, by its index. The other warnings apply to any requested columns. Nil if
  /// the source does not separate them.
  package var columnWarnings: [Int: Warnings]?

  /// Creates a summary. `columnWarnings` contains the warnings of each column by its number, if they are known
  /// separately.
  public init(rowCount: Int, warnings: Warnings = Warnings(), columnWarnings: [Int: Warnings]? = nil) {
    self.rowCount = rowCount
    self.warnings = warnings
    self.columnWarnings = columnWarnings
  }

  /// Returns the warnings that a scan of only these columns would produce.
  package func warnings(ofColumns columns: [Int]) -> Warnings {
    let others = (columnWarnings ?? [:]).filter { !columns.contains($0.key) }.flatMap(\.value.items)
    return Warnings(warnings.items.filter { !others.contains($0) })
  }
}

/// The error of a scan whose data contradicts the schema of its table.
public struct ScanRestart: Error, Sendable {
  /// The contradiction, for the log: `sales.csv:10233: column 'amount': 'n/a' is not a valid float`.
  package var reason: String
  /// The table with the wider schema, for the query that found the contradiction. Other queries continue with their
  /// own tables. Nil if the schema of the table itself became wider.
  package var table: (any ScannableTable)?

  /// Creates a restart. `table` has the wider schema; nil means that the same table has it from now on.
  public init(reason: String, table: (any ScannableTable)? = nil) {
    self.reason = reason
    self.table = table
  }
}
