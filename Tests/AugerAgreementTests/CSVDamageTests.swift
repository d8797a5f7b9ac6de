import AugerCSV
import AugerDiagnostics
import AugerQuery
import AugerTestKit
import Foundation
import TestSupport
import Testing

/// Reads thousands of damaged CSV files. Each read succeeds or fails with an error. A failure names its seed.
/// `FuzzTests` of AugerCSVTests runs one round of this in debug builds.
@Suite(.enabled(if: SharedCSV.root != nil, "no shared data")) struct CSVDamageTests {
  /// The number of bytes used from each file. Many small files find more errors than one large file.
  private static let largest = 60_000

  private static let policies: [[SourceOption]] = [
    [], [SourceOption("onError", "skip")], [SourceOption("onError", "null"), SourceOption("strict", "true")],
    [SourceOption("asText", "true"), SourceOption("header", "false")],
    [SourceOption("onError", "text"), SourceOption("comment", "#"), SourceOption("skipLines", "1")],
  ]

  @Test(arguments: 2...25 as ClosedRange<UInt64>)
  func damagedFilesDoNotCrash(seed: UInt64) throws {
    let root = try #require(SharedCSV.root)
    let names = (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? [])
      .filter { !$0.hasSuffix(".json") }.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("auger-damage-\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    var damage = ByteDamage(seed: seed)
    var donor: [UInt8] = []
    var refused = 0
    var read = 0
    for (index, name) in names.enumerated() {
      guard let data = FileManager.default.contents(atPath: root + "/" + name) else { continue }
      let whole = [UInt8](data.prefix(Self.largest))
      let bytes = damage.damaged(whole, donor: donor)
      donor = whole
      try Data(bytes).write(to: file)
      // Compressed data can expand about a thousandfold.
      let longest = whole.starts(with: [0x1F, 0x8B]) ? bytes.count * 1032 : bytes.count
      let options = Self.policies[(index + Int(seed)) % Self.policies.count]
      let (problems, sums) = BoundedReading(CSVAdapter(), byteCount: longest).findings(
        SourceConfiguration(name: "s", location: file.path, options: options))
      #expect(problems == [], "seed \(seed), \(name)")
      if sums.wasRefused { refused += 1 } else { read += 1 }
    }
    // The generator must produce both readable and unreadable files.
    #expect(refused > 30 && read > 200, "\(refused) refused, \(read) read")
  }
}

private enum SharedCSV {
  /// The folder of the shared CSV files. Nil if it does not exist.
  static let root = Shared.existing("data/csv/duckdb").map { $0.deletingLastPathComponent().path }
}
