import AugerColumns
import AugerDiagnostics

/// An index from the values of a unique key with one or several columns to rows.
struct KeyIndex: Sendable {
  /// The numbers of the distinct values of one column.
  fileprivate struct Values: Sendable {
    var texts: [[UInt8]: Int32] = [:]
    var words: [Int64: Int32] = [:]
    var wide: [Int128: Int32] = [:]
    var count: Int32 = 0
  }

  /// A key that two rows have.
  struct Duplicate: Error {
    let first: Int
    let second: Int
  }

  /// The types in which both sides of each column are compared.
  private let types: [DataType]
  private var columns: [Values]
  /// The numbers of pairs of a prefix number and the value number of this column. Unused for the first column.
  private var pairs: [[UInt64: Int32]]
  private var rows: [Int32] = []

  /// Creates the index. `others` are the types of the columns on the other side: equal to the key types, or decimals
  /// of other scales.
  ///
  /// - Parameter checkpoint: Throws if the work should end. Called once every few thousand rows.
  init(_ keys: [Column], beside others: [DataType], checkpoint: () throws -> Void) throws {
    let types = zip(keys, others).map { $0.type.common(with: $1) ?? $0.type }
    self.types = types
    columns = keys.map { _ in Values() }
    pairs = keys.map { _ in [:] }
    var ids: [Int32] = []
    for index in keys.indices {
      var values = columns[index]
      let own = try Self.ids(of: keys[index], as: types[index], checkpoint) { key in
        values.number(of: key, adding: true)
      }
      columns[index] = values
      guard index > 0 else {
        ids = own
        continue
      }
      for row in ids.indices { ids[row] = pair(ids[row], own[row], at: index, adding: true) }
    }
    var first: [Int32] = []
    for (row, id) in ids.enumerated() where id >= 0 {
      while first.count <= Int(id) { first.append(-1) }
      guard first[Int(id)] < 0 else { throw Duplicate(first: Int(first[Int(id)]), second: row) }
      first[Int(id)] = Int32(truncatingIfNeeded: row)
    }
    rows = first
  }

  /// Returns the row with an equal key for each row of the other side. It is -1 if none matches or a part of the key
  /// is null.
  func rows(for keys: [Column], checkpoint: () throws -> Void) throws -> [Int32] {
    var ids: [Int32] = []
    for index in keys.indices {
      let values = columns[index]
      let own = try Self.ids(of: keys[index], as: types[index], checkpoint) { key in values.known(key) }
      guard index > 0 else {
        ids = own
        continue
      }
      for row in ids.indices {
        guard ids[row] >= 0, own[row] >= 0 else {
          ids[row] = -1
          continue
        }
        ids[row] = pairs[index][Self.word(ids[row], own[row])] ?? -1
      }
    }
    for row in ids.indices where ids[row] >= 0 { ids[row] = rows[Int(ids[row])] }
    return ids
  }

  /// Returns the approximate memory of an index over these columns, including temporary memory: growing tables, and
  /// one array for each string.
  static func byteCount(of keys: [Column]) -> Int {
    keys.reduce(0) { total, key in
      let texts = if case .string = key.values { key.byteCount + 32 * key.count } else { 0 }
      return total + 60 * key.count + texts
    }
  }

  private static func word(_ a: Int32, _ b: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b))
  }

  private mutating func pair(_ a: Int32, _ b: Int32, at index: Int, adding: Bool) -> Int32 {
    guard a >= 0, b >= 0 else { return -1 }
    let next = Int32(truncatingIfNeeded: pairs[index].count)
    return pairs[index][Self.word(a, b)]
      ?? {
        pairs[index][Self.word(a, b)] = next
        return next
      }()
  }

  // MARK: Values

  fileprivate enum Key {
    case text([UInt8])
    case word(Int64)
    case wide(Int128)
  }

  /// Returns the number of each row's value, -1 for null. Each distinct string is found once.
  private static func ids(
    of column: Column, as type: DataType, _ checkpoint: () throws -> Void, _ number: (Key) -> Int32
  ) throws -> [Int32] {
    var ids = [Int32](repeating: -1, count: column.count)
    func each(_ key: (Int) -> Key?) throws {
      for row in 0..<column.count {
        if row & 0xFFF == 0 { try checkpoint() }
        if !column.isNull(row), let key = key(row) { ids[row] = number(key) }
      }
    }
    switch (column.values, type) {
    case (.string(let codes, let dictionary), _):
      func text(_ code: Int) -> Key {
        let text = dictionary.utf8(code)
        return .text((0..<text.count).map { text[$0] })
      }
      // A batch of a table with many strings contains few of them.
      if dictionary.count > 2 * column.count {
        try each { text(codes[$0]) }
        break
      }
      var known = [Int32](repeating: -2, count: dictionary.count)
      for row in 0..<column.count {
        if row & 0xFFF == 0 { try checkpoint() }
        guard !column.isNull(row) else { continue }
        let code = codes[row]
        if known[code] == -2 { known[code] = number(text(code)) }
        ids[row] = known[code]
      }
    case (.int64(let values), .int64): try each { .word(values[$0]) }
    case (.bool(let values), .bool): try each { .word(values[$0] ? 1 : 0) }
    case (.date(let values), .date): try each { .word(Int64(values[$0])) }
    case (.time(let values), .time): try each { .word(values[$0]) }
    case (.timestamp(let values), _): try each { .word(values[$0]) }
    default: try each { key(column[$0], type) }
    }
    return ids
  }

  /// Returns a value in the type of the comparison. Nil for values that equal no other.
  private static func key(_ scalar: Scalar, _ type: DataType) -> Key? {
    switch type {
    case .float64:
      guard let value = scalar.doubleValue, !value.isNaN else { return nil }
      return .word(Int64(bitPattern: (value == 0 ? 0 : value).bitPattern))
    case .decimal(_, let scale):
      let decimal: Decimal128? =
        switch scalar {
        case .decimal(let value): value
        case .int(let value): Decimal128(unscaled: Int128(value), scale: 0)
        default: nil
        }
      // A value with too many digits for the comparison equals no value of the other side.
      return decimal?.rescaled(to: scale).map { .wide($0.unscaled) }
    default: return .text(Array(scalar.description.utf8))
    }
  }
}

extension KeyIndex.Values {
  fileprivate func known(_ key: KeyIndex.Key) -> Int32 {
    switch key {
    case .text(let text): texts[text] ?? -1
    case .word(let word): words[word] ?? -1
    case .wide(let wide): self.wide[wide] ?? -1
    }
  }

  fileprivate mutating func number(of key: KeyIndex.Key, adding: Bool) -> Int32 {
    let found = known(key)
    guard found < 0 else { return found }
    defer { count += 1 }
    switch key {
    case .text(let text): texts[text] = count
    case .word(let word): words[word] = count
    case .wide(let wide): self.wide[wide] = count
    }
    return count
  }
}
