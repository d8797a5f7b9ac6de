import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerQuery
import Foundation

extension ChartJSON {
  /// Writes the model to a file atomically.
  ///
  /// - Throws: `fileUnwritable`.
  public func write(_ model: ChartModel, to file: URL) throws(AugerError) {
    try AtomicFile.write(data(for: model), to: file.path)
  }
}
