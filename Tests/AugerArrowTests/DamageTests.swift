import AugerArrow
import AugerColumns
import AugerDiagnostics
import AugerTestKit
import Foundation
import TestSupport
import Testing

/// Reads damaged files. Each read succeeds or fails with an error, never crashes, and never returns more rows or
/// strings than the bytes allow. A failure names its seed. `AUGER_FUZZ` sets the number of rounds.
@Suite struct DamageTests {
  private static let rounds = ProcessInfo.processInfo.environment["AUGER_FUZZ"].flatMap { Int($0) } ?? 1500

  private static func files() throws -> [[UInt8]] {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Arrow")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".arrow") || $0.hasSuffix(".arrows") }
      .map { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) }
  }

  @Test func damagedFilesDoNotCrash() throws {
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
    // The generator must produce both readable and unreadable files.
    #expect(outcomes["read", default: 0] > Self.rounds / 20, "\(outcomes)")
    #expect(outcomes["damagedArrow", default: 0] > Self.rounds / 20, "\(outcomes)")
  }

  /// Every prefix of a stream can occur if its writer is interrupted.
  @Test func everyPrefixDoesNotCrash() throws {
    let bytes = try ArrowIPC(.stream).data(for: Samples.allTypes())
    for count in 0..<bytes.count {
      #expect(!Self.outcome(Array(bytes.prefix(count))).hasPrefix("wrong"), "\(count) bytes")
    }
  }

  /// Changes numbers in particular, because most bytes of a small file are offsets.
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
