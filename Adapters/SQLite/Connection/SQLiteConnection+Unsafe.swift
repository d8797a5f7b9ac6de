import AugerColumns
import AugerDiagnostics
import AugerQuery
import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection that one thread at a time uses. Its owner lends it and takes it back.
///
/// Opened without SQLite's mutex for that reason. Only `sqlite3_interrupt` may be called from another thread.
@safe final class SQLiteConnection: @unchecked Sendable {
  // Sound: `db` is open from init to deinit. The class is @unchecked Sendable because SQLiteSource's pool gives each
  // connection to one caller at a time, under its lock.
  let db: OpaquePointer
  let context = CallbackContext()
  let path: String

  /// Opens a file for reading only. Throws if it is not a database with a readable schema.
  init(path: String, options: SQLiteOptions, isImmutable: Bool) throws(AugerError) {
    self.path = path
    context.busyTimeout = options.busyTimeout
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let uri = Self.uri(path, isImmutable: isImmutable)
    // Sound: SQLite writes a handle even on failure. It is closed on every exit except the last.
    let code = unsafe sqlite3_open_v2(uri, &opened, flags, nil)
    guard let handle = unsafe opened else {
      throw AugerError(.fileUnreadable, operation: "open '\(path)'", "SQLite has no memory for a connection")
    }
    guard code == SQLITE_OK else {
      let error = unsafe SQLiteFailure(handle, path: path).error(operation: "open '\(path)'")
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    unsafe db = handle
    try harden()
  }

  /// Opens an in-memory database and makes it read-only. Before that, `prepare` can use the connection and return
  /// statements to execute.
  init(
    inMemory title: String, prepare: (OpaquePointer) -> (code: Int32, statements: [String])
  ) throws(AugerError) {
    path = title
    var opened: OpaquePointer?
    // Sound: like above.
    let code = unsafe sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard let handle = unsafe opened else {
      throw AugerError(.fileUnreadable, operation: "execute \(title)", "SQLite has no memory for a connection")
    }
    unsafe db = handle
    let (prepared, statements) = unsafe code == SQLITE_OK ? prepare(handle) : (code, [])
    var last = prepared
    for statement in statements where last == SQLITE_OK { last = unsafe sqlite3_exec(handle, statement, nil, nil, nil) }
    guard last == SQLITE_OK else {
      throw unsafe SQLiteFailure(handle, path: title).error(operation: "execute \(title)")
    }
    try harden()
  }

  /// Makes the connection read-only and registers the callbacks with its context.
  private func harden() throws(AugerError) {
    // Sound: the context outlives the handle, which deinit closes first. Callbacks run on the thread that steps.
    let raw = unsafe Unmanaged.passUnretained(context).toOpaque()
    unsafe sqlite3_extended_result_codes(db, 1)
    unsafe sqlite3_busy_handler(db, Self.onBusy, raw)
    unsafe sqlite3_progress_handler(db, 4000, Self.onProgress, raw)
    guard unsafe auger_sqlite3_harden(db) == SQLITE_OK,
      unsafe sqlite3_exec(db, "PRAGMA query_only=1; PRAGMA cell_size_check=1", nil, nil, nil) == SQLITE_OK
    else { throw unsafe SQLiteFailure(db, path: path).error(operation: "open '\(path)'") }
    unsafe sqlite3_set_authorizer(db, Self.authorize, raw)
  }

  deinit { unsafe sqlite3_close_v2(db) }

  /// Returns the path as a URI with all special characters escaped.
  static func uri(_ path: String, isImmutable: Bool) -> String {
    var text = "file:"
    let absolute = path.utf8.first == UInt8(ascii: "/") ? path : Self.workingDirectory + "/" + path
    for byte in absolute.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += hex.utf8.count == 1 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return text + "?mode=ro" + (isImmutable ? "&immutable=1" : "")
  }

  private static var workingDirectory: String {
    // Sound: getcwd allocates the string, which is copied and freed.
    guard let text = unsafe getcwd(nil, 0) else { return "." }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// Limits the length of strings and blobs to the available memory. SQLite, the batch and its dictionary each have a
  /// copy, and a blob as text has twice its length.
  func limitValues(to memory: MemoryBudget?) {
    let most = memory.map { max(1 << 16, $0.remaining / 8) } ?? Int(Int32.max)
    // Sound: the connection is open. SQLite clamps the value to its own limit.
    unsafe sqlite3_limit(db, SQLITE_LIMIT_LENGTH, Int32(clamping: most))
  }

  // MARK: Callbacks

  private static let onProgress: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { raw in
    // Sound: `raw` is the context of the running connection, which is alive during the callback.
    unsafe context(raw)?.shouldStop == true ? 1 : 0
  }

  private static let onBusy: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { raw, attempt in
    // Sound: like above.
    guard let milliseconds = unsafe context(raw)?.delay(attempt: Int(attempt)) else { return 0 }
    _ = usleep(UInt32(milliseconds) * 1000)
    return 1
  }

  private static let authorize:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?
    ) -> Int32 = { raw, action, first, second, _, _ in
      // Sound: like above. The names are C strings that are valid during the call.
      if action == SQLITE_READ || action == SQLITE_SELECT { return SQLITE_OK }
      let names = unsafe (first.map { unsafe String(cString: $0) }, second.map { unsafe String(cString: $0) })
      guard let refusal = ReadingOnly.refusal(action: action, names.0, names.1) else { return SQLITE_OK }
      guard let context = unsafe context(raw) else { return SQLITE_DENY }
      if context.denied == nil { context.denied = refusal }
      return SQLITE_DENY
    }

  private static func context(_ raw: UnsafeMutableRawPointer?) -> CallbackContext? {
    // Sound: every callback was registered with the connection's own context.
    unsafe raw.map { unsafe Unmanaged<CallbackContext>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// Allows another thread to interrupt a connection, but only during the work that it belongs to.
final class Interrupter: Sendable {
  private let connection: Locked<SQLiteConnection?>

  init(_ connection: SQLiteConnection) { self.connection = Locked(connection) }

  func interrupt() {
    // Sound: the connection is open while it is stored here, and any thread may interrupt it.
    connection.withLock { connection in if let connection { unsafe sqlite3_interrupt(connection.db) } }
  }

  func end() { connection.withLock { $0 = nil } }
}

/// The last failure of a connection, as SQLite reports it.
@safe struct SQLiteFailure {
  let code: Int32
  let message: String
  let path: String
  /// The byte offset in the statement, if SQLite reports one.
  let offset: Int?

  init(_ db: OpaquePointer, path: String) {
    // Sound: `db` is open, and the message is copied before the next call.
    code = unsafe sqlite3_extended_errcode(db)
    unsafe message = String(cString: sqlite3_errmsg(db))
    let position = unsafe sqlite3_error_offset(db)
    offset = position >= 0 ? Int(position) : nil
    self.path = path
  }
}
