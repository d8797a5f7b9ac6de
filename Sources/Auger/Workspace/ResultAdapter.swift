import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery

/// A table in memory, such as the result of a query, as a source with one table. All table queries can then use it.
package struct ResultAdapter: SourceAdapter {
  package static let adapterName = "result"

  private let title: String
  private let table: Table

  package init(title: String, table: Table) {
    self.title = title
    self.table = table
  }

  package var name: String { Self.adapterName }
  package var pathExtensions: [String] { [] }

  package func open(_ configuration: SourceConfiguration) throws -> any Source {
    ResultSource(name: configuration.name, table: StoredTable(title, table))
  }
}

private struct ResultSource: Source {
  var name: String
  var table: StoredTable

  func tables(_ control: RunControl) -> [TableDescription] {
    let columns = zip(table.table.schema.fields, table.table.columns).map { field, column in
      ColumnDescription(
        name: field.name, declaredType: field.declaredType ?? field.type.description, type: field.type,
        isNullable: column.nullCount > 0)
    }
    return [TableDescription(name: table.name, kind: .file, columns: columns, rows: .exact(table.table.rowCount))]
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    guard Name(name) == Name(table.name) else {
      throw AugerError.tableNotFound(name, of: self.name, among: [table.name])
    }
    return table
  }

  func contentVersion(ofTable name: String, _ control: RunControl) throws -> String? { "memory" }

  func close() {}
}
