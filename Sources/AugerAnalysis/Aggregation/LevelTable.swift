import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// The answer to one zooming level of a chart.
package struct LevelTable: Sendable {
  /// The level's category column, its title and format.
  package var category: AxisDefinition
  /// The query that was asked, for messages.
  package var query: String
  package var table: Table
  /// What charts added up of the table.
  package var sums = KeptSums()
  /// Key columns that are computed of the table's: the grains of its dates.
  var derived: [TableQuery.Named] = []
  /// Of dates: all categories in the order of time. Nil: those of the table, in the order of their values.
  var calendar: Calendar?
  /// What is known of the steps of the dates that the query groups by periods; nil: nothing was asked.
  var steps: Table?
  /// The answers of the same query to fewer keys, where the rows of `table` do not add up to them.
  var totals: [TotalKeys: Answer] = [:]

  /// A table and the sums that are kept beside it.
  struct Answer: Sendable {
    var table: Table
    var sums: KeptSums
  }

  /// Keys that are fewer than those of a chart: its small charts, its series or its categories taken together.
  enum TotalKeys: Sendable, Hashable {
    /// Categories and series: the whole of a chart that is divided into small ones.
    case categoriesAndSeries
    /// Categories: the order of a chart with series by its values.
    case categories
    /// Series: the summary.
    case series
  }

  /// The level with a row for each of these keys, or the rows that add up to them.
  func totals(_ keys: TotalKeys) -> LevelTable {
    guard let answer = totals[keys] else { return self }
    var level = self
    level.table = answer.table.markingUntyped()
    level.sums = answer.sums
    return level
  }

  struct Calendar: Sendable {
    var grain: AugerMetadata.Grain
    /// One column for each level down to this one; a row for each day or hour, equal rows together.
    var keys: [Column]
    /// Whether categories without rows are shown.
    var fillsGaps: Bool
    /// True if sums and counts of categories without rows are zero.
    var gapsAreZero = false
    /// Until when there are data, and when the last category ends after that; nil where it does not.
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
  /// With the columns marked as untyped that hold nothing but nulls and say they are texts: an answer without rows, or
  /// without values, knows no better.
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
