import AugerDiagnostics
import AugerQuery
import COpenSSL
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A connection to a server, plain or by TLS with its certificate checked, for a conversation that ends at a deadline.
///
/// Blocks: it is for one thread of its own. Throws `deliveryFailed`, which may be tried again.
@safe final class Wire {
  private let socket: CInt
  private let operation: String
  private let deadline: ContinuousClock.Instant
  private let control: RunControl
  // Sound: both are null or open from `secure` to deinit, and only this object's thread uses them.
  private var context: OpaquePointer?
  private var tls: OpaquePointer?

  init(_ operation: String, host: String, port: Int, within timeout: Duration, _ control: RunControl) throws(AugerError)
  {
    self.operation = operation
    self.control = control
    deadline = ContinuousClock.now + timeout
    socket = try Self.connect(operation, host, port, deadline, control)
  }

  deinit {
    // Sound: each is freed once, and the socket is closed after what uses it. Without TLS nothing is called: OpenSSL
    // need not be there.
    if let tls = unsafe tls { unsafe SSL_free(tls) }
    if let context = unsafe context { unsafe SSL_CTX_free(context) }
    close(socket)
  }

  private static func failure(_ operation: String, _ message: String, _ reason: String? = nil) -> AugerError {
    AugerError(.deliveryFailed, operation: operation, message, underlying: reason)
  }

  private func failure(_ message: String) -> AugerError {
    Self.failure(operation, message, String(describing: POSIXErrorCode(rawValue: errno) ?? .EIO))
  }

  /// Tries the addresses of a name one after the other.
  private static func connect(
    _ operation: String, _ host: String, _ port: Int, _ deadline: ContinuousClock.Instant, _ control: RunControl
  ) throws(AugerError) -> CInt {
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
      throw failure(operation, "the server '\(host)' is not known", unsafe String(cString: gai_strerror(code)))
    }
    defer { unsafe freeaddrinfo(list) }
    var reason = "it has no address"
    var next = unsafe list
    // Sound: the entries of the list live until it is freed, each with its address of the length it states.
    while let entry = unsafe next {
      unsafe next = entry.pointee.ai_next
      let file = unsafe Foundation.socket(entry.pointee.ai_family, entry.pointee.ai_socktype, entry.pointee.ai_protocol)
      guard file >= 0 else { continue }
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
      if unsafe Foundation.connect(file, entry.pointee.ai_addr, entry.pointee.ai_addrlen) == 0 { return file }
      guard errno == EINPROGRESS else {
        reason = String(describing: POSIXErrorCode(rawValue: errno) ?? .EIO)
        close(file)
        continue
      }
      do {
        try wait(file, POLLOUT, operation, deadline, control)
      } catch {
        close(file)
        throw error
      }
      var problem: CInt = 0
      var size = socklen_t(MemoryLayout<CInt>.size)
      // Sound: one number of the size that is stated.
      _ = unsafe getsockopt(file, SOL_SOCKET, SO_ERROR, &problem, &size)
      if problem == 0 { return file }
      reason = String(describing: POSIXErrorCode(rawValue: problem) ?? .EIO)
      close(file)
    }
    throw failure(operation, "no connection to '\(host)' could be made", reason)
  }

  /// Waits until the socket is ready, the deadline has come or nobody wants the result any more.
  private static func wait(
    _ file: CInt, _ events: some BinaryInteger, _ operation: String, _ deadline: ContinuousClock.Instant,
    _ control: RunControl
  ) throws(AugerError) {
    while true {
      try control.check()
      guard ContinuousClock.now < deadline else { throw failure(operation, "the server did not answer in time") }
      var entry = pollfd(fd: file, events: Int16(events), revents: 0)
      // Sound: one entry is handed over, with its count.
      if unsafe poll(&entry, 1, 50) > 0 { return }
    }
  }

  private func wait(_ events: some BinaryInteger) throws(AugerError) {
    try Self.wait(socket, events, operation, deadline, control)
  }

  /// Goes on by TLS: the certificate must be valid and for this host.
  func secure(host: String) throws(AugerError) {
    guard auger_ssl_is_there() == 1 else { throw failure("TLS cannot be used: libssl is not there") }
    // Sound: both are freed in deinit; a handle that is null is told before it is used.
    unsafe context = SSL_CTX_new(TLS_client_method())
    guard let context = unsafe context, unsafe SSL_CTX_set_default_verify_paths(context) == 1,
      unsafe auger_ssl_require_current(context) == 1
    else { throw failure("TLS cannot be used") }
    unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    unsafe tls = SSL_new(context)
    guard let tls = unsafe tls, unsafe SSL_set1_host(tls, host) == 1, unsafe auger_ssl_set_server_name(tls, host) == 1,
      unsafe SSL_set_fd(tls, socket) == 1
    else { throw failure("TLS cannot be used") }
    while true {
      // Sound: the handle is open.
      let code = unsafe SSL_connect(tls)
      if code == 1 { return }
      guard try waits(after: code) else {
        let verified = unsafe SSL_get_verify_result(tls)
        let reason = unsafe String(cString: X509_verify_cert_error_string(verified))
        throw Self.failure(operation, "no secure connection to '\(host)' could be made", reason)
      }
    }
  }

  /// Whether TLS only waits for the socket, which it then did.
  private func waits(after code: CInt) throws(AugerError) -> Bool {
    // Sound: the handle is open.
    switch unsafe SSL_get_error(tls, code) {
    case SSL_ERROR_WANT_READ: try wait(POLLIN)
    case SSL_ERROR_WANT_WRITE: try wait(POLLOUT)
    default: return false
    }
    return true
  }

  func write(_ bytes: [UInt8]) throws(AugerError) {
    var done = 0
    while done < bytes.count {
      let rest = min(bytes.count - done, 1 << 20)
      // Sound: the part of the array from `done` on, which outlives the call, and no more bytes than it has.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let start = unsafe buffer.baseAddress.map { unsafe $0 + done }
        return unsafe tls != nil ? Int(SSL_write(tls, start, CInt(rest))) : send(socket, start, rest, Self.quietly)
      }
      if count > 0 { done += count } else { try goOn(after: count, POLLOUT) }
    }
  }

  /// What has arrived, waiting for the first byte; empty at the end.
  func read() throws(AugerError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      let size = bytes.count
      // Sound: the array has as many bytes as are stated.
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe tls != nil
          ? Int(SSL_read(tls, buffer.baseAddress, CInt(size))) : recv(socket, buffer.baseAddress, size, 0)
      }
      if count > 0 { return Array(bytes.prefix(count)) }
      if count == 0, unsafe tls == nil { return [] }
      // Sound: the handle is open.
      if unsafe tls != nil, unsafe SSL_get_error(tls, CInt(count)) == SSL_ERROR_ZERO_RETURN { return [] }
      try goOn(after: count, POLLIN)
    }
  }

  private func goOn(after count: Int, _ events: some BinaryInteger) throws(AugerError) {
    if unsafe tls != nil {
      guard try waits(after: CInt(count)) else { throw failure("the connection broke") }
    } else {
      guard errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR else { throw failure("the connection broke") }
      try wait(events)
    }
  }

  #if canImport(Darwin)
    private static let quietly: CInt = 0
  #else
    private static let quietly = CInt(MSG_NOSIGNAL)
  #endif
}

extension Diagnostic.Code {
  /// Somebody could not be told of a result; it may be tried again.
  package static let deliveryFailed = Self("deliveryFailed")
  /// Somebody did not want to be told of a result; it is not tried again.
  package static let deliveryRefused = Self("deliveryRefused")
}
