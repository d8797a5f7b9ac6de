import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// An open table of the command line, and the delegate that runs queries on it.
struct OpenedTable: Sendable {
  var delegate: WorkspaceQueryDelegate
  /// The name of the table in queries and errors.
  var title: String
  var sourceName: String
  var tables: [TableDescription]
  /// Nil if the argument names only a source, and the source does not have exactly one table.
  var table: (any ScannableTable)?

  /// Opens `FILE` or `SOURCE.TABLE` on a thread that can block.
  static func open(
    _ argument: SourceArgument, in workspace: Workspace, workers: Int?, listingTables: Bool = false,
    memory: MemoryBudget? = nil, now: Timestamp? = nil
  ) async throws -> OpenedTable {
    var (workspace, argument) = (workspace, argument)
    workspace.add(&argument)
    let delegate = WorkspaceQueryDelegate(workspace, workers: workers, memory: memory, now: now)
    let control = RunControl(memory: memory)
    return try await Workers.blocking(control) { [argument] in
      let start = ContinuousClock.now
      defer { control.meter?.add(ContinuousClock.now - start, to: .open) }
      let sourceName = argument.source.configuration.name
      let source = try delegate.source(sourceName)
      let tables = listingTables || argument.table == nil ? try source.tables(control) : []
      var opened = OpenedTable(
        delegate: delegate, title: argument.title, sourceName: sourceName, tables: tables, table: nil)
      if let name = argument.table ?? (tables.count == 1 ? tables[0].name : nil) {
        opened.table = try source.table(name, control)
      }
      return opened
    }
  }

  /// Returns the table. Throws an error that lists the tables of the source if none is selected.
  func onlyTable() throws(AugerError) -> any ScannableTable {
    if let table { return table }
    let names = tables.map(\.name)
    throw AugerError(
      .tableNotFound, operation: "read '\(title)'",
      names.isEmpty ? "it has no tables" : "it has \(names.count) tables, and none was named",
      hint: names.first.map { first in
        "Name one, for example '\(title).\(first)'. Tables: \(names.prefix(12).joined(separator: ", "))."
      })
  }
}
