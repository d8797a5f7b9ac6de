import AugerColumns
import CPostgreSQL

/// The bytes that a server sends before it is ready: a few settings. More is refused before it is in memory.
///
/// Once the server has let the user in, libpq takes messages of any length, and reserves what they say they have.
struct Greeting {
  private var bytes = 0
  private var relay = RowRelay()

  /// Lets libpq read from its socket again, or forgets a socket that it has closed for a new one.
  mutating func pause(_ socket: Int32, isNew: Bool) {
    guard relay.isBetween else { return }
    if isNew { relay = RowRelay() } else { relay.leave(socket) }
  }

  /// Counts what libpq is about to read.
  mutating func count(_ socket: Int32) throws(ConnectionFailure) {
    try add(Int(auger_socket_available(socket)))
  }

  /// Hands libpq a part of what has come, if something has. `wait` tells whether there is something to read.
  mutating func receive(_ socket: Int32, _ wait: (Int32) -> Bool) throws(ConnectionFailure) {
    guard relay.enter(socket) else { throw ConnectionFailure("the system has no sockets for a connection") }
    guard relay.hasBytes || wait(relay.server) else { return }
    try add(relay.feed())
  }

  /// The server is ready, and libpq reads from its socket again.
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
