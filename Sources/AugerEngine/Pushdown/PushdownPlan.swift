import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// Pushdown: splits a table query into what its database does and what is done here after it, and puts both together.
///
/// A part runs in the database only if it gives there what it gives here, warnings and errors included.

/// A table query over a table of a database, split.
package struct PushdownPlan: Sendable {
  package enum Extent: String, Sendable, CaseIterable {
    /// The database filters and groups; here only its groups are finished.
    case whole
    /// The database leaves out rows, or brings them into an order; the rest is done here.
    case part
    /// The database delivers columns.
    case none
  }

  /// Something that is done here, and why.
  package struct LocalPart: Sendable, Hashable {
    package let what: String
    package let reason: String
  }

  package let extent: Extent
  /// What the database is asked.
  package let statement: SQLStatement
  /// What that does, in words: `where`, `group by`, ...
  package let remote: [String]
  package let local: [LocalPart]
  /// The plan for all of it, bound to the types that hold for every row.
  let plan: TableQueryPlan
  /// For `whole`: how the columns of the statement are read.
  let grouped: GroupedReading?
  /// For `part`: the rows, and what is left of the query.
  let selection: RowSelection
  let rest: TableQuery

  /// Splits a query. `storage` says what holds for all values of some columns: what the table says, unless stated.
  ///
  /// Throws as binding the query does, and what the table and `storage` throw.
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
      // The schema may stem from a sample; what is translated has the types that hold for all rows.
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
      // What only conditions of the database ask for does not leave it.
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
      // Whoever reads all rows to learn what they hold has grouped them by the time the database could begin.
      if query.isAggregation, query.filters.isEmpty, try table.likelyStorage(of: columns, control) != nil {
        let reason = "would be read as a whole before the database may group, which a scan does in one reading"
        return TableStorage(
          rowCount: nil, columns: columns.map { ColumnStorage(schema[$0].type, .unsettled(reason)) })
      }
      return try table.storage(of: columns, control)
    }
  }
}

/// How the columns of a grouped statement become keys and results of calls.
struct GroupedReading: Sendable {
  struct Item: Sendable {
    var first: Int
    var count: Int
    var reading: SQLAggregate.Reading
    var type: DataType
  }

  var keys: [Item] = []
  var calls: [Item] = []
  /// The column that is true where the statement is not to be trusted.
  var guardColumn: Int?
}
