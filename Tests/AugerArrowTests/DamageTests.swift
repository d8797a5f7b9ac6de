import AugerArrow
import AugerColumns
import AugerDiagnostics
import AugerTestKit
import Foundation
import TestSupport
import Testing

/// Damaged files are read or refused: never a crash, never more rows or texts than there are bytes for. The seed is
/// printed with a failure; `AUGER_FUZZ` tries more.
@Suite struct DamageTests {
  private static let rounds = ProcessInfo.processInfo.environment["AUGER_FUZZ"].flatMap { Int($0) } ?? 1500

  private static func files() throws -> [[UInt8]] {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Arrow")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".arrow") || $0.hasSuffix(".arrows") }
      .map { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) }
  }

  @Test func damagedFilesAreReadOrRefused() throws {
    let whole = try Self.files()
    var outcomes: [String: Int] = [:]
    for round in 0..<Self.rounds {
      var chance = ByteDamage(seed: UInt64(round))
      let file = whole[chance.below(whole.count)]
      let bytes = Self.damaged(file, donor: whole[chance.below(whole.count)], &chance)
      let outcome = Self.outcome(bytes)
      outcomes[outcome, default: 0] += 1
      #expect(!outcome.hasPrefix("wrong"), "seed \(round): \(outcome)")
    }
    // Damage that is always refused, or never, tests little.
    #expect(outcomes["read", default: 0] > Self.rounds / 20, "\(outcomes)")
    #expect(outcomes["damagedArrow", default: 0] > Self.rounds / 20, "\(outcomes)")
  }

  /// Of a stream every beginning is one that its writer may have left.
  @Test func everyBeginningIsReadOrRefused() throws {
    let bytes = try ArrowIPC(.stream).data(for: Samples.allTypes())
    for count in 0..<bytes.count {
      #expect(!Self.outcome(Array(bytes.prefix(count))).hasPrefix("wrong"), "\(count) bytes")
    }
  }

  /// Most bytes of a small file are numbers that say where others stand.
  private static func damaged(_ bytes: [UInt8], donor: [UInt8], _ chance: inout ByteDamage) -> [UInt8] {
    if chance.below(8) == 0 { return chance.damaged(bytes, donor: donor) }
    var bytes = bytes
    for _ in 0..<(1 + chance.below(3)) where bytes.count > 16 {
      let place = chance.below(bytes.count - 8)
      let aligned = place & ~[0, 1, 3, 7][chance.below(4)]
      switch chance.below(7) {
      case 0: bytes[place] ^= UInt8(1 << chance.below(8))
      case 1: bytes[place] = UInt8(chance.below(256))
      case 2: for index in 0..<4 { bytes[aligned + index] = [0, 0xFF, 0x7F, 0x80][chance.below(4)] }
      case 3: for index in 0..<8 { bytes[aligned + index] = index < 7 ? 0xFF : [0x7F, 0xFF][chance.below(2)] }
      case 4: for index in 1..<4 { bytes[aligned + index] = 0 }
      case 5: bytes[aligned] = bytes[aligned] &+ UInt8(chance.below(17)) &- 8
      default: bytes.removeSubrange(place..<min(bytes.count, place + 8 * (1 + chance.below(4))))
      }
    }
    return bytes
  }

  private static func outcome(_ bytes: [UInt8]) -> String {
    do {
      var table = try ArrowTable(ArrowBytes(bytes))
      guard table.rowCount <= max(1 << 24, bytes.count * 8) else { return "wrong: \(table.rowCount) rows" }
      while true {
        var known = ArrowDictionaries()
        let hooks = ArrowTable.Hooks(checkpoint: { _ in }, dictionary: { try known.dictionary($0, make: $1) })
        do {
          for rows in [0..<min(5, table.rowCount), 0..<min(5000, table.rowCount)] {
            let columns = try table.read(Array(0..<table.schema.count), rows: rows, hooks).columns
            try Table(table.schema, columns, rowCount: rows.count).validate()
          }
          return "read"
        } catch let narrow as ColumnTooNarrow {
          table = table.widened(narrow.column)
        }
      }
    } catch let error as AugerError {
      return error.code == .invalidTable ? "wrong: \(error)" : error.code.description
    } catch {
      return "wrong: \(error)"
    }
  }
}
