import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerTestKit
import Foundation
import Testing

/// Reads damaged files. Reading succeeds or fails with an error, without a crash, a hang or unlimited memory.
/// `CSVDamageTests` of the agreement tests uses more seeds, `CSVLimitTests` of the command large files.
@Suite("CSV: damaged files", .enabled(if: SharedData.has("csv/duckdb"), "no shared data"))
struct FuzzTests {
  /// The number of bytes used from each file. Many small files find more errors than one large file.
  private static let largest = 4000

  private static let policies: [[SourceOption]] = [
    [], [SourceOption("onError", "skip")], [SourceOption("onError", "null"), SourceOption("strict", "true")],
    [SourceOption("asText", "true"), SourceOption("header", "false")],
    [SourceOption("onError", "text"), SourceOption("comment", "#"), SourceOption("skipLines", "1")],
  ]

  /// Returns every file of the shared data, sorted by bytes.
  private func names() throws -> [String] {
    let root = try #require(SharedData.path) + "/csv"
    return (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? [])
      .filter { !$0.hasSuffix(".json") && FileManager.default.contents(atPath: root + "/" + $0) != nil }
      .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  private func attempt(_ path: String, _ byteCount: Int, _ options: [SourceOption], _ name: String) {
    let reading = BoundedReading(CSVAdapter(), byteCount: byteCount)
    let problems = reading.findings(SourceConfiguration(name: "s", location: path, options: options)).problems
    #expect(problems == [], "\(name)")
  }

  @Test("inputs that broke other parsers do not crash")
  func hostileInputs() throws {
    let root = try #require(SharedData.path) + "/csv"
    for name in try names() where name.contains("afl/") || name.contains("fuzzing/") {
      let count = FileManager.default.contents(atPath: root + "/" + name)?.count ?? 0
      // Compressed data can expand about a thousandfold.
      for options in Self.policies { attempt(root + "/" + name, count * 1032, options, name) }
    }
  }

  @Test("damaged shared files do not crash")
  func damagedFiles() throws {
    let root = try #require(SharedData.path) + "/csv"
    let scratch = try Scratch()
    var damage = ByteDamage(seed: 1)
    var donor: [UInt8] = []
    let names = try names()
    #expect(names.count > 400)
    for (index, name) in names.enumerated() {
      let whole = FileManager.default.contents(atPath: root + "/" + name).map { [UInt8]($0.prefix(Self.largest)) } ?? []
      let bytes = damage.damaged(whole, donor: donor)
      let file = try scratch.file("damaged.csv", bytes)
      // Compressed data can expand about a thousandfold.
      let longest = whole.starts(with: [0x1F, 0x8B]) ? bytes.count * 1032 : bytes.count
      attempt(file, longest, Self.policies[index % Self.policies.count], name)
      donor = whole
    }
  }

  @Test("an endless compressed field fails at 16 MiB")
  func endlessField() throws {
    let error = try failure(gzip(Array("a,b\n1,\"".utf8) + [UInt8](repeating: 0x78, count: (16 << 20) + 300_000)))
    #expect(error.code == .fieldTooLong)
  }

  @Test("a row with too many fields fails at its location unless a header has fewer columns")
  func tooManyColumns() throws {
    let most = CSVDialect.mostColumns
    let wide = String(repeating: ",1", count: most)
    #expect(try failure("1" + wide + "\n").place == "data.csv:1")
    let error = try failure("1,2\n3,4\n5" + wide + "\n6,7\n")
    #expect((error.code, error.place) == (.tooManyColumns, "data.csv:3"))
    #expect(error.message == "the row has \(most + 1) fields, a table has \(most) columns at most")
    let reading = try read("a,b\n3,4\n5" + wide + "\n6,7\n")
    #expect((reading.table.rowCount, reading.table.columns.count) == (3, 2))
    #expect(reading.warnings.items.map(\.code) == [.longRow])
  }
}
