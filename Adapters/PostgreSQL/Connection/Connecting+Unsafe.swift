import AugerAdapterKit
import AugerDiagnostics
import CPostgreSQL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension PostgreSQLConnection {
  /// Completes a started connection within a time limit.
  static func complete(
    _ handle: OpaquePointer, _ timeout: Duration, _ redactor: SecretRedactor, _ watch: Watch
  ) throws {
    let deadline = ContinuousClock.now + timeout
    var wanted = PGRES_POLLING_WRITING
    var greeting = Greeting()
    while true {
      // Sound: the connection is open. Its socket may change between the calls.
      if unsafe PQstatus(handle) == CONNECTION_BAD { throw unsafe failure(connecting: handle, redactor) }
      let socket = unsafe PQsocket(handle)
      if unsafe PQstatus(handle) == CONNECTION_AUTH_OK, wanted == PGRES_POLLING_READING {
        try greeting.receive(socket) { RowRelay.wait($0, POLLIN) }
      } else {
        let status = unsafe PQstatus(handle)
        let isNew = status.rawValue < CONNECTION_AUTH_OK.rawValue || status == CONNECTION_SSL_STARTUP
        greeting.pause(socket, isNew: isNew)
        _ = RowRelay.wait(socket, wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT)
        try greeting.count(socket)
      }
      try watch.check()
      if ContinuousClock.now >= deadline {
        throw ConnectionFailure(late: timeout)
      }
      wanted = unsafe PQconnectPoll(handle)
      switch wanted {
      case PGRES_POLLING_OK: return try greeting.end(socket)
      case PGRES_POLLING_FAILED: throw unsafe failure(connecting: handle, redactor)
      default: break
      }
    }
  }

  private static func failure(connecting handle: OpaquePointer, _ redactor: SecretRedactor) -> ConnectionFailure {
    // Sound: the message is a C string of the open connection, copied immediately.
    ConnectionFailure(verbose: redactor.redacted(unsafe String(cString: PQerrorMessage(handle))))
  }
}
