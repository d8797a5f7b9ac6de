import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import Foundation
import TestSupport
import Testing

/// Reads the test files of other parsers. If at least three of five parsers agree, Auger must agree too. The expected
/// values are recorded as hashes.
@Suite("CSV: the consensus of parsers", .enabled(if: SharedData.has("csv/consensus-dev.json"), "no shared data"))
struct ConsensusTests {
  struct Entry: Decodable {
    struct Consensus: Decodable {
      var hash: String
    }

    var file: String
    var encoding: String?
    var delimiter: String?
    var consensus: Consensus?
  }

  /// The accepted differences, with reasons. In all of these files, text follows a closing quote. libcsv treats the
  /// quote as text and remains inside the quotes, while the others leave them. `strict` rejects these files with the
  /// position.
  static let differences = [
    "duckdb/data/csv/14512.csv": "blanks between a closing quote and the delimiter, which are not trimmed",
    "duckdb/data/csv/14512_og.csv": "as above, in its full length",
    "duckdb/data/csv/auto/quote_escape.csv":
      "of other punctuation: read with a comma, a line begins with a quoted part",
    "duckdb/data/csv/auto/semicolon_escape.csv": "as above",
    "duckdb/data/csv/real/ncvoter.csv": "as above: tabs, and each line begins with a quoted part",
    "duckdb/data/csv/rejects/multiple_errors/unquoted_maxline.csv": "damaged on purpose: text after a closing quote",
    "duckdb/data/csv/rejects/unquoted/unquoted_new_line.csv": "damaged on purpose: a quote that does not end",
    "duckdb/data/csv/unescaped_quotes/end_quote_3.csv": "damaged on purpose: quotes that are not doubled",
    "duckdb/data/csv/unescaped_quotes/some_escaped_some_not.csv": "damaged on purpose: quotes that are not doubled",
  ]

  @Test("every file matches the consensus or is a listed difference")
  func consensus() throws {
    let folder = try #require(SharedData.path) + "/csv"
    let list = try Data(contentsOf: URL(fileURLWithPath: folder + "/consensus-dev.json"))
    var different: [String] = []
    var compared = 0
    for entry in Inputs.some(try JSONDecoder().decode([Entry].self, from: list)) {
      guard let expected = entry.consensus, ["ascii", "utf-8", "utf-8-bom"].contains(entry.encoding ?? ""),
        let delimiter = entry.delimiter?.utf8.first
      else { continue }
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + entry.file)))
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      compared += 1
      if hash(bytes, CSVDialect(delimiter: delimiter)) != expected.hash { different.append(entry.file) }
    }
    #expect(compared > Inputs.count(300))
    #expect(different.filter { Self.differences[$0] == nil } == [])
    if !Inputs.areFew { #expect(different == Self.differences.keys.sorted()) }
  }

  @Test("the adapter gives the same result as text and without a header")
  func throughTheAdapter() throws {
    let folder = try #require(SharedData.path) + "/csv"
    let list = try Data(contentsOf: URL(fileURLWithPath: folder + "/consensus-dev.json"))
    var different: [String] = []
    var compared = 0
    for entry in Inputs.some(try JSONDecoder().decode([Entry].self, from: list)) {
      guard let expected = entry.consensus, ["ascii", "utf-8", "utf-8-bom"].contains(entry.encoding ?? ""),
        let delimiter = entry.delimiter
      else { continue }
      compared += 1
      let options = [
        SourceOption("asText", "true"), SourceOption("header", "false"),
        SourceOption("delimiter", delimiter == "," ? "comma" : delimiter), SourceOption("encoding", "utf-8"),
      ]
      if hash(folder + "/" + entry.file, options) != expected.hash { different.append(entry.file) }
    }
    #expect(compared > Inputs.count(300))
    #expect(different.filter { Self.differences[$0] == nil } == [])
  }

  private func hash(_ file: String, _ options: [SourceOption]) -> String? {
    var rows: [UInt8] = []
    do {
      let table = try read(openTable(file, options)).table
      for row in 0..<table.rowCount {
        for column in table.columns {
          rows += column[row].description.utf8
          rows.append(0x1F)
        }
        rows.append(0x1E)
      }
    } catch let error as AugerError where error.code == .emptyInput {
      return SHA256.text(rows)
    } catch {
      return nil
    }
    return SHA256.text(rows)
  }

  private func hash(_ bytes: [UInt8], _ dialect: CSVDialect) -> String? {
    guard let records = try? CSVParser.records(in: bytes.span, dialect) else { return nil }
    let width = (0..<records.rowCount).map(records.fieldCount).max() ?? 0
    var rows: [UInt8] = []
    for row in 0..<records.rowCount {
      for field in 0..<width {
        if field < records.fieldCount(row) { rows += records.text(row, field).utf8 }
        rows.append(0x1F)
      }
      rows.append(0x1E)
    }
    return SHA256.text(rows)
  }
}
