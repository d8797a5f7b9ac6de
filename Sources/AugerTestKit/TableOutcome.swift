import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation

/// The outcome of reading a table: its rows with types and warnings, or an error. It compares two methods of reading,
/// to the last bit of a float.
package enum TableOutcome: Sendable {
  case read(Table, columnWarnings: [Int: Warnings]?)
  case failed(String)

  /// Reads all columns, or those with these names, like `ScannableTable.read`.
  package init(of table: any ScannableTable, _ columns: [String]? = nil, chunkRows: Int, workers: Int) {
    do {
      let (result, summary, _) = try table.read(columns, chunkRows: chunkRows, workers: workers)
      self = .read(result, columnWarnings: summary.columnWarnings)
    } catch let error as AugerError {
      self = .failed("\(error.code): \(error); \(error.hint ?? "no hint"); \(error.details)")
    } catch {
      self = .failed("\(error)")
    }
  }

  /// The number of rows. Nil if reading failed.
  package var rowCount: Int? { if case .read(let table, _) = self { table.rowCount } else { nil } }
}

extension TableOutcome: Equatable {
  package static func == (a: TableOutcome, b: TableOutcome) -> Bool {
    switch (a, b) {
    case (.failed(let first), .failed(let second)): Name(first) == Name(second)
    case (.read(let first, let ofColumns), .read(let second, let ofOthers)):
      first.rowCount == second.rowCount && first.schema.fields == second.schema.fields
        && first.warnings == second.warnings && ofColumns == ofOthers
        && zip(first.columns, second.columns).allSatisfy { areSame($0, $1) }
    default: false
    }
  }

  private static func areSame(_ a: Column, _ b: Column) -> Bool {
    a.count == b.count
      && (0..<a.count).allSatisfy { row in
        if case (.float(let first), .float(let second)) = (a[row], b[row]) {
          return first.bitPattern == second.bitPattern
        }
        return a[row] == b[row]
      }
  }
}

extension TableOutcome: CustomStringConvertible {
  package var description: String {
    switch self {
    case .failed(let error): return error
    case .read(let table, _):
      let fields = table.schema.fields.map { "\($0)" }
      let columns = table.columns.map { column in column.scalars.map { $0.isNull ? "∅" : "\($0)" }.description }
      let warnings = table.warnings.items.map(\.description)
      return (["\(table.rowCount) rows"] + zip(fields, columns).map { "\($0): \($1)" } + warnings)
        .joined(separator: "\n")
    }
  }
}

/// A table with two methods of reading, of which the first is the reference.
package struct TwoReadings {
  /// Opens the table for each reading, so that no results of an earlier scan are known.
  package var reference: () throws -> any ScannableTable
  package var other: () throws -> any ScannableTable
  /// The path to which each writes its rejected values, if any.
  package var rejectsPath: String?

  package init(
    _ reference: @escaping () throws -> any ScannableTable, _ other: @escaping () throws -> any ScannableTable,
    rejectsPath: String? = nil
  ) {
    (self.reference, self.other, self.rejectsPath) = (reference, other, rejectsPath)
  }

  /// Returns the difference between the reference with one worker and the other method with each number of workers.
  /// Nil if none exists.
  package func difference(chunkRows: Int, workers: [Int]) throws -> String? {
    let (expected, listed) = try outcome(of: reference, chunkRows, workers: 1)
    for count in workers {
      let (found, rejects) = try outcome(of: other, chunkRows, workers: count)
      if found != expected { return "\(count) workers, chunks of \(chunkRows)\n\(found)\n-- instead of\n\(expected)" }
      if rejects != listed {
        return "\(count) workers, chunks of \(chunkRows)\n\(rejects ?? "no rejects")\n-- instead of\n"
          + (listed ?? "no rejects")
      }
    }
    return nil
  }

  private func outcome(
    of open: () throws -> any ScannableTable, _ chunkRows: Int, workers: Int
  ) throws -> (TableOutcome, rejects: String?) {
    if let rejectsPath { try? FileManager.default.removeItem(atPath: rejectsPath) }
    let outcome = TableOutcome(of: try open(), chunkRows: chunkRows, workers: workers)
    let rejects = rejectsPath.flatMap { FileManager.default.contents(atPath: $0) }
    return (outcome, rejects.map { String(decoding: $0, as: UTF8.self) })
  }
}
