import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// The categories of one level, or the series of a chart: the distinct values of their columns in display order.
///
/// Below the coarsest level, the key of a category includes the values of its ancestors. The first quarter of 2001 is
/// not the first quarter of 2002. The key columns of the ancestors come first.
struct Axis {
  /// The distinct keys in the order of their first rows; the last column is the axis' own.
  private let keys: [Column]
  /// The index of the distinct key of each row.
  let members: [UInt32]
  /// Indices into the distinct keys, in display order. Can be a subset of them.
  private(set) var order: [Int32]
  /// The index of the category "Other", which combines the categories that are not shown individually.
  private(set) var otherPlace: Int?

  private var own: Column { keys[keys.count - 1] }

  init(_ columns: [Column], rowCount: Int, isSorted: Bool) {
    let grouping = Grouping(keys: columns, rowCount: rowCount)
    keys = columns.map { $0.gathered(grouping.firstRows) }
    members = grouping.groups
    order = []
    order = isSorted ? (0..<distinctCount).map { Int32(truncatingIfNeeded: $0) } : rows(descending: false)
    moveNullLast()
  }

  /// Uses the keys of a calendar in calendar order, followed by keys of rows that are not in the calendar, such as
  /// null.
  init(_ columns: [Column], rowCount: Int, calendar: LevelTable.Calendar) throws(AugerError) {
    let days = Grouping(keys: calendar.keys, rowCount: calendar.keys[0].count)
    let all = calendar.keys.map { $0.gathered(days.firstRows) }
    let rows = Grouping(keys: columns, rowCount: rowCount)
    let present = columns.map { $0.gathered(rows.firstRows) }
    var numbers: [[Scalar]: UInt32] = [:]
    for index in 0..<days.count { numbers[all.map { $0[index] }] = UInt32(truncatingIfNeeded: index) }
    var hasRows = [Bool](repeating: calendar.fillsGaps, count: days.count)
    var extra: [[Scalar]] = []
    let renumbered = (0..<rows.count).map { index in
      let key = present.map { $0[index] }
      if let number = numbers[key] {
        hasRows[Int(number)] = true
        return number
      }
      extra.append(key)
      return UInt32(truncatingIfNeeded: days.count + extra.count - 1)
    }
    var keys: [Column] = []
    for (index, column) in all.enumerated() {
      keys.append(extra.isEmpty ? column : try Column(column.type, column.scalars + extra.map { $0[index] }))
    }
    hasRows += [Bool](repeating: true, count: extra.count)
    self.init(
      keys: keys, members: rows.groups.map { renumbered[Int($0)] },
      order: hasRows.indices.filter { hasRows[$0] }.map { Int32(truncatingIfNeeded: $0) }, otherPlace: nil)
  }

  init(_ column: Column, rowCount: Int, isSorted: Bool) {
    self.init([column], rowCount: rowCount, isSorted: isSorted)
  }

  var distinctCount: Int { own.count }

  /// The distinct values, in the order in which their keys are numbered.
  var distinctAll: Column { own }

  /// The displayed values, one row each.
  var distinctValues: Column { own.gathered(order) }

  /// Returns the key of a distinct value, ancestors first.
  func key(_ index: Int) -> [Scalar] { keys.map { $0[index] } }

  var types: [DataType] { keys.map(\.type) }

  private func rows(descending: Bool) -> [Int32] {
    SortOrder.rows(by: [SortOrder(own, isDescending: descending)], rowCount: own.count)
  }

  /// Sorts by the values themselves, or by `totals` (one for each distinct value; null is less than every number).
  mutating func sort(by sort: ChartSort, _ totals: Column) {
    switch sort.key {
    case .category: order = rows(descending: sort.isDescending)
    case .value:
      let base = rows(descending: false)
      let ranked = SortOrder.rows(
        by: [SortOrder(totals.gathered(base), isDescending: sort.isDescending)], rowCount: own.count)
      order = ranked.map { base[Int($0)] }
    }
    moveNullLast()
  }

  /// Returns the values of the first `count` categories, without their ancestors.
  func own(ofFirst count: Int) -> [Scalar] { order.prefix(count).map { own[Int($0)] } }

  /// Returns the rows of the first `count` categories.
  func rows(ofFirst count: Int) -> [Int32] {
    var isKept = [Bool](repeating: false, count: distinctCount)
    for index in order.prefix(count) { isKept[Int(index)] = true }
    return members.indices.filter { isKept[Int(members[$0])] }.map { Int32(truncatingIfNeeded: $0) }
  }

  /// Returns an axis with the first `count` categories, whose rows are `rows`, and one category for all others. The
  /// `others` rows of that category follow.
  func folded(keeping count: Int, rows: [Int32], others: Int) -> Axis {
    let other = UInt32(truncatingIfNeeded: count)
    var places = [UInt32](repeating: other, count: distinctCount)
    for (place, index) in order.prefix(count).enumerated() {
      places[Int(index)] = UInt32(truncatingIfNeeded: place)
    }
    let kept = Array(order.prefix(count)) + [-1]
    return Axis(
      keys: keys.map { $0.gathered(kept) },
      members: rows.map { places[Int(members[Int($0)])] } + [UInt32](repeating: other, count: others),
      order: kept.indices.map { Int32(truncatingIfNeeded: $0) }, otherPlace: count)
  }

  private init(keys: [Column], members: [UInt32], order: [Int32], otherPlace: Int?) {
    self.keys = keys
    self.members = members
    self.order = order
    self.otherPlace = otherPlace
  }

  mutating func limit(to count: Int) { order = Array(order.prefix(max(0, count))) }

  /// Groups the children of each parent, with parents in the order of `ranks` (one for each distinct key). The order of
  /// the children does not change.
  mutating func group(byParents ranks: [Int32]) {
    var counted = order.enumerated().map { (rank: ranks[Int($1)], place: $0, index: $1) }
    counted.sort { ($0.rank, $0.place) < ($1.rank, $1.place) }
    order = counted.map(\.index)
  }

  private mutating func moveNullLast() {
    guard own.nullCount > 0 else { return }
    order = order.filter { !own.isNull(Int($0)) } + order.filter { own.isNull(Int($0)) }
  }
}
