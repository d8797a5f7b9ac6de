import AugerColumns
import TestSupport

/// A join of a generated query: its table, key and name.
struct GeneratedJoin {
  /// A part of the key.
  struct Key {
    /// The column of the joined table.
    var column: Int
    /// The expression to compare with, over the preceding columns.
    var value: Gen
    /// The type of `value`.
    var type: GenType

    /// Returns a value as it is compared: as a float if the other side is a float.
    func compared(_ value: Scalar) -> Scalar {
      type == .float ? GeneratedJoin.number(value).doubleValue.map { .float($0) } ?? value : value
    }
  }

  var name: String
  /// The index of the joined table in `sides`.
  var side: Int
  var isInner: Bool
  var keys: [Key]

  /// True if a part of the key can overflow.
  var canFail: Bool { keys.contains { if case .call("abs", _) = $0.value { true } else { false } } }

  /// Returns true if two key values are equal. Nulls are never equal.
  static func isEqual(_ a: Scalar, _ b: Scalar) -> Bool {
    if a.isNull || b.isNull { return false }
    return Scalar.compare(number(a), number(b)) == 0
  }

  /// Returns a bool as an int, for comparison with numbers.
  fileprivate static func number(_ value: Scalar) -> Scalar {
    if case .bool(let truth) = value { .int(truth ? 1 : 0) } else { value }
  }
}

/// A column of the joined rows.
struct JoinedColumn {
  /// The name in its table.
  var plain: String
  /// The name in a result with all columns: the plain name if it is unique, otherwise the qualified name.
  var name: String
  /// The name qualified with the table. For columns of the main table, the plain name.
  var long: String
  var type: GenType
  /// The index of the join that adds the column.
  var join: Int?
  /// True for a key column with the same name as the column that it equals. The result contains only the latter.
  var isHidden = false
}

/// The error for a joined table that has two rows with the same key.
struct GenMultiple: Error {
  /// The key as in the error message: `k is 1 and m is x: row 2 and row 5`.
  let key: String
}

extension GeneratedTables {
  /// Returns the columns that a query with these joins can use. `isLong` contains the columns that the query qualifies
  /// although their names are unique.
  func columns(_ joins: [GeneratedJoin], isLong: Set<Int> = []) -> [JoinedColumn] {
    var columns = main.columns.map { JoinedColumn(plain: $0.name, name: $0.name, long: $0.name, type: $0.type) }
    func owners(_ name: String, _ joins: ArraySlice<GeneratedJoin>) -> Int {
      joins.count { sides[$0.side].table.columns.contains { $0.name == name } }
    }
    for (number, join) in joins.enumerated() {
      let names = keyNames(columns, joins[..<number], isLong)
      for (index, column) in sides[join.side].table.columns.enumerated() {
        let isShared = main.columns.contains { $0.name == column.name } || owners(column.name, joins[...]) > 1
        let long = "\(join.name).\(column.name)"
        let isHidden = join.keys.contains { key in
          guard key.column == index, case .column(let value) = key.value else { return false }
          return names[value] == column.name
        }
        columns.append(
          JoinedColumn(
            plain: column.name, name: isShared ? long : column.name, long: long, type: column.type, join: number,
            isHidden: isHidden))
      }
    }
    return columns
  }

  /// Returns the names of the columns before a join in its key. Names in later joins do not affect them.
  func keyNames(_ columns: [JoinedColumn], _ joins: ArraySlice<GeneratedJoin>, _ isLong: Set<Int>) -> [String] {
    columns.enumerated().map { index, column in
      let owners = joins.count { sides[$0.side].table.columns.contains { $0.name == column.plain } }
      let isShared = owners > 1 || column.join != nil && main.columns.contains { $0.name == column.plain }
      return isShared || isLong.contains(index) ? column.long : column.plain
    }
  }

  /// Throws `GenMultiple` if a joined table has two rows with the same key, even if no row matches it.
  func checkKeys(_ joins: [GeneratedJoin]) throws(GenMultiple) {
    for join in joins {
      let table = sides[join.side].table
      for (second, row) in table.rows.enumerated() {
        let first = table.rows[..<second].firstIndex { other in
          join.keys.allSatisfy { key in
            GeneratedJoin.isEqual(key.compared(other[key.column]), key.compared(row[key.column]))
          }
        }
        guard let first else { continue }
        let parts = join.keys.map { "\(table.columns[$0.column].name) is \(table.rows[first][$0.column])" }
        throw GenMultiple(key: "\(parts.joined(separator: " and ")): row \(first + 1) and row \(second + 1)")
      }
    }
  }

  /// Joins the tables in order. Columns are null if no row matches or if the query does not need the join. Inner joins
  /// remove rows without a match.
  func joined(_ rows: [[Scalar]], _ joins: [GeneratedJoin], needed: Set<Int>) throws -> [[Scalar]] {
    if joins.isEmpty { return rows }
    let columns = columns(joins)
    var needed = needed
    var isUsed = joins.map(\.isInner)
    for number in joins.indices.reversed() {
      if needed.contains(where: { $0 < columns.count && columns[$0].join == number }) { isUsed[number] = true }
      if isUsed[number] { for key in joins[number].keys { needed.formUnion(key.value.columnsRead) } }
    }
    var result = rows
    var isKept = rows.map { _ in true }
    for (number, join) in joins.enumerated() {
      let table = sides[join.side].table
      let none = table.columns.map { _ in Scalar.null }
      for (index, before) in result.enumerated() {
        guard isUsed[number] else {
          result[index] = before + none
          continue
        }
        let values = try join.keys.map { try $0.value.value(before) }
        let found = table.rows.first { row in
          zip(join.keys, values).allSatisfy { GeneratedJoin.isEqual(row[$0.column], $1) }
        }
        result[index] = before + (found ?? none)
        if join.isInner, found == nil { isKept[index] = false }
      }
    }
    return zip(result, isKept).filter(\.1).map(\.0)
  }

  /// Returns joins of some of the tables, each after the join that its key refers to.
  func joins(_ chance: inout Chance) -> [GeneratedJoin] {
    var joins: [GeneratedJoin] = []
    // The index of each table's first column.
    var starts: [Int: Int] = [:]
    var count = main.columns.count
    for (number, side) in sides.enumerated() {
      guard side.isMultiple ? chance.isOneIn(16) : !chance.isOneIn(4) else { continue }
      guard let start = side.base.map({ starts[$0] }) ?? 0 else { continue }
      // Join the same table twice, as for the origin and destination airports of a flight.
      for copy in 0..<(chance.isOneIn(8) ? 2 : 1) {
        let picked = chance.pick(["j\(number)", "j\(number)", "airlines", "of order", "c0"])
        let name = joins.contains { $0.name == picked } ? "j\(number)\(copy)" : picked
        starts[number] = count
        let keys = side.keys.map { key in
          GeneratedJoin.Key(column: key.column, value: key.value.renumbered { $0 + start }, type: key.type)
        }
        joins.append(GeneratedJoin(name: name, side: number, isInner: chance.isOneIn(3), keys: keys))
        count += side.table.columns.count
      }
    }
    return joins
  }
}
