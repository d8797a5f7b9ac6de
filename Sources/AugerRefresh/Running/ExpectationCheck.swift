import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

/// The row count of a query's answer and the values that the expectations compute from it. The rows are not retained.
struct QueryAnswer: Sendable {
  var name: String
  var arguments: QueryArguments
  var rowCount: Int
  /// One value for each expectation. Nil if it computes nothing, or if it uses columns that the answer does not
  /// contain.
  private(set) var values: [Result<Scalar?, any Error>]

  init(
    name: String, arguments: QueryArguments, _ table: Table, _ expectations: [Expectation], at now: Timestamp
  ) {
    self.name = name
    self.arguments = arguments
    rowCount = table.rowCount
    values = expectations.map { expectation in
      Result { try expectation.condition.expression.flatMap { try Self.value(of: $0.at(now), name, table) } }
    }
  }

  /// Returns the value of the expression over all rows.
  private static func value(of expression: Expression, _ name: String, _ table: Table) throws -> Scalar? {
    guard expression.columnNames.allSatisfy({ table.schema.index(of: $0) != nil }) else { return nil }
    let query = TableQuery(from: name, measures: [TableQuery.Named("value", expression)])
    let result = try TableQueryExecutor(workers: 1).execute(query, on: StoredTable(name, table))
    return result.columns[0][0]
  }
}

extension Expectation.Condition {
  /// The expression that the condition computes from an answer.
  fileprivate var expression: Expression? {
    switch self {
    case .rows: nil
    case .freshness(_, _, let expression), .value(let expression, _, _), .nearPrevious(let expression, _): expression
    }
  }
}

/// The check of a job's results against its expectations.
struct ExpectationCheck {
  let expectations: [Expectation]
  let previous: [SnapshotManifest.Measure]
  let now: Timestamp

  /// Returns the computed numbers. Throws `expectationFailed` with all expectations that do not hold.
  func measures(of answers: [QueryAnswer]) throws -> [SnapshotManifest.Measure] {
    var measures: [SnapshotManifest.Measure] = []
    var findings: [String] = []
    for (index, expectation) in expectations.enumerated() {
      var wasAsked = false
      for answer in answers {
        switch expectation.condition {
        case .rows(let comparison, let number):
          wasAsked = true
          if !comparison.holds(Double(answer.rowCount), number) {
            findings.append("\(expectation.name): \(Self.name(answer)) has \(answer.rowCount) rows")
          }
        case .freshness(let comparison, let limit, _):
          guard let value = try answer.values[index].get() else { continue }
          wasAsked = true
          if let finding = freshness(value, comparison, limit) {
            findings.append("\(expectation.name): \(Self.name(answer)): \(finding)")
          }
        case .value(let expression, let comparison, let number):
          guard let value = try answer.values[index].get() else { continue }
          wasAsked = true
          let found = value.doubleValue
          if !(found.map { comparison.holds($0, number) } ?? false) {
            findings.append("\(expectation.name): \(Self.name(answer)): it is \(Self.text(value))")
          }
          if let found { measures.append(Self.measure(answer, expression, found)) }
        case .nearPrevious(let expression, let percent):
          guard let value = try answer.values[index].get() else { continue }
          wasAsked = true
          guard let found = value.doubleValue, found.isFinite else {
            findings.append("\(expectation.name): \(Self.name(answer)): it is \(Self.text(value))")
            continue
          }
          let measure = Self.measure(answer, expression, found)
          measures.append(measure)
          if let before = previous.first(where: { $0.isOfSameThing(as: measure) })?.value,
            abs(found - before) > abs(before) * percent / 100
          {
            findings.append(
              "\(expectation.name): \(Self.name(answer)): it is \(Self.text(value)) and was "
                + NumberText.shortest(before))
          }
        }
      }
      if !wasAsked { findings.append("\(expectation.name): no result has the columns of '\(expectation.text)'") }
    }
    guard findings.isEmpty else {
      throw AugerError(
        .expectationFailed, operation: "publish", findings.joined(separator: "; "),
        hint: "Check the data. The last published snapshot remains in use.")
    }
    return measures
  }

  /// Returns a description of the violation if a value is too old or too new. Returns nil if the condition holds.
  private func freshness(_ value: Scalar, _ comparison: Expectation.Comparison, _ limit: Duration) -> String? {
    var value = value
    // Some databases store times as strings.
    if case .string(let text) = value {
      value = Scalar(text: text, type: .date) ?? Scalar(text: text, type: .timestamp) ?? value
    }
    let newest: Timestamp
    switch value {
    // The limits of the date range represent infinities.
    case .date(let date) where date.days > .min && date.days < .max:
      newest = Timestamp(CivilDate(days: date.days + 1))
    case .timestamp(let moment) where moment.microseconds > .min && moment.microseconds < .max: newest = moment
    default: return "'\(Self.text(value))' is not a date"
    }
    let age = Double(now.microseconds) - Double(newest.microseconds)
    return comparison.holds(age, Double(limit.microseconds)) ? nil : "the newest is \(value)"
  }

  private static func name(_ answer: QueryAnswer) -> String {
    guard !answer.arguments.isEmpty else { return "query '\(answer.name)'" }
    return "query '\(answer.name)' with \(answer.arguments.names.joined(separator: ", "))"
  }

  private static func text(_ value: Scalar) -> String { value.isNull ? "null" : value.description }

  private static func measure(
    _ answer: QueryAnswer, _ expression: Expression, _ value: Double
  ) -> SnapshotManifest.Measure {
    SnapshotManifest.Measure(
      query: answer.name, arguments: answer.arguments.canonicalText, expression: expression.description, value: value)
  }
}

extension SnapshotManifest.Measure {
  fileprivate func isOfSameThing(as other: Self) -> Bool {
    Name(query) == Name(other.query) && Name(arguments) == Name(other.arguments)
      && Name(expression) == Name(other.expression)
  }
}
