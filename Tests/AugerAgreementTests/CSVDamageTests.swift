import AugerCSV
import AugerDiagnostics
import AugerQuery
import AugerTestKit
import Foundation
import TestSupport
import Testing

/// Thousands of damaged CSV files are read or refused, by the seed that is printed with a failure. `FuzzTests` of
/// AugerCSVTests does one round of this in debug.
@Suite(.enabled(if: SharedCSV.root != nil, "no shared data")) struct CSVDamageTests {
  /// Of each file so many bytes are damaged: many small files find more than a large one.
  private static let largest = 60_000

  private static let policies: [[SourceOption]] = [
    [], [SourceOption("onError", "skip")], [SourceOption("onError", "null"), SourceOption("strict", "true")],
    [SourceOption("asText", "true"), SourceOption("header", "false")],
    [SourceOption("onError", "text"), SourceOption("comment", "#"), SourceOption("skipLines", "1")],
  ]

  @Test(arguments: 2...25 as ClosedRange<UInt64>)
  func damagedFilesAreReadOrRefused(seed: UInt64) throws {
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
      // Compressed bytes may be a thousand times as many.
      let longest = whole.starts(with: [0x1F, 0x8B]) ? bytes.count * 1032 : bytes.count
      let options = Self.policies[(index + Int(seed)) % Self.policies.count]
      let (problems, sums) = BoundedReading(CSVAdapter(), byteCount: longest).findings(
        SourceConfiguration(name: "s", location: file.path, options: options))
      #expect(problems == [], "seed \(seed), \(name)")
      if sums.wasRefused { refused += 1 } else { read += 1 }
    }
    // Damage that is always refused, or never, tests little.
    #expect(refused > 30 && read > 200, "\(refused) refused, \(read) read")
  }
}

private enum SharedCSV {
  /// The shared CSV files; nil where they are missing.
  static let root = Shared.existing("data/csv/duckdb").map { $0.deletingLastPathComponent().path }
}
