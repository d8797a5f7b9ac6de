import AugerDiagnostics
import Crypto
import Foundation
import NIOCore
import NIOHTTP1

/// One POST of HTTP/1.1, of whose answer the status is all that counts. Redirections are not followed: what is signed
/// is for one server.
package struct WebhookRequest: Conversation {
  private let server: DeliveryServer
  private let isSecure: Bool
  private let head: HTTPRequestHead
  private let body: [UInt8]

  /// Throws `deliveryRefused` for a URL that names no server.
  package init(url: String, headers: [(String, String)], body: [UInt8], operation: String) throws(AugerError) {
    guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty else {
      throw AugerError(.deliveryRefused, operation: operation, "the URL has no host")
    }
    if let port = parts.port, !(1...65_535).contains(port) {
      throw AugerError(.deliveryRefused, operation: operation, "there is no port \(port)", hint: "ports: 1 to 65535")
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

  /// The status of the answer that ends the request.
  package func send(within timeout: Duration) async throws -> Int {
    var server = server
    server.timeout = timeout
    return try await server.hold(self, coding: Self.addCoding)
  }

  /// The header that says who signed a body and when: `t=1732190000,v1=...`, the time and the HMAC-SHA256, in
  /// hexadecimal digits, of the time, a point and the body.
  ///
  /// - Parameter time: seconds since 1970.
  package static func signature(of body: [UInt8], secret: String, at time: Int64) -> (name: String, value: String) {
    let code = HMAC<Crypto.SHA256>.authenticationCode(
      for: Array("\(time).".utf8) + body, using: SymmetricKey(data: Array(secret.utf8)))
    let digits = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return ("Auger-Signature", "t=\(time),v1=\(digits)")
  }

  /// What makes messages of HTTP of bytes. Interim answers, of which there may be any number before the last (RFC 9110,
  /// 15.2), are skipped with their headers.
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

/// Bounds what the answers take until the status of the last has come.
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
