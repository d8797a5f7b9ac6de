import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerTestKit
import Foundation
import TestSupport
import Testing

/// A directory that is removed when the test ends.
final class Scratch {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("auger-csv-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }
}

/// Opens the one table of a location.
func openTable(_ location: String, _ options: [SourceOption] = []) throws -> any ScannableTable {
  let source = try CSVAdapter().open(SourceConfiguration(name: "test", location: location, options: options))
  return try source.table(try #require(try source.tables(RunControl()).first).name, RunControl())
}

/// A table read as a whole, through as many restarts as it takes; tests count them.
struct Reading {
  var table: Table
  var restarts: Int
  var warnings: Warnings { table.warnings }
}

func read(
  _ table: any ScannableTable, chunkRows: Int = 1 << 16, workers: Int = 1, rowLimit: Int? = nil
) throws -> Reading {
  let (result, _, restarts) = try table.read(chunkRows: chunkRows, workers: workers, rowLimit: rowLimit)
  return Reading(table: result, restarts: restarts)
}

/// Reads a text as if it were a file.
func read(_ text: String, _ options: [SourceOption] = [], name: String = "data.csv") throws -> Reading {
  let scratch = try Scratch()
  return try read(openTable(scratch.file(name, text), options))
}

/// The error that reading a file gives, with the directory taken out of its place.
func failure(_ bytes: [UInt8], _ options: [SourceOption] = []) throws -> AugerError {
  let scratch = try Scratch()
  let file = try scratch.file("data.csv", bytes)
  var error = try #require(throws: AugerError.self) { _ = try read(openTable(file, options)) }
  error.place = error.place?.replacingOccurrences(of: scratch.path + "/", with: "")
  return error
}

func failure(_ text: String, _ options: [SourceOption] = []) throws -> AugerError {
  try failure(Array(text.utf8), options)
}

extension Table {
  /// `name: type` of every column.
  var types: [String] { schema.fields.map { "\($0.name): \($0.type)" } }

  /// The values of a column as text, null as `∅`.
  func texts(_ name: String) -> [String] { self[name]?.scalars.map { $0.isNull ? "∅" : "\($0)" } ?? [] }
}

/// Test data that lies beside the repository; nil where it is missing.
enum SharedData {
  static let path = Shared.existing("data")?.path

  static func has(_ name: String) -> Bool {
    path.map { FileManager.default.fileExists(atPath: $0 + "/" + name) } ?? false
  }
}

/// Bytes as a gzip member.
func gzip(_ bytes: [UInt8]) -> [UInt8] { ByteDamage.gzip(bytes) }
