import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The CSV files of a location, each a table.
final class CSVSource: Source {
  let name: String
  private let entries: [FilePaths.Entry]
  private let tables: [CSVTable]

  init(name: String, _ entries: [FilePaths.Entry], _ options: CSVOptions) {
    self.name = name
    self.entries = entries
    tables = entries.map { CSVTable(name: $0.name, path: $0.path, options) }
  }

  /// Looks at the beginning of every file.
  func tables(_ control: RunControl) throws -> [TableDescription] {
    try tables.map { table in
      let schema = try table.schema(control)
      return TableDescription(
        name: table.name, kind: .file,
        columns: schema.fields.map {
          ColumnDescription(name: $0.name, declaredType: $0.type.description, isNullable: true)
        })
    }
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    if let table = tables.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return table }
    throw AugerError(
      .tableNotFound, operation: "read '\(name)'", "source '\(self.name)' has no table '\(name)'",
      hint: DidYouMean.hint(for: name, among: entries.map(\.name), listing: "tables"))
  }

  func close() {}
}
