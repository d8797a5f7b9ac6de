import AugerColumns
import AugerDiagnostics
import AugerQuery
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// An HTTP server that accepts connections and passes requests to a `Site`.
package struct SiteServer: Service {
  private let site: Site
  private let host: String
  private let port: Int
  private let socket: Int32?
  private let logger: Logger
  private let onStart: @Sendable (_ port: Int) -> Void
  private let onCut: @Sendable (_ requests: Int) -> Void

  /// - Parameters:
  ///   - port: the port, or 0 for any free port.
  ///   - socket: the descriptor of a listening socket. Nil creates one.
  ///   - onStart: a function that receives the port when the server accepts connections.
  ///   - onCut: a function that receives the number of requests that are unfinished when the server must stop.
  package init(
    _ site: Site, host: String, port: Int, socket: Int32? = nil, logger: Logger,
    onStart: @escaping @Sendable (_ port: Int) -> Void = { _ in },
    onCut: @escaping @Sendable (_ requests: Int) -> Void = { _ in }
  ) {
    self.site = site
    self.host = host
    self.port = port
    self.socket = socket
    self.logger = logger
    self.onStart = onStart
    self.onCut = onCut
  }

  /// Serves requests until shutdown, then finishes the requests in progress within the limit of the site.
  package func run() async throws {
    let departures = Departures()
    let http = http(departures)
    let server = try await listener(http)
    site.journal?.setReady()
    onStart(server.channel.localAddress?.port ?? 0)
    try await withTaskCancellationHandler {
      try await withGracefulShutdownHandler {
        try await Self.accept(server, http, logger)
      } onGracefulShutdown: { [site] in
        site.isDraining.withLock { $0 = true }
        site.events.close()
        server.channel.close(promise: nil)
        departures.endConnections()
      }
    } onCancel: { [onCut] in
      if departures.count > 0 { onCut(departures.count) }
    }
  }

  private func http(_ departures: Departures) -> HTTP1Channel {
    let limits = site.limits
    var configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [Departures.Handler(departures)],
      idleTimeout: .nanoseconds(Int64(clamping: limits.fieldsTime / .nanoseconds(1))))
    configuration.httpDecoder = .init(
      maxHeaderFieldSize: limits.fields, maxHeaderListSize: limits.fields, maxHeaderFieldCount: 100)
    return HTTP1Channel(
      responder: { [site] request, writer, channel in
        try await Self.respond(site, departures, request, writer, channel)
      }, configuration: configuration)
  }

  private typealias Listener = NIOAsyncChannel<HTTP1Channel.Value, Never>

  private func listener(_ http: HTTP1Channel) async throws -> Listener {
    let logger = logger
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
    if let socket { return try await bootstrap.bind(socket) { http.setup(channel: $0, logger: logger) } }
    return try await bootstrap.bind(host: host, port: port) { http.setup(channel: $0, logger: logger) }
  }

  /// Serves connections until the listener is closed and the open connections have ended.
  private static func accept(_ server: Listener, _ http: HTTP1Channel, _ logger: Logger) async throws {
    await withDiscardingTaskGroup { group in
      do {
        try await server.executeThenClose { connections in
          for try await connection in connections {
            group.addTask { await http.handle(value: connection, logger: logger) }
          }
        }
      } catch {
        logger.error("accepting connections: \(error)")
      }
    }
  }

  private static func respond(
    _ site: Site, _ departures: Departures, _ request: Request, _ writer: consuming ResponseWriter,
    _ channel: any Channel
  ) async throws {
    let target = request.head.path ?? "/"
    // Search bytes, not characters: a combining mark after the question mark would form another character.
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    let query = mark.map { String(target[target.utf8.index(after: $0)...]) }
    var asked = SiteRequest(
      method: request.head.method, path: mark.map { String(target[..<$0]) } ?? target, query: query ?? "",
      fields: request.head.headerFields, authority: request.head.authority,
      client: channel.remoteAddress?.ipAddress)
    do {
      try Self.check(request.head, site.limits)
      if Self.hasBody(request.head) {
        if request.head.headerFields[.expect] != nil {
          try await writer.writeInformationalHead(HTTPResponse(status: .continue))
        }
        asked.body = try await Self.whole(request.body, site.limits)
      }
    } catch let problem as Problem {
      var refusal = site.refusal(problem, asked)
      // Close the connection, so that the rest of the body is not read as a request.
      refusal.fields[.connection] = "close"
      return try await Self.write(refusal, to: writer, departures, channel, isHead: asked.method == .head)
    }
    let response = try await departures.watching(channel) { [asked] in await site.respond(to: asked) }
    try await Self.write(response, to: writer, departures, channel, isHead: asked.method == .head)
  }

  /// Throws 400 for a second `Host` field, which a proxy may have used instead of the first (RFC 9112, 3.2). Throws 417
  /// for an unknown expectation, and 413 for a body that is too long before the client sends it.
  private static func check(_ head: HTTPRequest, _ limits: ServerLimits) throws(Problem) {
    // The first `Host` field is the authority.
    guard head.headerFields[values: .repeatedHost].isEmpty else {
      throw Problem(.badRequest, .hostRepeated, "A request has one Host field")
    }
    guard let expected = head.headerFields[.expect] else { return }
    guard expected.lowercased() == "100-continue" else {
      throw Problem(.expectationFailed, .expectationUnknown, "This expectation is not supported")
    }
    if let length = head.headerFields[.contentLength].flatMap({ Int($0) }), length > limits.body {
      throw tooLong(limits)
    }
  }

  private static func tooLong(_ limits: ServerLimits) -> Problem {
    Problem(.contentTooLarge, .bodyTooLong, "A body has at most \(limits.body) bytes")
  }

  /// Returns true if the request has a body. One of the two fields must be present (RFC 9112, 6.3).
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

  /// Reads the full body. Stops if it is too long or arrives too slowly.
  private static func whole(_ body: RequestBody, _ limits: ServerLimits) async throws -> [UInt8] {
    try await within(
      limits.bodyTime, Problem(.requestTimeout, .bodyTooSlow, "The body took longer than \(limits.bodyTime)")
    ) {
      var bytes: [UInt8] = []
      for try await part in body {
        guard bytes.count + part.readableBytes <= limits.body else {
          throw tooLong(limits)
        }
        bytes += part.readableBytesView
      }
      return bytes
    }
  }
}
