import AugerColumns

/// Group numbers for keys with too many combinations for one layout. Several layouts of adjacent keys are combined.
///
/// Numbers have the order of the keys, so groups in the order of their numbers are sorted.
struct WideLayout: Sendable {
  private let layouts: [(layout: KeyLayout, bases: Range<Int>)]
  private let keys: KeyPlan
  private let keyCount: Int
  /// The number of combinations. Group numbers are below it.
  let combinations: Int

  /// Creates the layout. Nil if one layout is enough, if more than `limit` combinations exist, or if keys are not
  /// functions of columns with few values. `columns` are the base columns with all rows.
  init?(_ keys: KeyPlan, _ columns: [Column], _ plan: TableQueryPlan, limit: Int) {
    // Check that the keys of the bases, in order, are the keys of the query.
    guard keys.bases.flatMap(\.keys).elementsEqual(plan.keys.indices), keys.bases.count == columns.count else {
      return nil
    }
    // A few rows usually show that one layout is enough, or that none can be used.
    let first = columns.map { ValueDomain($0[0..<min($0.count, 1 << 14)], limit: KeyLayout.limit) }
    let least = first.reduce(1.0) { $0 * Double($1?.count ?? Int.max) }
    guard least > Double(KeyLayout.limit) else { return nil }
    var domains: [ValueDomain] = []
    for (column, first) in zip(columns, first) {
      guard first != nil, let domain = ValueDomain(column, limit: KeyLayout.limit) else { return nil }
      domains.append(domain)
    }
    var layouts: [(layout: KeyLayout, bases: Range<Int>)] = []
    var combinations = 1
    var base = 0
    while base < domains.count {
      guard var layout = keys.layout(of: base..<base + 1, domains, plan, inOrder: true) else { return nil }
      var end = base + 1
      while end < domains.count, let longer = keys.layout(of: base..<end + 1, domains, plan, inOrder: true) {
        layout = longer
        end += 1
      }
      let (product, overflow) = combinations.multipliedReportingOverflow(by: layout.combinations)
      guard !overflow, product <= min(limit, Int(UInt32.max)) else { return nil }
      layouts.append((layout, base..<end))
      combinations = product
      base = end
    }
    guard layouts.count > 1 else { return nil }
    self.layouts = layouts
    self.keys = keys
    self.combinations = combinations
    keyCount = plan.keys.count
  }

  /// Returns the group number of each row. The columns are indexed like the plan's schema.
  func numbers(_ columns: [Column?], rowCount: Int) -> [UInt32] {
    var result = [UInt32](repeating: 0, count: rowCount)
    for (layout, bases) in layouts {
      let own = layout.numbers(bases.compactMap { columns[keys.bases[$0].column] }, rowCount: rowCount)
      let step = UInt32(truncatingIfNeeded: layout.combinations)
      for row in result.indices { result[row] = result[row] &* step &+ UInt32(own[row]) }
    }
    return result
  }

  /// Returns the keys of groups by their numbers, with one column for each key of the query.
  func keys(of numbers: [UInt32]) -> [Column] {
    var columns = [Column?](repeating: nil, count: keyCount)
    var step = UInt32(truncatingIfNeeded: combinations)
    for (layout, bases) in layouts {
      let count = UInt32(truncatingIfNeeded: layout.combinations)
      step /= count
      let own = layout.keys(of: numbers.map { UInt16(truncatingIfNeeded: $0 / step % count) })
      for (base, found) in zip(bases, own) {
        for (position, column) in zip(keys.bases[base].keys, found) { columns[position] = column }
      }
    }
    return columns.compactMap { $0 }
  }
}
