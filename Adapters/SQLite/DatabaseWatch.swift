import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The identity of a database file and its write-ahead log in the file system.
struct DatabaseFile: Sendable, Hashable {
  private let state: FileState
  /// The identity of the log. SQLite reports its growth with each commit, so only a replaced log is detected here.
  private let log: FileState.Identity?

  /// Reads the file. Throws like `DatabaseFacts.requireDatabase` if it does not exist.
  init(path: String) throws(AugerError) {
    do { state = try FileState(path: path) } catch {
      try DatabaseFacts(path).requireDatabase()
      // The file has reappeared in the meantime.
      throw AugerError(
        .sourceChanged, operation: "open '\(path)'", "the file is being replaced", place: path,
        hint: "Run the query again.")
    }
    log = try? FileState(path: path + "-wal").identity
  }

  var text: String { state.text + (log.map { " \($0.device) \($0.inode)" } ?? "") }
}

/// Numbers the versions of a database. A separate connection has a `data_version` that changes with each commit of
/// another connection. Replacement of the file is also detected.
final class DatabaseWatch: Sendable {
  private struct State {
    var connection: SQLiteConnection?
    var file: DatabaseFile?
    var dataVersion: Int64 = 0
    var number: Int64 = 0
  }

  private let path: String
  private let state = Locked(State())

  init(path: String) { self.path = path }

  func close() { state.withLock { $0.connection = nil } }

  var lastNumber: Int64 { state.withLock { $0.number } }

  /// Returns the number of the current version.
  ///
  /// - Parameters:
  ///   - isImmutable: True if no process writes to the file. It may still be replaced.
  ///   - connect: Opens a connection to the current file.
  ///   - read: Returns the `data_version` of a connection.
  func number(
    isImmutable: Bool, connect: () throws -> SQLiteConnection, read: (SQLiteConnection) throws -> Int64
  ) throws -> Int64 {
    try state.withLock { state in
      let file = try DatabaseFile(path: path)
      if state.file != file {
        state.connection = nil
        state.file = file
        state.number += 1
      }
      if isImmutable { return state.number }
      let known = state.connection
      let connection = try known ?? connect()
      state.connection = connection
      let version = try read(connection)
      if known == nil || version != state.dataVersion {
        if known != nil { state.number += 1 }
        state.dataVersion = version
      }
      return state.number
    }
  }
}
