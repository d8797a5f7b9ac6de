import Foundation
import TestSupport
import Testing

/// The facts about expressions in MAKit's guide, checked with `auger eval`.
@Suite(.enabled(if: Shared.isThere, "\(Shared.reason)")) struct ExpressionFactsTests {
  /// The facts that page 3 of the specification changes.
  private static let overridden = [
    // The specification adds unary minus and plus to MAKit.
    "2*-1": "-2",
    // `Date(column)` has the type date, which prints without a time.
    "Date(MyDate)": "2024-02-29", "date(2010,9,1)": "2010-09-01",
  ]

  private let folder: TemporaryFolder
  private let facts: [String: Any]

  init() throws {
    folder = try TemporaryFolder()
    let data = try Data(contentsOf: URL(fileURLWithPath: Shared.path("data/makit/expression-facts.json")))
    facts = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func lines(_ call: String, _ options: [String] = []) throws -> [String] {
    let run = try Auger(["eval", call] + options)
    #expect(run.exitCode == 0, "\(call): \(run.errors)")
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private func expect(_ line: String, _ expected: Any?, _ fact: [String: Any], _ call: String) {
    if let text = (Self.overridden[call] ?? expected) as? String {
      #expect(line == text, "\(call)")
    } else if let number = (expected as? NSNumber)?.doubleValue {
      let tolerance = (fact["absTolerance"] as? NSNumber)?.doubleValue ?? 1e-12
      #expect(abs((Double(line) ?? .nan) - number) <= tolerance, "\(call) gave \(line), not \(number)")
    } else {
      Issue.record("\(call) has no expectation")
    }
  }

  @Test func functionsGiveTheValuesOfTheGuide() throws {
    let functions = try #require(facts["functions"] as? [[String: Any]])
    for fact in functions {
      let call = try #require(fact["call"] as? String)
      expect(try lines(call).first ?? "", fact["expected"], fact, call)
    }
  }

  @Test func datesGiveTheValuesOfTheGuide() throws {
    let file = try folder.write("MyDate\n2024-02-29T12:34:56\n", to: "dates.csv")
    let group = try #require(facts["dateFunctions"] as? [String: Any])
    for fact in try #require(group["results"] as? [[String: Any]]) {
      let call = try #require(fact["call"] as? String)
      expect(try lines(call, ["--table", file]).first ?? "", fact["expected"], fact, call)
    }
  }

  @Test func sampleExpressionsGiveTheValuesOfTheGuide() throws {
    for (number, fact) in try #require(facts["expressionSamples"] as? [[String: Any]]).enumerated() {
      let call = try #require(fact["expression"] as? String)
      let inputs = (fact["columns"] as? [String: [Any]] ?? [:]).sorted { $0.key < $1.key }
      let rows = (0..<(inputs.first?.value.count ?? 1)).map { row in
        inputs.map { "\"\($0.value[row])\"" }.joined(separator: ",") + "\n"
      }
      let file = try folder.write(
        inputs.map(\.key).joined(separator: ",") + "\n" + rows.joined(), to: "sample\(number).csv")
      for item in (fact["cases"] as? [[String: Any]]) ?? [fact] {
        let variables = (item["variables"] as? [String: Any] ?? [:]).sorted { $0.key < $1.key }
        let settings = variables.flatMap { name, value in
          ["--set", value is String ? "\(name)='\(value)'" : "\(name)=\(value)"]
        }
        let results = try lines(call, (inputs.isEmpty ? [] : ["--table", file]) + settings)
        let expected = try #require(item["expected"] as? [Any])
        #expect(results.count == expected.count, "\(call)")
        for (result, value) in zip(results, expected) { expect(result, value, fact, call) }
      }
    }
  }

  @Test func forbiddenExpressionsFailUnlessSpecified() throws {
    let file = try folder.write("a,b,c,d,e,f,g,h,x,y,Name\n1,2,3,4,5,6,7,8,2.5,1,Joe\n", to: "table.csv")
    let grammar = try #require(facts["grammar"] as? [String: Any])
    let wrong = try #require(grammar["errors"] as? [[String: Any]])
    let misprinted = try #require(grammar["printedAsValidButIsNot"] as? [[String: Any]])
    for fact in wrong + misprinted {
      let text = try #require(fact["expression"] as? String)
      let run = try Auger(["eval", text, "--table", file])
      if let value = Self.overridden[text] {
        #expect(run.output == value + "\n", "\(text)")
      } else {
        #expect(run.exitCode == 2, "\(text) gave \(run.output)")
        #expect(run.errors.contains("^"), "\(text): \(run.errors)")
      }
    }
    for fact in try #require(grammar["valid"] as? [[String: Any]]) {
      let text = try #require(fact["expression"] as? String)
      #expect(try lines(text, ["--table", file]).count == 1)
    }
  }
}
