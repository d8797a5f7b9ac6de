import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Foundation
import TestSupport
import Testing

/// The results that MAKit's guide prints for its expressions, from the shared data.
struct FactsTests {
  static var facts: [String: Any]? {
    guard let url = Shared.existing("data/makit/expression-facts.json"), let data = try? Data(contentsOf: url) else {
      return nil
    }
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
  }

  static let isThere = Shared.existing("data/makit/expression-facts.json") != nil

  /// Results that differ from the guide on purpose, by call.
  static let overridden: [String: String] = [
    // Date(column) has type date, which is printed without a time.
    "Date(MyDate)": "2024-02-29", "date(2010,9,1)": "2010-09-01",
  ]

  private func expect(_ result: String, is expected: Any?, of fact: [String: Any], _ call: String) {
    if let text = expected as? String {
      #expect(result == text, "\(call)")
    } else if let number = expected as? NSNumber {
      let tolerance = (fact["absTolerance"] as? NSNumber)?.doubleValue ?? 1e-12
      let value = Double(result) ?? .nan
      #expect(abs(value - number.doubleValue) <= tolerance, "\(call) gave \(result), not \(number)")
    } else {
      Issue.record("\(call) has no expectation")
    }
  }

  @Test("The guide's function examples", .enabled(if: isThere, "expression-facts.json is not here"))
  func functions() throws {
    let functions = try #require(Self.facts?["functions"] as? [[String: Any]])
    #expect(functions.count >= 40)
    for fact in functions {
      let call = try #require(fact["call"] as? String)
      expect(try value(call), is: fact["expected"], of: fact, call)
    }
  }

  @Test("The guide's date functions", .enabled(if: isThere, "expression-facts.json is not here"))
  func dates() throws {
    let group = try #require(Self.facts?["dateFunctions"] as? [String: Any])
    let results = try #require(group["results"] as? [[String: Any]])
    let moment = try Column(.timestamp, [.timestamp(Timestamp(microseconds: 1_709_210_096_000_000))])
    for fact in results {
      let call = try #require(fact["call"] as? String)
      let result = try Setting(columns: [("MyDate", moment)]).results(call)[0]
      expect(result, is: Self.overridden[call] ?? fact["expected"], of: fact, call)
    }
  }

  @Test("The guide's sample expressions", .enabled(if: isThere, "expression-facts.json is not here"))
  func samples() throws {
    let samples = try #require(Self.facts?["expressionSamples"] as? [[String: Any]])
    for fact in samples {
      let text = try #require(fact["expression"] as? String)
      let inputs = (fact["columns"] as? [String: [Any]]) ?? [:]
      // 'Foo' + Col1 mixes types in one column, which is not supported here. Each value becomes a table of its own.
      let isMixed = inputs.values.contains { $0.contains { $0 is String } && $0.contains { $0 is NSNumber } }
      let count = inputs.values.first?.count ?? 1
      let cases = (fact["cases"] as? [[String: Any]]) ?? [fact]
      for item in cases {
        let expected = try #require(item["expected"] as? [Any])
        var variables: [(name: String, value: QueryArgument)] = []
        for (name, value) in (item["variables"] as? [String: Any] ?? [:]).sorted(by: { $0.key < $1.key }) {
          variables.append((name, .scalar(Self.scalar(value))))
        }
        for rows in isMixed ? (0..<count).map({ $0..<$0 + 1 }) : [0..<count] {
          let columns = try inputs.sorted { $0.key < $1.key }.map {
            (name: $0.key, column: try Self.column(Array($0.value[rows])))
          }
          let results = try Setting(columns: columns, variables: variables).results(text)
          for (result, row) in zip(results, rows) { expect(result, is: expected[row], of: fact, text) }
        }
      }
    }
  }

  private static func scalar(_ value: Any) -> Scalar {
    if let text = value as? String { return .string(text) }
    guard let number = value as? NSNumber else { return .null }
    return Int64(exactly: number.doubleValue).map { .int($0) } ?? .float(number.doubleValue)
  }

  private static func column(_ values: [Any]) throws -> Column {
    let scalars = values.map(scalar)
    if scalars.allSatisfy({ $0.type == .string }) { return try Column(.string, scalars) }
    if scalars.allSatisfy({ $0.type == .int64 }) { return try Column(.int64, scalars) }
    return try Column(.float64, scalars)
  }
}
