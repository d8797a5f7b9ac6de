import AugerColumns
import AugerDiagnostics

/// Resolves names and types in a tree. It continues after an error to report all errors at once. An invalid part is
/// nil.
struct Binder {
  let source: SourceText
  let scope: ExpressionScope
  var diagnostics: [Diagnostic] = []
  var calls: [AggregateCall] = []
  var zones: [ZoneTable] = []
  var callKeys: [[UInt8]: Int] = [:]
  /// The number of columns with unknown types.
  var unknownColumns = 0
  var readVariables: [String] = []
  var place: ColumnPlace

  /// The meaning of a column in the current context.
  enum ColumnPlace {
    case rows
    /// Next to aggregates: only group keys.
    case groups
    case insideAggregate(String)
  }

  init(source: SourceText, scope: ExpressionScope) {
    self.source = source
    self.scope = scope
    place = scope.allowsAggregates ? .groups : .rows
  }

  func finished(_ root: BoundNode) -> BoundExpression {
    var columns = root.columnIndices
    if case .groups = place {
      let keys = columns.filter { $0 < scope.groupKeys.count }.compactMap {
        scope.schema.index(of: scope.groupKeys[$0])
      }
      columns = Set(keys + calls.flatMap(\.columns)).sorted()
    }
    return BoundExpression(
      source: source, type: root.type, isNullable: root.isNullable, columns: columns, variables: readVariables,
      root: root, calls: calls)
  }

  mutating func bind(_ node: ExpressionNode) -> BoundNode? {
    switch node.kind {
    case .literal(let value): return Self.literal(value, node.span)
    case .column(let name): return column(name, node.span)
    case .variable(let name, let part): return variable(name, part, node.span)
    case .unary(let operation, let operand): return unary(operation, operand, node.span)
    case .chain(let first, let terms): return chain(first, terms, node.span)
    case .isNull(let operand, let isNegated):
      guard let operand = bind(operand) else { return nil }
      return folded(BoundNode(.isNull(operand, isNegated: isNegated), .bool, isNullable: false, node.span))
    case .inList(let operand, let items, let isNegated): return inList(operand, items, isNegated, node.span)
    case .call(let name, let nameSpan, let arguments): return call(name, nameSpan, arguments, node.span)
    }
  }

  // MARK: Names

  static func literal(_ value: Scalar, _ span: SourceSpan) -> BoundNode {
    switch value {
    case .null: BoundNode(.bareNull, .string, isNullable: true, span)
    case .decimal(let decimal) where decimal.scale > 0:
      BoundNode(.constant(.float(decimal.doubleValue)), .float64, isNullable: false, span, exact: decimal)
    default: .constant(value, value.type ?? .string, span)
    }
  }

  private mutating func column(_ name: String, _ span: SourceSpan) -> BoundNode? {
    guard let index = scope.schema.index(of: name) else {
      if scope.allowsUnknownColumns { return unknownColumn(name, span) }
      if let problem = unknownWords(name, span) {
        diagnostics.append(problem)
        return nil
      }
      var hint = ExpressionScope.hint(
        forColumn: name, among: scope.schema.names, variables: scope.variables.map(\.name))
      if scope.schema.count == 0 { hint = hint ?? "Put a string in single quotes. Columns are not available here." }
      return fail(.unknownColumn, "column '\(name)' is not known", span, hint: hint)
    }
    let type = scope.schema[index].type
    guard case .groups = place else {
      // The column contains only nulls, so it has no type.
      if scope.schema[index].isUntyped { return BoundNode(.bareNull, .string, isNullable: true, span) }
      return BoundNode(.column(index), type, isNullable: true, span)
    }
    guard let key = groupKey(name, type, span) else { return nil }
    return BoundNode(.column(key), type, isNullable: true, span)
  }

  /// Reports several words that do not name a column: an operator is missing between them.
  private func unknownWords(_ name: String, _ span: SourceSpan) -> Diagnostic? {
    guard Name(name) == Name(String(source[span])), let space = name.utf8.firstIndex(of: 0x20) else { return nil }
    let rest = name.utf8[space...].drop { $0 == 0x20 }
    let word = String(Substring(rest.prefix { $0 != 0x20 }))
    let start = span.upper - rest.count
    let known = DidYouMean.nearest(to: name, among: scope.schema.names).map { "Did you mean '\($0)'?" }
    return Diagnostic(
      .syntaxError, "'\(word)' follows without an operator",
      at: .init(source, SourceSpan(start, start + word.utf8.count)),
      hint: known ?? "Put a name that contains spaces in brackets: [unit price].")
  }

