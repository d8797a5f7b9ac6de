import AugerDiagnostics
import Foundation
import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Asks the system for the addresses of a server.
///
/// Not left to the event loop: it is ended with its conversation, and the system may answer later than that.
enum HostAddresses {
  /// In the system's order. Blocks; throws `deliveryFailed` where the name is not known.
  static func addresses(of host: String, port: Int, operation: String) throws(AugerError) -> [SocketAddress] {
    // Sound: an empty request, whose pointers are null.
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    #if canImport(Glibc)
      unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    // Sound: the strings outlive the call; the list is ours and freed below, once.
    let code = unsafe getaddrinfo(host, String(port), &hints, &list)
    guard code == 0 else {
      throw AugerError(
        .deliveryFailed, operation: operation, "the server '\(host)' is not known",
        underlying: unsafe String(cString: gai_strerror(code)))
    }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = unsafe list
    // Sound: the entries of the list live until it is freed; each has an address of the family and length it states,
    // which is copied.
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ai_next
      guard let address = unsafe UnsafeRawPointer(entry.ai_addr) else { continue }
      switch unsafe (entry.ai_family, Int(entry.ai_addrlen)) {
      case (AF_INET, MemoryLayout<sockaddr_in>.size...):
        addresses.append(SocketAddress(unsafe address.loadUnaligned(as: sockaddr_in.self), host: host))
      case (AF_INET6, MemoryLayout<sockaddr_in6>.size...):
        addresses.append(SocketAddress(unsafe address.loadUnaligned(as: sockaddr_in6.self), host: host))
      default: continue
      }
    }
    return addresses
  }
}
