import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import AugerSQLite
import Foundation
import TestSupport
import Testing

/// The inferred options of real files equal a table that was reviewed line by line. `doubtful.txt` lists choices that a
/// careful reader might make differently, with the reason.
@Suite("CSV: inference for real files", .enabled(if: SharedData.has("csv/duckdb"), "no shared data"))
struct ChoicesTests {
  private static let folders = [
    "chartdata", "tpch", "adventureworks/small", "csv/duckdb", "csv/csvkit", "csv/agate", "csv/clevercsv", "csv/polars",
    "csv/rust-csv", "csv/papaparse", "csv/csv-spectrum",
  ]

  @Test("dialect, header and types of shared files match the golden table")
  func choices() throws {
    let root = try #require(SharedData.path)
    var doubts = try Self.doubts()
    var text = ""
    if Inputs.areFew { return try expectSomeChoices(below: root, doubts) }
    for folder in Self.folders {
      for name in files(below: root + "/" + folder) {
        let file = folder + "/" + name
        text += "\(file)\n" + describe(root + "/" + file)
        if let doubt = doubts.removeValue(forKey: file) { text += wrapped("doubtful: " + doubt) }
      }
    }
    #expect(doubts.isEmpty, "no such file: \(doubts.keys.sorted())")
    #expect(try Golden.difference(text, from: "Fixtures/Cases/CSV/choices.txt") == nil)
  }

  @Test(
    "inference for databases written as CSV matches the golden tables",
    arguments: Inputs.some(["northwind/northwind", "chinook/Chinook_Sqlite"]))
  func databases(name: String) throws {
    let scratch = try Scratch()
    let path = try #require(SharedData.path) + "/databases/\(name).sqlite"
    let source = try SQLiteAdapter().open(SourceConfiguration(name: "db", location: path, options: []))
    defer { source.close() }
    var text = ""
    for table in try source.tables(RunControl()).map(\.name) {
      let content = try read(source.table(table, RunControl())).table
      let file = try scratch.file("\(table).csv", DelimitedText().data(for: content))
      text += "\(table).csv\n" + describe(file)
    }
    #expect(try Golden.difference(text, from: "Fixtures/Cases/CSV/choices-\(name.prefix { $0 != "/" }).txt") == nil)
  }

  /// Checks a sample of the files against the golden table, for slow builds such as sanitizers.
  private func expectSomeChoices(below root: String, _ doubts: [String: String]) throws {
    let table = try String(
      contentsOf: Shared.repository.appendingPathComponent("Fixtures/Cases/CSV/choices.txt"), encoding: .utf8)
    let all = Self.folders.flatMap { folder in files(below: root + "/" + folder).map { folder + "/" + $0 } }
    for file in Inputs.some(all) where !file.hasPrefix("tpch") {
      let text = "\(file)\n" + describe(root + "/" + file) + (doubts[file].map { wrapped("doubtful: " + $0) } ?? "")
      #expect(table.contains(text), "\(file)")
    }
  }

  /// Returns the reasons by file, from lines of the form `file: reason`.
  private static func doubts() throws -> [String: String] {
    let file = Shared.repository.appendingPathComponent("Fixtures/Cases/CSV/doubtful.txt")
    var doubts: [String: String] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: ": ", maxSplits: 1)
      if parts.count == 2 { doubts[String(parts[0])] = String(parts[1]) }
    }
    return doubts
  }

  /// Returns the relative paths, sorted by bytes.
  private func files(below folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      [".csv", ".tsv", ".csv.gz", ".tbl", ".tbl.gz"].contains { name.lowercased().hasSuffix($0) }
        && !name.contains("/crawl/")
    }
    .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  private func describe(_ path: String) -> String {
    do {
      let found = try CSVInspection(path: path)
      var line = found.dialect.delimiterText
      if found.dialect.quote != 0x22 { line += " quote \(UnicodeScalar(found.dialect.quote))" }
      line += found.hasHeader ? " header" : " no-header"
      if found.form.encoding != .utf8 { line += " \(found.form.encoding.rawValue)" }
      if found.isCompressed { line += " gzip" }
      if found.form.skippedLines > 0 { line += " skip \(found.form.skippedLines)" }
      if let comment = found.dialect.comment { line += " comment \(UnicodeScalar(comment))" }
      line += " \(found.sampledRows) rows: "
      return wrapped(line + columns(found).joined(separator: ", "))
        + found.undecidedDates.map { wrapped("note: \($0) may hold dates, day or month first") }.joined()
    } catch let error as AugerError {
      let message = error.message.replacing((SharedData.path ?? "") + "/", with: "")
      return wrapped("\(error.code): \(message)")
    } catch {
      return wrapped("\(error)")
    }
  }

  /// Returns all columns. Adjacent unnamed columns of one type are one entry.
  private func columns(_ found: CSVInspection) -> [String] {
    var items: [String] = []
    var run = (first: "", last: "", type: "")
    var isRun = false
    func close() {
      if !run.first.isEmpty { items.append("\(run.first)\(run.last.isEmpty ? "" : "..." + run.last) = \(run.type)") }
      run = ("", "", "")
    }
    for (index, (name, shape)) in zip(found.schema.names, found.shapes).enumerated() {
      let type = shape.expectation
      let isNameless = name == "column\(index + 1)"
      if isNameless, isRun, run.type == type {
        run.last = name
        continue
      }
      close()
      run = (clipped(name), "", type)
      isRun = isNameless
    }
    close()
    return items
  }

  /// Returns the text in indented lines of at most 120 characters.
  private func wrapped(_ text: String) -> String {
    var lines = ["  "]
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let line = lines[lines.count - 1]
      if line.count + word.count >= 120, line.count > 4 {
        lines.append("    " + word)
      } else {
        lines[lines.count - 1] = line + (line.allSatisfy { $0 == " " } ? "" : " ") + word
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func clipped(_ name: String) -> String {
    let text = name.replacing("\n", with: "␊").replacing("\r", with: "␍")
    return text.count <= 60 ? text : text.prefix(59) + "…"
  }
}
