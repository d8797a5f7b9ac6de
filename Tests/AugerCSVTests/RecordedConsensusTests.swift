import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import TestSupport
import Testing

/// The results that at least three of Python's csv, DuckDB, Polars and pyarrow agree on, for real files and for small
/// files with disputed content. `Scripts/csv-consensus.py` records them in `consensus.txt`. Auger reads the same
/// strings, or `consensus-differences.txt` gives the reason for the difference.
@Suite struct RecordedConsensusTests {
  private static let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/CSV")

  @Test func ownFilesMatchTheConsensus() throws {
    #expect(try compare("own/", in: Self.folder.appendingPathComponent("Consensus").path) > Inputs.count(7) - 1)
  }

  @Test(.enabled(if: SharedData.has("csv/duckdb"), "no shared data"))
  func sharedFilesMatchTheConsensus() throws {
    #expect(try compare("shared/", in: try #require(SharedData.path)) > Inputs.count(350))
  }

  /// Compares the files with this prefix and returns the number of files with a consensus.
  private func compare(_ prefix: String, in root: String) throws -> Int {
    let expected = try Self.lines(of: "consensus.txt", prefix)
    var reasons = try Self.lines(of: "consensus-differences.txt", prefix)
    var compared = 0
    for (file, answer) in Inputs.some(expected.sorted { $0.key < $1.key }) where answer != "none" {
      compared += 1
      let most = String(answer.prefix { $0 != "," })
      let found = summary(root + "/" + file)
      if reasons.removeValue(forKey: file) == nil {
        #expect(found == most, "\(file)")
      } else {
        #expect(found != most, "\(file) is no difference any more: take it off consensus-differences.txt")
      }
    }
    #expect(reasons.isEmpty || Inputs.areFew, "of no file with a consensus: \(reasons.keys.sorted())")
    return compared
  }

  /// Returns the number of rows and columns and a short digest, or the error code.
  private func summary(_ file: String) -> String {
    do {
      let table = try read(openTable(file, [SourceOption("asText", "true")])).table
      var rows: [UInt8] = []
      for row in 0..<table.rowCount {
        for column in table.columns {
          rows += column[row].description.utf8
          rows.append(0x1F)
        }
        rows.append(0x1E)
      }
      return "\(table.rowCount) \(table.columns.count) \(SHA256.text(rows).prefix(16))"
    } catch let error as AugerError {
      return "refused: \(error.code.rawValue)"
    } catch {
      return "refused: \(error)"
    }
  }

  /// Returns the texts by file, from lines of the form `PREFIX/file: text`.
  private static func lines(of name: String, _ prefix: String) throws -> [String: String] {
    var lines: [String: String] = [:]
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix(prefix) {
      let parts = line.dropFirst(prefix.count).split(separator: ": ", maxSplits: 1)
      if parts.count == 2 { lines[String(parts[0])] = String(parts[1]) }
    }
    return lines
  }
}
