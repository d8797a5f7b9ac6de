import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerEngine
import AugerQuery

/// A source of the tables that jobs keep: `adapter: store`, `path: .auger/tables`.
package struct TableStoreAdapter: SourceAdapter {
  /// Tables that a run has made and not written yet, by the folder they belong to.
  struct Unwritten: Sendable {
    var directory: String
    var name: String
    var table: Table
  }

  private var unwritten: [Unwritten] = []

  package init() {}

  package var name: String { Self.adapterName }
  package var pathExtensions: [String] { [] }

  static let adapterName = "store"

  /// A source has no options.
  package static let options = MappingDescription(
    "store", "A folder of the tables that jobs keep up to date (`incremental`). It has no options.", keys: [],
    example: """
      sources:
        kept: { adapter: store, path: .auger/tables }
      """)

  func showing(_ tables: [Unwritten]) -> TableStoreAdapter {
    var adapter = self
    adapter.unwritten = tables
    return adapter
  }

  /// A folder that is not there has no tables yet.
  package func open(_ configuration: SourceConfiguration) throws -> any Source {
    try configuration.checkOptions(known: Self.options.names)
    return TableStoreSource(
      name: configuration.name, store: TableStore(directory: configuration.location),
      unwritten: unwritten.filter { $0.directory == configuration.location })
  }
}

/// Reads a table when it is first asked for, and then goes on showing it.
private final class TableStoreSource: Source {
  let name: String
  private let store: TableStore
  private let known: Locked<[(name: String, table: Table)]>

  init(name: String, store: TableStore, unwritten: [TableStoreAdapter.Unwritten]) {
    self.name = name
    self.store = store
    known = Locked(unwritten.map { ($0.name, $0.table) })
  }

  private func table(_ name: String) throws -> Table? {
    try known.withLock { known in
      if let entry = known.first(where: { Name($0.name) == Name(name) }) { return entry.table }
      guard let file = try store.read(name) else { return nil }
      known.append((name, file.table))
      return file.table
    }
  }

  private var names: [String] {
    let added = known.withLock { $0.map(\.name) }
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
    guard let table = try table(name) else {
      throw AugerError(
        .tableNotFound, operation: "read the kept tables of '\(self.name)'", "there is no table '\(name)'",
        hint: DidYouMean.hint(for: name, among: names, listing: "tables") ?? "a job with 'incremental' makes it")
    }
    return StoredTable(name, table)
  }

  func close() {}
}
