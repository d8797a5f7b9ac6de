import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import HTTPTypes

extension Site {
  /// Returns the changed fragments of a page, one line of JSON each. Each line is sent when it is complete, and the
  /// first one contains the new URL.
  ///
  /// All charts are computed before the first line is sent. If one fails, the response is an error and not an
  /// incomplete stream. A form receives the fragments of the new state.
  func parts(_ visit: Visit, _ name: String) async throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head, .post])
    let dashboard = try visit.dashboard(name)
    let (only, rest) = try Self.itemAndRest(visit.request.query)
    let query: PageQuery
    if visit.request.method == .post {
      guard rest.isEmpty else {
        throw Problem(.badRequest, .unknownOption, "Forms are submitted to a URL without a state")
      }
      query = try await destination(visit, dashboard)
    } else {
      query = try visit.query(rest)
      try checkSize(query.state)
    }
    let had = Set((query.options.have ?? "").split(separator: ",").map(String.init))
    let first = visit.request.method == .post ? try FormFields(visit.request.body)["item"] : query.options.first
    return try await lines(visit) { [self] send in
      let view = try await DashboardView(dashboard, item: only, query, visit, site: self)
      let page = try await view.page()
      try send(Self.head(page, at: view.state))
      for key in page.keys(first: first) {
        guard let fragment = page.fragment(key: key), !had.contains("\(fragment.key):\(fragment.digest)") else {
          continue
        }
        var out = JSONBytes(capacity: 16_384)
        Self.write(fragment, to: &out)
        try send(out)
      }
    }
  }

  /// Returns a response whose lines are sent as they are computed, as one admitted request. A failure before the first
  /// line becomes an error response.
  func lines(
    _ visit: Visit, _ make: @escaping @Sendable (_ send: (JSONBytes) throws -> Void) async throws -> Void
  ) async throws -> SiteResponse {
    let isCompressed = Self.acceptsGzip(visit.request)
    let trace = AnswerTrace(patience: limits.patience)
    let (lines, sending) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let work = Task { [self] in
      do {
        try await AnswerTrace.$current.withValue(trace) {
          try await admission.run(visit.visitor.name) {
            try await within(limits.time) {
              let gzip = isCompressed ? GzipStream() : nil
              try await make { out in
                try Task.checkCancellation()
                sending.yield(gzip?.deflate(out.bytes) ?? out.bytes)
              }
              if let end = gzip?.finish() { sending.yield(end) }
            }
          }
        }
        sending.finish()
      } catch { sending.finish(throwing: error) }
    }
    sending.onTermination = { if case .cancelled = $0 { work.cancel() } }
    @Sendable func next() async throws -> [UInt8]? {
      var iterator = lines.makeAsyncIterator()
      return try await iterator.next()
    }
    // A failure before the first line becomes an error response.
    let head = Locked(try await next())
    try Task.checkCancellation()
    var fields = visit.fields
    fields.setCaching(.never)
    fields[.vary] = "Accept-Encoding"
    fields[.contentType] = "application/x-ndjson"
    if isCompressed { fields[.contentEncoding] = "gzip" }
    note(trace, visit, in: &fields)
    return SiteResponse(
      .ok, fields: fields,
      body: .pieces {
        let first = head.withLock { head in
          defer { head = nil }
          return head
        }
        if let first { return first }
        return try await next()
      })
  }

  private static func head(_ page: ServedPage, at state: Exploration) -> JSONBytes {
    let head: JSONNode = [
      "address": .text(state.description), "href": .text(page.canonical), "title": .text(page.title),
    ]
    var out = JSONBytes(capacity: 512)
    head.write(to: &out, .spaced)
    out.raw("\n")
    return out
  }

  /// Writes one line.
  static func write(_ fragment: ServedPage.Fragment, value: String? = nil, to out: inout JSONBytes) {
    ([:] as JSONNode).adding("value", value.map { .text($0) }).adding("key", .text(fragment.key))
      .adding("digest", .text(fragment.digest))
      .adding("html", .text(String(decoding: fragment.bytes, as: UTF8.self))).write(to: &out, .spaced)
    out.raw("\n")
  }
}
