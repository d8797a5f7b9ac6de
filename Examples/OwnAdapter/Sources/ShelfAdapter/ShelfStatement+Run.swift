import AugerQuery

extension ShelfStatement {
  /// Returns the rows that the statement selects.
  func run(on table: Shelf.StoredTable, check: () throws -> Void) throws -> [[Scalar]] {
    var positions: [String: Int] = [:]
    for (index, field) in table.fields.enumerated() { positions[field.name] = index }
    var selected: [Scope] = []
    for (number, row) in table.rows.enumerated() {
      if number.isMultiple(of: 1000) { try check() }
      if !isGrouped, order.isEmpty, let limit, selected.count >= limit { break }
      let scope = Scope(positions: positions, row: row, group: nil)
      if let condition, try value(of: condition, scope) != .bool(true) { continue }
      selected.append(scope)
    }
    if isGrouped { selected = try groups(of: selected, positions) }
    var results: [(items: [Scalar], order: [Scalar])] = []
    for scope in selected {
      if let having, try value(of: having, scope) != .bool(true) { continue }
      let values = try items.map { try value(of: $0, scope) }
      let order = try order.map { term, _ in
        if case .value(.int(let number)) = term, values.indices.contains(Int(number) - 1) {
          return values[Int(number) - 1]
        }
        return try value(of: term, scope)
      }
      results.append((values, order))
    }
    if !order.isEmpty {
      // The sort is stable: rows with equal terms remain in their order.
      results = results.enumerated().sorted { a, b in
        for (index, item) in order.enumerated() {
          let (x, y) = (a.element.order[index], b.element.order[index])
          // Null is the smallest value: first in ascending order, last in descending order.
          let order = Self.compare(x, y) ?? (x.isNull ? (y.isNull ? 0 : -1) : 1)
          if order != 0 { return (order < 0) != item.isDescending }
        }
        return a.offset < b.offset
      }.map(\.element)
    }
    return results.prefix(limit ?? results.count).map(\.items)
  }

  /// Returns the type of an item, which a result without rows has too.
  func type(of item: Term, in table: Shelf.StoredTable) -> DataType {
    switch item {
    case .column(let name): table.fields.first { $0.name == name }?.type ?? .string
    case .value(let value): value.type ?? .string
    case .aggregate("min", let argument?), .aggregate("max", let argument?): type(of: argument, in: table)
    case .aggregate("any", _): .bool
    case .aggregate: .int64
    default: .bool
    }
  }

  /// The input of a term: a row, or the rows of a group. The first row of a group determines its keys.
  struct Scope {
    var positions: [String: Int]
    var row: [Scalar]
    var group: [Scope]?
  }

  private func groups(of rows: [Scope], _ positions: [String: Int]) throws -> [Scope] {
    var order: [[Scalar]] = []
    var members: [[Scalar]: [Scope]] = [:]
    for row in rows {
      let key = try (keys ?? []).map { try value(of: items[$0], row) }
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(row)
    }
    // Without keys, all rows are one group, even if no rows exist.
    if keys == nil, order.isEmpty { order = [[]] }
    return order.map { key in
      let group = members[key] ?? []
      return Scope(positions: positions, row: group.first?.row ?? [], group: group)
    }
  }

  private var isGrouped: Bool {
    keys != nil || items.contains { if case .aggregate = $0 { true } else { false } }
  }

  private func aggregate(_ name: String, _ argument: Term?, _ rows: [Scope]) throws -> Scalar {
    guard let argument else { return .int(Int64(rows.count)) }
    let values = try rows.map { try value(of: argument, $0) }.filter { !$0.isNull }
    switch name {
    case "count": return .int(Int64(values.count))
    case "any": return .bool(values.contains(.bool(true)))
    case "sum":
      var sum: Int64 = 0
      for case .int(let number) in values {
        let (next, overflow) = sum.addingReportingOverflow(number)
        guard !overflow else { throw ShelfError("the sum is out of range") }
        sum = next
      }
      return values.isEmpty ? .null : .int(sum)
    default:
      var best: Scalar?
      for value in values {
        guard let known = best, let order = Self.compare(value, known) else {
          best = best ?? value
          continue
        }
        if name == "max" ? order > 0 : order < 0 { best = value }
      }
      return best ?? .null
    }
  }

  /// Returns the value of a term. Conditions have three values like in SQL: a comparison with null is unknown.
  private func value(of term: Term, _ scope: Scope) throws -> Scalar {
    switch term {
    case .column(let name):
      guard let position = scope.positions[name], position < scope.row.count else {
        throw ShelfError("there is no column \(name)")
      }
      return scope.row[position]
    case .value(let value): return value
    case .compare(let sign, let left, let right):
      let (a, b) = (try value(of: left, scope), try value(of: right, scope))
      guard let order = Self.compare(a, b) else { return .null }
      switch sign {
      case "=": return .bool(order == 0)
      case "<>": return .bool(order != 0)
      case "<": return .bool(order < 0)
      case "<=": return .bool(order <= 0)
      case ">": return .bool(order > 0)
      default: return .bool(order >= 0)
      }
    case .all(let left, let right):
      let both = [try value(of: left, scope), try value(of: right, scope)]
      return both.contains(.bool(false)) ? .bool(false) : both.contains(.null) ? .null : .bool(true)
    case .either(let left, let right):
      let both = [try value(of: left, scope), try value(of: right, scope)]
      return both.contains(.bool(true)) ? .bool(true) : both.contains(.null) ? .null : .bool(false)
    case .not(let operand):
      guard case .bool(let flag) = try value(of: operand, scope) else { return .null }
      return .bool(!flag)
    case .isNull(let operand, let negated):
      return .bool(try value(of: operand, scope).isNull != negated)
    case .among(let operand, let values):
      let wanted = try value(of: operand, scope)
      let list = try values.map { try value(of: $0, scope) }
      if list.contains(where: { Self.compare(wanted, $0) == 0 }) { return .bool(true) }
      return wanted.isNull || list.contains(.null) ? .null : .bool(false)
    case .aggregate(let name, let argument):
      guard let group = scope.group else { throw ShelfError("\(name) stands where rows are selected") }
      return try aggregate(name, argument, group)
    }
  }

  /// Returns a negative number, zero or a positive number. Nil if a value is null or the types differ.
  private static func compare(_ a: Scalar, _ b: Scalar) -> Int? {
    func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : a > b ? 1 : 0 }
    switch (a, b) {
    case (.int(let x), .int(let y)): return order(x, y)
    case (.bool(let x), .bool(let y)): return order(x ? 1 : 0, y ? 1 : 0)
    case (.float(let x), .float(let y)): return x.isNaN || y.isNaN ? nil : order(x, y)
    case (.date(let x), .date(let y)): return order(x, y)
    case (.timestamp(let x), .timestamp(let y)): return order(x, y)
    case (.string(let x), .string(let y)):
      // Compare bytes, like Auger. Swift's `==` also accepts strings with different bytes.
      return x.utf8.lexicographicallyPrecedes(y.utf8) ? -1 : y.utf8.lexicographicallyPrecedes(x.utf8) ? 1 : 0
    default: return nil
    }
  }
}