  private mutating func groupKey(_ name: String, _ type: DataType?, _ span: SourceSpan) -> Int? {
    if let key = scope.groupKeys.firstIndex(ofName: name) { return key }
    return fail(
      .columnOutsideAggregate, "column '\(name)' is outside an aggregate and is not a group key", span,
      hint:
        "Write \(type?.isNumeric != false ? "sum" : "first")(\(ExpressionNode(.column(name), span))), or group by it.")
  }

  /// Binds a column that is not in the schema. Like an untyped null, it fits every type.
  private mutating func unknownColumn(_ name: String, _ span: SourceSpan) -> BoundNode? {
    unknownColumns += 1
    if case .groups = place, groupKey(name, nil, span) == nil { return nil }
    return Self.unknown(span)
  }

  static func unknown(_ span: SourceSpan) -> BoundNode { BoundNode(.bareNull, .string, isNullable: true, span) }

  /// Returns true if the type of a result of these values is unknown.
  func isUnknown(_ values: [BoundNode]) -> Bool { scope.allowsUnknownColumns && values.allSatisfy(\.isBareNull) }

  private mutating func variable(_ name: String, _ part: ExpressionNode.VariablePart?, _ span: SourceSpan) -> BoundNode?
  {
    guard let value = argument(name, span) else { return nil }
    let written = Lexer.variable(name)
    switch (value, part) {
    case (.scalar(let value), nil): return Self.variable(value, name, span)
    case (.range(let lower, _), .lower): return Self.variable(lower, name, span)
    case (.range(_, let upper), .upper):
      var end = Self.variable(upper, name, span)
      end.isUpperEnd = true
      return end
    case (.range, nil):
      return fail(
        .variableIsNotScalar, "variable '\(written)' is a range, not a single value", span,
        hint: "Write Between(x, \(written)), \(written).lower or \(written).upper.")
    case (.list, nil):
      return fail(
        .variableIsNotScalar, "variable '\(written)' is a list, not a single value", span,
        hint: "Write x in (\(written)).")
    case (_, .some(let part)):
      return fail(
        .variableIsNotScalar, "variable '\(written)' is not a range: it has no '\(part.rawValue)'", span)
    }
  }

  /// Returns the value of a variable and records its use. Reports an unknown variable.
  mutating func argument(_ name: String, _ span: SourceSpan) -> QueryArgument? {
    guard let value = scope.variable(name) else {
      let names = scope.variables.map(\.name)
      let hint =
        DidYouMean.nearest(to: name, among: names).map { "Did you mean '\(Lexer.variable($0))'?" }
        ?? DidYouMean.hint(for: name, among: names.map(Lexer.variable), listing: "variables")
        ?? "Pass a value with the argument '\(name)' of the query."
      return fail(.unknownVariable, "variable '\(Lexer.variable(name))' is not known", span, hint: hint)
    }
    if !readVariables.contains(name: name) { readVariables.append(name) }
    return value
  }

  static func variable(_ value: Scalar, _ name: String, _ span: SourceSpan) -> BoundNode {
    var node =
      value.isNull
      ? BoundNode(.bareNull, .string, isNullable: true, span) : .constant(value, value.type ?? .string, span)
    node.variable = name
    return node
  }

  // MARK: Results

  /// Returns the node, or its constant value. A node that warns or fails remains unevaluated.
  func folded(_ node: BoundNode) -> BoundNode {
    guard node.children.allSatisfy(\.isConstant) else { return node }
    var evaluation = Evaluation(source: source, columns: [], rowCount: 1, firstRow: 0)
    guard let operand = try? evaluation.value(of: node), evaluation.warnings.isEmpty else { return node }
    switch operand {
    case .constant(let value): return .constant(value, node.type, node.span)
    case .column(let column): return .constant(column[0], node.type, node.span)
    }
  }

  /// Returns an untyped null as a string, because a column needs a type.
  func settled(_ node: BoundNode) -> BoundNode {
    node.isBareNull ? .constant(.null, .string, node.span) : node
  }

  mutating func report(_ code: Diagnostic.Code, _ message: String, _ span: SourceSpan, hint: String? = nil) {
    diagnostics.append(Diagnostic(code, message, at: .init(source, span), hint: hint))
  }

  /// Reports an error and returns nil.
  mutating func fail<T>(
    _ code: Diagnostic.Code, _ message: String, _ span: SourceSpan, hint: String? = nil
  ) -> T? {
    report(code, message, span, hint: hint)
    return nil
  }
}

extension DataType {
  /// The type with an article, for messages: `a string`, `an int`.
  var described: String {
    switch self {
    case .int64: "an int"
    case .interval: "an interval"
    case .binary: "bytes"
    default: "a \(description)"
    }
  }
}
