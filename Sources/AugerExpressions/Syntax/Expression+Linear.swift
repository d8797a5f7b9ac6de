import AugerColumns
import AugerDiagnostics

/// The sum or mean of something, taken apart: of what no variable multiplies, and of what each variable multiplies.
///
/// `sum(price * $rise + fee)` is `sum(fee) + $rise * sum(price)`. The parts read none of the variables, so that one
/// pass over the rows answers for every value of these.
package struct LinearAggregate: Sendable {
  /// Nil: zero.
  package var rest: Expression?
  /// In the order in which the variables were given; those that do not occur are left out. A number that every row is
  /// divided by divides the sum instead, which rounds once.
  package var slopes: [(variable: String, factor: Expression, divisor: Scalar?)]
}

extension Expression {
  /// The call of `sum` or `avg` that the expression is, taken apart; nil where it is no such call, none of `variables`
  /// occurs, or the parts are not sure to be null where the whole is.
  ///
  /// It can be where the variables are added, subtracted, multiplied by what is no variable, divided by numbers, and
  /// chosen by `if`, and where all else are numbers, columns and comparisons. `variables` must be floats that are not
  /// null; `isNullable` tells whether any row of a column is null. The parts put together differ from the whole in the
  /// last bits, as sums in another order do; they may overflow where the whole does not.
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

  /// What the parts come to, computed of the columns that hold them; `rest` is nil where there is none. It stands where
  /// the expression does.
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
