import AugerColumns
import AugerDiagnostics

/// A table that can be read batch by batch: the only path by which rows enter the engine.
public protocol ScannableTable: Sendable {
  /// The table's name, as messages call it.
  var name: String { get }

  /// Names and types of all columns. May read a sample of the data; does not depend on what was scanned before, unless
  /// a `ScanRestart` without a table says so.
  func schema(_ control: RunControl) throws -> Schema

  /// What tells this state of the data from every other: equal texts promise equal rows. Nil where nothing tells.
  func contentVersion(_ control: RunControl) throws -> String?

  /// Reads all rows and hands them to `body` in chunks of `request.chunkRows`, numbered from 0 in the order of the
  /// source. Only the last may be shorter, so that where chunks end depends on nothing but the request.
  ///
  /// `body` is called from up to `request.workers` threads at once and in any order of chunks; what it throws ends the
  /// scan and is thrown on. Returns when every chunk was handled. Memory is bounded by the chunks in flight.
  /// Throws `ScanRestart` if the schema turned out to be too narrow: results so far are void, ask for the schema again.
  func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary

  /// How the table is read, beside its schema - the dialect of a CSV file: names and values in the order to be shown.
  /// None unless a table has some.
  var facts: [(name: String, value: String)] { get }

  /// All rows, where they are in memory already; nil where they are not.
  var whole: Table? { get }

  /// The table with what its database does before rows are read; nil, unless there is one that does.
  var pushdown: (any PushdownTable)? { get }
}

// What not every table can do. These are requirements and not protocols of their own, so that what wraps a table is
// asked for them too.
extension ScannableTable {
  public var facts: [(name: String, value: String)] { [] }
  public var pushdown: (any PushdownTable)? { nil }
  public var whole: Table? { nil }
  public func contentVersion(_ control: RunControl) throws -> String? { nil }

  /// Runs `body` on the table, and again on the wider one whenever a scan finds the schema too narrow.
  ///
  /// Types only ever widen, so that this ends; a table that goes on for longer than its types can widen is an error,
  /// `unsettledSchema`.
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
            "the types of its columns were contradicted \(restarts) times, at last so: \(restart.reason)")
        }
        table = restart.table ?? table
      }
    }
  }
}

extension Diagnostic.Code {
  /// A table contradicts its own schema for ever.
  package static let unsettledSchema = Self("unsettledSchema")
  /// What is read was written to meanwhile.
  package static let sourceChanged = Self("sourceChanged")
}

/// What a scan is to deliver.
public struct ScanRequest: Sendable {
  /// Indices into the schema, in the order in which batches shall have them. May be empty: only rows are counted.
  public var columns: [Int]
  /// Stop after this many rows; the chunk that reaches it is cut.
  public var rowLimit: Int?
  /// Rows in each chunk but the last.
  public var chunkRows: Int
  /// Threads that may run `body` at once.
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

/// What a scan says when it is done.
public struct ScanSummary: Sendable {
  /// Rows delivered.
  package var rowCount: Int
  package var warnings: Warnings
  /// Those among `warnings` that are about one column, by its index; the others hold whatever columns are asked for.
  /// Nil where the source does not tell them apart.
  package var columnWarnings: [Int: Warnings]?

  /// What a scan has read. `columnWarnings`: those about a column by its number, where they are known apart.
  public init(rowCount: Int, warnings: Warnings = Warnings(), columnWarnings: [Int: Warnings]? = nil) {
    self.rowCount = rowCount
    self.warnings = warnings
    self.columnWarnings = columnWarnings
  }

  /// The warnings that a scan of these columns alone would have given.
  package func warnings(ofColumns columns: [Int]) -> Warnings {
    let others = (columnWarnings ?? [:]).filter { !columns.contains($0.key) }.flatMap(\.value.items)
    return Warnings(warnings.items.filter { !others.contains($0) })
  }
}

/// Thrown by a scan whose data contradict the schema of its table.
public struct ScanRestart: Error, Sendable {
  /// What was contradicted, for the log: `sales.csv:10233: column 'amount': 'n/a' is no float`.
  package var reason: String
  /// The table with the wider schema, for the query that found the contradiction: others go on with theirs. Nil: the
  /// schema of the table itself has become wider.
  package var table: (any ScannableTable)?

  /// A restart; `table`: with the wider schema, nil: the same table has it from now on.
  public init(reason: String, table: (any ScannableTable)? = nil) {
    self.reason = reason
    self.table = table
  }
}
