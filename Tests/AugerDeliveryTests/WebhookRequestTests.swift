import AugerDelivery
import AugerDiagnostics
import Crypto
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@Suite struct WebhookRequestTests {
  /// Returns the status of a response that arrives in parts of `size` bytes.
  private func status(_ text: String, parts size: Int) throws -> Int {
    let request = try WebhookRequest(
      url: "http://localhost/hook?x=1", headers: [("X-Name", "value")], body: [1, 2, 3], operation: "send")
    let channel = EmbeddedChannel()
    let outcome = channel.eventLoop.makePromise(of: Int.self)
    try WebhookRequest.addCoding(to: channel.pipeline.syncOperations)
    let server = DeliveryServer(host: "localhost", port: 80, timeout: .seconds(10), operation: "send")
    try channel.pipeline.syncOperations.addHandler(server.handler(for: request, outcome: outcome))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    var sent = ""
    while let part = try channel.readOutbound(as: ByteBuffer.self) { sent += String(buffer: part) }
    #expect(sent.hasPrefix("POST /hook?x=1 HTTP/1.1\r\n") && sent.contains("X-Name: value\r\n"), "\(sent)")
    #expect(sent.hasSuffix("\r\n\r\n\u{1}\u{2}\u{3}") && sent.contains("Content-Length: 3\r\n"), "\(sent)")
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, channel.isActive {
      try channel.writeInbound(ByteBuffer(bytes: rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    _ = try? channel.finish(acceptAlreadyClosed: true)
    return try outcome.futureResult.wait()
  }

  @Test(arguments: [
    ("HTTP/1.1 204 No Content\r\n\r\n", 204), ("HTTP/1.0 500\r\n\r\n", 500),
    ("HTTP/1.1 302 Found\r\nLocation: http://localhost/other\r\nContent-Length: 0\r\n\r\n", 302),
    ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", 200),
    ("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 410 Gone\r\n\r\n", 410),
    ("HTTP/1.1 101 Switching Protocols\r\n\r\n", 101),
  ])
  func interimResponsesAreSkipped(text: String, status: Int) throws {
    for size in [1, 7, 1000] { #expect(try self.status(text, parts: size) == status) }
  }

  @Test(arguments: [
    "", "\n", "SSH-2.0-x\r\n", "HTTP/1.1 abc\r\n", "HTTP/1.1 200 OK", "HTTP/1.1 100 Continue\r\nX: 1\r\n",
    "HTTP/1.1 100 Continue\r\n\r\n",
  ])
  func invalidResponseFails(text: String) {
    #expect { try status(text, parts: 5) } throws: { ($0 as? AugerError)?.code == .deliveryFailed }
  }

  /// The server sends interim responses without end.
  @Test func responseSizeIsLimited() {
    let interim = String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 4000)
    #expect { try status(interim + "HTTP/1.1 200 OK\r\n\r\n", parts: 4000) } throws: {
      ($0 as? AugerError)?.code == .deliveryFailed
    }
  }

  @Test(arguments: ["http:///hook?token=secret", "nowhere", "http://localhost:99999/hook?token=secret"])
  func urlWithoutHostFailsAndIsHidden(url: String) {
    #expect {
      try WebhookRequest(url: url, headers: [], body: [], operation: "send")
    } throws: { error in
      (error as? AugerError)?.code == .deliveryRefused && !"\(error)".contains("secret")
    }
  }

  /// The signature covers the time, a period and the body.
  @Test func signaturesFollowTheStandard() {
    let code = HMAC<Crypto.SHA256>.authenticationCode(
      for: Array("1700000000.{}".utf8), using: SymmetricKey(data: Array("Jefe".utf8)))
    let (name, value) = WebhookRequest.signature(of: Array("{}".utf8), secret: "Jefe", at: 1_700_000_000)
    #expect(name == "Auger-Signature" && value.hasPrefix("t=1700000000,v1="))
    #expect(value.hasSuffix(code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()))
  }

  /// Tests all lengths around block boundaries, and a megabyte.
  @Test func digestsEqualThoseOfTheLibrary() {
    for count in Array(0...200) + [1 << 20] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) }
      #expect(AugerDiagnostics.SHA256.digest(bytes) == Array(Crypto.SHA256.hash(data: bytes)), "\(count) bytes")
    }
  }

  /// Runs `body` with a server that accepts connections and sends nothing.
  private func withSilentServer<R>(_ body: (DeliveryServer) async throws -> R) async throws -> R {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let listener = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(listener.localAddress?.port)
    let result: Result<R, any Error>
    do {
      result = .success(
        try await body(DeliveryServer(host: "127.0.0.1", port: port, timeout: .seconds(60), operation: "send")))
    } catch { result = .failure(error) }
    try await group.shutdownGracefully()
    return try result.get()
  }

  @Test func silentServerTimesOut() async throws {
    try await withSilentServer { server in
      var hasty = server
      hasty.timeout = .milliseconds(50)
      let request = try WebhookRequest(url: "http://localhost/", headers: [], body: [], operation: "send")
      await #expect {
        try await hasty.hold(request, coding: WebhookRequest.addCoding)
      } throws: { error in
        (error as? AugerError)?.code == .deliveryFailed && "\(error)".contains("did not answer in time")
      }
    }
  }

  @Test func cancellationClosesTheConnection() async throws {
    try await withSilentServer { server in
      let request = try WebhookRequest(url: "http://localhost/", headers: [], body: [], operation: "send")
      let task = Task { try await server.hold(request, coding: WebhookRequest.addCoding) }
      task.cancel()
      await #expect { try await task.value } throws: { ($0 as? AugerError)?.code == .cancelled }
    }
  }
}
