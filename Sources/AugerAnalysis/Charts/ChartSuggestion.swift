import AugerCharts
import AugerColumns
import AugerEngine

/// The chart that a table suggests to somebody who only named the table.
///
/// Category: the first date column, else the text column of lowest cardinality above one. Series: the next such text
/// column with at most 16 values. Value: the sum of the first numeric column that is no key and no part of a date, else
/// the number of rows. A line for dates, columns otherwise.
public struct ChartSuggestion: Sendable, Hashable {
  public var category: String?
  public var series: String?
  /// Nil: count the rows.
  public var value: String?
  public var type: ChartType

  public static let mostSeries = 16

  public init(_ profile: TableProfile) {
    let texts = profile.columns.filter { $0.field.type == .string && $0.distinctCount > 1 }
      .enumerated().sorted { ($0.element.distinctCount, $0.offset) < ($1.element.distinctCount, $1.offset) }
      .map(\.element)
    let date = profile.columns.first { $0.field.type.isTemporal && $0.distinctCount > 1 }
    let category = (date ?? texts.first)?.field.name
    self.category = category
    series = texts.first { $0.field.name != category && $0.distinctCount <= Self.mostSeries }?.field.name
    value =
      profile.columns.first {
        $0.field.type.isNumeric && $0.nullCount < profile.rowCount && !Self.isKey($0, profile.rowCount)
          && !Self.isDatePart($0.field.name)
      }?.field.name
    type = date == nil ? .column : .line
  }

  /// A column named as an identifier, or one of whole numbers that count the rows without a gap.
  private static func isKey(_ column: TableProfile.ColumnProfile, _ rows: Int) -> Bool {
    let name = column.field.name
    let lowered = name.lowercased()
    if lowered == "id" || lowered == "key" || lowered.hasSuffix("_id") || lowered.hasSuffix("_key") { return true }
    if name.hasSuffix("Id") || name.hasSuffix("ID") || name.hasSuffix("Key") { return true }
    guard case (.int(let low), .int(let high)) = (column.minimum, column.maximum), rows > 1 else { return false }
    let (range, overflow) = high.subtractingReportingOverflow(low)
    return !overflow && column.distinctCount == rows && range == Int64(rows) - 1
  }

  /// Years and months are numbers that nobody adds up.
  private static func isDatePart(_ name: String) -> Bool {
    let lowered = name.lowercased()
    return ["year", "quarter", "month", "week", "day", "hour"].contains { lowered.hasSuffix($0) }
  }
}
