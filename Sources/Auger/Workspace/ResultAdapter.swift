import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery

/// A table of a program, such as the result of a query, as a source with one table. All table queries can then use it.
package struct ResultAdapter: SourceAdapter {
  package static let adapterName = "result"

  private let title: String
  private let table: any TableSource

  package init(title: String, table: Table) { self.init(title: title, source: StoredTable(title, table)) }

  package init(title: String, source: any TableSource) {
    self.title = title
    table = source
  }

  package var name: String { Self.adapterName }
  package var pathExtensions: [String] { [] }

  package func open(_ configuration: SourceConfiguration) throws -> any Source {
    ResultSource(name: configuration.name, title: title, source: table)
  }
}

private struct ResultSource: Source {
  var name: String
  var title: String
  var source: any TableSource

  func tables(_ control: RunControl) throws -> [TableDescription] {
    try source.scannable(control).settling(control) { table, schema in
      let whole = table.whole
      let columns = schema.fields.enumerated().map { index, field in
        ColumnDescription(
          name: field.name, declaredType: field.declaredType ?? field.type.description, type: field.type,
          isNullable: whole.map { $0.columns[index].nullCount > 0 } ?? true)
      }
      return [
        TableDescription(name: title, kind: .file, columns: columns, rows: whole.map { .exact($0.rowCount) })
      ]
    }
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    guard Name(name) == Name(title) else { throw AugerError.tableNotFound(name, of: self.name, among: [title]) }
    return try source.scannable(control)
  }

  func contentVersion(ofTable name: String, _ control: RunControl) throws -> String? {
    let table = try table(name, control)
    return table.whole == nil ? try table.contentVersion(control) : "memory"
  }

  func close() {}
}
