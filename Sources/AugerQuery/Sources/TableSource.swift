import AugerColumns
import AugerDiagnostics

/// Anything that rows can be read from: a `DataTable`, a CSV or Arrow file, a table of a database.
///
/// A chart of a source reads only the columns that it needs, and does not hold all rows in memory. Conform a type of
/// your own to ``ScannableTable``: every such table is also a source.
public protocol TableSource: Sendable {
  /// The names and types of the columns, left to right. Reading them can open a file or a connection, and types of
  /// text files are inferred from a sample.
  ///
  /// Throws `fileNotFound`, `tableNotFound`, ... if the source cannot be read.
  var fields: [DataTable.Field] { get async throws(AugerError) }

  /// Returns the table that scans read. It can block, so it is called on a separate thread.
  func scannable(_ control: RunControl) throws -> any ScannableTable
}

extension TableSource {
  public var fields: [DataTable.Field] {
    get async throws(AugerError) {
      try await reading { table, control in try table.settling(control) { _, schema in schema.fields } }
    }
  }

  /// Runs blocking work on the table. Cancelling the task cancels the work.
  package func reading<Result: Sendable>(
    memory: MemoryBudget? = nil,
    _ work: @escaping @Sendable (_ table: any ScannableTable, _ control: RunControl) throws -> Result
  ) async throws(AugerError) -> Result {
    let control = RunControl(memory: memory)
    do {
      return try await Workers.blocking(control) { try work(try scannable(control), control) }
    } catch {
      throw AugerError(error)
    }
  }
}

extension ScannableTable {
  public func scannable(_ control: RunControl) throws -> any ScannableTable { self }
}

/// One table of a source that an adapter opens when the table is first read. Copies share the open source.
package final class AdaptedTable: Sendable {
  private let adapter: any SourceAdapter
  private let configuration: SourceConfiguration
  /// Nil for a source with a single table, such as a file.
  private let name: String?
  private let opened = Locked<(any Source)?>(nil)

  package init(_ adapter: any SourceAdapter, _ configuration: SourceConfiguration, table name: String? = nil) {
    self.adapter = adapter
    self.configuration = configuration
    self.name = name
  }

  deinit { opened.withLock { $0?.close() } }

  package func scannable(_ control: RunControl) throws -> any ScannableTable {
    let source = try opened.withLock { opened in
      if let opened { return opened }
      let source = try adapter.open(configuration)
      opened = source
      return source
    }
    if let name { return try source.table(name, control) }
    let names = try source.tables(control).map(\.name)
    guard let only = names.first, names.count == 1 else {
      throw AugerError(
        .tableNotFound, operation: "open '\(configuration.location)'",
        "it contains \(names.count) tables, expected one",
        hint: "Name a single file.")
    }
    return try source.table(only, control)
  }
}
