import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// The query result for one zooming level of a chart.
package struct LevelTable: Sendable {
  /// The level's category column, its title and format.
  package var category: AxisDefinition
  /// The name of the query, for messages.
  package var query: String
  package var table: Table
  /// The cached sums that charts computed from the table.
  package var sums = KeptSums()
  /// Key columns that are computed from columns of the table: the grains of its dates.
  var derived: [TableQuery.Named] = []
  /// All categories of a date axis in chronological order. Nil if the categories are those of the table, in the order
  /// of their values.
  var calendar: Calendar?
  /// The known distances between the dates, if the query groups by periods. Nil if they were not queried.
  var steps: Table?
  /// The results of the same query for fewer keys, if the rows of `table` do not add up to them.
  var totals: [TotalKeys: Answer] = [:]

  /// A table and its cached sums.
  struct Answer: Sendable {
    var table: Table
    var sums: KeptSums
  }

  /// A subset of a chart's keys, with its small multiples, its series or its categories combined.
  enum TotalKeys: Sendable, Hashable {
    /// Categories and series: the chart of all rows next to its small multiples.
    case categoriesAndSeries
    /// Categories: used to sort a chart with series by its values.
    case categories
    /// Series: the summary.
    case series
  }

  /// Returns the level with a row for each of these keys, or with rows that add up to them.
  func totals(_ keys: TotalKeys) -> LevelTable {
    guard let answer = totals[keys] else { return self }
    var level = self
    level.table = answer.table.markingUntyped()
    level.sums = answer.sums
    return level
  }

  struct Calendar: Sendable {
    var grain: AugerMetadata.Grain
    /// One column for each level down to this one, with a row for each day or hour. Rows of one period are equal.
    var keys: [Column]
    /// True if categories without rows are shown.
    var fillsGaps: Bool
    /// True if sums and counts of categories without rows are zero.
    var gapsAreZero = false
    /// The last day with data and the end of the last category, if the category ends later. Nil if the last category is
    /// complete.
    var incomplete: (lastDay: CivilDate, end: CivilDate)?
  }

  package init(_ category: AxisDefinition, query: String, _ table: Table) {
    self.category = category
    self.query = query
    self.table = table.markingUntyped()
  }

  func has(_ column: String) -> Bool {
    table.schema.index(of: column) != nil || derived.contains(named: column)
  }
}

extension Table {
  /// Returns the table with string columns that contain only nulls marked as untyped. The type of such a column is not
  /// known if a result has no rows or no values.
  fileprivate func markingUntyped() -> Table {
    func isUntyped(_ index: Int) -> Bool { schema[index].type == .string && columns[index].nullCount == rowCount }
    guard schema.fields.indices.contains(where: { !schema[$0].isUntyped && isUntyped($0) }) else { return self }
    let fields = schema.fields.enumerated().map { index, field in
      var field = field
      field.isUntyped = field.isUntyped || isUntyped(index)
      return field
    }
    return Table(Schema(fields), columns, rowCount: rowCount, properties: properties, warnings: warnings)
  }
}
