import AugerDiagnostics
import Foundation
import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lookup of the addresses of a server.
///
/// The event loop does not perform it, because the system may respond after the event loop has ended.
enum HostAddresses {
  /// Returns the addresses in the system's order. Blocks. Throws `deliveryFailed` if the name is unknown.
  static func addresses(of host: String, port: Int, operation: String) throws(AugerError) -> [SocketAddress] {
    // Sound: an empty request with null pointers.
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    #if canImport(Glibc)
      unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    // Sound: the strings outlive the call. The list belongs to this function and is freed once below.
    let code = unsafe getaddrinfo(host, String(port), &hints, &list)
    guard code == 0 else {
      throw AugerError(
        .deliveryFailed, operation: operation, "host '\(host)' cannot be resolved",
        underlying: unsafe String(cString: gai_strerror(code)))
    }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = unsafe list
    // Sound: the entries live until the list is freed. Each contains an address of the family and length it declares,
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
