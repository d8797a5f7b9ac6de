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

/// One connection, in the hands of one thread at a time: its owner hands it out and takes it back.
///
/// libpq is never let block but for looking up a host's name: waiting happens here, where it is noticed within 20 ms
/// that the work is no longer wanted. The server is then asked to stop, and the connection is not used again: the
/// request may arrive late, and would hit the next query.
@safe final class PostgreSQLConnection: @unchecked Sendable {
  // Sound: `handle` is open from init to deinit. The class is @unchecked Sendable because the pool gives each
  // connection to one caller at a time, under its lock.
  private let handle: OpaquePointer
  let openedAt = ContinuousClock.now
  /// False once it cannot be used again.
  private(set) var isUsable = true
  /// Bytes that have arrived since the last row, as far as they are known: of a row that is not complete, and of
  /// everything else that a server sends.
  private var pendingBytes = 0
  /// Hands long rows on to libpq part by part.
  private let relay = RowRelay()
  /// Whether rows come one by one; what else is asked for is small, and one result.
  private var isStreaming = false
  /// Text that the server does not guarantee to be UTF-8 must be checked.
  let isTextUnchecked: Bool
  private let maxRowBytes: Int
  /// Of the query that runs.
  private(set) var rowLimit: RowLimit
  /// Of what is no stream of rows.
  private var answerLimit: RowLimit
  private let redactor: SecretRedactor
  private let cancellations: Cancellations
  /// Copies that were asked for, less those that have ended.
  private(set) var copiesToCome = 0
  /// How often something has arrived since something was sent.
  private var arrivals = 0
  /// An answer that has come more often than this is a stream, of which some is left to gather.
  private static let fewArrivals = 24
  /// Microseconds that a stream gathers: some hundred kilobytes, of the megabytes that a socket keeps.
  private static let gathering: UInt32 = 1000
  /// What is worth to be read at once.
  private static let worthReading = 16 << 10

  /// A row of which so much has come without its end is handed on in parts.
  ///
  /// Less than a server sends at once: libpq knows the length of a row by then, has reserved all of it, and would read
  /// as fast as a server on a busy machine sends, whatever that comes to.
  private static let longRow = 4 << 10
  /// Errors and other results that may follow the first error of a statement.
  private static let mostResults = 16

  /// Connects and sets the session up.
  init(_ conninfo: Conninfo, _ options: PostgreSQLOptions, _ watch: Watch) throws {
    guard auger_pq_is_there() == 1 else {
      throw AugerError(
        .connectionFailed, operation: "connect to a server of PostgreSQL", "the library libpq is not installed",
        hint: "apt-get install libpq5, or brew install libpq")
    }
    let keywords = conninfo.parameters.map(\.keyword)
    let values = conninfo.parameters.map(\.value)
    // Sound: the arrays of C strings end with null and live during the call, which copies them.
    let started = unsafe CStrings.with(keywords) { keywords in
      unsafe CStrings.with(values) { values in unsafe PQconnectStartParams(keywords, values, 1) }
    }
    guard let started = unsafe started else { throw ConnectionFailure("libpq has no memory for a connection") }
    // Sound: `started` is a connection until PQfinish, here on every way out but the last.
    let deadline = ContinuousClock.now + options.connectTimeout
    do {
      // Else libpq writes notices of the server to standard error.
      unsafe PQsetNoticeProcessor(started, { _, _ in }, nil)
      // Else libpq waits until a server reads what it is sent.
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
    // Sound: libpq closes its own socket, which it has back.
    relay.leave(unsafe PQsocket(handle))
    unsafe PQfinish(handle)
  }

  // MARK: State

  /// Whether the server is still there, as far as can be known without asking it.
  var isAlive: Bool {
    // Sound: the connection is open. To an idle one the server says nothing but that it closes it.
    guard isUsable, unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQtransactionStatus(handle) == PQTRANS_IDLE else {
      return false
    }
    let socket = unsafe PQsocket(handle)
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) == 0
  }

  /// For so long the end of the process may be put off by a server that does not answer.
  private static let mostWaiting = DispatchTimeInterval.milliseconds(500)

