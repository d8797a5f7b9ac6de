import AugerDiagnostics
import AugerQuery

/// A table or view of a PostgreSQL database as a source of rows.
///
/// ```swift
/// let orders = PostgreSQLTable("orders", in: "postgresql://reader@db/shop")
/// let chart = try await orders.chart(category: "region", values: "sum(amount)")
/// ```
///
/// Connections are opened when the table is first read. Every statement runs in a read-only transaction.
public struct PostgreSQLTable: TableSource {
  private let table: AdaptedTable

  /// Creates a source of the rows of a table or view.
  ///
  /// - Parameters:
  ///   - name: The name of the table, with its schema if it is not in the search path: `erp.orders`.
  ///   - database: A location of libpq: a URL, keywords (`host=db dbname=erp`) or a service (`service=erp`). An empty
  ///     string means the environment (`PGHOST`, ...).
  public init(_ name: String, in database: String) {
    table = AdaptedTable(
      PostgreSQLAdapter(), SourceConfiguration(name: "postgresql", location: database), table: name)
  }

  public func scannable(_ control: RunControl) throws -> any ScannableTable { try table.scannable(control) }
}
