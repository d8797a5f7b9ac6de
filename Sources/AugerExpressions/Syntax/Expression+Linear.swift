import AugerColumns
import AugerDiagnostics

/// A sum or mean that is linear in some variables, split into a constant part and a factor for each variable.
///
/// `sum(price * $rise + fee)` is `sum(fee) + $rise * sum(price)`. The parts do not read the variables, so one pass
/// over the rows serves every value of them.
package struct LinearAggregate: Sendable {
  /// The constant part. Nil means zero.
  package var rest: Expression?
  /// The variables that occur, in the order given. If every row is divided by a number, the sum is divided instead,
  /// which rounds only once.
  package var slopes: [(variable: String, factor: Expression, divisor: Scalar?)]
}

extension Expression {
  /// Splits a call of `sum` or `avg`. Nil for other expressions, if none of `variables` occurs, or if the parts might
  /// not be null for the same groups.
  ///
  /// The variables may be added, subtracted, multiplied by constant parts, divided by numbers, and selected by `if`.
  /// All else must be numbers, columns and comparisons. `variables` must be floats that are not null, and
  /// `isNullable` returns true for columns that contain nulls.
  ///
  /// Combined parts differ from the direct result in the last bits, like sums in another order. They may overflow
  /// when the direct result does not.
  package func linearAggregate(in variables: [String], isNullable: (String) -> Bool) -> LinearAggregate? {
    guard case .call(let name, let nameSpan, let arguments) = root.kind, arguments.count == 1,
      let function = AggregateFunction(called: name, argumentCount: 1), function == .sum || function == .avg,
      let branches = LinearReader(variables: variables).branches(of: arguments[0])
    else { return nil }
    let used = variables.indices.filter { index in branches.leaves.contains { $0.slopes[index] != nil } }
    guard !used.isEmpty, branches.keepsNulls(isMean: function == .avg, isNullable) else { return nil }
    func call(_ part: KeyPath<LinearReader.Parts, ExpressionNode?>) -> Expression? {
      branches.node(part).map { Expression(source: source, root: .init(.call(name, nameSpan, [$0]), root.span)) }
    }
    return LinearAggregate(
      rest: call(\.rest),
      slopes: used.compactMap { index in
        let divisor = branches.divisor(ofSlope: index)
        let slopes = divisor == nil ? branches : branches.dividing(slope: index)
        let factor = slopes.node(\.slopes[index]).map {
          Expression(source: source, root: .init(.call(name, nameSpan, [$0]), root.span))
        }
        return factor.map { (variables[index], $0, divisor) }
      })
  }

  /// Combines the parts from the columns that contain their results. `rest` is nil if no constant part exists. The
  /// position is that of the expression.
  package func recombined(rest: String?, slopes: [(variable: String, column: String, divisor: Scalar?)]) -> Expression {
    let span = root.span
    var nodes = rest.map { [ExpressionNode(.column($0), span)] } ?? []
    for (variable, column, divisor) in slopes {
      var terms = [ExpressionNode.Term(operation: .multiply, span: span, operand: .init(.column(column), span))]
      if let divisor {
        terms.append(ExpressionNode.Term(operation: .divide, span: span, operand: .init(.literal(divisor), span)))
      }
      nodes.append(ExpressionNode(.chain(.init(.variable(variable, nil), span), terms), span))
    }
    precondition(!nodes.isEmpty, "an aggregate has parts")
    guard nodes.count > 1 else { return Expression(source: source, root: nodes[0]) }
    let terms = nodes.dropFirst().map { ExpressionNode.Term(operation: .add, span: span, operand: $0) }
    return Expression(source: source, root: ExpressionNode(.chain(nodes[0], terms), span))
  }
}
