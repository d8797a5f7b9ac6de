import Auger
import AugerAnalysis
import AugerDiagnostics
import AugerExport
import AugerMetadata
import HTTPTypes

extension Site {
  /// The fragments of a page that differ from those that the caller has, one line of JSON for each; the first line says
  /// where the page is.
  func parts(_ visit: Visit, _ name: String) async throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head])
    let dashboard = try visit.dashboard(name)
    var text = visit.request.query[...]
    var item: String?
    if text.hasPrefix("_item=") {
      let end = text.firstIndex(of: "&") ?? text.endIndex
      item = try Self.item(of: String(text[..<end]))
      text = text[end...].dropFirst()
    }
    let query = try PageQuery(String(text))
    try checkSize(query.place)
    let had = Set((query.options.have ?? "").split(separator: ",").map(String.init))
    var fields = visit.fields
    fields[.cacheControl] = "no-store"
    fields[.vary] = "Accept-Encoding"
    let only = item
    let lines = try await admission.run(visit.visitor.name) { [self] in
      try await within(limits.time) {
        let view = try await DashboardView(dashboard, item: only, query, visit, site: self)
        let page = try await view.page()
        var out = JSONBytes(capacity: 32_768)
        out.raw("{\"address\": ")
        out.string(view.place.description)
        out.raw(", \"title\": ")
        out.string(page.title)
        out.raw("}\n")
        for fragment in page.fragments() {
          let digest = SHA256.text(fragment.bytes).prefix(12)
          if had.contains("\(fragment.key):\(digest)") { continue }
          out.raw("{\"key\": ")
          out.string(fragment.key)
          out.raw(", \"digest\": ")
          out.string(String(digest))
          out.raw(", \"html\": ")
          out.string(String(decoding: fragment.bytes, as: UTF8.self))
          out.raw("}\n")
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
}
