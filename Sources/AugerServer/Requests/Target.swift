import AugerDiagnostics
import AugerExport

/// An output format of the site, identified by the suffix of the URL.
package enum Face: String, Sendable, CaseIterable {
  case html, json, svg, png, pdf, csv, tsv, arrow, eml
  case rows = "rows.json"
  case vegaLite = "vl.json"

  /// The formats of a full dashboard. The others are for single items.
  package static let ofDashboards: [Face] = [.html, .json, .svg, .png, .pdf]

  package var mediaType: String {
    switch self {
    case .html: "text/html; charset=utf-8"
    case .json, .rows: "application/json"
    case .svg: "image/svg+xml"
    case .png: "image/png"
    case .pdf: "application/pdf"
    case .csv: "text/csv; charset=utf-8; header=present"
    case .tsv: "text/tab-separated-values; charset=utf-8"
    case .arrow: "application/vnd.apache.arrow.file"
    case .vegaLite: "application/vnd.vegalite.v6+json"
    case .eml: "message/rfc822"
    }
  }

  private static let bySuffix = allCases.map { ($0, Array(".\($0.rawValue)".utf8)) }
    .sorted { $0.1.count > $1.1.count }

  /// Splits a name at the longest known suffix.
  static func split(_ name: String) -> (name: String, face: Face?) {
    let bytes = name.utf8
    let count = bytes.count
    for (face, suffix) in bySuffix
    where count > suffix.count && bytes.suffix(suffix.count).elementsEqual(suffix) {
      // Compare bytes: a combining mark after the suffix makes a different name.
      return (String(decoding: bytes.prefix(count - suffix.count), as: UTF8.self), face)
    }
    return (name, nil)
  }
}

/// The resource that a URL identifies.
package enum Target: Sendable, Hashable {
  case home(Face?)
  case dashboard(String, Face?)
  case item(String, String, Face?)
  /// The rows behind an item.
  case rows(String, String, Face?)
  /// The definition of an item.
  case definition(String, String)
  /// The code that embeds an item.
  case embed(String, String)
  case published(job: String, file: String)
  case move(String)
  case parts(String)
  case frames(String, String)
  case schema(String)
  /// The jobs with their runs.
  case jobs(Face?)
  case events, openAPI, session, health, ready, metrics, agents
  case asset(String)

  /// Parses a path as received. Nil if the path is malformed or identifies no resource.
  package init?(path: String) {
    let slash = UInt8(ascii: "/")
    guard path.utf8.first == slash else { return nil }
    var parts: [String] = []
    for part in path.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false) {
      guard let decoded = PercentEncoding.decodedPart(Substring(part)) else { return nil }
      parts.append(decoded)
    }
    switch parts.first {
    case "" where parts.count == 1: self = .home(nil)
    case ".json" where parts.count == 1: self = .home(.json)
    case "dashboards" where parts.count == 2:
      let (name, face) = Face.split(parts[1])
      guard !name.isEmpty else { return nil }
      self = .dashboard(name, face)
    case "dashboards" where parts.count == 3:
      let (name, face) = Face.split(parts[2])
      guard !parts[1].isEmpty, !name.isEmpty else { return nil }
      self = .item(parts[1], name, face)
    case "dashboards" where parts.count == 4:
      let (name, face) = Face.split(parts[3])
      guard !parts[1].isEmpty, !parts[2].isEmpty else { return nil }
      switch (Name(name), face) {
      case ("rows", _): self = .rows(parts[1], parts[2], face)
      case ("definition", nil): self = .definition(parts[1], parts[2])
      case ("embed", nil): self = .embed(parts[1], parts[2])
      default: return nil
      }
    case "published" where parts.count >= 3 && !parts[1].isEmpty:
      // An encoded slash within a part could refer to another folder.
      guard parts[2...].allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(slash) }) else {
        return nil
      }
      self = .published(job: parts[1], file: parts[2...].joined(separator: "/"))
    case "-":
      switch (parts.dropFirst().first, parts.count) {
      case ("move"?, 3): self = .move(parts[2])
      case ("parts"?, 3): self = .parts(parts[2])
      case ("frames"?, 4): self = .frames(parts[2], parts[3])
      case ("schema"?, 3): self = .schema(parts[2])
      case ("events"?, 2): self = .events
      case ("jobs"?, 2): self = .jobs(nil)
      case ("jobs.json"?, 2): self = .jobs(.json)
      case ("openapi.json"?, 2): self = .openAPI
      case ("session"?, 2): self = .session
      default: return nil
      }
    case "healthz" where parts.count == 1: self = .health
    case "readyz" where parts.count == 1: self = .ready
    case "metrics" where parts.count == 1: self = .metrics
    case "mcp" where parts.count == 1: self = .agents
    case "assets" where parts.count == 2: self = .asset(parts[1])
    default: return nil
    }
  }
}
