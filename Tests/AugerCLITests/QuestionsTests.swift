import Foundation
import TestSupport
import Testing

/// Runs the commands of `Documentation/questions.md` on the shared data, and compares the answers with those of DuckDB.
@Suite struct QuestionsTests {
  private struct Answer {
    var columns: [(name: String, type: String)]
    var rows: [[Any]]
  }

  /// Returns the commands and the names of their questions.
  private static func commands() throws -> [(id: String, command: String)] {
    let page = Shared.repository.appendingPathComponent("Documentation/questions.md")
    var found: [(id: String, command: String)] = []
    for match in try String(contentsOf: page, encoding: .utf8).matches(
      of: /<!-- (q\d\d-[a-z0-9-]+) -->\n```sh\n((?:.|\n)*?)\n```/)
    {
      found.append((String(match.1), String(match.2)))
    }
    return found
  }

  private static func answers() throws -> [String: Answer] {
    let data = try Data(contentsOf: URL(fileURLWithPath: Shared.path("questions/questions.json")))
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var answers: [String: Answer] = [:]
    for question in try #require(root["questions"] as? [[String: Any]]) {
      let id = try #require(question["id"] as? String)
      let columns = try #require(question["columns"] as? [[String: String]])
      answers[id] = Answer(
        columns: columns.map { ($0["name"] ?? "", $0["type"] ?? "") }, rows: try #require(question["rows"] as? [[Any]]))
    }
    return answers
  }

  /// Returns true if a value equals the expected value, with the precision of its type.
  private static func isEqual(_ value: Any?, _ wanted: Any, _ type: String) -> Bool {
    let isNull = value == nil || value is NSNull
    if wanted is NSNull || isNull { return wanted is NSNull && isNull }
    let number = (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap(Double.init)
    let wantedNumber = (wanted as? NSNumber)?.doubleValue ?? (wanted as? String).flatMap(Double.init)
    if type == "DOUBLE", let number, let wantedNumber {
      return abs(number - wantedNumber) <= 1e-9 * max(abs(number), abs(wantedNumber), 1e-300)
    }
    if let match = type.wholeMatch(of: /DECIMAL\(\d+,(\d+)\)/), let scale = Int(match.1), let number, let wantedNumber {
      return abs(number - wantedNumber) <= 0.500001 * pow(10, -Double(scale))
        && (number * pow(10, Double(scale))).rounded()
          == (wantedNumber * pow(10, Double(scale))).rounded()
    }
    if type == "BIGINT", let number, let wantedNumber { return number == wantedNumber }
    return "\(value ?? "")".replacing("T", with: " ", maxReplacements: type == "TIMESTAMP" ? 1 : 0) == "\(wanted)"
  }

  @Test func everyQuestionHasACommand() throws {
    let ids = try Self.commands().map(\.id)
    #expect(ids.count == 50 && Set(ids).count == 50)
  }

  @Test(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
  func documentedCommandsAnswerTheQuestions() throws {
    let answers = try Self.answers()
    for (id, command) in try Self.commands() {
      let answer = try #require(answers[id], "\(id) is no question")
      let run = try Auger(
        ["-c", command + " --format json"], running: "/bin/sh", in: URL(fileURLWithPath: Shared.path("data")),
        environment: [
          "PATH": "\(Auger.directory.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        ])
      #expect(run.exitCode == 0, "\(id): \(run.errors)")
      guard let rows = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] else {
        Issue.record("\(id): \(run.output)")
        continue
      }
      #expect(rows.count == answer.rows.count, "\(id)")
      for (number, (row, wanted)) in zip(rows, answer.rows).enumerated() {
        #expect(Set(row.keys).isSubset(of: answer.columns.map(\.name)), "\(id): \(row.keys.sorted())")
        for (column, value) in zip(answer.columns, wanted) {
          #expect(
            Self.isEqual(row[column.name], value, column.type),
            "\(id), row \(number + 1), \(column.name): \(row[column.name] ?? "nothing") and not \(value)")
        }
      }
    }
  }
}
