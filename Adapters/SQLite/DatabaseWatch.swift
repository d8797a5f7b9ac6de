import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The file of a database and its write-ahead log, as the file system has them.
struct DatabaseFile: Sendable, Hashable {
  private let state: FileState
  /// The log grows with each commit, which SQLite tells; only another log in its place is told here.
  private let log: FileState.Identity?

  /// Throws as `DatabaseFacts.requireDatabase` if there is no file.
  init(path: String) throws(AugerError) {
    do { state = try FileState(path: path) } catch {
      try DatabaseFacts(path).requireDatabase()
      // The file has come back meanwhile.
      throw AugerError(
        .sourceChanged, operation: "open '\(path)'", "the file is being replaced", place: path,
        hint: "Run the query again.")
    }
    log = try? FileState(path: path + "-wal").identity
  }

  var text: String { state.text + (log.map { " \($0.device) \($0.inode)" } ?? "") }
}

/// Numbers the states of a database: by a connection of its own, whose `data_version` changes with each commit of
/// another one, and by its file, which may be replaced as a whole.
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

  /// The number of the present state.
  ///
  /// - Parameters:
  ///   - isImmutable: true if nobody writes to the file, which may be replaced nevertheless.
  ///   - connect: opens a connection to the present file.
  ///   - read: returns the `data_version` of a connection.
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
