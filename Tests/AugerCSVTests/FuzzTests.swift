import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import Testing

/// Damaged files are read or refused; nothing crashes, hangs or grows.
@Suite("CSV: damage of every sort", .enabled(if: SharedData.has("csv/duckdb"), "no shared data"))
struct FuzzTests {
  /// Files of at most this many bytes are damaged: many small ones find more than a large one.
  private static let largest = 4000

  private func attempt(_ path: String, _ options: [SourceOption]) {
    // Whatever it says: that it says something is the test.
    guard let source = try? CSVAdapter().open(SourceConfiguration(name: "s", location: path, options: options)),
      let tables = try? source.tables(RunControl())
    else { return }
    for table in tables {
      guard let table = try? source.table(table.name, RunControl()), let reading = try? read(table) else { continue }
      // Every cell takes a byte of the file, or stands in a row that does.
      #expect(reading.table.rowCount <= 1 << 20, "\(path)")
    }
  }

  private static let policies: [[SourceOption]] = [
    [], [SourceOption("onError", "skip")], [SourceOption("onError", "null"), SourceOption("strict", "true")],
    [SourceOption("asText", "true"), SourceOption("header", "false")],
  ]

  @Test("the inputs that broke other parsers are read or refused")
  func hostileInputs() throws {
    let root = try #require(SharedData.path) + "/csv"
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    for name in names where name.contains("/afl/") || name.contains("/fuzzing/") {
      for options in Self.policies { attempt(root + "/" + name, options) }
    }
  }

  @Test("files with bytes changed, cut, doubled and moved are read or refused", arguments: [1, 2, 3] as [UInt64])
  func damagedFiles(seed: UInt64) throws {
    let root = try #require(SharedData.path) + "/csv"
    let scratch = try Scratch()
    var random = SplitMix(state: seed)
    func pick(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }
    let names = (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".csv") }.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let marks: [UInt8] = [0x22, 0x2C, 0x3B, 0x0A, 0x0D, 0x00, 0xFF, 0xC3, 0x23, 0x27, 0xEF]
    for _ in 0..<60 {
      let name = names[pick(names.count)]
      guard
        var bytes = FileManager.default.contents(atPath: root + "/" + name).map({ [UInt8]($0.prefix(Self.largest)) }),
        !bytes.isEmpty
      else { continue }
      for _ in 0..<(1 + pick(4)) where !bytes.isEmpty {
        switch pick(5) {
        case 0: bytes[pick(bytes.count)] = marks[pick(marks.count)]
        case 1: bytes.removeLast(pick(bytes.count))
        case 2: bytes.insert(marks[pick(marks.count)], at: pick(bytes.count))
        case 3: bytes += bytes.prefix(pick(bytes.count))
        default: bytes = pick(2) == 0 ? gzip(bytes).dropLast(pick(6)) : [0xFF, 0xFE] + bytes
        }
      }
      let file = try scratch.file("damaged.csv", bytes)
      attempt(file, Self.policies[pick(Self.policies.count)])
    }
  }

  @Test("a compressed field without an end is refused at 16 MiB")
  func endlessField() throws {
    let error = try failure(gzip(Array("a,b\n1,\"".utf8) + [UInt8](repeating: 0x78, count: (16 << 20) + 300_000)))
    #expect(error.code == .fieldTooLong)
  }
}
