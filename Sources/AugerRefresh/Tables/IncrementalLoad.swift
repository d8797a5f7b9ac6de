import Auger
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerQuery

/// The update of a stored table in memory. The caller decides when to write it.
struct IncrementalLoad {
  let definition: IncrementalTable
  let delegate: WorkspaceQueryDelegate
  /// The stored table. Nil to read all rows.
  let kept: Table?
  /// The memory share of this load, from the budget of the run.
  var share = MemoryShare(of: nil)

  struct Result: Sendable {
    var table: Table
    /// The number of rows that the source returned.
    var read: Int
  }

  /// The maximum number of reads from a source that changes during the load, until both row counts agree.
  private static let mostRounds = 3

  func run() async throws -> Result {
    var (table, read) = (kept, 0)
    for round in 1...Self.mostRounds {
      let new = try await newRows(since: table)
      // The stored table, the new rows and the merged table exist at the same time.
      if share.isLimited { try share.hold(2 * ((table?.byteCount ?? 0) + new.byteCount)) }
      let merged = try merge(new, into: table)
      read += new.rowCount
      guard definition.isCounted else { return Result(table: merged, read: read) }
      let count = try await count()
      if count == merged.rowCount { return Result(table: merged, read: read) }
      guard round < Self.mostRounds else { throw differs(count, merged.rowCount) }
      table = merged
    }
    throw CancellationError()
  }

  private func newRows(since table: Table?) async throws -> Table {
    var query = TableQuery(from: definition.table)
    var arguments = QueryArguments()
    if let table, table.rowCount > 0, let since = try start(in: table) {
      query.filters = [try TableQuery.Filter("[\(bracketed(definition.watermark))] >= $since")]
      arguments["since"] = .scalar(since)
    }
    let rows = try await execute(query, arguments)
    for name in [definition.watermark] + definition.key where rows.schema.index(of: name) == nil {
      throw failure(
        .columnNotFound, "the table does not have a column '\(name)'",
        DidYouMean.hint(for: name, among: rows.schema.names, listing: "columns"))
    }
    return rows
  }

  private func count() async throws -> Int {
    let rows = try await execute(
      TableQuery(from: definition.table, measures: [try TableQuery.Named("rows", "count()")]), QueryArguments())
    guard case .int(let count)? = rows.columns.first?.scalars.first else { return 0 }
    return Int(count)
  }

  private func execute(_ query: TableQuery, _ arguments: QueryArguments) async throws -> Table {
    try await delegate.execute(
      QueryDefinition(
        name: "incremental '\(definition.table)'", source: definition.source, body: .table(query)),
      arguments: arguments)
  }

  private func bracketed(_ name: String) -> String { name.replacingBytes("]", with: "]]") }

  /// Returns the greatest watermark minus the lookback. Nil if the table contains no watermark.
  private func start(in table: Table) throws -> Scalar? {
    guard let column = table[definition.watermark] else {
      throw failure(
        .columnNotFound, "the stored table has no column '\(definition.watermark)'", "Run the job with --rebuild.")
    }
    let values = column.scalars
    guard let last = values.filter({ !$0.isNull }).max(by: Scalar.precedes) else { return nil }
    guard let start = last.less(definition.lookback) else {
      throw failure(
        .wrongValue, "the lookback does not fit the watermark '\(definition.watermark)', which is \(column.type)",
        "Use a duration for timestamps, or a number for numbers.")
    }
    return start
  }

  /// Returns the stored rows without the replaced ones, followed by the new rows.
  private func merge(_ new: Table, into table: Table?) throws -> Table {
    try checkKey(of: new)
    guard var kept = table else { return new.bare }
    var new = new
    let drift = SchemaDrift(from: kept.schema, to: new.schema)
    if !drift.differences.isEmpty {
      let refused = definition.drift == .refuse ? drift.differences : drift.conflicts
      guard refused.isEmpty else {
        throw failure(
          .schemaDrift, refused.joined(separator: "; "),
          definition.drift == .refuse && drift.conflicts.isEmpty
            ? "Set 'drift: widen' to accept the change, or run with '--rebuild' to read the table again."
            : "Run 'auger refresh JOB --rebuild' to read the table again.")
      }
      kept = try kept.widened(to: drift.fields)
      new = try new.widened(to: drift.fields)
    }
    let stays = try definition.key.isEmpty ? rowsBeforeStart(of: kept) : rowsWithoutKeys(of: new, in: kept)
    var builder = TableBuilder(kept.schema)
    for part in [kept.gathered(stays), new] {
      for index in builder.columns.indices { builder.columns[index].append(contentsOf: part.columns[index]) }
    }
    return builder.finish()
  }

