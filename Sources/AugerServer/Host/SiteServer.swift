import AugerDiagnostics
import AugerQuery
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Listens for connections, and answers what comes by a `Site`.
package struct SiteServer: Service {
  private let site: Site
  private let host: String
  private let port: Int
  private let logger: Logger
  private let onStart: @Sendable (_ port: Int) -> Void
  private let onCut: @Sendable (_ requests: Int) -> Void

  /// - Parameters:
  ///   - port: 0: any that is free.
  ///   - onStart: is called with the port when connections are taken.
  ///   - onCut: is called where requests are under way still when the server must end: they are not answered.
  package init(
    _ site: Site, host: String, port: Int, logger: Logger,
    onStart: @escaping @Sendable (_ port: Int) -> Void = { _ in },
    onCut: @escaping @Sendable (_ requests: Int) -> Void = { _ in }
  ) {
    self.site = site
    self.host = host
    self.port = port
    self.logger = logger
    self.onStart = onStart
    self.onCut = onCut
  }

  /// Serves until it is shut down; what is under way is finished then, as far as the site's limit allows.
  package func run() async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let limits = site.limits
    let departures = Departures()
    var configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [Departures.Handler(departures)],
      idleTimeout: .nanoseconds(Int64(limits.fieldsTime / .nanoseconds(1))))
    configuration.httpDecoder = .init(
      maxHeaderFieldSize: limits.fields, maxHeaderListSize: limits.fields, maxHeaderFieldCount: 100)
    let channel = HTTP1Channel(
      responder: { [site] request, writer, channel in
        try await Self.respond(site, departures, request, writer, channel)
      }, configuration: configuration)
    let onStart = onStart
    let server = Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(address: .hostname(host, port: port), serverName: nil, backlog: 1024),
      onServerRunning: { channel in onStart(channel.localAddress?.port ?? 0) }, eventLoopGroup: group, logger: logger)
    try await withTaskCancellationHandler {
      try await withGracefulShutdownHandler {
        try await server.run()
      } onGracefulShutdown: { [site] in
        site.isDraining.withLock { $0 = true }
        site.events.close()
      }
    } onCancel: { [onCut] in
      if departures.count > 0 { onCut(departures.count) }
    }
  }

  private static func respond(
    _ site: Site, _ departures: Departures, _ request: Request, _ writer: consuming ResponseWriter,
    _ channel: any Channel
  ) async throws {
    let target = request.head.path ?? "/"
    // Of bytes: as a character, a mark that something combines with is another one.
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    let query = mark.map { String(target[target.utf8.index(after: $0)...]) }
    var asked = SiteRequest(
      method: request.head.method, path: mark.map { String(target[..<$0]) } ?? target, query: query ?? "",
      fields: request.head.headerFields, authority: request.head.authority,
      client: channel.remoteAddress?.ipAddress)
    do {
      if Self.hasBody(request.head) { asked.body = try await Self.whole(request.body, site.limits) }
    } catch let problem as Problem {
      var refusal = site.refusal(problem, asked)
      // What is left of the body is not read as a request.
      refusal.fields[.connection] = "close"
      return try await Self.write(refusal, to: writer, departures, channel, isHead: asked.method == .head)
    }
    let response = try await departures.watching(channel) { [asked] in await site.respond(to: asked) }
    try await Self.write(response, to: writer, departures, channel, isHead: asked.method == .head)
  }

  /// A request without either of the fields has no body (RFC 9112, 6.3).
  private static func hasBody(_ head: HTTPRequest) -> Bool {
    head.headerFields[.transferEncoding] != nil || head.headerFields[.contentLength].map { $0 != "0" } ?? false
  }

  private static func write(
    _ response: SiteResponse, to writer: consuming ResponseWriter, _ departures: Departures, _ channel: any Channel,
    isHead: Bool
  ) async throws {
    var head = HTTPResponse(status: response.status, headerFields: response.fields)
    switch response.body {
    case .bytes(let bytes):
      if response.status != .notModified, !isHead, head.headerFields[.contentLength] == nil {
        head.headerFields[.contentLength] = String(bytes.readableBytes)
      }
      try await writer.write(response: head, body: bytes.readableBytes == 0 ? .init() : .init(byteBuffer: bytes))
    case .pieces(let pieces):
      let body = ResponseBody { writer in
        while let piece = try await departures.watching(channel, pieces) {
          try await writer.write(ByteBuffer(bytes: piece))
        }
        try await writer.finish(nil)
      }
      try await writer.write(response: head, body: body)
    }
  }

  /// A body is read whole before it is answered; one that is too long, or takes too long, is not read on.
  private static func whole(_ body: RequestBody, _ limits: ServerLimits) async throws -> [UInt8] {
    try await within(
      limits.bodyTime, Problem(.requestTimeout, "bodyTooSlow", "The body took longer than \(limits.bodyTime)")
    ) {
      var bytes: [UInt8] = []
      for try await part in body {
        guard bytes.count + part.readableBytes <= limits.body else {
          throw Problem(.contentTooLarge, "bodyTooLong", "A body has at most \(limits.body) bytes")
        }
        bytes += part.readableBytesView
      }
      return bytes
    }
  }
}
