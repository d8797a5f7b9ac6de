import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import NIOCore

/// A socket that listens, whichever process accepts its connections: those that come while no server runs wait.
package struct ListeningSocket: Sendable {
  package let descriptor: Int32

  /// Throws what the system says if the address cannot be listened at.
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
      // Sound: the option is a number of the size that is given, and is copied by the call.
      guard unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, size) == 0 else { throw Self.failure() }
      let number = descriptor
      // Sound: the address lives for the call and has as many bytes as are given.
      let bound = unsafe address.withSockAddr { unsafe bind(number, $0, socklen_t($1)) }
      guard bound == 0, listen(descriptor, backlog) == 0 else { throw Self.failure() }
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
