import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The base columns of the group keys. A key that is a function of one column is found by the value of that column.
struct KeyPlan: Sendable {
  struct Base: Sendable {
    /// Index into the plan's schema.
    var column: Int
    /// Positions among the query's keys.
    var keys: [Int]
    /// The derived columns to compute for each value of the base, ascending. Empty if the base is the key itself.
    var derived: [Int] = []
  }

  var bases: [Base]
  /// The derived columns that are needed row by row, without those that only keys need.
  var rowwise: [BoundExpression?]

  /// Returns a plan that derives every key row by row.
  static func direct(_ plan: TableQueryPlan) -> KeyPlan {
    KeyPlan(bases: plan.keys.indices.map { Base(column: plan.keys[$0], keys: [$0]) }, rowwise: plan.derived)
  }

  /// Returns a plan by the base columns of the keys. Nil if a key depends on several columns.
  static func byValue(_ plan: TableQueryPlan) -> KeyPlan? {
    var result = KeyPlan(bases: [], rowwise: plan.derived)
    for (position, key) in plan.keys.enumerated() {
      var derived: Set<Int> = []
      var sources: Set<Int> = []
      trace(key, plan, &derived, &sources)
      guard sources.count == 1, let source = sources.first else { return nil }
      if let index = result.bases.firstIndex(where: { $0.column == source && $0.derived.isEmpty == derived.isEmpty }) {
        result.bases[index].keys.append(position)
        result.bases[index].derived = Set(result.bases[index].derived).union(derived).sorted()
      } else {
        result.bases.append(Base(column: source, keys: [position], derived: derived.sorted()))
      }
    }
    var needed: Set<Int> = []
    var sources: Set<Int> = []
    for filter in plan.filters { for column in filter.columns { trace(column, plan, &needed, &sources) } }
    for call in plan.calls { for column in call.columns { trace(column, plan, &needed, &sources) } }
    for index in result.rowwise.indices where !needed.contains(plan.sourceCount + index) { result.rowwise[index] = nil }
    return result
  }

  /// Collects the table columns that a column depends on, and the derived columns in between.
  private static func trace(_ column: Int, _ plan: TableQueryPlan, _ derived: inout Set<Int>, _ sources: inout Set<Int>)
  {
    guard column >= plan.sourceCount else {
      sources.insert(column)
      return
    }
    guard derived.insert(column).inserted else { return }
    for next in plan.derived[column - plan.sourceCount]?.columns ?? [] { trace(next, plan, &derived, &sources) }
  }
}

/// The key layouts that chunks share. Several exist because threads that read strings have separate dictionaries.
struct KeyLayouts: Sendable {
  /// The maximum number of stored layouts, latest first.
  static let mostKept = 8

  private let plan: TableQueryPlan
  /// The stored layouts, latest first.
  private let kept = Locked<[KeyLayout]>([])

  /// The maximum number of values of a base column.
  private static let domainLimit = 1 << 16

  init(_ plan: TableQueryPlan) { self.plan = plan }

  /// Returns the layout for a chunk with these base columns. Nil if there are too many values, or if keys by value
  /// differ from keys by row.
  func layout(_ keys: KeyPlan, _ columns: [Column]) -> KeyLayout? {
    var domains: [ValueDomain] = []
    for column in columns {
      guard let domain = ValueDomain(column, limit: Self.domainLimit) else { return nil }
      domains.append(domain)
    }
    return kept.withLock { kept in
      if let layout = kept.first(where: { zip($0.parts, domains).allSatisfy { $0.domain.covers($1) } }) {
        return layout
      }
      let united = domains.indices.map { index in
        domains[index].united(with: kept.first?.parts[index].domain, limit: Self.domainLimit)
      }
      let bases = keys.bases.indices
      guard let layout = keys.layout(of: bases, united, plan) ?? keys.layout(of: bases, domains, plan) else {
        return nil
      }
      kept.insert(layout, at: 0)
      if kept.count > Self.mostKept { kept.removeLast() }
      return layout
    }
  }
}

extension KeyPlan {
  /// Returns the layout of some bases with these domains. Nil if there are too many combinations, or if keys by value
  /// differ from keys by row.
  func layout(
    of range: Range<Int>, _ domains: [ValueDomain], _ plan: TableQueryPlan, inOrder: Bool = false
  ) -> KeyLayout? {
    var parts: [(domain: ValueDomain, keys: [Column]?)] = []
    for (base, domain) in zip(bases[range], domains[range]) {
      guard !base.derived.isEmpty else {
        parts.append((domain, nil))
        continue
      }
      var columns = [Column?](repeating: nil, count: plan.schema.count)
      columns[base.column] = domain.column
      var warnings = Warnings()
      for index in base.derived {
        guard let expression = plan.derived[index - plan.sourceCount] else { return nil }
        // An error for a value may concern no row, so the rows must be evaluated.
        let derived = try? expression.evaluate(columns, rowCount: domain.count, warnings: &warnings)
        guard let derived, warnings.isEmpty else { return nil }
        columns[index] = derived
      }
      parts.append((domain, base.keys.compactMap { columns[plan.keys[$0]] }))
    }
    return KeyLayout(parts, inOrder: inOrder)
  }
}
