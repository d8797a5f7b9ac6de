import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The CSV files of a location, as one table each or as one table.
final class CSVSource: Source {
  private enum Kind {
    case separate([CSVTable])
    case union(CSVUnion)
  }

  let name: String
  private let kind: Locked<Kind>

  init(name: String, _ location: String, _ options: CSVOptions) throws(AugerError) {
    self.name = name
    try options.access.checkReading(CSVPaths.isPattern(location) ? CSVPaths.directory(location) : location)
    let tables = try CSVPaths.entries(location).map { CSVTable(name: $0.name, path: $0.path, options) }
    kind = Locked(
      options.isUnion
        ? .union(CSVUnion(name: CSVPaths.stem(CSVPaths.fileName(location)), tables, options)) : .separate(tables))
  }

  /// The tables of the files in their current state. A changed file gets a new table.
  private var scannables: [any ScannableTable] {
    kind.withLock { kind in
      switch kind {
      case .separate(let tables):
        let current = tables.map { $0.current() }
        kind = .separate(current)
        return current
      case .union(let table):
        let current = table.current()
        kind = .union(current)
        return [current]
      }
    }
  }

  /// Returns the tables. It reads the start of every file.
  func tables(_ control: RunControl) throws -> [TableDescription] {
    try scannables.map { table in
      let schema = try table.schema(control)
      return TableDescription(
        name: table.name, kind: .file,
        columns: schema.fields.map {
          ColumnDescription(name: $0.name, declaredType: $0.type.description, isNullable: true)
        })
    }
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    let scannables = scannables
    if let table = scannables.first(where: { Name($0.name) == Name(name) }) { return table }
    throw AugerError.tableNotFound(name, of: self.name, among: scannables.map(\.name))
  }

  func close() {}
}
