import AugerCharts
import AugerDiagnostics
import AugerExport
import Foundation

extension ChartJSON {
  /// Writes the model to a file, whole or not at all.
  ///
  /// - Throws: `fileUnwritable`.
  public func write(_ model: ChartModel, to file: URL) throws(AugerError) {
    do {
      try Data(data(for: model)).write(to: file, options: .atomic)
    } catch {
      throw AugerError(
        .fileUnwritable, operation: "write '\(file.path)'", "the file cannot be written",
        hint: "The folder must exist and allow writing.", underlying: error.localizedDescription)
    }
  }
}

extension Diagnostic.Code {
  static let fileUnwritable = Self("fileUnwritable")
}
