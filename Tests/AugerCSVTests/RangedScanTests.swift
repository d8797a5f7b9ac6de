import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerTestKit
import Foundation
import TestSupport
import Testing

/// Parallel reading by several threads gives the same result as libcsv in one thread: values, types, warnings, rejects
/// and errors.
@Suite("CSV: parallel and sequential reading give the same rows") struct RangedScanTests {
  private static let policies: [[SourceOption]] = [
    [], [SourceOption("onError", "null")], [SourceOption("onError", "text")], [SourceOption("asText", "true")],
    [SourceOption("header", "true")], [SourceOption("header", "false"), SourceOption("onError", "fail")],
  ]

  /// The agreement tests use many more texts.
  @Test func generatedTexts() throws {
    let scratch = try Scratch()
    for seed in 0..<Inputs.count(600) {
      let made = GeneratedCSV(seed: UInt64(seed))
      // The ranges of a compressed file contain their bytes.
      let file = try scratch.file("data.csv", made.isCompressed ? gzip(made.text) : made.text)
      let difference = try difference(
        file, made.options.map { SourceOption($0.name, $0.values) }, chunkRows: made.chunkRows
      ) { ($0.sampleRows, $0.readSize) = (made.sampleRows, made.readSize) }
      #expect(difference == nil, "seed \(seed): \(String(decoding: made.text, as: UTF8.self).debugDescription)")
    }
  }

  /// Long rows cross the boundaries of read buffers, and some exceed a whole buffer.
  @Test func rowsAcrossBuffers() throws {
    let scratch = try Scratch()
    var text = "a,b,c\n"
    for row in 0..<Inputs.count(2_000) {
      text +=
        "\(row),\"\(String(repeating: "x\"\"y\n", count: row % 97))\",\(String(repeating: "z", count: row % 301))\n"
    }
    text += "1,\"\(String(repeating: "long ", count: 150_000))\",end\r\n2,,\"last\""
    for file in [try scratch.file("data.csv", text), try scratch.file("data.csv.gz", gzip(Array(text.utf8)))] {
      for chunkRows in Inputs.areFew ? [7, 65_536] : [1, 7, 500, 65_536] {
        try expectSame(file, [], chunkRows: chunkRows, "\(chunkRows) rows")
      }
    }
  }

  /// Chunks that are too large for a thread to hold are read field by field, and only once.
  @Test func rowsTooLongToBeHeld() throws {
    let scratch = try Scratch()
    var text = Array("a,b\n".utf8)
    for row in 0..<120 {
      text += Array("\(row),".utf8)
      // Long rows start in the second chunk of fifty rows.
      if row >= 60 { text += [UInt8](repeating: 0x61 + UInt8(row % 20), count: 1 << 10) }
      text.append(0x0A)
    }
    let file = try scratch.file("data.csv.gz", gzip(text))
    let difference = try difference(file, [], chunkRows: 50) { $0.longestHeldText = 32 << 10 }
    #expect(difference == nil)
  }

  @Test("every complete shared file", .enabled(if: SharedData.has("csv/duckdb"), "no shared data"))
  func sharedFiles() throws {
    let root = try #require(SharedData.path) + "/csv"
    let names = (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).sorted()
    var compared = 0
    for (index, name) in Inputs.some(Array(names.enumerated())) {
      let path = root + "/" + name
      guard !name.hasSuffix(".json"), let bytes = FileManager.default.contents(atPath: path), bytes.count < 300_000
      else { continue }
      try expectSame(path, Self.policies[index % 3], chunkRows: 1 + index % 90, name)
      compared += 1
    }
    #expect(compared > Inputs.count(400))
  }

  private func expectSame(_ path: String, _ given: [SourceOption], chunkRows: Int, _ name: String) throws {
    let difference = try difference(path, given, chunkRows: chunkRows) { _ in }
    #expect(difference == nil, "\(name)")
  }

  /// Describes how reading with one or three threads differs from libcsv. Nil if it does not.
  private func difference(
    _ path: String, _ given: [SourceOption], chunkRows: Int, adjust: (inout CSVOptions) -> Void
  ) throws -> String? {
    let rejects = FileManager.default.temporaryDirectory.appendingPathComponent("rejects-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: rejects) }
    let written = given + [SourceOption("rejects", rejects)]
    guard var options = try? CSVOptions(SourceConfiguration(name: "s", location: path, options: written)) else {
      return nil
    }
    adjust(&options)
    var inTurn = options
    inTurn.readsInOneThread = true
    let readings = TwoReadings(
      { [inTurn] in CSVTable(name: "t", path: path, inTurn) },
      { [options] in CSVTable(name: "t", path: path, options) },
      rejectsPath: rejects)
    return try readings.difference(chunkRows: chunkRows, workers: [1, 3])
  }
}
