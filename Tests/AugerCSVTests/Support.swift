import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerTestKit
import Foundation
import TestSupport
import Testing

/// A temporary folder that is deleted when the test ends.
final class Scratch {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("auger-csv-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }
}

/// Opens the only table of a location.
func openTable(_ location: String, _ options: [SourceOption] = []) throws -> any ScannableTable {
  let source = try CSVAdapter().open(SourceConfiguration(name: "test", location: location, options: options))
  return try source.table(try #require(try source.tables(RunControl()).first).name, RunControl())
}

/// A table that was read completely, and the number of restarts.
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

/// Reads a text as the content of a file.
func read(_ text: String, _ options: [SourceOption] = [], name: String = "data.csv") throws -> Reading {
  let scratch = try Scratch()
  return try read(openTable(scratch.file(name, text), options))
}

/// Returns the error of reading a file, without the folder in its location.
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
  /// The columns, as `name: type`.
  var types: [String] { schema.fields.map { "\($0.name): \($0.type)" } }

  /// Returns the values of a column as strings, with `∅` for null.
  func texts(_ name: String) -> [String] { self[name]?.scalars.map { $0.isNull ? "∅" : "\($0)" } ?? [] }
}

/// Test data outside the repository. The path is nil if they do not exist.
enum SharedData {
  static let path = Shared.existing("data")?.path

  static func has(_ name: String) -> Bool {
    path.map { FileManager.default.fileExists(atPath: $0 + "/" + name) } ?? false
  }
}

/// Returns the bytes as a gzip member.
func gzip(_ bytes: [UInt8]) -> [UInt8] { ByteDamage.gzip(bytes) }
