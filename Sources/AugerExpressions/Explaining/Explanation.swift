import AugerColumns
import AugerDiagnostics

/// A description of a bound expression for people: its typed tree, its dependencies, and the engines that can run
/// each part. `auger explain` prints it.
package struct Explanation: Sendable {
  package let root: Node
  /// Columns of the table that are read, in table order.
  package let columns: [String]
  /// Variables with their inserted values, in the order of their first appearance.
  package let variables: [String]
  /// The names of the engines other than the column store, in the order given.
  package let places: [String]

  package struct Node: Sendable {
    /// The operation: `Round to 2 decimals`, `column amount`.
    package let operation: String
    package let type: DataType
    package let isNullable: Bool
    /// For each engine, true if it can compute the node with all of its children.
    package let runs: [Bool]
    package let children: [Node]
  }

  /// An engine that may compute an expression instead of the column store.
  package struct Place: Sendable {
    package var name: String
    /// Returns the reason why the engine cannot compute a node with all of its children. Nil if it can.
    package var refusal: @Sendable (BoundNode) -> String?

    package init(_ name: String, refusal: @escaping @Sendable (BoundNode) -> String?) {
      self.name = name
      self.refusal = refusal
    }
  }

  /// The smallest parts that an engine cannot compute, with each reason once.
  package let refusals: [(place: String, part: String, reason: String)]
}

extension BoundExpression {
  /// Explains the expression, which was bound in `scope`.
  package func explanation(in scope: ExpressionScope, places: [Explanation.Place] = []) -> Explanation {
    var explainer = Explainer(scope: scope, calls: calls, source: source, places: places)
    let root = explainer.node(root, names: scope.allowsAggregates ? scope.groupKeys : scope.schema.names)
    return Explanation(
      root: root, columns: columns.map { scope.schema[$0].name },
      variables: variables.map { name in
        Lexer.variable(name) + (scope.variable(name).map { " = " + Explainer.text($0) } ?? "")
      }, places: places.map(\.name), refusals: explainer.refusals)
  }
}

private struct Explainer {
  let scope: ExpressionScope
  let calls: [AggregateCall]
  let source: SourceText
  let places: [Explanation.Place]
  var refusals: [(place: String, part: String, reason: String)] = []

  mutating func node(_ node: BoundNode, names: [String]) -> Explanation.Node {
    if case .column(let index) = node.kind {
      guard index >= names.count, calls.indices.contains(index - names.count) else {
        return made(node, "column " + (names.indices.contains(index) ? names[index] : "\(index)"), [])
      }
      let call = calls[index - names.count]
      let arguments = call.arguments.map { self.node($0.root, names: scope.schema.names) }
      return made(node, call.function.rawValue, arguments)
    }
    let children = node.children.map { self.node($0, names: names) }
    return made(node, node.operationText, children)
  }

  private mutating func made(
    _ node: BoundNode, _ operation: String, _ children: [Explanation.Node]
  ) -> Explanation.Node {
    var runs: [Bool] = []
    for (index, place) in places.enumerated() {
      let refusal = place.refusal(node)
      // If a child cannot run, its reason was reported already.
      if let refusal, children.allSatisfy({ $0.runs[index] }) {
        let part = String(source[node.span])
        if !refusals.contains(where: { $0.place == place.name && $0.part == part && $0.reason == refusal }) {
          refusals.append((place.name, part, refusal))
        }
      }
      runs.append(refusal == nil)
    }
    return Explanation.Node(
      operation: operation, type: node.type, isNullable: node.isNullable, runs: runs, children: children)
  }

  static func text(_ value: QueryArgument) -> String {
    func literal(_ value: Scalar) -> String { value.literalText }
    return switch value {
    case .scalar(let value): literal(value)
    case .list(let values): "[" + values.map(literal).joined(separator: ", ") + "]"
    case .range(let lower, let upper): literal(lower) + ".." + literal(upper)
    }
  }
}

extension Scalar {
  /// The literal in the notation of the language. Dates are quoted.
  var literalText: String {
    switch self {
    case .null: "null"
    case .string(let text): Lexer.quote(text, "'", "'")
    case .date, .timestamp, .time, .interval, .binary: "'\(description)'"
    default: description
    }
  }
}
