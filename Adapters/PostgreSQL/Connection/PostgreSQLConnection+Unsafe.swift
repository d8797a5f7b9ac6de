import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery
import CPostgreSQL
import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection that one thread at a time uses. Its owner lends it and takes it back.
///
/// libpq never blocks, except to resolve host names. Waiting happens here, where cancellation is noticed within 20
/// ms. A request to cancel is then sent, and the connection is not used again, because a late request could cancel
/// the next query.
@safe final class PostgreSQLConnection: @unchecked Sendable {
  // Sound: `handle` is open from init to deinit. The class is @unchecked Sendable because the pool gives each
  // connection to one caller at a time, under its lock.
  private let handle: OpaquePointer
  let openedAt = ContinuousClock.now
  /// False if the connection cannot be used again.
  private(set) var isUsable = true
  /// The known number of bytes that have arrived since the last complete row, including other messages of the server.
  private var pendingBytes = 0
  /// Passes long rows to libpq in parts.
  private let relay = RowRelay()
  /// True if rows are streamed. Other results are small and complete.
  private var isStreaming = false
  /// True if the server does not guarantee valid UTF-8, so that strings must be checked.
  let isTextUnchecked: Bool
  private let maxRowBytes: Int
  /// The row limit of the running query.
  private(set) var rowLimit: RowLimit
  /// The limit for results that are not streamed.
  private var answerLimit: RowLimit
  private let redactor: SecretRedactor
  private let cancellations: Cancellations
  /// The number of requested copies that have not ended.
  private(set) var copiesToCome = 0
  /// The number of arrivals since the last transmission.
  private var arrivals = 0
  /// The number of arrivals after which a result is considered a stream, whose data is gathered before reading.
  private static let fewArrivals = 24
  /// The time to gather data of a stream, in microseconds. A few hundred kilobytes arrive, and a socket holds
  /// megabytes.
  private static let gathering: UInt32 = 1000
  /// The number of bytes that justify an immediate read.
  private static let worthReading = 16 << 10

  /// The size from which an incomplete row is passed to libpq in parts. It is smaller than one
  /// transmission of a server. libpq then knows the length of the row and has reserved memory for it. It would read as
  /// fast as the server sends, without a limit.
  private static let longRow = 4 << 10
  /// The maximum number of results, including errors, after the first error of a statement.
  private static let mostResults = 16

  /// Connects and configures the session.
  init(_ conninfo: Conninfo, _ options: PostgreSQLOptions, _ watch: Watch) throws {
    guard auger_pq_is_there() == 1 else {
      throw AugerError(
        .connectionFailed, operation: "connect to a server of PostgreSQL", "the library libpq is not installed",
        hint: "Run 'apt-get install libpq5' or 'brew install libpq'.")
    }
    let keywords = conninfo.parameters.map(\.keyword)
    let values = conninfo.parameters.map(\.value)
    // Sound: the arrays of C strings end with null and are valid during the call, which copies them.
    let started = unsafe CStrings.with(keywords) { keywords in
      unsafe CStrings.with(values) { values in unsafe PQconnectStartParams(keywords, values, 1) }
    }
    guard let started = unsafe started else { throw ConnectionFailure("libpq has no memory for a connection") }
    // Sound: `started` is a connection until PQfinish, which is called on every exit except the last.
    let deadline = ContinuousClock.now + options.connectTimeout
    do {
      // Otherwise libpq writes the server's notices to standard error.
      unsafe PQsetNoticeProcessor(started, { _, _ in }, nil)
      // Otherwise libpq blocks until a server reads the sent data.
      unsafe PQsetnonblocking(started, 1)
      unsafe PQsetErrorVerbosity(started, PQERRORS_VERBOSE)
      try unsafe Self.complete(started, options.connectTimeout, conninfo.redactor, watch)
      unsafe PQsetErrorVerbosity(started, PQERRORS_DEFAULT)
    } catch {
      unsafe PQfinish(started)
      throw error
    }
    unsafe handle = started
    maxRowBytes = options.maxRowBytes
    rowLimit = RowLimit(options.maxRowBytes)
    answerLimit = RowLimit(PostgreSQLAdapter.mostAnswerBytes)
    redactor = conninfo.redactor
    cancellations = conninfo.cancellations
    let encoding = unsafe PQparameterStatus(started, "server_encoding").map { unsafe String(cString: $0) }
    isTextUnchecked = encoding == "SQL_ASCII"
    do {
      try command(Conninfo.settings(options), Watch(watch.control, limit: max(.zero, deadline - ContinuousClock.now)))
    } catch let error as AugerError where error.code == .timeout {
      try watch.check()
      throw ConnectionFailure(late: options.connectTimeout)
    }
  }

