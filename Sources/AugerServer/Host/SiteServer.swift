import AugerColumns
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
  private let socket: Int32?
  private let logger: Logger
  private let onStart: @Sendable (_ port: Int) -> Void
  private let onCut: @Sendable (_ requests: Int) -> Void

  /// - Parameters:
  ///   - port: 0: any that is free.
  ///   - socket: The descriptor of a socket that listens already; nil: the server makes one.
  ///   - onStart: is called with the port when connections are taken.
  ///   - onCut: is called where requests are under way still when the server must end: they are not answered.
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

  /// Serves until it is shut down; what is under way is finished then, as far as the site's limit allows.
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

  /// Answers connections until the listener is closed, and those that are open then.
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
    // Of bytes: as a character, a mark that something combines with is another one.
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
      // What is left of the body is not read as a request.
      refusal.fields[.connection] = "close"
      return try await Self.write(refusal, to: writer, departures, channel, isHead: asked.method == .head)
    }
    let response = try await departures.watching(channel) { [asked] in await site.respond(to: asked) }
    try await Self.write(response, to: writer, departures, channel, isHead: asked.method == .head)
  }

  /// Throws 400 for a second `Host` field, which a proxy may have read as the first (RFC 9112, 3.2), 417 for an unknown
  /// expectation, and 413 for a body that is refused before the client sends it.
  private static func check(_ head: HTTPRequest, _ limits: ServerLimits) throws(Problem) {
    // The first one is the authority.
    guard head.headerFields[values: .repeatedHost].isEmpty else {
      throw Problem(.badRequest, "hostRepeated", "A request has one Host field")
    }
    guard let expected = head.headerFields[.expect] else { return }
    guard expected.lowercased() == "100-continue" else {
      throw Problem(.expectationFailed, "expectationUnknown", "This expectation is not supported")
    }
    if let length = head.headerFields[.contentLength].flatMap({ Int($0) }), length > limits.body {
      throw tooLong(limits)
    }
  }

  private static func tooLong(_ limits: ServerLimits) -> Problem {
    Problem(.contentTooLarge, "bodyTooLong", "A body has at most \(limits.body) bytes")
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
          throw tooLong(limits)
        }
        bytes += part.readableBytesView
      }
      return bytes
    }
  }
}
