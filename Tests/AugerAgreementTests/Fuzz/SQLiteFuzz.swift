import AugerDiagnostics
import AugerEngine
import AugerQuery
import AugerSQLite
import Foundation
import TestSupport

/// Damaged SQLite databases: listed, read row by row and grouped. Reading succeeds or fails with an error of the
/// product within the time limit, and never crashes.
struct SQLiteFuzz: FuzzTarget {
  private let path: String
  private let seeds: [[UInt8]]

  private static let timeLimit = Duration.seconds(2)
  private static let policies: [[SourceOption]] = [
    [], [SourceOption("immutable", "true")], [SourceOption("onInvalidText", "null")],
    [SourceOption("onTypeConflict", "null"), SourceOption("unixTime", "sales.id")],
    [SourceOption("onTypeConflict", "fail"), SourceOption("julian", "sales.amount")],
  ]
  private static let words = [
    "INTEGER", "REAL", "BLOB", "TEXT", "CREATE TABLE", "VIEW", "SELECT", "WITHOUT ROWID", "STORED", "sqlite_master",
    "PRIMARY KEY", "(", ")", ",", "'", "\"", ";", "*", "fts3", "load_extension", "AS", "zeroblob(1000000000)",
  ]

  init() throws {
    // Use a RAM disk if available, because each input is a file.
    let temporary = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    path = temporary + "/auger-fuzz-\(UUID().uuidString).sqlite"
    let folder = Shared.repository.appendingPathComponent("Fixtures/Fuzz/sqlite")
    seeds = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      Array(try Data(contentsOf: folder.appendingPathComponent($0)))
    }
  }

  func input(_ chance: inout Chance) -> [UInt8] {
    var bytes = chance.pick(seeds)
    for _ in 0...chance.below(8) where !bytes.isEmpty { damage(&bytes, &chance) }
    return bytes
  }

  private func damage(_ bytes: inout [UInt8], _ chance: inout Chance) {
    let at = chance.below(bytes.count)
    switch chance.below(9) {
    case 0, 1: bytes[at] = UInt8(truncatingIfNeeded: chance.next())
    case 2: bytes[at] ^= 1 << UInt8(chance.below(8))
    case 3: overwrite(&bytes, at & ~1, with: chance.pick([[0, 0], [0, 1], [0xFF, 0xFF], [2, 0], [0x7F, 0xFF]]))
    // Damage the file header or a page header.
    case 4: bytes[chance.below(min(100, bytes.count))] = UInt8(truncatingIfNeeded: chance.next())
    case 5: bytes[min(bytes.count - 1, at / 512 * 512 + chance.below(16))] = UInt8(truncatingIfNeeded: chance.next())
    case 6:
      let page = Array(bytes[at / 512 * 512..<min(bytes.count, at / 512 * 512 + 512)])
      overwrite(&bytes, chance.below(bytes.count) / 512 * 512, with: page)
    case 7: overwrite(&bytes, at, with: Array(chance.pick(Self.words).utf8))
    default: if chance.isOneIn(4) { bytes.removeLast(chance.below(bytes.count)) }
    }
  }

  private func overwrite(_ bytes: inout [UInt8], _ at: Int, with new: [UInt8]) {
    for (index, byte) in new.enumerated() where at + index < bytes.count { bytes[at + index] = byte }
  }

  func finding(_ input: [UInt8], _ chance: inout Chance) async -> String? {
    defer { try? FileManager.default.removeItem(atPath: path) }
    do { try Data(input).write(to: URL(fileURLWithPath: path)) } catch { return nil }
    let configuration = SourceConfiguration(name: "s", location: path, options: chance.pick(Self.policies))
    let countsAll = chance.isOneIn(2)
    let began = ContinuousClock.now
    let control = RunControl(timeLimit: Self.timeLimit, memory: MemoryBudget(limit: 64 << 20))
    let refusal = Self.error {
      let source = try SQLiteAdapter().open(configuration)
      defer { source.close() }
      let request = IntrospectionRequest(countsRows: countsAll, countsDistinct: countsAll)
      var errors = [Self.error { _ = try source.describe(request, control) }]
      // An error in one table does not prevent reading the others.
      for description in try source.tables(control) {
        errors.append(Self.error { try Self.read(try source.table(description.name, control), control) })
      }
      for case .some(let text) in errors { throw Unforeseen(text: text) }
    }
    if let refusal { return refusal }
    let time = ContinuousClock.now - began
    return time > Self.timeLimit + .seconds(10) ? "it took \(time), though it may take \(Self.timeLimit)" : nil
  }

  private struct Unforeseen: Error { var text: String }

  /// Returns a description of an error that does not belong to the product.
  private static func error(_ body: () throws -> Void) -> String? {
    do { try body() } catch is AugerError { return nil } catch is DiagnosticError { return nil } catch {
      return (error as? Unforeseen)?.text ?? "threw \(error), which is none of our errors"
    }
    return nil
  }

  private static func read(_ table: any ScannableTable, _ control: RunControl) throws {
    let names = try table.settling(control) { table, schema in
      let request = ScanRequest(columns: Array(schema.fields.indices), chunkRows: 64, workers: 2)
      _ = try table.scan(request, control) { _, _ in }
      return schema.names
    }
    guard let first = names.first, let last = names.last else { return }
    let least = "min([\(last.replacing("]", with: "]]"))])"
    var query = TableQuery(from: table.name, groupBy: [.init(first)])
    query.measures = [try .init("rows\u{1F}", "count()"), try .init("least\u{1F}", least)]
    _ = try TableQueryExecutor(workers: 2).execute(query, on: table, arguments: QueryArguments(), control)
  }
}
