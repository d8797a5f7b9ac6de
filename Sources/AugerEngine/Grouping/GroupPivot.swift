import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A key of groups whose values become columns.
package struct GroupPivot: Sendable {
  /// The name of the key and the position of the pivot in the query.
  let reference: TableQuery.ColumnReference
  /// The index of the key among the groups' columns.
  package let key: Int
  /// The indices of the other keys, which determine the rows.
  package let rest: [Int]

  /// The maximum number of columns created from values and measures.
  package static let mostColumns = 1000

  /// Creates a pivot. Nil if it is not a key.
  init?(_ reference: TableQuery.ColumnReference, keys: [String]) {
    guard let key = keys.firstIndex(ofName: reference.name) else { return nil }
    self.reference = reference
    self.key = key
    rest = keys.indices.filter { $0 != key }
  }

  /// Returns one row for each combination of the other keys, in the order of their first groups. After these keys
  /// comes one column for each value and measure, sorted by value with null first.
  func spread(
    _ groups: Table, _ memory: MemoryBudget?, _ checkpoint: (@Sendable () throws -> Void)?
  ) throws -> Table {
    let measures = groups.columns.indices.dropFirst(rest.count + 1)
    let values = Grouping(keys: [groups.columns[key]], rowCount: groups.rowCount)
    let rows = Grouping(keys: rest.map { groups.columns[$0] }, rowCount: groups.rowCount)
    guard values.count <= Self.mostColumns / max(1, measures.count) else {
      throw AugerError(
        .limitExceeded, operation: "spread '\(reference.name)' into columns",
        "pivot column '\(reference.name)' has \(values.count) values, and the maximum is \(Self.mostColumns) columns"
          + (measures.count > 1 ? ", one for each value and measure" : ""),
        hint: "Filter the rows, or pivot by a coarser value such as year(d).")
    }
    let share = MemoryShare(of: memory)
    if share.isLimited {
      // A cell needs as much memory as in a group, its null bit, and temporarily its row number.
      let width = measures.reduce(0) { $0 + groups.columns[$1].byteCount } / max(1, groups.rowCount) + 1
      try share.hold(rows.count * (values.count * width + 4) + groups.rowCount * 8)
    }
    var groupsOfValue = [[Int32]](repeating: [], count: values.count)
    for group in 0..<groups.rowCount {
      groupsOfValue[Int(values.groups[group])].append(Int32(truncatingIfNeeded: group))
    }
    let distinct = groups.columns[key].gathered(values.firstRows)
    var fields = rest.map { groups.schema[$0] }
    var columns = rest.map { groups.columns[$0].gathered(rows.firstRows) }
    var names = Set(fields.map { Array($0.name.utf8) })
    for value in SortOrder.rows(by: [SortOrder(distinct)], rowCount: distinct.count) {
      try checkpoint?()
      var cells = [Int32](repeating: -1, count: rows.count)
      for group in groupsOfValue[Int(value)] { cells[Int(rows.groups[Int(group)])] = group }
      for measure in measures {
        let field = groups.schema[measure]
        let text = Self.name(distinct[Int(value)], distinct.type)
        let name = measures.count == 1 ? text : "\(text) \(field.name)"
        guard names.insert(Array(name.utf8)).inserted else { throw collision(name) }
        fields.append(Field(name, field.type))
        columns.append(groups.columns[measure].gathered(cells))
      }
    }
    return Table(
      Schema(fields), columns, rowCount: rows.count, properties: groups.properties, warnings: groups.warnings)
  }

  private static func name(_ value: Scalar, _ type: DataType) -> String {
    switch value {
    case .null: Scalar.noValue
    case .string(let text) where text.isEmpty: Scalar.emptyText
    // Negative zero belongs to the same group.
    case .float(let number) where number == 0: Scalar.float(0).description
    default: type.text(of: value)
    }
  }

  private func collision(_ name: String) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .duplicateName, "the pivot by '\(reference.name)' would create two columns '\(name)'",
        at: reference.place,
        hint: "Pivot by a derived key whose values have other names."))
  }
}
