import AugerDiagnostics
import AugerQuery
import Foundation

/// A file or stream in Arrow's interprocess format as a source of rows, also Feather version 2.
///
/// The file is opened when it is first read. Only the needed columns are read.
public struct ArrowFile: TableSource {
  private let table: AdaptedTable

  /// Creates a source of the rows of a file.
  public init(_ url: URL) {
    let path = url.path(percentEncoded: false)
    table = AdaptedTable(ArrowAdapter(), SourceConfiguration(name: path, location: path))
  }

  public func scannable(_ control: RunControl) throws -> any ScannableTable { try table.scannable(control) }
}
