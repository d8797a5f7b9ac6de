import AugerColumns
import CPostgreSQL

/// The bytes that a server sends before it is ready: a few settings. More bytes are rejected before they are in
/// memory.
///
/// After authentication, libpq accepts messages of any length and reserves their announced length.
struct Greeting {
  private var bytes = 0
  private var relay = RowRelay()

  /// Reconnects libpq to its socket. If libpq has replaced the socket, the old one is dropped.
  mutating func pause(_ socket: Int32, isNew: Bool) {
    guard relay.isBetween else { return }
    if isNew { relay = RowRelay() } else { relay.leave(socket) }
  }

  /// Counts the bytes that libpq is about to read.
  mutating func count(_ socket: Int32) throws(ConnectionFailure) {
    try add(Int(auger_socket_available(socket)))
  }

  /// Passes a part of the received bytes to libpq, if any. `wait` returns true if bytes can be read.
  mutating func receive(_ socket: Int32, _ wait: (Int32) -> Bool) throws(ConnectionFailure) {
    guard relay.enter(socket) else { throw ConnectionFailure("the system has no sockets for a connection") }
    guard relay.hasBytes || wait(relay.server) else { return }
    try add(relay.feed())
  }

  /// Ends the phase. libpq reads from its socket again.
  func end(_ socket: Int32) throws(ConnectionFailure) {
    guard !relay.hasBytes else { throw ConnectionFailure("the server sent more after it was ready") }
    relay.leave(socket)
  }

  private mutating func add(_ count: Int) throws(ConnectionFailure) {
    bytes += count
    let most = PostgreSQLAdapter.mostGreetingBytes
    guard bytes <= most else { throw ConnectionFailure("the server sent more than \(most) bytes before it was ready") }
  }
}
