import AugerColumns

/// A failing case: tables, a query and the expected result.
struct Failure {
  var tables: GeneratedTables
  var query: GeneratedQuery
  var style: SQLiteStyle
}

extension Failure {
  /// Removes parts as long as the case still fails, and returns the smallest failing case.
  func shrunk(_ fails: (Failure) -> Bool) -> Failure {
    var best = self
    var budget = 400
    func attempt(_ change: (inout Failure) -> Void) -> Bool {
      guard budget > 0 else { return false }
      budget -= 1
      var next = best
      change(&next)
      guard fails(next) else { return false }
      best = next
      return true
    }
    /// Removes rows, starting with half of them.
    func cut(_ rows: WritableKeyPath<GeneratedTables, [[Scalar]]>) -> Bool {
      var isSmaller = false
      var size = (best.tables[keyPath: rows].count + 1) / 2
      while size > 0, budget > 0 {
        var start = 0
        while start < best.tables[keyPath: rows].count, budget > 0 {
          let end = min(start + size, best.tables[keyPath: rows].count)
          if attempt({ $0.tables[keyPath: rows].removeSubrange(start..<end) }) { isSmaller = true } else { start = end }
        }
        size /= 2
      }
      return isSmaller
    }
    var isSmaller = true
    while isSmaller, budget > 0 {
      isSmaller = false
      for index in best.query.filters.indices.reversed() {
        isSmaller = attempt { $0.query.filters.remove(at: index) } || isSmaller
      }
      if best.query.limit != nil { isSmaller = attempt { $0.query.limit = nil } || isSmaller }
      if !best.query.orderBy.isEmpty { isSmaller = attempt { $0.query.orderBy = [] } || isSmaller }
      for index in best.query.having.indices.reversed() {
        isSmaller = attempt { $0.query.having.remove(at: index) } || isSmaller
      }
      if best.query.having.isEmpty, !best.query.asked.isEmpty {
        isSmaller = attempt { $0.query.asked = [] } || isSmaller
      }
      if best.query.pivot != nil {
        isSmaller =
          attempt {
            $0.query.orderBy = []; $0.query.pivot = nil
          } || isSmaller
      }
      // Conditions on groups and a pivot refer to columns by index.
      let isPlain = best.query.having.isEmpty && best.query.asked.isEmpty && best.query.pivot == nil
      for index in best.query.measures.indices.reversed() where isPlain && best.query.measures.count > 1 {
        isSmaller =
          attempt {
            $0.query.orderBy = []; $0.query.measures.remove(at: index)
          } || isSmaller
      }
      for index in best.query.measures.indices where best.query.measures[index].condition != nil {
        isSmaller = attempt { $0.query.measures[index].condition = nil } || isSmaller
      }
      for index in best.query.keys.indices.reversed() where isPlain {
        isSmaller =
          attempt {
            $0.query.orderBy = []; $0.query.keys.remove(at: index)
          } || isSmaller
      }
      // The last derived column and the last join can be removed if they are unused.
      if let last = best.query.derived.indices.last {
        let column = best.tables.columns(best.query.joins).count + last
        if !best.query.uses(column) { isSmaller = attempt { $0.query.derived.removeLast() } || isSmaller }
      }
      if let last = best.query.joins.last {
        let count = best.tables.columns(best.query.joins).count
        let width = best.tables.sides[last.side].table.columns.count
        if !(count - width..<count).contains(where: best.query.uses) {
          isSmaller = attempt { $0.query.removeLastJoin(count, width) } || isSmaller
        }
      }
      for index in best.query.joins.indices where best.query.joins[index].isInner {
        isSmaller = attempt { $0.query.joins[index].isInner = false } || isSmaller
      }
      isSmaller = cut(\.main.rows) || isSmaller
      for join in best.query.joins { isSmaller = cut(\.sides[join.side].table.rows) || isSmaller }
    }
    return best
  }
}

extension GeneratedQuery {
  /// Removes the last join with its `width` unused columns.
  fileprivate mutating func removeLastJoin(_ count: Int, _ width: Int) {
    func number(_ column: Int) -> Int { column < count ? column : column - width }
    joins.removeLast()
    isLong = isLong.filter { $0 < count - width }
    for index in derived.indices { derived[index].expression = derived[index].expression.renumbered(number) }
    for index in filters.indices { filters[index].condition = filters[index].condition.renumbered(number) }
    keys = keys.map(number)
    select = select?.map(number)
    measures = measures.map { $0.renumbered(number) }
    asked = asked.map { $0.renumbered(number) }
  }

  func uses(_ column: Int) -> Bool {
    keys.contains(column) || select?.contains(column) ?? (measures.isEmpty && keys.isEmpty)
      || filters.contains { $0.condition.columns.contains(column) }
      || (measures + asked).contains { measure in
        [measure.value, measure.second].contains { $0?.columns.contains(column) ?? false }
      }
      || joins.contains { $0.keys.contains { $0.value.columns.contains(column) } }
      || derived.contains { $0.expression.columns.contains(column) }
  }
}
