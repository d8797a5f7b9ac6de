import AugerQuery
import CPostgreSQL
import Foundation

/// Ends a connection over which a row comes that is too large, while libpq still reads it: libpq makes room for a whole
/// row before it has it, and then does not return as long as more arrives.
///
/// A thread that looks now and then while rows come in several readings, and ends when there are none for a while.
final class RowGuard: Sendable {
  private struct State: Sendable {
    /// How many bytes the socket may have received in all; nil: it is left alone.
    var mostBytes: Int?
    var hasEnded = false
    /// How often the thread will look before it ends; zero: there is none.
    var looks = 0
  }

  private static let pause: UInt32 = 2000
  private static let looks = 100

  private let state = Locked(State())

  /// From now on the socket may receive `mostBytes` in all.
  func watch(_ socket: Int32, mostBytes: Int) {
    let isRunning = state.withLock { state in
      defer { state.looks = Self.looks }
      state.mostBytes = mostBytes
      return state.looks > 0
    }
    if isRunning { return }
    let state = state
    Thread.detachNewThread {
      while state.withLock({ Self.look(at: socket, &$0) }) { usleep(Self.pause) }
    }
  }

  /// Whether the thread goes on.
  private static func look(at socket: Int32, _ state: inout State) -> Bool {
    state.looks -= 1
    if let mostBytes = state.mostBytes {
      state.looks = Self.looks
      if Int(auger_socket_received(socket)) > mostBytes {
        // What arrives after that resets the connection.
        _ = shutdown(socket, Int32(SHUT_RDWR))
        state = State(hasEnded: true)
      }
    }
    return state.looks > 0
  }

  /// Leaves the socket alone, which may then be closed. Whether it was ended before.
  @discardableResult
  func rest() -> Bool {
    state.withLock { state in
      state.mostBytes = nil
      return state.hasEnded
    }
  }
}
