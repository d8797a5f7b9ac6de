import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import Testing

/// The papaparse parsing cases that are verified and portable, read through the adapter.
@Suite("CSV: papaparse cases", .enabled(if: SharedData.has("csv/papaparse/cases.json"), "no shared data"))
struct PapaparseTests {
  /// Cases with a different result, with the reason.
  static let differences: [String: String] = [
    "CORE_PARSER_TESTS[19] Quoted field has no closing quote": open,
    "CORE_PARSER_TESTS[21] Quoted field has invalid trailing quote after delimiter": open,
    "CORE_PARSER_TESTS[22] Quoted field has invalid trailing quote before delimiter": open,
    "CORE_PARSER_TESTS[23] Quoted field has invalid trailing quote after new line": open,
    "CORE_PARSER_TESTS[59] Simple duplicated header names": names,
    "CORE_PARSER_TESTS[61] Duplicated header names existing column": names,
    "CORE_PARSER_TESTS[62] Duplicate header names with __proto__ field": names,
    "PARSE_TESTS[5] Quoted fields with spaces between closing quote and next delimiter": blanks,
    "PARSE_TESTS[6] Quoted fields with spaces between closing quote and next new line": blanks,
    "PARSE_TESTS[7] Quoted fields with spaces after closing quote": blanks,
    "PARSE_TESTS[9] Mixed slash n and slash r should choose first as precident":
      "CR, LF and CRLF end a line wherever they stand",
    "PARSE_TESTS[90] Quoted fields with spaces between closing quote and next delimiter and contains delimiter": blanks,
    "PARSE_TESTS[91] Quoted fields with spaces between closing quote and newline and contains newline": blanks,
  ]

  private static let open = "a quote that does not end is refused with its place; papaparse reports it and goes on"
  private static let names = "repeated names get a suffix in the schema, from 2, and not in the rows"
  private static let blanks =
    "libcsv without trimming takes the quote before a blank for text, so that the field does not end there: refused"

  private static func cases() -> [(name: String, test: [String: Any])] {
    guard let folder = SharedData.path,
      let data = FileManager.default.contents(atPath: folder + "/csv/papaparse/cases.json"),
      let suites = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
    else { return [] }
    var cases: [(name: String, test: [String: Any])] = []
    for suite in ["CORE_PARSER_TESTS", "PARSE_TESTS"] {
      for (index, test) in (suites[suite] as? [[String: Any]] ?? []).enumerated() {
        guard test["verified"] as? Bool == true, test["portable"] as? Bool == true else { continue }
        cases.append(("\(suite)[\(index)] \(test["description"] as? String ?? "")", test))
      }
    }
    return cases
  }

  /// Returns the reason why a case is not applicable. Nil if it is.
  private func obstacle(_ test: [String: Any]) -> String? {
    let configuration = test["config"] as? [String: Any] ?? [:]
    if configuration["dynamicTyping"] != nil { return "types are inferred by column, not by value" }
    if configuration["escapeChar"] != nil { return "quotes are doubled; there is no other escape" }
    if let delimiter = configuration["delimiter"] as? String, delimiter.utf8.count != 1 || delimiter == "\n" {
      return "a delimiter is one byte, and no line end"
    }
    if let comments = configuration["comments"] as? String, comments.utf8.count != 1 {
      return "a comment begins with one byte"
    }
    if configuration["skipEmptyLines"] as? String == "greedy" { return "rows of empty fields are rows" }
    if test["input"] as? String == nil { return "the input is no text" }
    return nil
  }

  private func options(_ test: [String: Any]) -> [SourceOption] {
    let configuration = test["config"] as? [String: Any] ?? [:]
    let expected = test["expected"] as? [String: Any] ?? [:]
    var options = [SourceOption("asText", "true"), SourceOption("header", "false")]
    let found = (expected["meta"] as? [String: Any])?["delimiter"] as? String
    if let delimiter = configuration["delimiter"] as? String ?? found {
      options.append(SourceOption("delimiter", delimiter == "," ? "comma" : delimiter))
    }
    let quote = configuration["quoteChar"] as? String ?? "\""
    options.append(SourceOption("quote", quote))
    switch configuration["comments"] {
    case let text as String: options.append(SourceOption("comment", text))
    case let flag as Bool where flag: options.append(SourceOption("comment", "#"))
    default: options.append(SourceOption("comment", "none"))
    }
    let skipped = max(0, configuration["skipFirstNLines"] as? Int ?? 0)
    return options + [SourceOption("skipLines", "\(skipped)")]
  }

  /// Returns papaparse's rows, without those of empty lines. Objects are in header order.
  private func expectedRows(_ test: [String: Any], header: [String]) -> [[String]] {
    let data = (test["expected"] as? [String: Any])?["data"] as? [Any] ?? []
    return data.compactMap { row in
      if let texts = row as? [String] { return texts == [""] ? nil : texts }
      guard let object = row as? [String: Any] else { return nil }
      let named = header.map { object[$0] as? String ?? "" }
      return named + (object["__parsed_extra"] as? [String] ?? [])
    }
  }

  private func rows(_ test: [String: Any]) throws -> [[String]] {
    let scratch = try Scratch()
    let file = try scratch.file("data.csv", try #require(test["input"] as? String))
    do {
      let table = try read(openTable(file, options(test))).table
      return (0..<table.rowCount).map { row in table.columns.map { $0[row].description } }
    } catch let error as AugerError where error.code == .emptyInput {
      return []
    }
  }

  private func trimmed(_ row: [String]) -> [String] {
    var row = row
    while row.last == "" { row.removeLast() }
    return row
  }

  @Test("every case matches papaparse or is a listed difference")
  func allCases() throws {
    var compared = 0
    var different: [String] = []
    for (name, test) in Self.cases() where obstacle(test) == nil {
      compared += 1
      var found = (try? rows(test)) ?? [["an error"]]
      let configuration = test["config"] as? [String: Any] ?? [:]
      let data = (test["expected"] as? [String: Any])?["data"] as? [Any] ?? []
      var header: [String] = []
      if configuration["header"] as? Bool == true, data.allSatisfy({ $0 is [String: Any] }) {
        header = trimmed(found.first ?? [])
        found = Array(found.dropFirst())
      }
      var expected = expectedRows(test, header: header).map(trimmed)
      if let preview = configuration["preview"] as? Int, preview > 0 {
        found = Array(found.prefix(preview))
        expected = Array(expected.prefix(preview))
      }
      if found.map(trimmed) != expected {
        different.append(name)
        if Self.differences[name] == nil { Issue.record("\(name): \(found), expected \(expected)") }
      }
    }
    #expect(compared >= 120, "\(compared)")
    #expect(different.sorted() == Self.differences.keys.sorted())
  }
}
