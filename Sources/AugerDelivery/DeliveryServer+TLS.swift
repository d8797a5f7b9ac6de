import AugerDiagnostics
import Foundation
import NIOSSL

extension DeliveryServer {
  /// Creates the TLS handler of a connection. It requires TLS 1.2 or newer, and a valid certificate for the host.
  ///
  /// It trusts the system's certificates or those in the folder `SSL_CERT_DIR`, and those in the file `SSL_CERT_FILE`.
  /// The function reads files, so call it on the thread of the conversation.
  func makeSecurity() throws(AugerError) -> NIOSSLClientHandler {
    let environment = ProcessInfo.processInfo.environment
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    if let folder = environment["SSL_CERT_DIR"], !folder.isEmpty { configuration.trustRoots = .file(folder) }
    if let file = environment["SSL_CERT_FILE"], !file.isEmpty { configuration.additionalTrustRoots = [.file(file)] }
    do {
      let context = try NIOSSLContext(configuration: configuration)
      do { return try NIOSSLClientHandler(context: context, serverHostname: host) } catch let error as NIOSSLExtraError
        where error == .cannotUseIPAddressInSNI
      {
        // For an IP address, the certificate must contain the address of the connection.
        return try NIOSSLClientHandler(context: context, serverHostname: nil)
      }
    } catch { throw failure(error, isSecuring: true) }
  }

  static func isSecurity(_ error: any Error) -> Bool {
    error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError
  }

  /// Returns the error message of BoringSSL without its source location.
  static func securityReason(_ error: any Error) -> String {
    let text = String(describing: error)
    guard let start = text.firstRange(of: "OPENSSL_internal:")?.upperBound else { return text }
    return text[start...].prefix { $0 != " " }.replacing("_", with: " ").lowercased()
  }
}
