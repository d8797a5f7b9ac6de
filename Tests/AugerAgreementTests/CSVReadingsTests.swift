import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerTestKit
import Foundation
import TestSupport
import Testing

/// Generated texts, most of them invalid, give the same result when read in parallel and sequentially by libcsv: table,
/// types, warnings, rejects and errors. `AUGER_FUZZ` sets the number of texts, `AUGER_FUZZ_FROM` the first.
@Suite("CSV: parallel and sequential reading agree") struct CSVReadingsTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["AUGER_FUZZ"].flatMap { UInt64($0) } ?? 20_000
  private static let first = environment["AUGER_FUZZ_FROM"].flatMap { UInt64($0) } ?? 0

  @Test func parallelAndSequentialReadingGiveTheSameResult() throws {
    // Use a RAM disk if available, because each text is a file.
    let memory = "/dev/shm"
    let folder = FileManager.default.fileExists(atPath: memory) ? memory : NSTemporaryDirectory()
    let path = "\(folder)/auger-readings-\(UUID().uuidString).csv"
    let rejects = path + ".rejects"
    defer { for file in [path, rejects] { try? FileManager.default.removeItem(atPath: file) } }
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    var (findings, looks, sideBySide) = (0, 0, 0)
    for number in Self.first..<Self.first + Self.count where findings < 10 {
      let made = GeneratedCSV(seed: number)
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(made.isCompressed ? ByteDamage.gzip(made.text) : made.text))
      let isListed = number % 8 == 0
      var given = made.options.map { SourceOption($0.name, $0.values) }
      if isListed { given.append(SourceOption("rejects", rejects)) }
      var options = try CSVOptions(SourceConfiguration(name: "s", location: path, options: given))
      (options.sampleRows, options.readSize) = (made.sampleRows, made.readSize)
      var inTurn = options
      inTurn.readsInOneThread = true
      let readings = TwoReadings(
        { [inTurn] in CSVTable(name: "t", path: path, inTurn) },
        { [options] in CSVTable(name: "t", path: path, options) }, rejectsPath: isListed ? rejects : nil)
      // Starting sixteen threads takes long, so few texts use them.
      let workers = number % 2 == 0 ? 1 : number % 16 == 1 ? 16 : 2
      if let difference = try readings.difference(chunkRows: made.chunkRows, workers: [workers]) {
        findings += 1
        let text = String(decoding: made.text, as: UTF8.self).debugDescription
        let how = "\(made.options), sample \(made.sampleRows), reads \(made.readSize)"
        Issue.record("text \(number), \(how):\n\(difference)\n\(text)")
      }
      guard number % 16 == 0 else { continue }
      looks += 1
      if (try? CSVTable(name: "t", path: path, options).isReadSideBySide()) == true { sideBySide += 1 }
    }
    // The comparison is useful only if most texts are read in parallel.
    #expect(findings > 0 || looks < 100 || sideBySide * 5 > looks * 3, "\(sideBySide) of \(looks)")
  }
}
