import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Decides whether the daily results of a query add up to its yearly result.
///
/// Sums, counts, minimums and maximums do. Averages of averages, sums of ratios and sums of distinct counts do not.
/// Such values are queried again, grouped by year.
struct RollUp {
  private let aggregation: QueryDescription.Aggregation
  private let aggregate: AggregateFunction

  init(_ aggregation: QueryDescription.Aggregation, aggregate: AggregateFunction) {
    self.aggregation = aggregation
    self.aggregate = aggregate
  }

  /// Returns true if the parts of the value add up exactly.
  func isExact(_ value: Expression) -> Bool {
    guard value.containsAggregate else { return isExact(value.root, under: aggregate) }
    return isExactInside(value.root)
  }

  /// Returns true if a value aggregates parts incorrectly: an average of averages, a sum of distinct counts. Aggregates
  /// that the value names explicitly apply to the rows of the result.
  func misleads(_ value: Expression) -> Bool {
    guard value.containsAggregate else { return Self.joins(aggregate) && !isExact(value.root, under: aggregate) }
    return calls(in: value.root).contains { Self.joins($0.function) && !isExact($0.argument, under: $0.function) }
  }

  /// Returns true if the value is correct when the query has one row for each of its groups.
  func isPlain(_ value: Expression) -> Bool {
    guard value.containsAggregate else { return aggregate == .sum || misleads(value) }
    return calls(in: value.root).allSatisfy { call in
      switch call.function {
      case .sum: isLinear(call.argument)
      case .avg: averages(measures(of: call.argument))
      default: false
      }
    }
  }

  private static func joins(_ function: AggregateFunction) -> Bool { function == .sum || function == .avg }

  /// Returns true if measures exist and none of them is a sum.
  private func averages(_ measures: [AggregateFunction?]) -> Bool {
    !measures.isEmpty && !measures.contains { isAdditive($0) }
  }

  /// Returns the aggregates of a value with their arguments.
  private func calls(in node: ExpressionNode) -> [(function: AggregateFunction, argument: ExpressionNode)] {
    switch node.kind {
    case .literal, .variable, .column: []
    case .unary(_, let operand), .isNull(let operand, _): calls(in: operand)
    case .chain(let first, let terms): calls(in: first) + terms.flatMap { calls(in: $0.operand) }
    case .inList(let operand, let items, _): calls(in: operand) + items.flatMap { calls(in: $0) }
    case .call(let name, _, let arguments):
      if let function = AggregateFunction(called: name, argumentCount: arguments.count) {
        (arguments.isEmpty ? [node] : arguments).map { (function: function, argument: $0) }
      } else {
        arguments.flatMap { calls(in: $0) }
      }
    }
  }

  private func isExactInside(_ node: ExpressionNode) -> Bool {
    switch node.kind {
    case .literal, .variable: true
    // An expression that is not aggregated is a key, which has one value in each group.
    case .column: true
    case .unary(_, let operand), .isNull(let operand, _): isExactInside(operand)
    case .chain(let first, let terms): isExactInside(first) && terms.allSatisfy { isExactInside($0.operand) }
    case .inList(let operand, let items, _): isExactInside(operand) && items.allSatisfy { isExactInside($0) }
    case .call(let name, _, let arguments):
      if let function = AggregateFunction(called: name, argumentCount: arguments.count) {
        arguments.allSatisfy { isExact($0, under: function) }
      } else {
        arguments.allSatisfy { isExactInside($0) }
      }
    }
  }

  private func isExact(_ node: ExpressionNode, under function: AggregateFunction) -> Bool {
    switch function {
    // These functions apply to the rows of the result: their number, and the first or last one.
    case .count, .countDistinct, .first, .last: true
    case .min, .max: measures(of: node).allSatisfy { $0 == nil || isAdditive($0) || $0 == function }
    case .sum: isLinear(node)
    case .avg, .weightedAvg, .mode, .median, .percentile, .lowerQuartile, .upperQuartile, .lowerWhisker, .upperWhisker,
      .stddev, .variance, .corr:
      measures(of: node).allSatisfy { isAdditive($0) }
    }
  }

  private func isAdditive(_ function: AggregateFunction?) -> Bool { function == .sum || function == .count }

  /// Returns the aggregate of each referenced measure; nil for one that is computed from several.
  private func measures(of node: ExpressionNode) -> [AggregateFunction?] {
    node.columnNames.compactMap { aggregation.measures.first(named: $0) }.map(\.expression.aggregateFunction)
  }

  /// Returns true if the sum of the expression over parts equals the expression over their sums.
  private func isLinear(_ node: ExpressionNode) -> Bool {
    if measures(of: node).isEmpty { return true }
    switch node.kind {
    case .column(let name): return isAdditive(aggregation.measures.first(named: name)?.expression.aggregateFunction)
    case .unary(let operation, let operand): return operation != .not && isLinear(operand)
    case .chain(let first, let terms):
      // Sums require linear terms. A product or ratio has one term that varies, and in a ratio it is the first.
      let isSum = terms.allSatisfy { $0.operation == .add || $0.operation == .subtract }
      if isSum {
        let parts = [first] + terms.map(\.operand)
        return parts.allSatisfy { isLinear($0) && !measures(of: $0).isEmpty }
      }
      guard terms.allSatisfy({ $0.operation == .multiply || $0.operation == .divide }) else { return false }
      let varying = terms.filter { !measures(of: $0.operand).isEmpty }
      if measures(of: first).isEmpty {
        return varying.count == 1 && varying[0].operation == .multiply && isLinear(varying[0].operand)
      }
      return varying.isEmpty && isLinear(first)
    // A condition that is constant in each group can choose between linear parts.
    case .call(let name, _, let arguments) where name.lowercased() == "if" && arguments.count == 3:
      return measures(of: arguments[0]).isEmpty && isLinear(arguments[1]) && isLinear(arguments[2])
    default: return false
    }
  }
}
