import AugerColumns
import TestSupport

/// A generated table and other tables that its queries can join.
struct GeneratedTables {
  /// A table with a key that matches rows of another table.
  struct Side {
    var table: GeneratedTable
    /// The index of the side whose columns the key refers to. Nil means the main table.
    var base: Int?
    /// The key, over the columns of the base.
    var keys: [GeneratedJoin.Key]
    /// True if two rows have the same key.
    var isMultiple = false
  }

  var main: GeneratedTable
  var sides: [Side] = []

  init(_ main: GeneratedTable, sides: [Side] = []) {
    self.main = main
    self.sides = sides
  }

  init(_ chance: inout Chance, rowCount: Int) {
    main = GeneratedTable(&chance, rowCount: rowCount)
    for number in 0..<chance.pick([1, 1, 2, 2, 3]) {
      let base: Int? = number > 0 && chance.isOneIn(3) ? chance.below(number) : nil
      sides.append(Self.side(number, base, of: base.map { sides[$0].table } ?? main, &chance))
    }
    // Also add a copy of one table with a duplicate key.
    let number = chance.below(sides.count)
    if chance.isOneIn(2), let multiple = Self.multiplied(sides[number], &chance) { sides.append(multiple) }
  }

  // MARK: Sides

  private static func side(
    _ number: Int, _ base: Int?, of table: GeneratedTable, _ chance: inout Chance
  ) -> Side {
    let parts = (0..<chance.pick([1, 1, 1, 2, 2, 3])).map { index in
      let (value, type) = part(over: table, &chance)
      return GeneratedJoin.Key(column: index + 1, value: value, type: type)
    }
    let types = parts.map { besides($0.type, &chance) }
    var keys: [[Scalar]] = []
    func add(_ key: [Scalar]) {
      let isKnown = keys.contains { known in
        parts.indices.allSatisfy { part in
          GeneratedJoin.isEqual(parts[part].compared(known[part]), parts[part].compared(key[part]))
        }
      }
      if !isKnown { keys.append(key) }
    }
    // Most of the existing keys, some other keys, and some keys with null parts.
    for row in table.rows where !chance.isOneIn(3) && keys.count < 60 {
      let values = parts.map { try? $0.value.value(row) }
      let key = zip(values, types).compactMap { value, type in value.flatMap { converted($0, to: type) } }
      if key.count == parts.count { add(key) }
    }
    for _ in 0..<chance.below(6) {
      let makers = types.map { ColumnMaker($0, &chance) }
      let key = makers.map { $0.value(&chance) }
      if !key.contains(where: \.isNull) || chance.isOneIn(2) { add(key) }
    }
    keys.shuffle(using: &chance)
    var columns = [GeneratedTable.Column(name: "id", type: .int)]
    var makers: [ColumnMaker] = []
    // Use some names that also occur in the base.
    func name(_ own: String, _ other: String?) -> String {
      guard let other, !columns.contains(where: { $0.name == other }) else { return own }
      return other
    }
    for (index, part) in parts.enumerated() {
      let same: String? = if case .column(let column) = part.value { table.columns[column].name } else { nil }
      columns.append(.init(name: name("k\(number)\(index)", chance.isOneIn(2) ? same : nil), type: types[index]))
    }
    for index in 0..<1 + chance.below(4) {
      let type = chance.pick(kinds)
      let clash = chance.isOneIn(4) ? chance.pick(table.columns).name : nil
      let own = chance.isOneIn(8) ? "of \(number) '\(index)'" : "s\(number)\(index)"
      columns.append(.init(name: name(own, clash), type: type))
      makers.append(ColumnMaker(type, &chance))
    }
    let rows = keys.enumerated().map { row, key in [.int(Int64(row))] + key + makers.map { $0.value(&chance) } }
    return Side(table: GeneratedTable(columns: columns, rows: rows), base: base, keys: parts)
  }

  private static let kinds: [GenType] = [.int, .float, .text, .text, .date, .moment, .bool, .decimal(2)]

  /// Returns a column or an expression over one column.
  private static func part(over table: GeneratedTable, _ chance: inout Chance) -> (value: Gen, type: GenType) {
    let index = chance.below(table.columns.count)
    let (column, type) = (Gen.column(index), table.columns[index].type)
    guard chance.isOneIn(3) else { return (column, type) }
    switch type {
    case .int:
      // `abs` overflows for the smallest integer.
      return chance.isOneIn(4) ? (.call("abs", [column]), .int) : (.arithmetic("%", column, .literal(.int(7))), .int)
    case .text:
      return (chance.isOneIn(2) ? .call("left", [column, .literal(.int(1))]) : .call("upper", [column]), .text)
    case .date, .moment:
      return chance.isOneIn(2)
        ? (.call("year", [column]), .int) : (.call("startOf", [column, .literal(.string("month"))]), type)
    case .float: return (.call("floor", [column]), .float)
    case .bool, .decimal: return (column, type)
    }
  }

  /// Returns the type or another type that can be compared with it.
  private static func besides(_ type: GenType, _ chance: inout Chance) -> GenType {
    guard chance.isOneIn(2) else { return type }
    return switch type {
    case .int: chance.pick([.float, .decimal(2), .decimal(0), .bool])
    case .float: chance.pick([.int, .decimal(2)])
    case .decimal(let scale): chance.pick([.int, .float, .decimal(scale + 1), .decimal(max(0, scale - 1))])
    case .date: .moment
    case .moment: .date
    case .bool: .int
    case .text: .text
    }
  }

  /// Returns a value in another type, rounded if necessary. Nil if it does not fit.
  private static func converted(_ value: Scalar, to type: GenType) -> Scalar? {
    if value.isNull { return .null }
    let number: Scalar = if case .bool(let truth) = value { .int(truth ? 1 : 0) } else { value }
    switch type {
    case .int:
      if case .int = number { return number }
      return number.doubleValue.flatMap { Int64(exactly: $0.rounded(.down)) }.map { .int($0) }
    case .float: return number.doubleValue.map { .float($0) }
    case .decimal(let scale):
      guard let double = number.doubleValue, abs(double) < 1e8 else { return nil }
      let decimal = number.decimal ?? Decimal128(unscaled: Int128((double * 100).rounded()), scale: 2)
      return decimal.rescaled(to: scale).map { .decimal($0) }
    case .date:
      if case .timestamp(let moment) = value { return .date(moment.date) }
      return value
    case .moment:
      if case .date(let day) = value { return .timestamp(Timestamp(day)) }
      return value
    case .bool: return number.doubleValue.map { .bool($0 != 0) }
    case .text: return value
    }
  }

  private static func multiplied(_ side: Side, _ chance: inout Chance) -> Side? {
    let whole = side.table.rows.filter { row in !side.keys.contains { row[$0.column].isNull } }
    guard var row = whole.randomElement(&chance) else { return nil }
    row[0] = .int(Int64(side.table.rows.count))
    var multiple = side
    multiple.isMultiple = true
    multiple.table.rows.append(row)
    return multiple
  }
}
