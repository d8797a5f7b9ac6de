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

/// A connection to the run database. Only one thread may use it at a time, and its calls block.
@safe final class RunConnection: @unchecked Sendable {
  // Sound: `handle` is open from init to deinit. RunDatabase gives each connection to one caller at a time, under its
  // lock, so the class can be Sendable.
  private let handle: OpaquePointer
  private let redactor: SecretRedactor

  /// An error of the driver or the server, without secrets.
  struct Failure: Error {
    /// The five characters of the SQLSTATE. Empty if the driver itself failed.
    var state = ""
    var message: String

    /// True for a deadlock or a serialization failure, after which a retry makes sense.
    var asksToTryAgain: Bool { state.hasPrefix("40") }
  }

  init(_ location: String) throws(Failure) {
    redactor = SecretRedactor(location: location)
    guard auger_pq_is_there() == 1 else { throw Failure(message: "the library libpq is not installed") }
    // The location overrides the preceding keywords. The timeouts detect a lost network within a minute.
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

  // Sound: the handle is open until here and not used afterwards.
  deinit { unsafe PQfinish(handle) }

  /// True if the socket shows no sign of a closed connection. Sends nothing to the server.
  var isAlive: Bool {
    // Sound: the connection is open, and the call receives one entry with its count.
    guard unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQtransactionStatus(handle) == PQTRANS_IDLE else {
      return false
    }
    var entry = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) == 0
  }

  /// Runs a statement and returns its rows as text, with nil for null. The server infers the types of the arguments.
  func rows(_ sql: String, _ arguments: [String?] = []) throws(Failure) -> [[String?]] {
    // Sound: the strings live during the calls, which copy them. Every exit frees the result.
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
      // Sound: 67 is the letter C. The field is a C string of the result and is copied immediately.
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
    // Sound: the message is a C string of the open connection and is copied immediately.
    let message = unsafe String(cString: PQerrorMessage(handle))
    return Failure(message: redactor.redacted(message.split(separator: "\n").joined(separator: "; ")))
  }
}
