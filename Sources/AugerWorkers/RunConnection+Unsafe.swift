import AugerAdapterKit
import AugerColumns
import CPostgreSQL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection to the database of runs, in the hands of one thread at a time. Its calls block.
@safe final class RunConnection: @unchecked Sendable {
  // Sound: `handle` is open from init to deinit. The class is @unchecked Sendable because RunDatabase hands each
  // connection to one caller at a time, under its lock.
  private let handle: OpaquePointer
  private let redactor: SecretRedactor

  /// What the driver or the server said, without secrets.
  struct Failure: Error {
    /// Five characters; empty where the driver itself failed.
    var state = ""
    var message: String

    /// A deadlock, or a transaction that met another.
    var asksToTryAgain: Bool { state.hasPrefix("40") }
  }

  init(_ location: String) throws(Failure) {
    redactor = SecretRedactor(location: location)
    guard auger_pq_is_there() == 1 else { throw Failure(message: "the library libpq is not installed") }
    // What the location says wins over what stands before it. A network that is gone is noticed within a minute.
    let keywords = [
      "fallback_application_name", "connect_timeout", "keepalives_idle", "tcp_user_timeout", "dbname",
      "client_encoding",
    ]
    let values = ["auger", "10", "15", "60000", location, "UTF8"]
    // Sound: the arrays of C strings end with null and live during the call, which copies them.
    let opened = unsafe CStrings.with(keywords) { keywords in
      unsafe CStrings.with(values) { values in unsafe PQconnectdbParams(keywords, values, 1) }
    }
    guard let opened = unsafe opened else { throw Failure(message: "libpq has no memory for a connection") }
    unsafe handle = opened
    guard unsafe PQstatus(opened) == CONNECTION_OK else { throw failure() }
    unsafe PQsetNoticeProcessor(opened, { _, _ in }, nil)
  }

  // Sound: open until here, and not used any more.
  deinit { unsafe PQfinish(handle) }

  /// Whether the server is still there, as far as can be known without asking it: to an idle connection it says nothing
  /// but that it closes it.
  var isAlive: Bool {
    // Sound: the connection is open, and one entry is handed over with its count.
    guard unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQtransactionStatus(handle) == PQTRANS_IDLE else {
      return false
    }
    var entry = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) == 0
  }

  /// Rows as text, null as nil. Arguments are text, of the types that the server infers.
  func rows(_ sql: String, _ arguments: [String?] = []) throws(Failure) -> [[String?]] {
    // Sound: the strings live during the calls, which copy them; the result is freed on every way out.
    let result =
      arguments.isEmpty
      ? unsafe PQexec(handle, sql)
      : unsafe CStrings.with(arguments) { values in
        unsafe PQexecParams(handle, sql, Int32(arguments.count), nil, values, nil, nil, 0)
      }
    defer { unsafe PQclear(result) }
    let status = unsafe PQresultStatus(result)
    guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
      var failure = failure()
      // Sound: 67 is the letter C; the field is a C string of the result, copied at once.
      if let state = unsafe PQresultErrorField(result, 67) { failure.state = unsafe String(cString: state) }
      throw failure
    }
    return (0..<(unsafe PQntuples(result))).map { row in
      (0..<(unsafe PQnfields(result))).map { column in
        unsafe PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
      }
    }
  }

  private func failure() -> Failure {
    // Sound: the message is a C string of the open connection, copied at once.
    let message = unsafe String(cString: PQerrorMessage(handle))
    return Failure(message: redactor.redacted(message.split(separator: "\n").joined(separator: "; ")))
  }
}
