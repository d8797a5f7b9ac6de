import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import Foundation

/// What a result can be written as.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, csv, tsv, arrow, arrows, svg, png, pdf, html, terminal
  case vegaLite = "vega-lite"
  case vega

  /// Those that every table has.
  static let tables: [OutputFormat] = [.text] + TableFormat.allCases.compactMap { OutputFormat(rawValue: $0.rawValue) }
  /// Those that every chart has.
  static let charts: [OutputFormat] = [
    .json, .svg, .png, .pdf, .html, .vegaLite, .vega, .csv, .tsv, .arrow, .arrows,
  ]

  /// What a file of the format ends with, after the point.
  var ending: String {
    switch self {
    case .text: "txt"
    case .vegaLite: "vl.json"
    case .vega: "vg.json"
    default: rawValue
    }
  }

  /// Endings of formats that people ask for and that this version does not write: never a folder's name by mistake.
  private static let unwritten = ["parquet", "xlsx"]

  /// The format of a path's ending; nil where it has none, or none that a folder could not have too.
  static func known(endingOf path: String) throws(AugerError) -> OutputFormat? {
    let name = URL(fileURLWithPath: path).lastPathComponent.lowercased()
    if let ending = unwritten.first(where: { name.hasSuffix("." + $0) }) { throw noFormat(path, ending) }
    if let vega = [vegaLite, vega].first(where: { name.hasSuffix(".\($0.ending)") }) { return vega }
    let ending = URL(fileURLWithPath: name).pathExtension
    return allCases.first { $0.ending == ending }
  }

  /// The format of a path's ending; nil where it has none.
  static func ending(of path: String) throws(AugerError) -> OutputFormat? {
    if path == "-" { return nil }
    if let format = try known(endingOf: path) { return format }
    let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
    if ending.isEmpty { return nil }
    throw noFormat(path, ending)
  }

  private static func noFormat(_ path: String, _ ending: String) -> AugerError {
    AugerError(
      .unknownFormat, operation: "write '\(path)'", "'.\(ending)' is no format that this version writes",
      hint: "endings: " + (charts + [.text]).map { ".\($0.ending)" }.joined(separator: ", "))
  }
}

extension CommonOptions {
  /// The format to write in: as named, or by the output's ending, or `fallback`.
  func chosenFormat(or fallback: OutputFormat, among formats: [OutputFormat]) throws -> OutputFormat {
    let chosen = try format ?? OutputFormat.ending(of: output) ?? fallback
    guard formats.contains(chosen) else {
      throw AugerError(
        .unknownFormat, operation: "write the result", "this command does not write '\(chosen.rawValue)'",
        hint: "formats: \(formats.map(\.rawValue).joined(separator: ", "))")
    }
    return chosen
  }

  /// Writes all of a result, or nothing: a file appears complete or not at all.
  func write(_ bytes: [UInt8]) throws {
    if output == "-" { return Console.write(bytes) }
    try AtomicFile.write(bytes, to: output)
  }

  /// Text for people; what a terminal would take as a command is shown as U+FFFD.
  func write(_ text: String) throws {
    try write(Array(DiagnosticRenderer.printable(text, keeping: "\n\t").utf8))
  }

  /// Writes a table: aligned text for people, or a format for programs. A file appears complete or not at all; standard
  /// output gets the bytes as they are made. A terminal shows text of `mostRows` rows and says how many there are;
  /// nil is all of them.
  func write(_ table: Table, _ memory: MemoryBudget? = nil, mostRows: Int? = nil) throws {
    let format = try chosenFormat(or: .text, among: OutputFormat.tables)
    let share = MemoryShare(of: memory)
    if share.isLimited { try share.hold(table.byteCount) }
    func write(to emit: ([UInt8]) throws -> Void) throws {
      try self.write(table, format) { bytes in
        try Task.checkCancellation()
        try emit(bytes)
      }
    }
    if let mostRows, table.rowCount > mostRows, format == .text, output == "-", Terminal.isStandardOutput {
      try self.write(table[rows: 0..<mostRows], format) { Console.write($0) }
      Console.write("… \(mostRows) of \(Limit.count(table.rowCount)) rows; --all shows them\n")
    } else if output == "-" {
      try write { Console.write($0) }
    } else {
      try AtomicFile.write(to: output, write)
    }
    reporting.warn(table.warnings.items)
  }

  /// A table in a format that tables have; in others, which no command allows, as text.
  func bytes(of table: Table, _ format: OutputFormat) throws -> [UInt8] {
    var all: [UInt8] = []
    try write(table, format) { all += $0 }
    return all
  }

  private func write(_ table: Table, _ format: OutputFormat, to emit: ([UInt8]) throws -> Void) throws {
    guard let format = TableFormat(rawValue: format.rawValue) else { return try AlignedText.write(table, to: emit) }
    try format.write(table, isSafe: safe, to: emit)
  }
}

extension Diagnostic.Code {
  static let unknownFormat = Self("unknownFormat")
}
