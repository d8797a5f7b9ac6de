import AugerColumns
import AugerExpressions

/// Translates bound expressions into the SQL of one dialect.
package struct SQLTranslator: Sendable {
  let rules: any SQLRules
  package let dialect: SQLDialect
  /// The number of rows of the table, if they were counted.
  let rowCount: Int?
  /// The term of each column of the schema, or the reason why none exists.
  private var columns: [Result<SQLTerm, NotExpressible>]

  /// The size above which a statement is not worth sending.
  private static let largestTerm = 20_000

  /// Creates a translator for expressions over a table.
  package init(_ table: any PushdownTable, schema: Schema, storage: [Int: ColumnStorage], rowCount: Int?) {
    let rules = table.rules
    self.rules = rules
    self.rowCount = rowCount
    dialect = table.dialect
    columns = schema.fields.enumerated().map { index, field in
      guard let storage = storage[index] else { return .failure(NotExpressible("'\(field.name)' is not looked at")) }
      do throws(NotExpressible) {
        switch storage.form {
        case .opaque(let reason), .unsettled(let reason): throw NotExpressible("'\(field.name)' \(reason)")
        default: return .success(try rules.column(table.sqlName(ofColumn: index, field), storage))
        }
      } catch {
        return .failure(error)
      }
    }
  }

  /// Returns a translator in the same dialect for expressions over other columns, each with its term or the reason
  /// why none exists.
  package func over(_ columns: [Result<SQLTerm, NotExpressible>]) -> SQLTranslator {
    var translator = self
    translator.columns = columns
    return translator
  }

  package var databaseName: String { rules.databaseName }

  /// True if a translated expression cannot fail in the database.
  package var provesSuccess: Bool { rules.provesSuccess }

  package func column(_ index: Int) throws(NotExpressible) -> SQLTerm { try columns[index].get() }

  /// Appends a derived column, or the reason why it is not available.
  package mutating func append(_ expression: BoundExpression?) {
    guard let expression else {
      columns.append(.failure(NotExpressible("it is not needed")))
      return
    }
    do throws(NotExpressible) { columns.append(.success(try term(expression))) } catch {
      columns.append(.failure(error))
    }
  }

  package func term(_ expression: BoundExpression) throws(NotExpressible) -> SQLTerm { try term(expression.root) }

  /// Returns a condition for a WHERE clause. It cannot contain a term that needs a guard.
  package func filter(_ expression: BoundExpression) throws(NotExpressible) -> SQLFragment {
    let term = try term(expression)
    guard term.guards.isEmpty else {
      throw NotExpressible("rows whose divisor is 0, or whose date leaves the calendar, are counted here")
    }
    return try condition(term)
  }

  /// Returns a condition for an ON clause: the equality of two terms, like `==`.
  package func equality(_ a: SQLTerm, _ b: SQLTerm) throws(NotExpressible) -> SQLFragment {
    let term = try comparison(.equal, a, b)
    guard term.guards.isEmpty else { throw NotExpressible("rows whose divisor is 0 are counted here") }
    return try condition(term)
  }

  /// Returns a term in the form in which equal values are identical.
  package func identified(_ term: SQLTerm) -> SQLFragment { rules.identified(term) }

  private func term(_ node: BoundNode) throws(NotExpressible) -> SQLTerm {
    let term = try unchecked(node)
    guard term.sql.size < Self.largestTerm else { throw NotExpressible("its SQL would be too long") }
    return term
  }

  private func unchecked(_ node: BoundNode) throws(NotExpressible) -> SQLTerm {
    switch node.kind {
    case .constant(let value): return try rules.constant(value, node.type)
    case .column(let index): return try columns[index].get()
    case .convert(let operand): return try rules.converted(try term(operand), to: node.type)
    case .arithmetic(let first, let steps): return try arithmetic(first, steps)
    case .compare(let operation, let left, let right):
      return try comparison(operation, try term(left), try term(right))
    case .logic(let isAnd, let operands):
      return try logic(isAnd, try terms(operands), inOrder: !operands.dropLast().allSatisfy(\.isHarmless))
    case .not(let operand):
      let operand = try term(operand)
      return bool("(NOT \(try condition(operand)))", [operand])
    case .isNull(let operand, let isNegated):
      let operand = try term(operand)
      return bool("(\(operand.sql) IS \(isNegated ? "NOT NULL" : "NULL"))", [operand])
    case .inSet(let operand, let set): return try membership(try term(operand), set)
    case .choose(let cases, let otherwise): return try choice(cases, otherwise, node.type)
    case .coalesce(let operands):
      let terms = try wide(operands)
      return value("coalesce(\(terms.map(\.sql).joined(", ")))", terms, node.type)
    case .extreme(let isMaximum, let operands):
      return try rules.extreme(isMaximum: isMaximum, try wide(operands), node.type)
    case .number(let function, let operands): return try rules.number(function, try wide(operands), node.type)
    case .round(let mode, let operand, let digits):
      return try rules.rounded(mode, try wide([operand])[0], digits: digits, node.type)
    case .datePart(let part, let operand): return try rules.datePart(part, try term(operand))
    case .startOf(let unit, let operand): return try rules.start(of: unit, try term(operand))
    case .dateShift(let unit, let operand, let amount):
      return try rules.shifted(unit, try term(operand), by: try term(amount))
    case .concatenate(let parts):
      let terms = try wide(parts)
      return SQLTerm("(\(terms.map(\.sql).joined(" || ")))", .string, from: terms)
    case .text(let function, let arguments): return try rules.text(function, try wide(arguments), node.type)
    case .bareNull: return try rules.constant(.null, node.type)
    default: throw NotExpressible(reason(node))
    }
  }

  private func reason(_ node: BoundNode) -> String {
    switch node.kind {
    case .match: "\(databaseName) has no text patterns of the DataWindow"
    case .makeDate: "days that do not exist are counted here"
    case .parseDate: "strings that are not dates are counted here"
    case .parseNumber: "strings that are not numbers are counted here"
    case .difference, .seconds: "intervals are computed here"
    case .bin: "bins are computed here"
    default: "\(databaseName) has nothing like it"
    }
  }

  private func terms(_ nodes: [BoundNode]) throws(NotExpressible) -> [SQLTerm] {
    var terms: [SQLTerm] = []
    for node in nodes { terms.append(try term(node)) }
    return terms
  }

  /// Returns the terms for computations, none of them narrow.
  private func wide(_ nodes: [BoundNode]) throws(NotExpressible) -> [SQLTerm] {
    var terms: [SQLTerm] = []
    for node in nodes { terms.append(try wide(try term(node))) }
    return terms
  }

  private func wide(_ term: SQLTerm) throws(NotExpressible) -> SQLTerm {
    term.isNarrow ? try rules.converted(term, to: term.type) : term
  }

  // MARK: Conditions

  private func bool(_ condition: SQLFragment, _ operands: [SQLTerm]) -> SQLTerm {
    SQLTerm(rules.value(ofCondition: condition), .bool, .whole(0...1), from: operands)
  }

  private func condition(_ term: SQLTerm) throws(NotExpressible) -> SQLFragment {
    if let constant = term.constant {
      guard let number = constant.doubleValue else { return rules.condition(ofBool: term.sql) }
      return number != 0 ? "(1 = 1)" : "(1 = 0)"
    }
    if term.type == .bool { return rules.condition(ofBool: term.sql) }
    return "(\(term.sql) <> 0)"
  }

  private func comparison(
    _ operation: BinaryOperator, _ a: SQLTerm, _ b: SQLTerm
  ) throws(NotExpressible) -> SQLTerm {
    guard a.type == b.type else { throw NotExpressible("decimals with this many digits are compared here") }
    let sign: SQLFragment =
      switch operation {
      case .equal: "="
      case .notEqual: "<>"
      case .less: "<"
      case .lessOrEqual: "<="
      case .greater: ">"
      default: ">="
      }
    let isEquality = operation == .equal || operation == .notEqual
    let left = isEquality ? rules.identified(a) : rules.ordered(a)
    let right = isEquality ? rules.identified(b) : rules.ordered(b)
    return bool("(\(left) \(sign) \(right))", [a, b])
  }

  /// Returns a conjunction or disjunction. Databases evaluate operands in any order. With `inOrder`, each operand is
  /// evaluated before the next, so that an operand that can fail does so regardless of the next.
  private func logic(_ isAnd: Bool, _ operands: [SQLTerm], inOrder: Bool) throws(NotExpressible) -> SQLTerm {
    var conditions: [SQLFragment] = []
    for operand in operands { conditions.append(try condition(operand)) }
    let joined: SQLFragment = "(\(conditions.joined(isAnd ? " AND " : " OR ")))"
    guard inOrder, !provesSuccess else { return bool(joined, operands) }
    var sql: SQLFragment = "CASE"
    for condition in conditions.dropLast() {
      sql = sql + (isAnd ? " WHEN NOT \(condition) THEN (1 = 0)" : " WHEN \(condition) THEN (1 = 1)")
    }
    return bool("(\(sql) ELSE \(joined) END)", operands)
  }

  private func membership(_ term: SQLTerm, _ set: ConstantSet) throws(NotExpressible) -> SQLTerm {
    guard set.values.count <= 1000 else { throw NotExpressible("so long a list is looked up here") }
    var values: [SQLFragment] = []
    for value in set.values { values.append(try rules.constant(value, set.type).sql) }
    // If the list contains a null, a value that is not found is unknown, like in SQL.
    if set.hasNull { values.append("NULL") }
    guard !values.isEmpty else { throw NotExpressible("the list is empty") }
    return bool("(\(rules.identified(term)) IN (\(values.joined(", "))))", [term])
  }

  private func choice(
    _ cases: [(condition: BoundNode, value: BoundNode)], _ otherwise: BoundNode, _ type: DataType
  ) throws(NotExpressible) -> SQLTerm {
    var sql: SQLFragment = "CASE"
    var conditions: [SQLTerm] = []
    var values: [SQLTerm] = []
    for item in cases {
      conditions.append(try term(item.condition))
      values.append(try wide(try term(item.value)))
    }
    values.append(try wide(try term(otherwise)))
    for (condition, value) in zip(conditions, values) {
      sql = sql + " WHEN \(try self.condition(condition)) THEN \(value.sql)"
    }
    if let last = values.last { sql = sql + " ELSE \(last.sql) END" }
    var term = value("(\(sql))", values, type)
    term.guards = SQLTerm("", type, from: conditions + values).guards
    return term
  }

  private func value(_ sql: SQLFragment, _ terms: [SQLTerm], _ type: DataType) -> SQLTerm {
    SQLTerm(sql, type, .union(terms.filter { $0.constant?.isNull != true }.map(\.bounds)), from: terms)
  }

  // MARK: Arithmetic

  private func arithmetic(
    _ first: BoundNode, _ steps: [BoundNode.ArithmeticStep]
  ) throws(NotExpressible) -> SQLTerm {
    var result = try term(first)
    for step in steps {
      if step.leftType != result.type || result.isNarrow { result = try rules.converted(result, to: step.leftType) }
      result = try rules.arithmetic(step.operation, result, try wide(try term(step.operand)), step.type)
    }
    return result
  }

  // MARK: Aggregates

  package func aggregate(_ call: AggregateCall) throws(NotExpressible) -> SQLAggregate {
    var arguments: [SQLTerm] = []
    for expression in call.arguments { arguments.append(try term(expression)) }
    return try rules.aggregate(call.function, arguments, rowCount: rowCount)
  }

  /// Returns an aggregate that is true if any row of a group satisfies one of the conditions.
  package func any(of conditions: [SQLFragment]) -> SQLFragment {
    rules.any(conditions.map { "(\($0))" as SQLFragment }.joined(" OR "))
  }

  package func selected(_ term: SQLTerm) throws(NotExpressible) -> SQLAggregate { try rules.selected(term) }

  package func ordering(_ term: SQLTerm, isDescending: Bool) -> SQLFragment {
    rules.ordering(rules.ordered(term), isDescending: isDescending)
  }

  /// Returns the same for a column of the statement by its name or number.
  package func ordering(_ sql: SQLFragment, isDescending: Bool) -> SQLFragment {
    rules.ordering(sql, isDescending: isDescending)
  }
}
