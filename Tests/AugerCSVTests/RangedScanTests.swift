import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerTestKit
import Foundation
import TestSupport
import Testing

/// What several threads read side by side is what libcsv reads in one, whatever the file holds: values, types,
/// warnings, rejects and errors.
@Suite("CSV: rows read side by side are the rows read in turn") struct RangedScanTests {
  private static let pieces: [[UInt8]] =
    [
      ",", ",", ",", "\"", "\"", "\"\"", "\n", "\n", "\r\n", "\r", " ", "0", "-7", "0.5", "1e999", "007", "NA", "true",
      "Größe", "2024-01-31", "\u{FEFF}", "a,b,c\n", "1,2,3\n", "1,2,x\n", "\"a\",\"b\"\"c\",\"d\ne\"\r\n",
      "\"2\",3,\n", "1,2\n", "1,2,3,4\n", "\n\n", "x\"y", "\"p\"q", "1,\"\",3\n",
    ].map { Array($0.utf8) } + [[0xFF], [0], [UInt8](repeating: 0x39, count: 70)]

  private static let policies: [[SourceOption]] = [
    [], [SourceOption("onError", "null")], [SourceOption("onError", "text")], [SourceOption("asText", "true")],
    [SourceOption("header", "true")], [SourceOption("header", "false"), SourceOption("onError", "fail")],
  ]

  /// A text whose first rows are regular, so that it has columns and types, and whose others are of pieces.
  private func text(_ chance: inout Chance) -> [UInt8] {
    var text: [UInt8] = []
    for row in 0..<Int.random(in: 0...300, using: &chance) { text += Array("\(row),\(row).5,word \(row % 7)\n".utf8) }
    for _ in 0..<Int.random(in: 0...60, using: &chance) {
      text += Self.pieces[.random(in: Self.pieces.indices, using: &chance)]
    }
    for row in 0..<Int.random(in: 0...100, using: &chance) { text += Array("\(row),\"q \(row)\",\r\n".utf8) }
    return text
  }

  @Test func generatedTexts() throws {
    let scratch = try Scratch()
    for seed in 0..<600 {
      var chance = Chance(seed: UInt64(seed))
      let text = text(&chance)
      // The ranges of a compressed file have their bytes with them.
      let file = seed % 3 == 0 ? try scratch.file("data.csv.gz", gzip(text)) : try scratch.file("data.csv", text)
      try expectSame(file, Self.policies[seed % Self.policies.count], chunkRows: 1 + seed % 50, "seed \(seed)")
    }
  }

  /// Rows of many bytes lie across the borders of what is read at once; some are longer than all of it.
  @Test func rowsAcrossBuffers() throws {
    let scratch = try Scratch()
    var text = "a,b,c\n"
    for row in 0..<2_000 {
      text +=
        "\(row),\"\(String(repeating: "x\"\"y\n", count: row % 97))\",\(String(repeating: "z", count: row % 301))\n"
    }
    text += "1,\"\(String(repeating: "long ", count: 150_000))\",end\r\n2,,\"last\""
    for file in [try scratch.file("data.csv", text), try scratch.file("data.csv.gz", gzip(Array(text.utf8)))] {
      for chunkRows in [1, 7, 500, 65_536] { try expectSame(file, [], chunkRows: chunkRows, "\(chunkRows) rows") }
    }
  }

  /// Chunks that no thread holds are read one field after the other, and none of them twice.
  @Test func rowsTooLongToBeHeld() throws {
    let scratch = try Scratch()
    var text = Array("a,b\n".utf8)
    for row in 0..<120 {
      text += Array("\(row),".utf8)
      // From the second chunk of fifty on.
      if row >= 60 { text += [UInt8](repeating: 0x61 + UInt8(row % 20), count: 1 << 20) }
      text.append(0x0A)
    }
    let file = try scratch.file("data.csv.gz", gzip(text))
    try expectSame(file, [], chunkRows: 50, "long rows")
  }

  @Test("every shared file, whole", .enabled(if: SharedData.has("csv/duckdb"), "no shared data"))
  func sharedFiles() throws {
    let root = try #require(SharedData.path) + "/csv"
    let names = (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).sorted()
    var compared = 0
    for (index, name) in names.enumerated() {
      let path = root + "/" + name
      guard !name.hasSuffix(".json"), let bytes = FileManager.default.contents(atPath: path), bytes.count < 300_000
      else { continue }
      try expectSame(path, Self.policies[index % 3], chunkRows: 1 + index % 90, name)
      compared += 1
    }
    #expect(compared > 400)
  }

  /// By how many rows of which types, which values, warnings and rejects, or by which error.
  private func outcome(
    _ path: String, _ options: CSVOptions, chunkRows: Int, workers: Int, rejects: String
  ) -> [String] {
    try? FileManager.default.removeItem(atPath: rejects)
    var result: [String] = []
    do {
      let table = CSVTable(name: "t", path: path, options)
      let answer = try read(table, chunkRows: chunkRows, workers: workers).table
      try answer.validate()
      result.append("\(answer.rowCount) rows of \(answer.schema.fields)")
      for column in answer.columns { result.append(column.scalars.map { "\($0)" }.joined(separator: "|")) }
      result += answer.warnings.items.map(\.description)
    } catch {
      result.append("\(error)")
    }
    result.append((try? String(contentsOfFile: rejects, encoding: .utf8)) ?? "no rejects")
    return result
  }

  private func expectSame(_ path: String, _ given: [SourceOption], chunkRows: Int, _ name: String) throws {
    let rejects = FileManager.default.temporaryDirectory.appendingPathComponent("rejects-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: rejects) }
    let written = given + [SourceOption("rejects", rejects)]
    guard let options = try? CSVOptions(SourceConfiguration(name: "s", location: path, options: written)) else {
      return
    }
    var inTurn = options
    inTurn.readsInOneThread = true
    let expected = outcome(path, inTurn, chunkRows: chunkRows, workers: 1, rejects: rejects)
    for workers in [1, 3] {
      let found = outcome(path, options, chunkRows: chunkRows, workers: workers, rejects: rejects)
      #expect(found == expected, "\(workers) threads, chunks of \(chunkRows): \(name)")
    }
  }
}