  /// Asks the server to stop what it does for this connection, which is not used again. Returns when the request was
  /// taken: a process that ends now leaves nothing running.
  private func abandon() {
    isUsable = false
    // Sound: PQgetCancel copies what it needs; the copy belongs to the thread, which frees it.
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

  /// Throws if the work is no longer wanted, and then asks the server to stop.
  func check(_ watch: Watch) throws(AugerError) {
    do { try watch.check() } catch {
      abandon()
      throw error
    }
  }

  /// Leaves the transaction that a piece of work was done in. What is still to come is not waited for.
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

  /// Runs commands that return nothing.
  func command(_ sql: String, _ watch: Watch) throws { _ = try rows(sql, columns: nil, watch) }

  /// Runs a small statement of our own, all values as text. Each row has as many values as `columns` says; without
  /// it there are no rows.
  func rows(_ sql: String, columns: Int?, _ watch: Watch) throws -> [[String?]] {
    try prepare(streaming: false)
    // Sound: the text lives during the call, which copies it.
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

  /// Lets the server read a statement: its parameters and columns.
  func describe(_ sql: String, types: [UInt32], _ watch: Watch) throws -> Description {
    try prepare(streaming: false)
    // Sound: as above; the types are copied too.
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

  /// Begins a statement with arguments, whose rows then come one by one in binary form.
  func sendQuery(_ sql: String, types: [UInt32], values: [String?], _ watch: Watch) throws {
    try prepare(streaming: true)
    // Sound: as above.
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

  /// Begins a COPY, whose rows then come one by one.
  func sendCopy(_ sql: String, _ watch: Watch) throws { try sendCopies([sql], watch) }

  /// Begins some of them, which the server runs one after the other without waiting to be asked for the next.
  func sendCopies(_ statements: [String], _ watch: Watch) throws {
    try prepare(streaming: true)
    // Sound: the text lives during the call, which copies it.
    try sent(unsafe PQsendQuery(handle, statements.joined(separator: "; ")))
    copiesToCome = statements.count
    try beginCopy(watch)
  }

  private func beginCopy(_ watch: Watch) throws {
    guard let result = try nextResult(watch, mayCopy: true), result.isCopy else {
      throw violation("it did not begin to copy")
    }
  }

  /// Takes up that a COPY has ended: the next begins, or the statement is done.
  private func endCopy(_ watch: Watch) throws {
    copiesToCome -= 1
    if copiesToCome > 0 {
      // What it says of its end, and then of the next.
      _ = try nextResult(watch)
      try beginCopy(watch)
    } else {
      while try nextResult(watch) != nil {}
    }
  }

  /// Before each sending: it goes to the server, and not into what stands between.
  private func prepare(streaming: Bool) throws {
    (pendingBytes, arrivals, isStreaming) = (0, 0, streaming)
    // Sound: the connection is open. What is between now are notices at most.
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

  /// The next result of what was sent, nil when there are no more. Throws `ServerFailure` for one that reports an
  /// error, after the rest was taken.
  func nextResult(_ watch: Watch, mayCopy: Bool = false) throws -> PostgreSQLResult? {
    // Sound: the connection is open; libpq hands over each result, which PostgreSQLResult frees.
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
      throw violation("it began to copy, which it was not asked for")
    }
    return result
  }

  /// A failure when the connection is ready for more, or known to be lost. What the server said of it stays.
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

  /// Takes rows of a COPY into the stage until it is full; false when there are no more, and the next has begun.
  func copyRows(into stage: WireStage, limit: Int, _ watch: Watch) throws -> Bool {
    while stage.hasRoom(limit) {
      var row: UnsafeMutablePointer<CChar>?
      // Sound: libpq allocates the row, of `count` bytes, which is freed when it was taken.
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

  /// Takes rows of a query into the stage until it is full; false when there are no more.
  func queryRows(into stage: WireStage, limit: Int, _ watch: Watch) throws -> Bool {
    while stage.hasRoom(limit) {
      guard let result = try nextResult(watch) else { return false }
      for row in 0..<result.rowCount { try result.append(row, to: stage) }
    }
    return true
  }

  /// Waits for more bytes and takes them.
  ///
  /// A server sends 8 KB at a time. A reader that waits for each of them is woken for each, and it is the server that
  /// has to: a fifth of its work.
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

  /// Lets libpq read. Nobody listens: what others notify of would be kept as long as the connection.
  private func consume() throws {
    // Sound: the connection is open; each notice belongs to us, and is freed.
    guard unsafe PQconsumeInput(handle) == 1 else { throw failure() }
    while let notice = unsafe PQnotifies(handle) { unsafe PQfreemem(notice) }
  }

  /// Whether libpq may take no more than it is given: where memory is scarce, of a long row, and until it is seen what
  /// the rows are like. The first row may be a long one, and its beginning comes with what describes the statement.
  ///
  /// Else it may be left to read: what arrives passes through one buffer less.
  private var needsRelay: Bool {
    isStreaming
      ? rowLimit.isScarce || pendingBytes > Self.longRow || arrivals < Self.fewArrivals : arrivals > 0
  }

  /// Hands a part of a row on, or refuses the row before more of it is in memory.
  private func receivePart(_ socket: Int32, _ watch: Watch) throws {
    if !relay.isBetween {
      guard relay.enter(socket) else { throw ServerFailure(message: "the system has no sockets for a large row") }
      // What came before the parts was counted with other rows.
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

  /// From now on no row may be larger than what memory there is allows.
  func limitRows(to memory: MemoryBudget?) {
    rowLimit = RowLimit(maxRowBytes, memory)
    answerLimit = RowLimit(PostgreSQLAdapter.mostAnswerBytes, memory)
  }

  /// A failure of a server that does not keep to the protocol: nothing more is asked of it.
  private func violation(_ message: String) -> ServerFailure {
    isUsable = false
    return ServerFailure(message: message)
  }

  /// A failure of the connection itself.
  private func failure() -> ServerFailure {
    // Sound: the message is a C string of the open connection, copied at once.
    let message = redactor.redacted(unsafe String(cString: PQerrorMessage(handle)))
    let isLost = unsafe PQstatus(handle) == CONNECTION_BAD
    if isLost { isUsable = false }
    return ServerFailure(
      message: message.split(separator: "\n").joined(separator: "; "), isConnectionLost: isLost)
  }
}
