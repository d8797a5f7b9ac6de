import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerEngine
import AugerQuery

/// The adapter for stored tables: `adapter: store`, `path: .auger/tables`.
package struct TableStoreAdapter: SourceAdapter {
  /// The tables that a run has computed but not written yet, by folder.
  struct Unwritten: Sendable, HasName {
    var directory: String
    var name: String
    var table: Table
  }

  private var unwritten: [Unwritten] = []

  package init() {}

  package var name: String { Self.adapterName }
  package var pathExtensions: [String] { [] }

  static let adapterName = "store"

  /// The options of a source: none.
  package static let options = MappingDescription(
    "store", "A folder of stored tables that jobs update (`incremental`). It has no options.", keys: [],
    example: """
      sources:
        kept: { adapter: store, path: .auger/tables }
      """)

  func showing(_ tables: [Unwritten]) -> TableStoreAdapter {
    var adapter = self
    adapter.unwritten = tables
    return adapter
  }

  /// Opens a folder of tables. A folder that does not exist counts as empty.
  package func open(_ configuration: SourceConfiguration) throws -> any Source {
    try configuration.checkOptions(known: Self.options.names)
    try configuration.access.checkReading(configuration.location)
    return TableStoreSource(
      name: configuration.name,
      store: TableStore(directory: configuration.location, files: FileSystem(configuration.access)),
      unwritten: unwritten.filter { $0.directory == configuration.location })
  }
}

/// A source that reads a table on first use, and again when its file was replaced.
private final class TableStoreSource: Source {
  private struct Known: HasName {
    let name: String
    let table: Table
    /// The version of the file from which the table was read.
    let version: String
  }

  let name: String
  private let store: TableStore
  private let unwritten: [TableStoreAdapter.Unwritten]
  private let known = Locked<[Known]>([])

  init(name: String, store: TableStore, unwritten: [TableStoreAdapter.Unwritten]) {
    self.name = name
    self.store = store
    self.unwritten = unwritten
  }

  private func table(_ name: String) throws -> Table? {
    if let entry = unwritten.first(named: name) { return entry.table }
    return try known.withLock { known in
      let version = store.version(of: name)
      if let entry = known.first(named: name), entry.version == version {
        return entry.table
      }
      known.removeAll { Name($0.name) == Name(name) }
      guard let version, let file = try store.read(name) else { return nil }
      known.append(Known(name: name, table: file.table, version: version))
      return file.table
    }
  }

  func contentVersion(ofTable name: String, _ control: RunControl) throws -> String? {
    if unwritten.contains(named: name) { return "unwritten" }
    guard let version = store.version(of: name) else { throw notFound(name) }
    return version
  }

  private func notFound(_ name: String) -> AugerError {
    AugerError(
      .tableNotFound, operation: "read the stored tables of '\(self.name)'", "table '\(name)' does not exist",
      hint: DidYouMean.hint(for: name, among: names, listing: "tables")
        ?? "Run a job with 'incremental' to create the table.")
  }

  private var names: [String] {
    let added = unwritten.map(\.name)
    let stored = store.names()
    return (stored + added.filter { name in !stored.contains(name: name) })
      .sorted { Scalar.compareBytes($0, $1) < 0 }
  }

  func tables(_ control: RunControl) throws -> [TableDescription] {
    try names.compactMap { name in
      try control.check()
      guard let table = try table(name) else { return nil }
      let columns = zip(table.schema.fields, table.columns).map { field, column in
        ColumnDescription(
          name: field.name, declaredType: field.declaredType ?? field.type.description, type: field.type,
          isNullable: column.nullCount > 0)
      }
      return TableDescription(name: name, kind: .file, columns: columns, rows: .exact(table.rowCount))
    }
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    guard let table = try table(name) else { throw notFound(name) }
    return StoredTable(name, table)
  }

  func close() {}
}
