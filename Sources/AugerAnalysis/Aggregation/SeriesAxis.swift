import AugerColumns
import AugerDiagnostics

/// The series of a chart over all its levels: the distinct values of the series column in all tables.
struct SeriesAxis {
  /// The series of each row, for each level.
  let members: [[UInt32]]
  /// The value of each series. The index of a value is the number of its series.
  let values: Column
  /// The numbers of the series in display order.
  private(set) var order: [Int32]

  /// Returns an axis with a single series without a value, for charts without a series column. `rowCounts` contains the
  /// row count of each level.
  static func single(_ rowCounts: [Int]) -> SeriesAxis {
    SeriesAxis(
      members: rowCounts.map { [UInt32](repeating: 0, count: $0) }, values: Column([String?.none]), order: [0])
  }

  /// Collects the series from the series column of each level, in the order of the levels.
  init(_ columns: [Column], isSorted: Bool) throws {
    if let column = columns.first, columns.count == 1 {
      let axis = Axis(column, rowCount: column.count, isSorted: isSorted)
      (members, values, order) = ([axis.members], axis.distinctAll, axis.order)
      return
    }
    let axes = columns.map { Axis($0, rowCount: $0.count, isSorted: isSorted) }
    let type = columns[0].type
    let all = axes.flatMap { axis in axis.distinctAll.scalars.map { $0.converted(to: type) ?? $0 } }
    let united = try Column(type, all)
    let axis = Axis(united, rowCount: united.count, isSorted: isSorted)
    var start = 0
    members = axes.map { level in
      defer { start += level.distinctCount }
      return level.members.map { axis.members[start + Int($0)] }
    }
    values = axis.distinctAll
    order = axis.order
  }

  private init(members: [[UInt32]], values: Column, order: [Int32]) {
    self.members = members
    self.values = values
    self.order = order
  }

  var count: Int { values.count }

  /// Returns the series number of each value of a column. All values must occur in the axis. Without a column, all rows
  /// belong to the only series.
  func numbers(of column: Column?, rowCount: Int) -> [UInt32] {
    guard let column else { return [UInt32](repeating: 0, count: rowCount) }
    var numbers: [Scalar: UInt32] = [:]
    for (number, value) in values.scalars.enumerated() { numbers[value] = UInt32(truncatingIfNeeded: number) }
    return column.scalars.map { numbers[$0] ?? 0 }
  }

  func number(of value: Scalar) -> Int? { values.scalars.firstIndex { Scalar.compare($0, value) == 0 } }

  /// Sorts the series by value, with null last.
  mutating func sort(descending: Bool) {
    let rows = SortOrder.rows(by: [SortOrder(values, isDescending: descending)], rowCount: values.count)
    order = rows.filter { !values.isNull(Int($0)) } + rows.filter { values.isNull(Int($0)) }
  }
}
