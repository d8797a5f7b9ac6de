import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import AugerTestKit
import Foundation
import TestSupport
import Testing

/// Generated CSV texts with difficult content. Reading gives the same result for any chunk size, any number of threads
/// and any order of queries. `AUGER_FUZZ` sets the number of texts.
@Suite struct CSVFuzzTests {
  private static let count = ProcessInfo.processInfo.environment["AUGER_FUZZ"].flatMap { Int($0) } ?? 2000

  private static let pieces: [[UInt8]] =
    [
      ",", ",", ",", ";", "|", "||", "::", "\t", "\t ", ", ", "\"", "\"", "\"\"", "\\\"", "\\", "'", "#", " ", "\n",
      "\n", "\n", "\r\n", "\r", "0", "1", "-7", "0.5", "1,5", "1.234,5", "1e308", "1e999", "99999999999999999999",
      "007",
      "NaN", "inf", "NA", "NULL", "true", "no", "x", "Größe", "2024-01-31", "31.12.2024", "01/02/2024",
      "2024-01-31T10:00:00Z", "Jan 1 2000", "a", "b", "é", "\u{FEFF}", "sep=;\n",
    ].map { Array($0.utf8) } + [
      [0], [0xFF], [0xC3], [0xE2, 0x80], [0x1F], [0x1F, 0x8B, 0x08], [UInt8](repeating: 0x39, count: 310),
    ]

  private static let options: [[SourceOption]] = [
    [], [], [SourceOption("onError", "null")], [SourceOption("onError", "skip")], [SourceOption("asText", "true")],
    [SourceOption("delimiter", "||")], [SourceOption("escape", "\\")], [SourceOption("header", "true")],
    [SourceOption("strict", "true")], [SourceOption("comment", "#")],
  ]

  /// Returns a text of random pieces. Some texts repeat a line until they are longer than the sample.
  private func text(_ random: inout Chance) -> [UInt8] {
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      text += Self.pieces[.random(in: Self.pieces.indices, using: &random)]
    }
    if Int.random(in: 0...40, using: &random) == 0 {
      let row = Array("1,2024-01-01,x\n".utf8)
      for _ in 0..<10_100 { text += row }
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        text += Self.pieces[.random(in: Self.pieces.indices, using: &random)]
      }
    }
    return text
  }

  @Test func everyReadingGivesTheSameResult() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("data.csv")
    for seed in 0..<Self.count {
      var random = Chance(seed: UInt64(seed))
      let bytes = text(&random)
      let options = Self.options[.random(in: Self.options.indices, using: &random)]
      try Data(bytes).write(to: file)
      let configuration = SourceConfiguration(name: "s", location: file.path, options: options)
      let longest = bytes.starts(with: [0x1F, 0x8B]) ? bytes.count * 1032 : bytes.count
      #expect(BoundedReading(CSVAdapter(), byteCount: longest).findings(configuration).problems == [], "seed \(seed)")
      let fresh = answers(configuration, orders: [0, 1])
      #expect(answers(configuration, orders: [1, 0]) == fresh, "seed \(seed)")
    }
  }

  /// Runs two queries in the given order on one source and returns their types and values, or their errors.
  private func answers(_ configuration: SourceConfiguration, orders: [Int]) -> [String] {
    var result = ["", ""]
    guard let source = try? CSVAdapter().open(configuration) else { return result }
    for order in orders {
      do {
        let control = RunControl(timeLimit: .seconds(60))
        let table = try source.table("data", control)
        var executor = TableQueryExecutor(workers: order + 1)
        executor.chunkRows = order == 0 ? 1000 : 64
        let query = TableQuery(from: "data", limit: order == 0 ? nil : 5)
        let answer = try executor.execute(query, on: table, control)
        try answer.validate()
        let last = (max(0, answer.rowCount - 3)..<answer.rowCount).map { row in answer.columns.map { $0[row] } }
        result[order] = "\(answer.rowCount) \(answer.schema.fields.map(\.type)) \(last) \(answer.warnings)"
      } catch {
        result[order] = "\(error)"
      }
    }
    return result
  }
}
