import AugerColumns
import CPostgreSQL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A relay between a server's socket and libpq that forwards only the permitted number of bytes.
///
/// libpq reserves memory for a whole row when it knows the row's length, and then reads while data arrives, without a
/// limit. A pair of sockets temporarily replaces the server's socket, so that libpq reads only forwarded data. For
/// one thread at a time.
final class RowRelay {
  /// The server's socket, libpq's end of the pair, and the relay's end. -1 until they are needed.
  private var ends: [Int32] = [-1, -1, -1]
  private(set) var isBetween = false
  /// Bytes from the server that did not fit into the pair.
  private var part = [UInt8](repeating: 0, count: 0)
  private var rest = 0..<0
  /// The number of bytes forwarded at once.
  static let partBytes = 64 << 10

  /// The polling interval in milliseconds.
  private static let slice: Int32 = 20

  /// Waits for one interval. Returns true if the socket is ready.
  static func wait(_ socket: Int32, _ events: some BinaryInteger) -> Bool {
    var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
    // Sound: one entry is passed, with its count.
    return unsafe poll(&entry, 1, slice) > 0
  }

  deinit { for end in ends where end >= 0 { close(end) } }

  /// The server's socket, while the relay is active.
  var server: Int32 { ends[0] }

  /// Replaces a server's socket, whose number remains valid for libpq. Returns false if the system has no more
  /// sockets.
  func enter(_ socket: Int32) -> Bool {
    if isBetween { return true }
    // Sound: three numbers, which the call sets or leaves unchanged.
    if ends[0] < 0, unsafe ends.withUnsafeMutableBufferPointer({ unsafe auger_relay_open(socket, $0.baseAddress) }) != 0
    {
      return false
    }
    isBetween = auger_relay_put(ends[1], socket) == 0
    return isBetween
  }

  /// Returns the server's socket to libpq. Data in the relay is lost.
  func leave(_ socket: Int32) {
    guard isBetween else { return }
    isBetween = auger_relay_put(ends[0], socket) != 0
    rest = 0..<0
  }

  /// True if libpq has not read all forwarded data, or if data remains to be forwarded.
  var hasBytes: Bool { isBetween && (!rest.isEmpty || auger_socket_available(ends[1]) > 0) }

  /// Forwards a part after libpq has read the previous one. Returns the number of bytes. If the server has closed the
  /// connection, libpq detects it from the pair.
  func feed() -> Int {
    var taken = 0
    if !hasBytes {
      if part.isEmpty { part = [UInt8](repeating: 0, count: Self.partBytes) }
      // Sound: at most the capacity of the array is written to it.
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

  /// Forwards data that libpq sends at the same time, such as a new TLS key, to the server.
  private func returnAnswers() {
    guard auger_socket_available(ends[2]) > 0 else { return }
    var answer = [UInt8](repeating: 0, count: 4096)
    // Sound: at most the capacity of the array is written to it, and only those bytes are sent.
    unsafe answer.withUnsafeMutableBytes { bytes in
      let count = unsafe recv(ends[2], bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
      if count > 0 { _ = unsafe auger_relay_send(ends[0], bytes.baseAddress, count) }
    }
  }
}
