import Auger
import AugerAnalysis
import AugerDiagnostics
import AugerExport
import AugerMetadata
import HTTPTypes

extension Site {
  /// The fragments of a page that differ from those that the caller has, one line of JSON for each; the first line says
  /// where the page is. A form is answered with those of the place that it leads to.
  func parts(_ visit: Visit, _ name: String) async throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head, .post])
    let dashboard = try visit.dashboard(name)
    let (only, rest) = try Self.itemAndRest(visit.request.query)
    let query: PageQuery
    if visit.request.method == .post {
      guard rest.isEmpty else { throw Problem(.badRequest, "unknownOption", "The form says where it leads from") }
      query = try await destination(visit, dashboard)
    } else {
      query = try visit.query(rest)
      try checkSize(query.place)
    }
    let had = Set((query.options.have ?? "").split(separator: ",").map(String.init))
    var fields = visit.fields
    fields[.cacheControl] = "no-store"
    fields[.vary] = "Accept-Encoding"
    let lines = try await admission.run(visit.visitor.name) { [self] in
      try await within(limits.time) {
        let view = try await DashboardView(dashboard, item: only, query, visit, site: self)
        let page = try await view.page()
        var out = JSONBytes(capacity: 32_768)
        out.raw("{\"address\": ")
        out.string(view.place.description)
        out.raw(", \"href\": ")
        out.string(page.canonical)
        out.raw(", \"title\": ")
        out.string(page.title)
        out.raw("}\n")
        for fragment in page.fragments() where !had.contains("\(fragment.key):\(fragment.digest)") {
          Self.write(fragment, to: &out)
        }
        return out.bytes
      }
    }
    if Self.acceptsGzip(visit.request), let compressed = Gzip.compressed(lines) {
      fields[.contentEncoding] = "gzip"
      fields[.contentType] = "application/x-ndjson"
      return SiteResponse(.ok, fields: fields, body: .bytes(compressed))
    }
    return SiteResponse(.ok, "application/x-ndjson", lines, fields: fields)
  }

  /// One line.
  static func write(_ fragment: ServedPage.Fragment, value: String? = nil, to out: inout JSONBytes) {
    out.raw("{")
    if let value {
      out.raw("\"value\": ")
      out.string(value)
      out.raw(", ")
    }
    out.raw("\"key\": ")
    out.string(fragment.key)
    out.raw(", \"digest\": ")
    out.string(fragment.digest)
    out.raw(", \"html\": ")
    out.string(String(decoding: fragment.bytes, as: UTF8.self))
    out.raw("}\n")
  }
}
