import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Foundation
import TestSupport
import Testing

/// Generated expressions give the same values in whole columns, small batches and single rows, and after printing and
/// parsing, as in the naive evaluator. A failure is shrunk and reports seed, expression and row. `AUGER_EXPRESSIONS`
/// sets the number of expressions.
@Suite struct ExpressionAgreementTests {
  private static let perTable = 500
  private static let tableCount =
    (ProcessInfo.processInfo.environment["AUGER_EXPRESSIONS"].flatMap { Int($0) } ?? 20_500) / perTable

  @Test(arguments: 0..<tableCount) func expressionsAgreeWithTheNaiveEvaluator(_ seed: Int) throws {
    var chance = Chance(seed: UInt64(seed) &+ 1000)
    // Some tables have more rows than one batch.
    let isLong = seed % 20 == 19
    let table = try NaiveTable(&chance, rowCount: isLong ? 2_500 : 1 + chance.below(24))
    var generator = NaiveGenerator(chance: chance)
    for _ in 0..<(isLong ? 20 : Self.perTable) {
      let kind = generator.chance.pick(NaiveNode.Kind.allCases)
      let node = generator.make(kind, depth: 1 + generator.chance.below(4))
      guard let finding = Self.disagreement(node, table, batches: isLong ? [2048, 1000] : [2048, 3, 1]) else {
        continue
      }
      let (smallest, row) = Self.shrunk(node, table)
      let values = zip(NaiveTable.columns, row).map { "\($0.name) = \($1.isNull ? "null" : $1.description)" }
      Issue.record(
        """
        seed \(seed): \(node.text)
        \(finding)
        shrunk: \(smallest.text)
        row: \(values.joined(separator: ", "))
        """)
      return
    }
  }

  /// The result of an expression for one row.
  enum Outcome: Equatable {
    case value(Scalar)
    case overflow
  }

  private static let schema = Schema(NaiveTable.columns.map { Field($0.name, $0.type) })

  /// Describes how the evaluators differ. Nil if they agree.
  static func disagreement(_ node: NaiveNode, _ table: NaiveTable, batches: [Int]) -> String? {
    var isFlagged = false
    let expected = table.rows.map { row in
      var evaluator = NaiveEvaluator(row: row)
      defer { isFlagged = isFlagged || evaluator.isFlagged }
      guard let value = try? evaluator.value(node) else { return Outcome.overflow }
      return .value(value)
    }
    do {
      let scope = ExpressionScope(schema: schema)
      let parsed = try Expression.parse(node.text)
      let again = try Expression.parse(parsed.description)
      guard again.root == parsed.root else { return "printed as \(parsed.description), which is another tree" }
      let bound = try BoundExpression.bind(again, in: scope)
      for size in batches {
        if let finding = try disagreement(bound, expected, table, size, isFlagged) { return finding }
      }
    } catch {
      return "it is refused: \(error)"
    }
    return nil
  }

  private static func disagreement(
    _ bound: BoundExpression, _ expected: [Outcome], _ table: NaiveTable, _ size: Int, _ isFlagged: Bool
  ) throws -> String? {
    var warnings = Warnings()
    for start in stride(from: 0, to: table.rows.count, by: size) {
      let rows = start..<min(start + size, table.rows.count)
      let columns = table.columns.map { Optional($0[rows]) }
      let fails = expected[rows].contains(.overflow)
      let result: Column
      do {
        result = try bound.evaluate(columns, rowCount: rows.count, firstRow: start, warnings: &warnings)
      } catch {
        if fails { continue }
        return "batches of \(size), rows \(rows): \(error)"
      }
      if fails { return "batches of \(size), rows \(rows): no row overflows, where one should" }
      try result.validate()
      for (index, row) in rows.enumerated() where !agree(result[index], expected[row]) {
        return "batches of \(size), row \(row): \(result[index]), expected \(expected[row])"
      }
    }
    // Warnings are incomplete if a row fails.
    if !expected.contains(.overflow), warnings.isEmpty == isFlagged {
      return isFlagged ? "nothing warns" : "it warns: \(warnings.items.map(\.description))"
    }
    return nil
  }

  /// Returns true if type, scale and value are equal. Floats must be identical, because both evaluators use the same
  /// math library.
  private static func agree(_ value: Scalar, _ expected: Outcome) -> Bool {
    guard case .value(let wanted) = expected else { return false }
    if case .decimal(let x) = value, case .decimal(let y) = wanted {
      return x.unscaled == y.unscaled && x.scale == y.scale
    }
    return value == wanted
  }

  // MARK: Shrinking

  /// Returns a minimal expression and a row for which the evaluators still differ.
  private static func shrunk(_ node: NaiveNode, _ table: NaiveTable) -> (NaiveNode, [Scalar]) {
    var table = table
    for row in table.rows {
      guard let single = try? NaiveTable(row: row), disagreement(node, single, batches: [1]) != nil else { continue }
      table = single
      break
    }
    var node = node
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      for smaller in candidates(node) where disagreement(smaller, table, batches: [2048, 3, 1]) != nil {
        node = smaller
        hasShrunk = true
        break
      }
    }
    return (node, table.rows[0])
  }

  /// Returns smaller expressions: each argument alone, and the expression with an argument replaced by a part of that
  /// argument of the same type.
  private static func candidates(_ node: NaiveNode) -> [NaiveNode] {
    var result = node.arguments
    for index in node.arguments.indices {
      let argument = node.arguments[index]
      for smaller in candidates(argument) where smaller.kind == argument.kind && smaller.scale == argument.scale {
        var changed = node
        changed.arguments[index] = smaller
        result.append(changed)
      }
    }
    return result
  }
}