  /// Without a key, the new rows replace the entire range that was read.
  private func rowsBeforeStart(of kept: Table) throws -> [Int32] {
    guard let start = try start(in: kept), let column = kept[definition.watermark] else { return [] }
    return (0..<kept.rowCount).filter { row in
      let value = column[row]
      return value.isNull || Scalar.precedes(value, start)
    }.map { Int32(truncatingIfNeeded: $0) }
  }

  private func rowsWithoutKeys(of new: Table, in kept: Table) -> [Int32] {
    let replaced = Set(keys(of: new))
    return keys(of: kept).enumerated().filter { !replaced.contains($0.element) }
      .map { Int32(truncatingIfNeeded: $0.offset) }
  }

  private func keys(of table: Table) -> [[Scalar]] {
    let columns = definition.key.compactMap { table[$0] }
    return (0..<table.rowCount).map { row in columns.map { $0[row] } }
  }

  private func checkKey(of new: Table) throws {
    guard !definition.key.isEmpty else { return }
    var seen: Set<[Scalar]> = []
    for key in keys(of: new) {
      let isNull = key.contains { $0.isNull }
      guard !isNull, seen.insert(key).inserted else {
        throw failure(
          .keyNotUnique,
          isNull
            ? "the key '\(definition.key.joined(separator: "', '"))' of a row is null"
            : "two rows have the key \(key.map(\.description).joined(separator: ", "))",
          "Name the columns that identify rows in 'key'.")
      }
    }
  }

  private func differs(_ source: Int, _ here: Int) -> AugerError {
    failure(
      .countsDiffer, "the source has \(source) rows, but \(here) would be stored",
      here > source
        ? "Rows were removed in the source. "
          + "Run with '--rebuild' to read the table again, or set 'count: false' to keep them."
        : "Rows arrived later than 'lookback' allows, or have no watermark. "
          + "Run with '--rebuild' to read the table again."
    )
  }

  private func failure(_ code: Diagnostic.Code, _ message: String, _ hint: String?) -> AugerError {
    AugerError(code, operation: "keep table '\(definition.table)' of '\(definition.source)'", message, hint: hint)
  }
}

extension Table {
  /// The rows without the messages of a query.
  fileprivate var bare: Table { Table(schema, columns, rowCount: rowCount) }
}

extension Scalar {
  /// Returns the watermark minus `lookback`. Nil if their types do not match.
  func less(_ lookback: IncrementalTable.Lookback) -> Scalar? {
    switch (self, lookback) {
    case (_, .duration(.zero)), (_, .number(0)): self
    case (.int(let value), .number(let less)):
      .int(value.subtractingReportingOverflow(less).overflow ? .min : value - less)
    case (.decimal(let value), .number(let less)): Self.decimal(value, less: less)
    case (.float(let value), .number(let less)): .float(value - Double(less))
    case (.timestamp(let value), .duration(let less)): .timestamp(value.adding(.zero - less))
    case (.date(let value), .duration(let less)):
      .date(Timestamp(value).adding(.zero - less).date)
    case (.string(let text), .duration(let less)): Self.earlier(text, less)
    default: nil
    }
  }

  private static func decimal(_ value: Decimal128, less: Int64) -> Scalar? {
    let (product, overflow) = Int128(less).multipliedReportingOverflow(by: Decimal128.powersOfTen[value.scale])
    let (difference, isBelow) = value.unscaled.subtractingReportingOverflow(product)
    return overflow || isBelow ? nil : .decimal(Decimal128(unscaled: difference, scale: value.scale))
  }

  /// Some databases store times as strings. The result has the format of the input, for example `2024-01-01 10:00:00`.
  private static func earlier(_ text: String, _ less: Duration) -> Scalar? {
    guard let form = Scalar(text: text, type: .timestamp) ?? Scalar(text: text, type: .date) else { return nil }
    let moment: Timestamp
    switch form {
    case .timestamp(let value): moment = value
    case .date(let value): moment = Timestamp(value)
    default: return nil
    }
    // Cut the result to the length of the input. A shorter string is an earlier time, so more rows are read, never
    // fewer.
    var result = Array(moment.adding(.zero - less).description.utf8)
    let bytes = Array(text.utf8)
    if bytes.count > 10, result.count > 10 { result[10] = bytes[10] }
    return .string(String(decoding: result.prefix(bytes.count), as: UTF8.self))
  }
}

extension Diagnostic.Code {
  package static let countsDiffer = Self("countsDiffer")
  package static let keyNotUnique = Self("keyNotUnique")
}
