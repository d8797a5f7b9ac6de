import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// Pushdown splits a table query into a database statement and a local query over its result.
///
/// A part runs in the database only if its result, warnings and errors are identical to those of local execution.

/// A split query over a table of a database.
package struct PushdownPlan: Sendable {
  package enum Extent: String, Sendable, CaseIterable {
    /// The database filters and groups. Only the groups are finished here.
    case whole
    /// The database filters or sorts rows. All else runs here.
    case part
    /// The database delivers columns.
    case none
  }

  /// A part that runs here, with the reason.
  package struct LocalPart: Sendable, Hashable {
    package let what: String
    package let reason: String
  }

  package let extent: Extent
  /// The statement for the database.
  package let statement: SQLStatement
  /// The parts that the statement executes: `where`, `group by`, ...
  package let remote: [String]
  package let local: [LocalPart]
  /// The plan of the whole query, with types that hold for every row.
  let plan: TableQueryPlan
  /// For `whole`: the mapping of statement columns to keys and calls.
  let grouped: GroupedReading?
  /// For `part`: the selected rows and the rest of the query.
  let selection: RowSelection
  let rest: TableQuery

  /// Splits a query. `storageOf` returns properties of all values of some columns. Default: those that the table
  /// reports.
  ///
  /// Throws errors of binding, of the table and of `storageOf`.
  package init(
    _ query: TableQuery, on table: any PushdownTable, arguments: QueryArguments, limits: QueryLimits,
    pushesDown: Bool = true, _ control: RunControl,
    storage storageOf: (_ columns: [Int]) throws -> TableStorage
  ) throws {
    var schema = try table.schema(control)
    var plan = try TableQueryPlan(query, schema: schema, arguments: arguments)
    let hasWork =
      pushesDown
      && (plan.isAggregation || !plan.filters.isEmpty || (plan.limit != nil && !plan.orderBy.isEmpty))
    var storage: [Int: ColumnStorage] = [:]
    var rowCount: Int?
    if hasWork {
      // The schema may be inferred from a sample. Translation needs the types that hold for all rows.
      while true {
        let found = try storageOf(plan.sourceColumns)
        rowCount = found.rowCount
        storage = Dictionary(uniqueKeysWithValues: zip(plan.sourceColumns, found.columns))
        let fields = schema.fields.enumerated().map { index, field in
          Field(field.name, storage[index]?.type ?? field.type, declaredType: field.declaredType)
        }
        if fields.map(\.type) == schema.fields.map(\.type) { break }
        schema = Schema(fields)
        plan = try TableQueryPlan(query, schema: schema, arguments: arguments)
      }
    }
    self.plan = plan

    let split = PushdownSplit(query, plan, table, storage, rowCount, arguments, limits, pushesDown: pushesDown)
    local = split.local
    grouped = split.grouped
    selection = split.selection
    var rest = query
    rest.filters = split.restOfFilters
    self.rest = rest
    var read = plan.sourceColumns
    if let statement = split.statement {
      extent = .whole
      self.statement = statement
    } else {
      let isNarrowed = selection.condition != nil || selection.order != nil
      extent = isNarrowed ? .part : .none
      // Columns that only database conditions use are not transferred.
      read = try TableQueryPlan(rest, schema: schema, arguments: arguments).sourceColumns
      statement = table.statement(for: read, selection)
    }
    remote = ["\(read.count) column\(read.count == 1 ? "" : "s") of \(schema.count)"] + split.remote
  }
}

extension PushdownPlan {
  package init(
    _ query: TableQuery, on table: any PushdownTable, arguments: QueryArguments, limits: QueryLimits,
    pushesDown: Bool = true, _ control: RunControl
  ) throws {
    let schema = try table.schema(control)
    try self.init(query, on: table, arguments: arguments, limits: limits, pushesDown: pushesDown, control) { columns in
      // A profile scan reads the whole table. Grouping it here takes no longer than that scan.
      if query.isAggregation, query.filters.isEmpty, try table.likelyStorage(of: columns, control) != nil {
        let reason = "would be read as a whole before the database may group, which a scan does in one reading"
        return TableStorage(
          rowCount: nil, columns: columns.map { ColumnStorage(schema[$0].type, .unsettled(reason)) })
      }
      return try table.storage(of: columns, control)
    }
  }
}

/// The mapping from the columns of a grouped statement to keys and results of calls.
struct GroupedReading: Sendable {
  struct Item: Sendable {
    var first: Int
    var count: Int
    var reading: SQLAggregate.Reading
    var type: DataType
  }

  var keys: [Item] = []
  var calls: [Item] = []
  /// The column that is true if the result is not usable.
  var guardColumn: Int?
}
