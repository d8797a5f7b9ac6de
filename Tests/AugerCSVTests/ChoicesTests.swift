import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import Testing

/// What is chosen for real files: a table that was read line by line.
@Suite("CSV: choices for real files", .enabled(if: SharedData.has("csv/duckdb"), "no shared data"))
struct ChoicesTests {
  @Test("dialect, header and types of the shared files are those of the golden table")
  func choices() throws {
    let root = try #require(SharedData.path)
    var text = ""
    for folder in ["chartdata", "databases", "tpch", "adventureworks/small", "csv/duckdb", "csv/csvkit", "csv/agate"] {
      for file in files(below: root + "/" + folder) { text += describe(root + "/" + file.1, as: folder + "/" + file.0) }
    }
    try Golden.check(text, against: "Fixtures/Cases/CSV/choices.txt")
  }

  /// Relative paths, sorted by bytes.
  private func files(below folder: String) -> [(String, String)] {
    let root = SharedData.path ?? ""
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      [".csv", ".tsv", ".csv.gz", ".tbl"].contains { name.lowercased().hasSuffix($0) } && !name.contains("/crawl/")
    }
    .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    .map { ($0, String((folder + "/" + $0).dropFirst(root.count + 1))) }
  }

  private func describe(_ path: String, as name: String) -> String {
    do {
      let found = try CSVInspection(path: path)
      var line = "\(name)\n  "
      line += found.dialect.delimiter == 0x09 ? "tab" : String(UnicodeScalar(found.dialect.delimiter))
      if found.dialect.quote != 0x22 { line += " quote \(UnicodeScalar(found.dialect.quote))" }
      line += found.hasHeader ? " header" : " no-header"
      if found.form.encoding != .utf8 { line += " \(found.form.encoding.rawValue)" }
      if found.isCompressed { line += " gzip" }
      if found.form.skippedLines > 0 { line += " skip \(found.form.skippedLines)" }
      if let comment = found.dialect.comment { line += " comment \(UnicodeScalar(comment))" }
      line += " \(found.sampledRows) rows:"
      let columns = zip(found.schema.names, found.shapes).map { " \(clipped($0)) = \($1.expectation)" }
      line += columns.prefix(14).joined(separator: ",")
      if columns.count > 14 { line += ", ... \(columns.count) columns" }
      return line + "\n"
    } catch let error as AugerError {
      let message = error.message.replacing((SharedData.path ?? "") + "/", with: "")
      return "\(name)\n  \(error.code): \(message)\n"
    } catch {
      return "\(name)\n  \(error)\n"
    }
  }

  private func clipped(_ name: String) -> String {
    let text = name.replacing("\n", with: "␊").replacing("\r", with: "␍")
    return text.count <= 24 ? text : text.prefix(23) + "…"
  }
}
