import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import NIOCore

/// A listening socket that is independent of the process that accepts its connections. While no server runs,
/// connections wait.
package struct ListeningSocket: Sendable {
  package let descriptor: Int32

  /// Opens the socket. Throws the system error if the address is not available.
  package init(host: String, port: Int, backlog: Int32 = 1024) throws {
    let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    descriptor = socket(address.protocol == .inet6 ? AF_INET6 : AF_INET, kind, 0)
    guard descriptor >= 0 else { throw Self.failure() }
    do {
      var isReused: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      // Sound: the option is a number of the given size, and the call copies it.
      guard unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, size) == 0 else { throw Self.failure() }
      let number = descriptor
      // Sound: the address lives for the call and has the given number of bytes.
      let bound = unsafe address.withSockAddr { unsafe bind(number, $0, socklen_t($1)) }
      guard bound == 0, listen(descriptor, backlog) == 0 else { throw Self.failure() }
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
