import AugerColumns
import AugerQuery
import AugerServer
import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing

/// The behavior of HTTP connections, tested over sockets.
@Suite struct ConnectionTests {
  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    let served = try Served()
    let text = try await Self.exchange(
      with: served.site,
      """
      GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n\
      GET /dashboards/none.json HTTP/1.1\r\nHost: a\r\n\r\n\
      GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n
      """)
    #expect(Self.statuses(text) == [200, 404, 200], "\(text)")
    #expect(text.contains("\r\n\r\nok\n") && text.hasSuffix("ready\n"))
  }

  @Test(arguments: [
    "Content-Length: 24\r\n\r\ndo=set&name=rise&value=7",
    "Transfer-Encoding: chunked\r\n\r\n8\r\ndo=set&n\r\n10\r\name=rise&value=7\r\n0\r\n\r\n",
  ]) func bodyIsReadInEveryTransferForm(_ body: String) async throws {
    let served = try PageSite()
    let text = try await Self.exchange(
      with: served.site,
      """
      POST /-/move/board HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n\(body)\
      GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n
      """)
    #expect(Self.statuses(text) == [303, 200], "\(text)")
    #expect(text.contains("rise=7"), "\(text)")
  }

  /// A proxy might have used the other field.
  @Test(arguments: ["Host: a\r\nHost: a", "Host: a\r\nHost: b", "host: a\r\nX: y\r\nHOST: b"])
  func secondHostFieldFails(fields: String) async throws {
    let served = try Served()
    let text = try await Self.exchange(
      with: served.site, "GET /healthz HTTP/1.1\r\n\(fields)\r\n\r\nGET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(Self.statuses(text) == [400] && text.contains("\"hostRepeated\""), "\(text)")
    #expect(text.lowercased().contains("connection: close"))
  }

  /// The client sends its body after `100 Continue`.
  @Test func expectedContinueIsSent() async throws {
    let served = try PageSite()
    let text = try await Self.exchange(
      with: served.site,
      """
      POST /-/move/board HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n\
      Content-Length: 24\r\nExpect: 100-Continue\r\n\r\n
      """, andThen: "do=set&name=rise&value=7GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(Self.statuses(text) == [100, 303, 200], "\(text)")
    #expect(text.contains("rise=7"), "\(text)")
  }

  @Test(arguments: [("Content-Length: 262145\r\nExpect: 100-continue", 413), ("Content-Length: 5\r\nExpect: x", 417)])
  func unexpectedBodyFailsBeforeItIsSent(fields: String, status: Int) async throws {
    let served = try Served()
    let text = try await Self.exchange(
      with: served.site, "POST /-/move/board HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n")
    #expect(Self.statuses(text) == [status], "\(text)")
  }

  @Test func oversizedBodyIsAProblemResponse() async throws {
    let served = try Served()
    let text = try await Self.exchange(
      with: served.site,
      "POST /-/move/board HTTP/1.1\r\nHost: a\r\nContent-Length: 262145\r\n\r\n"
        + String(repeating: "x", count: 262_145))
    #expect(Self.statuses(text) == [413], "\(text)")
    #expect(text.contains("application/problem+json") && text.contains("\"bodyTooLong\""), "\(text)")
    #expect(text.lowercased().contains("connection: close"))
  }

  @Test func missingBodyTimesOut() async throws {
    var limits = ServerLimits.patient
    limits.bodyTime = .milliseconds(1)
    let served = try Served(limits: limits)
    let text = try await Self.exchange(
      with: served.site, "POST /-/move/board HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab")
    #expect(Self.statuses(text) == [408], "\(text)")
    #expect(text.contains("\"bodyTooSlow\""), "\(text)")
  }

  /// A server that must stop reports the number of unanswered requests.
  @Test func interruptedRequestsAreCounted() async throws {
    let served = try FaultySite()
    served.source.becomes(.hangs)
    let (started, cut) = (AsyncStream<Int>.makeStream(), Locked<[Int]>([]))
    let server = SiteServer(
      served.site, host: "127.0.0.1", port: 0,
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
      onStart: { started.continuation.yield($0) }, onCut: { requests in cut.withLock { $0.append(requests) } })
    let running = Task { try await server.run() }
    var ports = started.stream.makeAsyncIterator()
    let port = try #require(await ports.next())
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port).get()
    try await channel.writeAndFlush(ByteBuffer(string: "GET /dashboards/board/One.json HTTP/1.1\r\nHost: a\r\n\r\n"))
    while served.source.runs == 0 { await Task.yield() }
    running.cancel()
    _ = await running.result
    #expect(cut.withLock { $0 } == [1])
    try await channel.closeFuture.get()
  }

  // MARK: A client

  private static func statuses(_ text: String) -> [Int] {
    text.components(separatedBy: "HTTP/1.1 ").dropFirst().compactMap { Int($0.prefix(3)) }
  }

  /// Returns the complete response to the given bytes, until the server closes the connection or rejects the request.
  ///
  /// - Parameter rest: Bytes to send after the first response.
  private static func exchange(
    with site: Site, _ request: String, andThen rest: String? = nil
  ) async throws -> String {
    let started = AsyncStream<Int>.makeStream()
    let server = SiteServer(
      site, host: "127.0.0.1", port: 0, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    ) { started.continuation.yield($0) }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      var ports = started.stream.makeAsyncIterator()
      let port = try #require(await ports.next())
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }
      let text = try await channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: request))
        var (text, rest) = ("", rest)
        for try await part in inbound {
          text += String(buffer: part)
          if let next = rest {
            rest = nil
            try await outbound.write(ByteBuffer(string: next))
          }
          // A client may still send a rejected body, so the server leaves the connection open.
          if text.contains("application/problem+json"), text.hasSuffix("}\n"), statuses(text).count == 1,
            text.lowercased().contains("connection: close")
          {
            break
          }
        }
        return text
      }
      group.cancelAll()
      return text
    }
  }
}
