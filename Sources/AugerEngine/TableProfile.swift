import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// What a table holds, column by column: counted exactly, in one scan.
public struct TableProfile: Sendable {
  public struct ColumnProfile: Sendable {
    public var field: Field
    public var nullCount: Int
    public var distinctCount: Int
    /// Null where every row is null.
    public var minimum: Scalar
    public var maximum: Scalar
    /// Values of the first rows.
    public var samples: [Scalar]
  }

  public var name: String
  public var rowCount: Int
  public var columns: [ColumnProfile]
  public var warnings: Warnings

  /// Profiles a table. Memory follows the number of distinct values.
  public init(
    of table: any ScannableTable, sampleRows: Int = 3, executor: TableQueryExecutor = TableQueryExecutor(),
    _ control: RunControl = RunControl()
  ) throws {
    // Under names of our own: the table's may hold anything.
    let renamed = NumberedColumns(table)
    while true {
      let schema = try table.schema(control)
      var measures = [try TableQuery.Named("rows", "count()")]
      for index in schema.fields.indices {
        for (prefix, function) in [("n", "count"), ("d", "countDistinct"), ("lo", "min"), ("hi", "max")] {
          measures.append(try TableQuery.Named("\(prefix)\(index)", "\(function)(c\(index))"))
        }
      }
      let result = try executor.execute(TableQuery(from: table.name, measures: measures), on: renamed, control)
      let sample = try executor.execute(TableQuery(from: table.name, limit: sampleRows), on: renamed, control)
      // A scan may have widened the schema meanwhile.
      guard try table.schema(control) == schema else { continue }
      func value(_ name: String) -> Scalar { result[name]?[0] ?? .null }
      func number(_ name: String) -> Int { if case .int(let number) = value(name) { Int(number) } else { 0 } }
      let rows = number("rows")
      self.name = table.name
      rowCount = rows
      columns = schema.fields.enumerated().map { index, field in
        ColumnProfile(
          field: field, nullCount: rows - number("n\(index)"), distinctCount: number("d\(index)"),
          minimum: value("lo\(index)"), maximum: value("hi\(index)"), samples: sample.columns[index].scalars)
      }
      warnings = result.warnings
      return
    }
  }
}

/// A table whose columns are called c0, c1, ...
private struct NumberedColumns: ScannableTable {
  private let base: any ScannableTable

  init(_ base: any ScannableTable) { self.base = base }

  var name: String { base.name }

  func schema(_ control: RunControl) throws -> Schema {
    Schema(try base.schema(control).fields.enumerated().map { Field("c\($0)", $1.type) })
  }

  func scan(
    _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    try base.scan(request, control, body: body)
  }
}
