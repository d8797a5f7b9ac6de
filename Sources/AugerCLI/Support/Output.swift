import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerExport
import Foundation

/// What a result can be written as.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, csv, tsv, svg, png

  /// The format of a path's ending; nil where it has none.
  static func ending(of path: String) throws(AugerError) -> OutputFormat? {
    let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
    if ending.isEmpty || path == "-" { return nil }
    if ending == "txt" { return .text }
    if let format = OutputFormat(rawValue: ending) { return format }
    throw AugerError(
      .unknownFormat, operation: "write '\(path)'", "'.\(ending)' is no format that this version writes",
      hint: "endings: .json, .svg, .png, .csv, .tsv, .txt")
  }
}

extension CommonOptions {
  /// The format to write in: as told, or by the output's ending, or `fallback`.
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

  func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes a table: aligned text for people, or a format for programs.
  func write(_ table: Table) throws {
    let bytes: [UInt8] =
      switch try chosenFormat(or: .text, among: [.text, .json, .csv, .tsv]) {
      case .text: Array(AlignedText(table).text.utf8)
      case .json: JSONRows().data(for: table)
      case .csv: DelimitedText().data(for: table)
      case .tsv: DelimitedText(delimiter: 0x09).data(for: table)
      case .svg, .png: preconditionFailure("a table is no picture")
      }
    try write(bytes)
    warn(table.warnings.items)
  }
}

extension AlignedText {
  /// A table for people: numbers to the right, null as an empty cell.
  init(_ table: Table) {
    self.init(
      titles: table.schema.names, rightAligned: table.schema.fields.map(\.type.isNumeric),
      rows: (0..<table.rowCount).map { row in table.columns.map { $0[row].description } })
  }
}

extension Diagnostic.Code {
  static let unknownFormat = Self("unknownFormat")
}
