import AugerColumns
import AugerMetadata

/// The categories or the series of a chart: the distinct values of a column in the order shown.
struct Axis {
  /// The distinct values in the order of their first rows.
  private let distinct: Column
  /// For each row, which distinct value it has.
  let members: [UInt32]
  /// Indices into the distinct values, in the order shown. May be a part of them.
  private(set) var order: [Int32]

  init(_ column: Column, rowCount: Int, isSorted: Bool) {
    let grouping = Grouping(keys: [column], rowCount: rowCount)
    distinct = column.gathered(grouping.firstRows)
    members = grouping.groups
    order =
      isSorted
      ? distinct.rowsInOrder : SortOrder.rows(by: [SortOrder(distinct)], rowCount: distinct.count)
    moveNullLast()
  }

  var distinctCount: Int { distinct.count }

  /// The values shown, one row each.
  var distinctValues: Column { distinct.gathered(order) }

  /// Orders by the values themselves, or by `totals` (one for each distinct value; null counts as less than all).
  mutating func sort(by sort: ChartSort, _ totals: Column) {
    let base = SortOrder.rows(by: [SortOrder(distinct)], rowCount: distinct.count)
    switch sort.key {
    case .category:
      order = SortOrder.rows(by: [SortOrder(distinct, isDescending: sort.isDescending)], rowCount: distinct.count)
    case .value:
      let ranked = SortOrder.rows(
        by: [SortOrder(totals.gathered(base), isDescending: sort.isDescending)], rowCount: distinct.count)
      order = ranked.map { base[Int($0)] }
    }
    moveNullLast()
  }

  mutating func limit(to count: Int) { order = Array(order.prefix(max(0, count))) }

  private mutating func moveNullLast() {
    guard distinct.nullCount > 0 else { return }
    order = order.filter { !distinct.isNull(Int($0)) } + order.filter { distinct.isNull(Int($0)) }
  }
}

extension Column {
  fileprivate var rowsInOrder: [Int32] { (0..<count).map { Int32(truncatingIfNeeded: $0) } }
}

/// The pairs of category and series that have rows.
struct Pairs {
  /// The pair of each row.
  let grouping: Grouping
  private let categories: [UInt32]
  private let series: [UInt32]
  private let categoryCount: Int

  init(_ category: Axis, _ series: Axis?, rowCount: Int) {
    let seriesMembers = series?.members ?? [UInt32](repeating: 0, count: rowCount)
    let keys = [category.members, seriesMembers].map { Column($0.map { Int64($0) }) }
    grouping = Grouping(keys: keys, rowCount: rowCount)
    categories = grouping.firstRows.map { category.members[Int($0)] }
    self.series = grouping.firstRows.map { seriesMembers[Int($0)] }
    categoryCount = category.distinctCount
  }

  /// For each cell, series × category in the order shown, the pair that fills it or −1.
  func rows(_ category: Axis, _ series: Axis?) -> [Int32] {
    let width = category.order.count
    let seriesOrder = series?.order ?? [0]
    var categoryAt = [Int32](repeating: -1, count: category.distinctCount)
    for (place, value) in category.order.enumerated() { categoryAt[Int(value)] = Int32(truncatingIfNeeded: place) }
    var seriesAt = [Int32](repeating: -1, count: series?.distinctCount ?? 1)
    for (place, value) in seriesOrder.enumerated() { seriesAt[Int(value)] = Int32(truncatingIfNeeded: place) }
    var cells = [Int32](repeating: -1, count: width * seriesOrder.count)
    for pair in categories.indices {
      let (c, s) = (Int(categoryAt[Int(categories[pair])]), Int(seriesAt[Int(self.series[pair])]))
      if c >= 0, s >= 0 { cells[s * width + c] = Int32(truncatingIfNeeded: pair) }
    }
    return cells
  }

  /// The sum over all series of each category, null where there is no value.
  func totals(of values: Column) -> Column {
    var sums = [Double?](repeating: nil, count: categoryCount)
    for pair in categories.indices {
      guard let value = values[pair].doubleValue else { continue }
      sums[Int(categories[pair])] = (sums[Int(categories[pair])] ?? 0) + value
    }
    return Column(sums)
  }
}
