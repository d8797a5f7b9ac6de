import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerMetadata
import HTTPTypes

extension Site {
  /// Returns the dashboards that a visitor may see, or those that a search finds.
  func home(_ visit: Visit, _ face: Face?) throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head])
    let workspace = visit.content.workspace
    let search = Self.search(visit.request)
    let words = DashboardSearch(search)
    let visible = workspace.dashboards.filter { visit.visitor.allows(dashboard: $0.name) }
    let kept = KeptOptions(visit.request.query, among: workspace.themes)
    var fields = visit.fields
    let bytes: [UInt8]
    if face == .json {
      let list = visible.compactMap { dashboard -> JSONNode? in
        guard let found = words.found(in: dashboard) else { return nil }
        let own: JSONNode = [
          "name": .text(dashboard.name), "title": .text(dashboard.shownTitle),
          "address": .text(kept.adding(to: Self.path(dashboard.name))),
        ]
        return own.adding("description", dashboard.summary.isEmpty ? nil : .text(dashboard.summary))
          .adding("found", found.isEmpty ? nil : .text(found.joined(separator: ", ")))
      }
      let title = workspace.title.isEmpty ? self.texts(for: visit.request)[.dashboards] : workspace.title
      let document: JSONNode = [
        "schema": "auger.dashboards/1", "title": .text(title), "dashboards": .list(list),
      ]
      bytes = document.written(.spaced) + [UInt8(ascii: "\n")]
    } else {
      let frame = frame(visit, at: "/", keeping: search.isEmpty ? "" : "q=\(PercentEncoding.encoded(search))")
      let entries = visible.map { entry($0, words, visit, kept, frame.texts) }
      bytes = ServedNotice.list(
        entries, search: search, summary: workspace.summary, in: frame,
        PageTime(locale(for: visit.request), now: access.now()))
      fields[.vary] = "Accept-Encoding, \(PagePreferences.vary)"
      for field in PagePreferences.fields { fields[field.name] = field.value }
      for (name, value) in access.pagePolicy(frame.styles) { fields[name] = value }
    }
    let type = face == .json ? Face.json.mediaType : Face.html.mediaType
    fields[.eTag] = etag(of: bytes, for: visit.visitor.entitlement, visit.content.version, "home")
    fields[.contentType] = type
    if let unmodified = Self.notModified(visit.request, fields) { return unmodified }
    return Self.compressed(SiteResponse(.ok, type, bytes, fields: fields), bytes, visit.request)
  }

  /// Returns the card of a dashboard.
  private func entry(
    _ dashboard: Dashboard, _ words: DashboardSearch, _ visit: Visit, _ kept: KeptOptions, _ texts: PageTexts
  ) -> ServedNotice.Entry {
    let theme = theme(for: visit.request)
    let picture = dashboard.chartItems.first.map {
      KeptOptions(theme: theme.name, locale: kept.locale).adding(to: Self.path(dashboard.name, $0.name) + ".svg")
        + "&_size=360x166"
    }
    // The titles of cards describe a dashboard without a description.
    let cards = dashboard.chartItems.prefix(4).map { $0.title.isEmpty ? $0.name : $0.title }
    let summary = dashboard.summary.isEmpty ? cards.joined(separator: " · ") : dashboard.summary
    var entry = ServedNotice.Entry(
      title: dashboard.shownTitle, address: kept.adding(to: Self.path(dashboard.name)), summary: summary,
      chartCount: dashboard.chartItems.count, picture: picture)
    entry.published = visit.content.published(dashboard.name)
    let found = words.found(in: dashboard)
    entry.isHidden = found == nil
    if let found, !found.isEmpty { entry.found = texts.text(.foundIn, ["text": found.joined(separator: ", ")]) }
    return entry
  }

  /// Returns the frame of a page without a dashboard.
  ///
  /// - Parameter query: A query string that the links to other themes keep, in addition to the language.
  func frame(_ visit: Visit, at path: String, keeping query: String = "") -> ServedFrame {
    let request = visit.request
    let workspace = visit.content.workspace
    let kept = KeptOptions(request.query, among: workspace.themes)
    let theme = theme(for: request)
    var frame = ServedFrame(
      texts(for: request), styles: DashboardHTML.servedStyles(theme), workspace: workspace.title,
      home: kept.adding(to: "/"))
    func address(_ theme: String?) -> String {
      let address = KeptOptions(theme: theme, locale: kept.locale).adding(to: path)
      return query.isEmpty ? address : address + (address.contains("?") ? "&" : "?") + query
    }
    (frame.path, frame.script) = (path, Assets.script)
    frame.withoutTheme = address(nil)
    for name in visit.content.themes.map(\.name) where !frame.themes.map(\.label).contains(name: name) {
      let isCurrent = Name(name) == Name(theme.name)
      frame.themes.append(ServedWays.Link(name, address(name), isCurrent: isCurrent, isWhole: true))
    }
    let preferences = visit.preferences
    let isSystem =
      kept.theme == nil && preferences.theme == nil
      && (preferences.followsSystem || visit.content.chosenTheme == nil)
    frame.system = isSystem ? theme : nil
    frame.jobs = visit.jobsAddress.map(kept.adding)
    return frame
  }

  /// Returns the response with compressed bytes if the client accepts them.
  static func compressed(_ response: SiteResponse, _ bytes: [UInt8], _ request: SiteRequest) -> SiteResponse {
    guard acceptsGzip(request), let packed = Gzip.compressed(bytes) else { return response }
    var fields = response.fields
    fields[.contentEncoding] = "gzip"
    return SiteResponse(.ok, fields: fields, body: .bytes(packed))
  }

  /// Returns the text of the search form.
  private static func search(_ request: SiteRequest) -> String {
    for part in request.query.split(separator: "&") where part.hasPrefix("q=") {
      return PercentEncoding.decodedPart(part.dropFirst(2).replacing("+", with: " ")) ?? ""
    }
    return ""
  }

  /// Returns the theme of a page without a dashboard: the one of the URL, or the one of the reader.
  func theme(for request: SiteRequest) -> Theme {
    let content = current
    let themes = content.workspace.themes
    let named = KeptOptions(request.query, among: themes).theme.flatMap { Theme.named($0, among: themes) }
    return named ?? PagePreferences(request).theme(among: themes, else: content.chosenTheme)
  }

  func styles(for request: SiteRequest) -> PageStyles { DashboardHTML.servedStyles(theme(for: request)) }

  func texts(for request: SiteRequest) -> PageTexts { locale(for: request).texts }

  /// Returns the locale of pages for a request: its `_locale`, or the one of the workspace.
  func locale(for request: SiteRequest) -> ChartLocale {
    let workspace = current.workspace
    let options = request.method == .post ? (try? FormFields(request.body))?["_options"] ?? "" : ""
    let name = [request.query, options].compactMap { KeptOptions($0, among: []).locale }.first
    return name.map(workspace.locale) ?? workspace.locale
  }

  /// Returns the response to a request that is not read to its end.
  func refusal(_ problem: Problem, _ request: SiteRequest) -> SiteResponse {
    counters.count(problem.status.code)
    return problemResponse(problem, request, Self.identifier())
  }

  /// Returns an error as a page for a browser, or as JSON for a program.
  func problemResponse(_ problem: Problem, _ request: SiteRequest, _ identifier: String) -> SiteResponse {
    let wantsPage = request.fields[.accept]?.contains("text/html") == true
    var fields = Self.plainFields
    fields[.referrerPolicy] = "no-referrer"
    if let seconds = problem.retryAfter { fields[.retryAfter] = String(seconds) }
    if !problem.methods.isEmpty { fields[.allow] = problem.methods.map(\.rawValue).joined(separator: ", ") }
    if problem.status == .unauthorized { fields[.wwwAuthenticate] = "Bearer" }
    let texts = texts(for: request)
    guard wantsPage else {
      return SiteResponse(
        problem.status, "application/problem+json", problem.json(request: identifier, texts), fields: fields)
    }
    let styles = styles(for: request)
    let kept = KeptOptions(request.query, among: current.workspace.themes)
    for (name, value) in access.pagePolicy(styles, in: problem.ancestors) { fields[name] = value }
    var back: (label: String, address: String)? =
      problem.status == .unauthorized
      ? (texts[.signIn], kept.adding(to: "/-/session")) : (texts[.allDashboards], kept.adding(to: "/"))
    // An embedded page has no links to pages outside its URL.
    if EmbeddedPath(request.path) != nil { back = nil }
    if case .dashboard(let name, _)? = Target(path: request.path), problem.status != .notFound {
      back = (texts[.backToDashboard], kept.adding(to: Self.path(name)))
    }
    let page = ServedNotice.problem(
      title: problem.title(texts),
      problem.messages(texts) + [(texts.text(.request, ["request": identifier]), nil)], back: back, texts,
      styles: styles)
    return SiteResponse(problem.status, Face.html.mediaType, page, fields: fields)
  }
}

extension Dashboard {
  /// The title, or the name if it has none.
  var shownTitle: String { title.isEmpty ? name : title }
}
