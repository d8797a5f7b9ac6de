import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerMetadata
import HTTPTypes

extension Site {
  /// Returns the dashboards that a visitor may see.
  func home(_ visit: Visit, _ face: Face?) throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head])
    let dashboards = visit.content.workspace.dashboards.filter { visit.visitor.allows(dashboard: $0.name) }
    var fields = visit.fields
    let bytes: [UInt8]
    if face == .json {
      let list = dashboards.map { dashboard -> JSONNode in
        [
          "name": .text(dashboard.name), "title": .text(dashboard.title),
          "address": .text(Self.path(dashboard.name)),
        ]
      }
      let document: JSONNode = ["schema": "auger.dashboards/1", "dashboards": .list(list)]
      bytes = document.written(.spaced) + [UInt8(ascii: "\n")]
    } else {
      let styles = DashboardHTML.servedStyles(visit.content.theme)
      let texts = texts(for: visit.request)
      bytes = ServedNotice.list(
        dashboards.map { dashboard in
          let charts = dashboard.chartItems.count
          return (
            dashboard.title.isEmpty ? dashboard.name : dashboard.title, Self.path(dashboard.name),
            texts.text(.chartCount, count: charts)
          )
        }, texts, styles: styles)
      for (name, value) in access.pagePolicy(styles) { fields[name] = value }
    }
    let type = face == .json ? Face.json.mediaType : Face.html.mediaType
    fields[.eTag] = etag(of: bytes, for: visit.visitor.entitlement, visit.content.version, "home")
    fields[.contentType] = type
    if let unmodified = Self.notModified(visit.request, fields) { return unmodified }
    return SiteResponse(.ok, type, bytes, fields: fields)
  }

  /// Returns the texts of pages for a request: those of its `_locale`, or those of the workspace.
  func texts(for request: SiteRequest) -> PageTexts {
    let workspace = current.workspace
    let options = request.method == .post ? (try? FormFields(request.body))?["_options"] ?? "" : ""
    for part in request.query.split(separator: "&") + options.split(separator: "&") where part.hasPrefix("_locale=") {
      let name = PercentEncoding.decodedPart(part.dropFirst("_locale=".count))
      if let name, DashboardView.isLocale(name) { return workspace.locale(name).texts }
    }
    return workspace.locale.texts
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
    let styles = DashboardHTML.servedStyles(current.theme)
    for (name, value) in access.pagePolicy(styles, in: problem.ancestors) { fields[name] = value }
    var back: (label: String, address: String)? =
      problem.status == .unauthorized
      ? (label: texts[.signIn], address: "/-/session") : (label: texts[.allDashboards], address: "/")
    // An embedded page has no links to pages outside its URL.
    if EmbeddedPath(request.path) != nil { back = nil }
    if case .dashboard(let name, _)? = Target(path: request.path), problem.status != .notFound {
      back = (texts[.backToDashboard], Self.path(name))
    }
    let page = ServedNotice.problem(
      title: problem.title(texts),
      problem.messages(texts) + [(texts.text(.request, ["request": identifier]), nil)], back: back, texts,
      styles: styles)
    return SiteResponse(problem.status, Face.html.mediaType, page, fields: fields)
  }
}
