import AugerDiagnostics
import Crypto
import Foundation
import NIOCore
import NIOHTTP1

/// An HTTP/1.1 POST request whose response only needs a status. Redirects are not followed, because the signature is
/// for one server.
package struct WebhookRequest: Conversation {
  private let server: DeliveryServer
  private let isSecure: Bool
  private let head: HTTPRequestHead
  private let body: [UInt8]

  /// Throws `deliveryRefused` if the URL does not contain a server name.
  package init(url: String, headers: [(String, String)], body: [UInt8], operation: String) throws(AugerError) {
    guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty else {
      throw AugerError(.deliveryRefused, operation: operation, "the URL has no host")
    }
    if let port = parts.port, !(1...65_535).contains(port) {
      throw AugerError(
        .deliveryRefused, operation: operation, "port \(port) does not exist", hint: "Use a port from 1 to 65535.")
    }
    isSecure = parts.scheme?.lowercased() == "https"
    server = DeliveryServer(
      host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host,
      port: parts.port ?? (isSecure ? 443 : 80), timeout: .zero, operation: operation)
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    var fields = HTTPHeaders([("Host", "\(host)\(parts.port.map { ":\($0)" } ?? "")")] + headers)
    fields.add(name: "Content-Length", value: String(body.count))
    fields.add(name: "Connection", value: "close")
    head = HTTPRequestHead(
      version: .http1_1, method: .POST, uri: path + (parts.percentEncodedQuery.map { "?" + $0 } ?? ""),
      headers: fields)
    self.body = body
  }

  /// Sends the request and returns the status of the final response.
  package func send(within timeout: Duration) async throws -> Int {
    var server = server
    server.timeout = timeout
    return try await server.hold(self, coding: Self.addCoding)
  }

  /// Returns the signature header: `t=1732190000,v1=...`. It contains the time and the HMAC-SHA256 of time, point and
  /// body in hexadecimal digits.
  ///
  /// - Parameter time: the time in seconds since 1970.
  package static func signature(of body: [UInt8], secret: String, at time: Int64) -> (name: String, value: String) {
    let code = HMAC<Crypto.SHA256>.authenticationCode(
      for: Array("\(time).".utf8) + body, using: SymmetricKey(data: Array(secret.utf8)))
    let digits = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return ("Auger-Signature", "t=\(time),v1=\(digits)")
  }

  /// Adds the handlers that translate between bytes and HTTP messages. They skip interim responses with their headers,
  /// which may precede the final response (RFC 9110, 15.2).
  package static func addCoding(to pipeline: ChannelPipeline.SynchronousOperations) throws {
    try pipeline.addHandler(AnswerLimit())
    try pipeline.addHTTPClientHandlers()
  }

  package mutating func connected() -> [ConversationStep<HTTPClientRequestPart, Int>] {
    isSecure ? [.secure] : request
  }

  package mutating func secured() -> [ConversationStep<HTTPClientRequestPart, Int>] { request }

  private var request: [Step] {
    [.send(.head(head)), .send(.body(.byteBuffer(ByteBuffer(bytes: body)))), .send(.end(nil))]
  }

  package mutating func received(
    _ part: HTTPClientResponsePart
  ) throws(AugerError) -> [ConversationStep<HTTPClientRequestPart, Int>] {
    guard case .head(let head) = part else { return [] }
    return [.finish(Int(head.status.code))]
  }

  package func unfinished() -> AugerError {
    AugerError(.deliveryFailed, operation: server.operation, "the server did not answer in HTTP")
  }
}

/// A limit on the size of the responses until the final status arrives.
private final class AnswerLimit: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private struct Exceeded: Error {}

  private var left = 64 << 10

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    left -= part.readableBytes
    guard left >= 0 else { return context.fireErrorCaught(Exceeded()) }
    context.fireChannelRead(data)
  }
}
