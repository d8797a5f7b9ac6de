import AugerColumns

extension BoundNode {
  /// The direct children.
  package var children: [BoundNode] {
    switch kind {
    case .constant, .bareNull, .column: []
    case .convert(let operand), .not(let operand), .isNull(let operand, _), .inSet(let operand, _),
      .round(_, let operand, _), .datePart(_, let operand), .startOf(_, let operand), .parseDate(let operand),
      .parseNumber(_, let operand), .seconds(let operand), .bin(let operand, _),
      .match(_, let operand), .zoned(_, let operand, _), .window(_, let operand):
      [operand]
    case .arithmetic(let first, let steps): [first] + steps.map(\.operand)
    case .compare(_, let left, let right), .dateShift(_, let left, let right), .difference(let left, let right):
      [left, right]
    case .logic(_, let operands), .coalesce(let operands), .extreme(_, let operands), .number(_, let operands),
      .makeDate(let operands), .concatenate(let operands), .text(_, let operands):
      operands
    case .choose(let cases, let otherwise): cases.flatMap { [$0.condition, $0.value] } + [otherwise]
    }
  }

  /// The columns that are read, in ascending order.
  var columnIndices: [Int] {
    var found: Set<Int> = []
    collectColumns(&found)
    return found.sorted()
  }

  private func collectColumns(_ found: inout Set<Int>) {
    if case .column(let index) = kind { found.insert(index) }
    for child in children { child.collectColumns(&found) }
  }

  var containsWindow: Bool {
    if case .window = kind { return true }
    return children.contains { $0.containsWindow }
  }

  /// True if evaluation can neither warn nor fail for any row.
  package var isHarmless: Bool {
    switch kind {
    case .constant, .bareNull, .column, .compare, .logic, .not, .isNull, .inSet, .choose, .coalesce, .extreme,
      .datePart, .startOf, .concatenate, .text, .match:
      children.allSatisfy(\.isHarmless)
    case .convert(let operand):
      if case .decimal = type { false } else { operand.isHarmless }
    default: false
    }
  }
}
