import AugerColumns
import CPostgreSQL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Stands between a server's socket and libpq, and hands on as many bytes as may be taken, and no more.
///
/// libpq reserves a whole row as soon as it knows the row's length, and then reads for as long as more arrives,
/// whatever that comes to. A pair of sockets takes the place of the server's for that time: libpq finds in it what was
/// put into it. One thread at a time.
final class RowRelay {
  /// The server's socket, libpq's end of the pair, and ours; -1 until they are needed.
  private var ends: [Int32] = [-1, -1, -1]
  private(set) var isBetween = false
  /// What was taken from the server and did not fit into the pair.
  private var part = [UInt8](repeating: 0, count: 0)
  private var rest = 0..<0
  /// Bytes that are taken at once.
  static let partBytes = 64 << 10

  /// Milliseconds.
  private static let slice: Int32 = 20

  /// Waits one slice; whether something can be done.
  static func wait(_ socket: Int32, _ events: some BinaryInteger) -> Bool {
    var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
    // Sound: one entry is handed over, with its count.
    return unsafe poll(&entry, 1, slice) > 0
  }

  deinit { for end in ends where end >= 0 { close(end) } }

  /// The server's socket, while the relay is between.
  var server: Int32 { ends[0] }

  /// Takes the place of a server's socket, which keeps its number for libpq. False where the system has no further
  /// sockets.
  func enter(_ socket: Int32) -> Bool {
    if isBetween { return true }
    // Sound: three numbers, which the call fills in or leaves.
    if ends[0] < 0, unsafe ends.withUnsafeMutableBufferPointer({ unsafe auger_relay_open(socket, $0.baseAddress) }) != 0
    {
      return false
    }
    isBetween = auger_relay_put(ends[1], socket) == 0
    return isBetween
  }

  /// Gives the server's socket back to libpq. What is between then is lost.
  func leave(_ socket: Int32) {
    guard isBetween else { return }
    isBetween = auger_relay_put(ends[0], socket) != 0
    rest = 0..<0
  }

  /// Whether libpq has not taken all that was handed on to it, or is to be.
  var hasBytes: Bool { isBetween && (!rest.isEmpty || auger_socket_available(ends[1]) > 0) }

  /// Takes a part from the server and hands it on, once libpq has taken the last; how many bytes it took. Where the
  /// server has closed the connection, libpq finds that out from the pair.
  func feed() -> Int {
    var taken = 0
    if !hasBytes {
      if part.isEmpty { part = [UInt8](repeating: 0, count: Self.partBytes) }
      // Sound: at most as many bytes as the array has are written to it.
      taken = unsafe part.withUnsafeMutableBytes { bytes in
        unsafe recv(ends[0], bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
      }
      if taken == 0 || taken < 0 && errno != EAGAIN && errno != EINTR { _ = shutdown(ends[2], Int32(SHUT_WR)) }
      taken = max(0, taken)
      rest = 0..<taken
    }
    if !rest.isEmpty {
      // Sound: the bytes of the range are in the array.
      let sent = unsafe part.withUnsafeBytes { bytes in
        unsafe auger_relay_send(ends[2], bytes.baseAddress.map { unsafe $0 + rest.lowerBound }, rest.count)
      }
      rest = rest.lowerBound + max(0, sent)..<rest.upperBound
    }
    returnAnswers()
    return taken
  }

  /// What libpq sends meanwhile - a new key of TLS - goes to the server.
  private func returnAnswers() {
    guard auger_socket_available(ends[2]) > 0 else { return }
    var answer = [UInt8](repeating: 0, count: 4096)
    // Sound: at most as many bytes as the array has are written to it, and those are sent.
    unsafe answer.withUnsafeMutableBytes { bytes in
      let count = unsafe recv(ends[2], bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
      if count > 0 { _ = unsafe auger_relay_send(ends[0], bytes.baseAddress, count) }
    }
  }
}
