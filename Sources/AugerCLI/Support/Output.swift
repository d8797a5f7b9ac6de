import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import Foundation

/// An output format.
enum CommandFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, csv, tsv, arrow, arrows, svg, png, pdf, html, terminal
  case vegaLite = "vega-lite"
  case vega
  case eml

  static let tables: [CommandFormat] =
    [.text] + TableFormat.allCases.compactMap { CommandFormat(rawValue: $0.rawValue) }
  static let charts = ChartFormat.allCases.compactMap { CommandFormat(rawValue: $0.rawValue) }

  /// The equivalent chart format. Nil for `text` and `terminal`.
  var ofCharts: ChartFormat? { ChartFormat(rawValue: rawValue) }

  /// The file extension, without the dot.
  var ending: String { self == .text ? "txt" : ofCharts?.ending ?? rawValue }

  /// Extensions of popular formats that are not supported. They are errors, so that Auger does not create a folder of
  /// that name.
  private static let unwritten = ["parquet", "xlsx"]

  /// Returns the format of a path. Returns nil if the extension is missing or unknown, because a folder can have one.
  static func known(endingOf path: String) throws(AugerError) -> CommandFormat? {
    let name = URL(fileURLWithPath: path).lastPathComponent.lowercased()
    if let ending = unwritten.first(where: { name.hasSuffix("." + $0) }) { throw noFormat(path, ending) }
    if let vega = [vegaLite, vega].first(where: { name.hasSuffix(".\($0.ending)") }) { return vega }
    let ending = URL(fileURLWithPath: name).pathExtension
    return allCases.first { $0.ending == ending }
  }

  /// Returns the format of a path. Returns nil without an extension, and throws `unknownFormat` for an unknown one.
  static func ending(of path: String) throws(AugerError) -> CommandFormat? {
    if path == "-" { return nil }
    if let format = try known(endingOf: path) { return format }
    let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
    if ending.isEmpty { return nil }
    throw noFormat(path, ending)
  }

  private static func noFormat(_ path: String, _ ending: String) -> AugerError {
    AugerError(
      .unknownFormat, operation: "write '\(path)'", "output format '.\(ending)' is not supported",
      hint: "Supported extensions: " + (charts + [.text]).map { ".\($0.ending)" }.joined(separator: ", "))
  }
}

extension WritesResult {
  /// Returns the format of `--format`, or else of the extension of the output file, or else `fallback`.
  func chosenFormat(or fallback: CommandFormat, among formats: [CommandFormat]) throws -> CommandFormat {
    let chosen = try format ?? CommandFormat.ending(of: output) ?? fallback
    guard formats.contains(chosen) else {
      throw AugerError(
        .unknownFormat, operation: "write the result", "this command cannot write '\(chosen.rawValue)'",
        hint: "Formats: \(formats.map(\.rawValue).joined(separator: ", ")).")
    }
    return chosen
  }
}

extension WritesTables {
  /// Writes a table. A file is replaced atomically. Standard output receives the bytes as they are formatted.
  ///
  /// - Parameters:
  ///   - mostRows: The maximum number of rows in a terminal, which also omits columns that do not fit and rounds
  ///     numbers.
  ///     Nil means the whole table with exact numbers.
  ///   - rest: The option that prints the omitted rows and columns.
  func write(
    _ table: Table, _ memory: MemoryBudget? = nil, mostRows: Int? = nil, rest: String = "--all"
  ) throws {
    let format = try chosenFormat(or: .text, among: CommandFormat.tables)
    let share = MemoryShare(of: memory)
    if share.isLimited { try share.hold(table.byteCount) }
    func write(to emit: ([UInt8]) throws -> Void) throws {
      try format.write(table, isSafe: tables.safe) { bytes in
        try Task.checkCancellation()
        try emit(bytes)
      }
    }
    try WorkMeter.measure(.write, on: WorkMeter.current) {
      if let mostRows, format == .text, output == "-", Terminal.isStandardOutput {
        self.write(table, terminalOf: mostRows, rest)
      } else if output == "-" {
        try write { Console.write($0) }
      } else {
        try AtomicFile.write(to: output, write)
      }
    }
    reporting.warn(table.warnings.items)
  }

  /// Writes the part of a table that fits in the terminal.
  private func write(_ table: Table, terminalOf mostRows: Int, _ rest: String) {
    var terminal = TerminalChart(width: Terminal.columns ?? 80, isColored: TerminalOptions.Color.auto.isOn)
    terminal.mostRows = mostRows
    let shown = terminal.data(for: table)
    Console.write(shown.bytes)
    let columns = table.schema.count
    let left = [
      shown.rows < table.rowCount ? "\(shown.rows) of \(Limit.count(table.rowCount)) rows" : nil,
      shown.columns < columns ? "\(shown.columns) of \(Limit.count(columns)) columns" : nil,
    ].compactMap(\.self)
    if !left.isEmpty { Console.write("… \(left.joined(separator: ", ")); \(rest) shows them\n") }
  }
}

extension CommandFormat {
  fileprivate func write(_ table: Table, isSafe: Bool, to emit: ([UInt8]) throws -> Void) throws {
    guard let format = ofCharts?.ofTables else { return try AlignedText.write(table, to: emit) }
    try format.write(table, isSafe: isSafe, to: emit)
  }
}
