import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import AugerRefresh
import HTTPTypes
import NIOCore

extension Site {
  /// Returns a dashboard, one item of it, or the rows behind the item, in the format that the URL or the `Accept` field
  /// requests.
  func faceResponse(
    _ visit: Visit, _ name: String, _ item: String?, _ suffix: Face?, rows: RowsQuery? = nil
  ) async throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head])
    let accepted = suffix ?? Self.accepted(visit.request)
    let face = rows != nil && suffix == nil && accepted != .json ? .html : accepted
    let preferences = face == .html ? visit.preferences : PagePreferences()
    let published = face == .html ? visit.content.published(name) : nil
    let key = FaceCache.Key(
      generation: visit.content.generation, entitlement: visit.visitor.entitlement, path: Name(visit.request.path),
      query: Name(visit.request.query),
      face: face, isNamed: suffix != nil, isEmbedded: visit.embedding != nil, preferences: preferences,
      day: face == .html ? visit.pipeline.today : CivilDate(days: 0), published: published)
    if let kept = faces[key], let stamps = kept.stamps {
      if try await visit.pipeline.areCurrent(stamps) {
        counters.countReused()
        AnswerTrace.current?.add(kept.use.found)
        return response(kept, visit)
      }
      faces.remove(key)
    }
    let dashboard = try visit.dashboard(name)
    if let item, dashboard.item(named: item) == nil, dashboard.chart(named: item) == nil {
      throw Problem.noItem(item, in: dashboard)
    }
    if item == nil, !Face.ofDashboards.contains(face) {
      throw Problem.notFound(
        "'\(face.rawValue)' of a whole dashboard",
        hint: "Request a single item: /dashboards/\(PercentEncoding.part(name))/ITEM.\(face.rawValue).")
    }
    if let rows, let item { try checkRows(rows, item, face) }
    let query = try visit.query(rows?.rest ?? visit.request.query)
    try checkSize(query.state)
    let asked = FaceCache.Work(
      generation: visit.content.generation, entitlement: visit.visitor.entitlement, dashboard: Name(dashboard.name),
      item: item.map { Name($0) }, rows: rows.map { Name($0.address) }, face: face, isNamed: suffix != nil,
      options: Name(query.options.address), state: Name(query.state.description),
      isEmbedded: visit.embedding != nil, preferences: preferences, published: published)
    let isOwn = Locked(false)
    let entry = try await work.value(asked) { [self] in
      isOwn.withLock { $0 = true }
      return try await admission.run(visit.visitor.name) {
        try await within(limits.time) { try await self.make(face, of: dashboard, item, query, visit, suffix, rows) }
      }
    }
    counters.countMade()
    AnswerTrace.current?.add(isOwn.withLock { $0 } ? entry.use : entry.use.found)
    faces.keep(entry, key)
    return response(entry, visit)
  }

  private func make(
    _ face: Face, of dashboard: Dashboard, _ item: String?, _ query: PageQuery, _ visit: Visit, _ suffix: Face?,
    _ rows: RowsQuery?
  ) async throws -> FaceCache.Entry {
    let trace = AnswerTrace(patience: limits.patience)
    return try await AnswerTrace.$current.withValue(trace) {
      let view = try await DashboardView(dashboard, item: item, query, visit, site: self, face: face, rows: rows)
      let pieces = try view.pieces(face)
      let listed =
        face == .html ? try rows.flatMap { rows in try item.map { try view.rowsPage(rows, behind: $0) } } : nil
      let page = face == .html && rows == nil ? try await view.page() : nil
      let styles = page?.styles ?? listed?.styles
      let bytes: [UInt8]? =
        if let listed { listed.bytes } else if let pieces { Self.whole(pieces, limits.wholeBytes) } else if let page {
          page.data(page.fragments())
        } else {
          try await view.bytes(face)
        }
      let path =
        visit.path(dashboard.name, item, on: item) + (rows == nil ? "" : "/rows")
        + (suffix.map { ".\($0.rawValue)" } ?? "")
      let address = [view.state.description, query.options.address, rows?.address ?? ""].filter { !$0.isEmpty }.joined(
        separator: "&")
      var fields = HTTPFields()
      fields[.contentType] = face.mediaType
      fields[.contentLocation] = address.isEmpty ? path : "\(path)?\(address)"
      if suffix == nil { fields[.vary] = "Accept, Accept-Encoding" } else { fields[.vary] = "Accept-Encoding" }
      if face == .html {
        fields[.vary] = "\(fields[.vary] ?? ""), \(PagePreferences.vary)"
        for field in PagePreferences.fields { fields[field.name] = field.value }
      }
      note(trace, visit, in: &fields)
      for field in visit.fields where fields[field.name] == nil { fields[field.name] = field.value }
      if let styles { for (name, value) in access.pagePolicy(styles) { fields[name] = value } }
      guard let bytes else {
        // A streamed table has no ETag, because its digest is available only at its end.
        var entry = FaceCache.Entry(bytes: ByteBuffer(), fields: fields, etag: "", trace: trace, pieces: pieces)
        if let pieces { entry.hold = try downloads.hold(pieces.byteCount, of: visit.pipeline.memory) }
        return entry
      }
      let etag = etag(
        of: bytes, for: visit.visitor.entitlement, visit.content.version, fields[.contentLocation] ?? "")
      fields[.eTag] = etag
      // The policy prevents scripts if the picture is opened on its own.
      if face == .svg { fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'" }
      return FaceCache.Entry(
        bytes: ByteBuffer(bytes: bytes), compressed: Gzip.compressed(bytes, type: face), fields: fields, etag: etag,
        trace: trace, styles: styles)
    }
  }

  /// Sets the header fields for the age of the data, logs why stale data was used, and adds the use to the total of the
  /// request.
  func note(_ trace: AnswerTrace, _ visit: Visit, in fields: inout HTTPFields) {
    if let whole = AnswerTrace.current, whole !== trace { whole.add(trace.use) }
    if let asOf = trace.asOf { note(asOf, visit, in: &fields) }
    if trace.staleAsOf != nil { fields[.augerStale] = "true" }
    for failure in trace.failures { log(visit.identifier, failure) }
  }

  /// Sets the header fields for the time of the data and its age in seconds.
  func note(_ asOf: Timestamp, _ visit: Visit, in fields: inout HTTPFields) {
    fields[.augerAsOf] = asOf.utcText
    fields[.augerAge] = String(visit.pipeline.age(of: asOf))
  }

  /// Returns the full text of a table, or nil if it exceeds `limit`.
  private static func whole(_ pieces: TablePieces, _ limit: Int) -> [UInt8]? {
    var pieces = pieces
    var bytes: [UInt8] = []
    while let piece = pieces.next() {
      bytes += piece
      if bytes.count > limit { return nil }
    }
    return bytes
  }

  func response(_ entry: FaceCache.Entry, _ visit: Visit) -> SiteResponse {
    let condition = entry.pieces == nil ? visit.request.fields[.ifNoneMatch] : nil
    if let condition, Self.matches(condition, entry.etag) {
      counters.countNotModified()
      return SiteResponse(.notModified, fields: fields(entry.unmodifiedFields, of: entry, visit))
    }
    if let pieces = entry.pieces {
      let (left, hold) = (Locked(pieces), entry.hold)
      return SiteResponse(
        .ok, fields: fields(entry.fields, of: entry, visit),
        body: .pieces {
          try Task.checkCancellation()
          return withExtendedLifetime(hold) { left.withLock { $0.next() } }
        })
    }
    if let compressed = entry.compressed, Self.acceptsGzip(visit.request) {
      return SiteResponse(.ok, fields: fields(entry.compressedFields, of: entry, visit), body: .bytes(compressed))
    }
    return SiteResponse(.ok, fields: fields(entry.fields, of: entry, visit), body: .bytes(entry.bytes))
  }

  /// Returns the header fields with the values that depend on time or on the embedding page.
  private func fields(_ fields: HTTPFields, of entry: FaceCache.Entry, _ visit: Visit) -> HTTPFields {
    var fields = fields
    if let asOf = entry.asOf { fields[.augerAge] = String(visit.pipeline.age(of: asOf)) }
    if let embedding = visit.embedding, let styles = entry.styles {
      for (name, value) in access.pagePolicy(styles, in: embedding.ancestors) { fields[name] = value }
    }
    if entry.canExpire, visit.visitor.isOpen, let left = visit.pipeline.timeLeft(entry.stamps ?? []) {
      fields.setCaching(.seconds(left.components.seconds))
    }
    return fields
  }

  // MARK: Conditions of requests

  static func require(_ request: SiteRequest, _ methods: [HTTPRequest.Method]) throws {
    guard !methods.contains(request.method) else { return }
    var problem = Problem(
      .methodNotAllowed, .methodNotAllowed, "This URL accepts \(methods.map(\.rawValue).joined(separator: " and "))")
    problem.methods = methods
    throw problem
  }

  /// Returns the format for a client without a suffix: a page, unless the client prefers JSON.
  static func accepted(_ request: SiteRequest) -> Face {
    guard let accept = request.fields[.accept] else { return .html }
    var best: (face: Face, weight: Double) = (.html, 0)
    for part in accept.split(separator: ",") {
      let pieces = part.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
      let type = pieces.first.map { $0.prefix { $0 != " " }.lowercased() } ?? ""
      let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      let face: Face? =
        switch type {
        case "text/html", "*/*", "text/*": .html
        case "application/json": .json
        case "image/svg+xml": .svg
        default: nil
        }
      if let face, quality > best.weight { best = (face, quality) }
    }
    return best.face
  }

  static func acceptsGzip(_ request: SiteRequest) -> Bool {
    guard let accepted = request.fields[.acceptEncoding] else { return false }
    return accepted.split(separator: ",").contains { part in
      let pieces = part.split(separator: ";")
      guard let name = pieces.first?.filter({ $0 != " " }).lowercased(), name == "gzip" || name == "*" else {
        return false
      }
      return !pieces.dropFirst().contains { piece in
        let weight = piece.filter { $0 != " " }
        return weight.hasPrefix("q=") && Double(weight.dropFirst(2)) == 0
      }
    }
  }

  /// Throws 422 if the URL selects too many values.
  func checkSize(_ state: Exploration) throws {
    var count = 0
    for item in state.items.entries {
      count += item.value.drill.reduce(0) { $0 + $1.reduce(0) { $0 + $1.values.count } }
      let selection = item.value.selection
      count += selection.categories.count + selection.paths.count + selection.series.count + selection.items.count
      count += item.value.hidden.count + item.value.whatIf.count
    }
    for filter in state.filters.entries { if case .picks(let values) = filter.value { count += values.count } }
    guard count <= limits.picks else {
      throw Problem(.unprocessableContent, .tooManyPicks, .problemTooManyValues, ["count": "\(limits.picks)"])
    }
  }

  /// Throws 404 for a format that rows do not have, and 422 for too many marks.
  private func checkRows(_ rows: RowsQuery, _ item: String, _ face: Face) throws {
    guard RowsQuery.faces.contains(face) else {
      throw Problem.notFound(
        "'\(face.rawValue)' of rows",
        hint: "Formats: \(RowsQuery.faces.map(\.rawValue).joined(separator: ", ")).")
    }
    var state = Exploration()
    state[item: item].selection = rows.mark ?? Selection()
    try checkSize(state)
  }

  /// Returns the path of a dashboard or item on its own page.
  static func path(_ dashboard: String, _ item: String? = nil) -> String {
    "/dashboards/" + PercentEncoding.part(dashboard) + (item.map { "/" + PercentEncoding.part($0) } ?? "")
  }
}

/// Runs `body` and cancels it after `limit`. Throws `late` in that case, by default 504.
func within<R: Sendable>(
  _ limit: Duration, _ late: Problem? = nil, _ body: @escaping @Sendable () async throws -> R
) async throws -> R {
  try await withThrowingTaskGroup(of: R?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await Task.sleep(for: limit)
      return nil
    }
    defer { group.cancelAll() }
    guard let first = try await group.next(), let value = first else {
      throw late ?? Problem(.gatewayTimeout, .timeout, .problemTimeout, ["limit": "\(limit)"])
    }
    return value
  }
}
