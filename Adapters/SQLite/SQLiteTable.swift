import AugerDiagnostics
import AugerQuery
import Foundation

/// A table or view of an SQLite database as a source of rows.
///
/// ```swift
/// let orders = SQLiteTable("orders", in: URL(filePath: "shop.sqlite"))
/// let chart = try await orders.chart(category: "region", values: "sum(amount)")
/// ```
///
/// The database is opened for reading only, when the table is first read.
public struct SQLiteTable: TableSource {
  private let table: AdaptedTable

  /// Creates a source of the rows of a table or view.
  public init(_ name: String, in database: URL) {
    let path = database.path(percentEncoded: false)
    table = AdaptedTable(SQLiteAdapter(), SourceConfiguration(name: path, location: path), table: name)
  }

  public func scannable(_ control: RunControl) throws -> any ScannableTable { try table.scannable(control) }
}