  deinit {
    // Sound: libpq closes its own socket, which it has again.
    relay.leave(unsafe PQsocket(handle))
    unsafe PQfinish(handle)
  }

  // MARK: State

  /// True if the socket shows no sign of a closed connection. Sends no data to the server.
  var isAlive: Bool {
    // Sound: the connection is open. The server sends data to an idle connection only to close it.
    guard isUsable, unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQtransactionStatus(handle) == PQTRANS_IDLE else {
      return false
    }
    let socket = unsafe PQsocket(handle)
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) == 0
  }

  /// The maximum delay of the process exit by a server that does not answer.
  private static let mostWaiting = DispatchTimeInterval.milliseconds(500)

  /// Requests the server to stop work for this connection, which is not used again. Returns when the request was
  /// received, so that a process that ends now leaves no running statement.
  private func abandon() {
    isUsable = false
    // Sound: PQgetCancel copies the data it needs. The copy belongs to the thread, which frees it.
    guard cancellations.begin() else { return }
    guard let request = unsafe PQgetCancel(handle) else { return cancellations.end() }
    let address = UInt(bitPattern: request)
    let isTaken = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [cancellations] in
      defer {
        cancellations.end()
        isTaken.signal()
      }
      guard let request = unsafe OpaquePointer(bitPattern: address) else { return }
      var message = [CChar](repeating: 0, count: 256)
      unsafe _ = PQcancel(request, &message, 256)
      unsafe PQfreeCancel(request)
    }
    _ = isTaken.wait(timeout: .now() + Self.mostWaiting)
  }

  /// Throws if the work was cancelled or timed out, and then requests the server to stop.
  func check(_ watch: Watch) throws(AugerError) {
    do { try watch.check() } catch {
      abandon()
      throw error
    }
  }

  /// Ends the transaction of a piece of work. Does not wait for remaining results.
  func leave() {
    guard isUsable else { return }
    // Sound: the connection is open.
    switch unsafe PQtransactionStatus(handle) {
    case PQTRANS_IDLE: break
    case PQTRANS_INTRANS, PQTRANS_INERROR:
      do { try command("ROLLBACK", Watch(RunControl(timeLimit: .seconds(1)))) } catch { isUsable = false }
    case PQTRANS_ACTIVE: abandon()
    default: isUsable = false
    }
  }

  // MARK: Sending

  /// Runs commands that return no rows.
  func command(_ sql: String, _ watch: Watch) throws { _ = try rows(sql, columns: nil, watch) }

  /// Runs a small internal statement with all values as text. Each row has `columns` values. If it is nil, no rows
  /// are expected.
  func rows(_ sql: String, columns: Int?, _ watch: Watch) throws -> [[String?]] {
    try prepare(streaming: false)
    // Sound: the string is valid during the call, which copies it.
    try sent(unsafe PQsendQuery(handle, sql))
    var found: [[String?]] = []
    while let result = try nextResult(watch) {
      guard let columns, result.rowCount > 0 else { continue }
      guard result.columnCount == columns else {
        throw violation("a row has \(result.columnCount) fields, not \(columns)")
      }
      found += (0..<result.rowCount).map { row in (0..<result.columnCount).map { result.text(row, $0) } }
    }
    return found
  }

  /// Describes a statement: its parameters and columns.
  func describe(_ sql: String, types: [UInt32], _ watch: Watch) throws -> Description {
    try prepare(streaming: false)
    // Sound: like above. The types are copied too.
    let count = Int32(types.count)
    try sent(
      unsafe types.withUnsafeBufferPointer { types in
        unsafe PQsendPrepare(handle, "", sql, count, types.baseAddress)
      })
    while try nextResult(watch) != nil {}
    try prepare(streaming: false)
    try sent(unsafe PQsendDescribePrepared(handle, ""))
    var description = Description()
    while let result = try nextResult(watch) {
      description.parameters = result.parameterTypes
      description.columns = (0..<result.columnCount).map {
        Description.Column(name: result.name($0), type: result.type($0), modifier: result.modifier($0))
      }
    }
    return description
  }

  /// Starts a statement with arguments. Its rows are streamed in binary format.
  func sendQuery(_ sql: String, types: [UInt32], values: [String?], _ watch: Watch) throws {
    try prepare(streaming: true)
    // Sound: like above.
    let count = Int32(types.count)
    try sent(
      unsafe types.withUnsafeBufferPointer { types in
        unsafe CStrings.with(values) { values in
          unsafe PQsendQueryParams(handle, sql, count, types.baseAddress, values, nil, nil, 1)
        }
      })
    // Sound: the connection is open.
    guard unsafe PQsetSingleRowMode(handle) == 1 else { throw failure() }
  }

  /// Starts a COPY. Its rows are streamed.
  func sendCopy(_ sql: String, _ watch: Watch) throws { try sendCopies([sql], watch) }

  /// Starts several COPY statements. The server runs them in order without waiting for requests.
  func sendCopies(_ statements: [String], _ watch: Watch) throws {
    try prepare(streaming: true)
    // Sound: the string is valid during the call, which copies it.
    try sent(unsafe PQsendQuery(handle, statements.joined(separator: "; ")))
    copiesToCome = statements.count
    try beginCopy(watch)
  }

  private func beginCopy(_ watch: Watch) throws {
    guard let result = try nextResult(watch, mayCopy: true), result.isCopy else {
      throw violation("it did not begin to copy")
    }
  }

  /// Ends a COPY. Starts the next one, or ends the statement.
  private func endCopy(_ watch: Watch) throws {
    copiesToCome -= 1
    if copiesToCome > 0 {
      // Receives the end of this COPY, and then the start of the next one.
      _ = try nextResult(watch)
      try beginCopy(watch)
    } else {
      while try nextResult(watch) != nil {}
    }
  }

  /// Prepares for sending: data must go to the server directly, not to the relay.
  private func prepare(streaming: Bool) throws {
    (pendingBytes, arrivals, isStreaming) = (0, 0, streaming)
    // Sound: the connection is open. The relay contains at most notices now.
    while relay.isBetween, relay.hasBytes {
      _ = relay.feed()
      guard unsafe PQconsumeInput(handle) == 1 else { throw failure() }
    }
    relay.leave(unsafe PQsocket(handle))
  }

  private func sent(_ code: Int32) throws {
    guard code == 1 else { throw failure() }
  }

  // MARK: Receiving

  /// Returns the next result. Nil after the last one. After the remaining results have been read, throws
  /// `ServerFailure` for one that reports an error.
  func nextResult(_ watch: Watch, mayCopy: Bool = false) throws -> PostgreSQLResult? {
    // Sound: the connection is open. libpq transfers ownership of each result, which PostgreSQLResult frees.
    while unsafe PQisBusy(handle) == 1 { try receive(watch) }
    guard let pointer = unsafe PQgetResult(handle) else {
      if !relay.hasBytes { relay.leave(unsafe PQsocket(handle)) }
      return nil
    }
    let result = unsafe PostgreSQLResult(pointer)
    if let failure = result.failure(redactor) { throw try settled(failure, watch) }
    if isStreaming, result.rowCount > 0 {
      pendingBytes = 0
      return result
    }
    try check(watch)
    if result.isEndless, !(mayCopy && result.isCopy) {
      throw violation("it started a copy that was not requested")
    }
    return result
  }

  /// Returns a failure after the connection has become ready again or is known to be lost. The server's message is
  /// preserved.
  private func settled(_ failure: ServerFailure, _ watch: Watch) throws -> ServerFailure {
    var failure = failure
    do {
      for round in 0... {
        guard round < Self.mostResults else { throw violation("an error is followed by too many others") }
        try check(watch)
        // Sound: the connection is open, and each result is freed.
        while unsafe PQisBusy(handle) == 1 { try receive(watch) }
        guard let pointer = unsafe PQgetResult(handle) else { break }
        unsafe PQclear(pointer)
        if unsafe PQstatus(handle) == CONNECTION_BAD { break }
      }
    } catch let later as ServerFailure {
      if later.state.isEmpty, !later.isConnectionLost { isUsable = false }
    }
    if failure.state.isEmpty { isUsable = false }
    failure.isConnectionLost = unsafe PQstatus(handle) == CONNECTION_BAD
    if failure.isConnectionLost { isUsable = false }
    return failure
  }

  /// Reads rows of a COPY into the stage until it is full. Returns false after the last row, when the next COPY
  /// has started.
  func copyRows(into stage: WireStage, limit: Int, _ watch: Watch) throws -> Bool {
    while stage.hasRoom(limit) {
      var row: UnsafeMutablePointer<CChar>?
      // Sound: libpq allocates the row with `count` bytes. It is freed after use.
      let count = unsafe PQgetCopyData(handle, &row, 1)
      switch count {
      case 1...:
        guard let bytes = unsafe row else { throw failure() }
        defer { unsafe PQfreemem(bytes) }
        pendingBytes = 0
        try unsafe stage.appendCopied(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      case 0: try receive(watch)
      case -1:
        try endCopy(watch)
        return false
      default: throw failure()
      }
    }
    return true
  }

  /// Reads rows of a query into the stage until it is full. Returns false after the last row.
  func queryRows(into stage: WireStage, limit: Int, _ watch: Watch) throws -> Bool {
    while stage.hasRoom(limit) {
      guard let result = try nextResult(watch) else { return false }
      for row in 0..<result.rowCount { try result.append(row, to: stage) }
    }
    return true
  }

  /// Waits for more bytes and reads them.
  ///
  /// A server sends 8 KB at a time. Waking the reader for each of them would cost the server a fifth of its time.
  private func receive(_ watch: Watch) throws {
    // Sound: the connection is open in all calls below.
    let socket = unsafe PQsocket(handle)
    if pendingBytes == 0, !needsRelay, relay.isBetween, !relay.hasBytes { relay.leave(socket) }
    while true {
      let flushed = unsafe PQflush(handle)
      if flushed < 0 { throw failure() }
      if relay.isBetween || needsRelay && flushed == 0 { return try receivePart(socket, watch) }
      let events = flushed == 1 ? POLLIN | POLLOUT : POLLIN
      var available = 0
      if arrivals > Self.fewArrivals, flushed == 0 {
        available = Int(auger_socket_available(socket))
        if available < Self.worthReading {
          usleep(Self.gathering)
          available = 0
        }
      }
      if available == 0 {
        guard RowRelay.wait(socket, events) else {
          try check(watch)
          continue
        }
        available = Int(auger_socket_available(socket))
      }
      arrivals += 1
      try check(watch)
      pendingBytes += max(1, available)
      return try consume()
    }
  }

  /// Makes libpq read. Notifications are discarded, otherwise they would accumulate for the lifetime of the
  /// connection.
  private func consume() throws {
    // Sound: the connection is open. Each notice belongs to this code and is freed.
    guard unsafe PQconsumeInput(handle) == 1 else { throw failure() }
    while let notice = unsafe PQnotifies(handle) { unsafe PQfreemem(notice) }
  }

  /// True if libpq must receive data only through the relay.
  ///
  /// This is the case if memory is scarce, for a long row, and until some rows have arrived. The first row may be
  /// long, and its start arrives together with the description of the statement. Otherwise libpq reads directly,
  /// which saves one buffer.
  private var needsRelay: Bool {
    isStreaming
      ? rowLimit.isScarce || pendingBytes > Self.longRow || arrivals < Self.fewArrivals : arrivals > 0
  }

  /// Passes a part of a row to libpq, or rejects the row before more of it is in memory.
  private func receivePart(_ socket: Int32, _ watch: Watch) throws {
    if !relay.isBetween {
      guard relay.enter(socket) else { throw ServerFailure(message: "the system has no sockets for a large row") }
      // Bytes before the first part were counted with other rows.
      pendingBytes = 1
    }
    if !relay.hasBytes {
      let limit = isStreaming ? rowLimit : answerLimit
      guard pendingBytes <= limit.bytes + RowRelay.partBytes else {
        isUsable = false
        throw isStreaming || limit.isScarce
          ? limit.refusal : violation("its answer has more than \(limit.bytes) bytes")
      }
      while !RowRelay.wait(relay.server, POLLIN) { try check(watch) }
    }
    pendingBytes = max(1, pendingBytes) + relay.feed()
    arrivals += 1
    try check(watch)
    try consume()
  }

  /// Limits the size of rows to the available memory.
  func limitRows(to memory: MemoryBudget?) {
    rowLimit = RowLimit(maxRowBytes, memory)
    answerLimit = RowLimit(PostgreSQLAdapter.mostAnswerBytes, memory)
  }

  /// Returns the failure for a server that violates the protocol. The connection is not used again.
  private func violation(_ message: String) -> ServerFailure {
    isUsable = false
    return ServerFailure(message: message)
  }

  /// Returns a failure of the connection itself.
  private func failure() -> ServerFailure {
    // Sound: the message is a C string of the open connection, copied immediately.
    let message = redactor.redacted(unsafe String(cString: PQerrorMessage(handle)))
    let isLost = unsafe PQstatus(handle) == CONNECTION_BAD
    if isLost { isUsable = false }
    return ServerFailure(
      message: message.split(separator: "\n").joined(separator: "; "), isConnectionLost: isLost)
  }
}
