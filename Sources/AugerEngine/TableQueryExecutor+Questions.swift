import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// Values of all rows for `LastMonths(d, n)` and `Bin(x)` are computed before the query that uses them.
extension TableQueryExecutor {
  /// Returns the query with the answers inserted. `execute` is called at most once, and only if questions exist.
  ///
  /// The last day is that of the whole table, within the access rights of the caller. A width uses the rows that
  /// satisfy the conditions.
  package func answering(
    _ query: TableQuery, _ arguments: QueryArguments, execute: (TableQuery) throws -> Table
  ) throws -> TableQuery {
    let questions = query.dataQuestions(with: arguments)
    guard !questions.isEmpty else { return query }
    var answers: [Name: Scalar] = [:]
    for kind in Set(questions.map(\.kind)).sorted(by: { $0 == .lastDay && $1 != .lastDay }) {
      let asked = questions.filter { $0.kind == kind }
      let answered = query.answering(answers)
      let table: Table
      // Errors in an argument are reported for the query itself, with the original position.
      do { table = try execute(answered.asking(asked, arguments)) } catch is DiagnosticError { return query }
      for (index, question) in asked.enumerated() {
        let values = table.columns[index * kind.measureCount..<(index + 1) * kind.measureCount].map { $0[0] }
        answers[Name(question.text)] = kind == .lastDay ? values[0] : Self.width(values, table.columns[index * 5].type)
      }
    }
    return query.answering(answers)
  }

  /// Returns a width from the count, the extremes and the quartiles of a column.
  private static func width(_ values: [Scalar], _ type: DataType) -> Scalar {
    guard case .int(let count) = values[2], count > 0, let low = values[0].doubleValue,
      let high = values[1].doubleValue, let lower = values[3].doubleValue, let upper = values[4].doubleValue,
      let (digit, power) = BinWidth.round(
        BinWidth.rule(count: Int(count), span: high - low, quartileDistance: upper - lower))
    else { return .int(1) }
    let isWhole = type == .int64 || type == .bool
    if power < 0 {
      if isWhole { return .int(1) }
      if power >= -18 { return .decimal(Decimal128(unscaled: Int128(digit), scale: -power)) }
    } else if power < 18 {
      return .int((0..<power).reduce(Int64(digit)) { value, _ in value * 10 })
    }
    return Scalar(text: "\(digit)e\(power)", type: .float64) ?? .int(1)
  }
}

extension DataQuestion.Kind {
  fileprivate var measureCount: Int { self == .lastDay ? 1 : 5 }
}

extension TableQuery {
  /// Returns the distinct questions about all rows.
  func dataQuestions(with arguments: QueryArguments) -> [DataQuestion] {
    let dropped = (filters + having).filter { !$0.isKept(with: arguments) }.map(\.expression.root)
    var questions: [DataQuestion] = []
    for expression in expressions where !dropped.contains(expression.root) {
      for question in expression.dataQuestions
      where !questions.contains(where: { Name($0.text) == Name(question.text) }) {
        questions.append(question)
      }
    }
    return questions
  }

  fileprivate func answering(_ answers: [Name: Scalar]) -> TableQuery {
    func answered(_ expression: Expression) -> Expression { expression.answering { answers[Name($0.text)] } }
    var query = self
    query.derive = derive.map { $0.with(answered($0.expression)) }
    query.filters = filters.map { $0.with(answered($0.expression)) }
    query.measures = measures.map { $0.with(answered($0.expression)) }
    query.having = having.map { $0.with(answered($0.expression)) }
    return query
  }

  /// Returns the query that answers the questions. They must have one kind. Its measures are in question order.
  fileprivate func asking(_ questions: [DataQuestion], _ arguments: QueryArguments) throws -> TableQuery {
    var query = TableQuery(from: from)
    query.joins = joins
    // A column that depends on an unanswered question is itself unanswered.
    var open: Set<Name> = []
    query.derive = derive.filter { item in
      let isOpen =
        !item.expression.dataQuestions.isEmpty || item.expression.columnNames.contains { open.contains(Name($0)) }
      if isOpen { open.insert(Name(item.name)) }
      return !isOpen
    }
    query.filters = filters.filter { filter in
      filter.isRestriction
        || questions[0].kind == .binWidth && filter.isKept(with: arguments) && filter.expression.dataQuestions.isEmpty
          && !filter.expression.columnNames.contains { open.contains(Name($0)) }
    }
    for (index, question) in questions.enumerated() {
      let x = question.argument
      let measures =
        question.kind == .lastDay
        ? [try Expression.parse("max(Date([x]))")]
        : try ["min", "max", "count", "lowerQuartile", "upperQuartile"].map { try Expression.parse("\($0)([x])") }
      for (number, measure) in measures.enumerated() {
        query.measures.append(Named("\u{1F}\(index).\(number)", measure.replacing(column: "x", by: x)))
      }
    }
    return query
  }
}
