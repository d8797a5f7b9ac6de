import AugerDocuments
import Foundation

/// Builds workspaces that contain a specific mapping.
enum WorkspaceText {
  /// The text around each mapping, with the other required entries. `@` marks the position of the mapping.
  static let parents: [String: String] = [
    "auger.yaml": "",
    "sources.NAME": "sources: { \(sources), tested: @ }",
    "queries.NAME": "queries: { \(queries), tested: @ }",
    "queries.NAME.join.NAME": "queries: { \(queries), tested: { source: shop, from: sales, join: { airlines: @ } } }",
    "queries.NAME.parameters.NAME":
      "queries: { \(queries), tested: { source: shop, sql: \"SELECT :Year\", parameters: { Year: @ } } }",
    "queries.NAME.limits": "queries: { \(queries), tested: { source: shop, from: sales, limits: @ } }",
    "queries.NAME.cache": "queries: { \(queries), tested: { source: shop, from: sales, cache: @ } }",
    "themes.NAME": "themes: { tested: @ }",
    "themes.NAME.fonts": "themes: { tested: { fonts: @ } }",
    "themes.NAME.fonts.title": "themes: { tested: { fonts: { title: @ } } }",
    "themes.NAME.fonts.legend": "themes: { tested: { fonts: { legend: @ } } }",
    "themes.NAME.fonts.categoryLabels": "themes: { tested: { fonts: { categoryLabels: @ } } }",
    "themes.NAME.fonts.valueLabels": "themes: { tested: { fonts: { valueLabels: @ } } }",
    "themes.NAME.fonts.dataGrid": "themes: { tested: { fonts: { dataGrid: @ } } }",
    "policy": "policy: [@]",
    "policy.for": "policy: [{ for: @, dashboards: all }]",
    "jobs.NAME": "jobs: { tested: @ }",
    "jobs.NAME.csv": "jobs: { tested: { queries: ByRegion, csv: @ } }",
    "jobs.NAME.retry": "jobs: { tested: { queries: ByRegion, retry: @ } }",
    "jobs.NAME.incremental": "jobs: { tested: { incremental: @ } }",
    "jobs.NAME.publish": "jobs: { tested: { queries: ByRegion, publish: @ } }",
    "jobs.NAME.publish.keep": "jobs: { tested: { queries: ByRegion, publish: { directory: public, keep: @ } } }",
    "jobs.NAME.publish.webhook": "jobs: { tested: { queries: ByRegion, publish: { directory: public, webhook: @ } } }",
    "jobs.NAME.publish.email": "jobs: { tested: { queries: ByRegion, publish: { directory: public, email: @ } } }",
  ]

  private static let sources = """
    shop: { adapter: sqlite, path: shop.sqlite }, \
    kept: { adapter: store, path: kept }
    """
  private static let queries = """
    ByRegion: { source: shop, from: sales, where: ["[[ year == $Year ]]", "[[ region == $Region ]]"], \
    groupBy: [region] }, \
    Regions: { source: shop, from: regions }
    """
  private static let roots = [
    ("sources", "{ \(sources) }"), ("queries", "{ \(queries) }"), ("dashboards", "{ sales: sales.xml }"),
  ]

  /// Keys that have an effect only together with others.
  private static let companions = [
    "having": [("groupBy", "[region, year]")],
    "pivot": [("groupBy", "[region, year]"), ("measures", "{ n: count() }")],
    "formats": [("dashboards", "[sales]")],
    "exploration": [("dashboards", "[sales]")],
  ]

  static let dashboard = """
    <MobileAnalytic><Dashboard>
      <Chart Name="Regions" Title="Regions" ChartType="Bar" Query="ByRegion">
        <Category Column="region" /><Values><Value Expression="sum(amount)" /></Values>
      </Chart>
    </Dashboard></MobileAnalytic>
    """

  /// Returns the other entries that a mapping requires if it contains `key`.
  static func entries(of mapping: MappingDescription, beside key: String?) -> [(name: String, value: String)] {
    func excludes(_ name: String) -> Bool {
      mapping.conflicts.contains { [$0.first, $0.second].contains(name) && [$0.first, $0.second].contains(key) }
    }
    var entries = mapping.keys.filter { $0.isRequired && $0.name != key }.map { ($0.name, $0.example) }
    let needed = mapping.needsOneOf.filter { $0 != key && !excludes($0) && $0 != "dashboards" && $0 != "charts" }
    // Dashboards have no arguments here.
    if let first = needed.first, !mapping.needsOneOf.contains(key ?? ""), let description = mapping.key(first) {
      entries.append((first, description.example))
    }
    entries += companions[key ?? ""] ?? []
    // A source requires a location.
    if mapping.variants != nil, key != "path", key != "url" { entries.append(("path", "shop.sqlite")) }
    return entries
  }

  /// Returns a workspace in which the mapping has these entries.
  static func with(_ mapping: MappingDescription, _ entries: [(name: String, value: String)]) -> String {
    let own = entries.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    guard let place = parents[mapping.name], let key = place.split(separator: ":").first else {
      let names = entries.map(\.name)
      let rest = roots.filter { !names.contains($0.0) }
      return (rest + entries.map { ($0.name, $0.value) }).map { "\($0.0): \($0.1)\n" }.joined()
    }
    let rest = roots.filter { $0.0 != key }.map { "\($0.0): \($0.1)\n" }.joined()
    return rest + place.replacing("@", with: "{ \(own) }") + "\n"
  }

  /// Returns a value of the wrong kind.
  static func wrongKind(for shape: ValueShape) -> String {
    switch shape {
    case .text, .choice, .whole, .number, .truth, .toggle, .duration: "{ wrong: { wrong: wrong } }"
    case .list(.mapping): "{ wrong: wrong }"
    case .list: "{ wrong: wrong }"
    case .mapping, .named: "[[wrong]]"
    case .oneOf, .anything: "[[wrong]]"
    }
  }

  /// Returns an invalid string. Nil if every string is valid.
  static func wrongText(for shape: ValueShape) -> String? {
    switch shape {
    case .text(let text):
      guard let pattern = text.pattern else { return nil }
      return ["§", ""].first { $0.range(of: pattern, options: .regularExpression) == nil }.map { "\"\($0)\"" }
    case .choice, .whole, .number, .truth, .toggle, .duration: return "§"
    case .list(let item): return wrongText(for: item)
    case .oneOf(let shapes):
      let texts = shapes.map(wrongText)
      return texts.contains(nil) ? nil : "§"
    case .mapping, .named, .anything: return nil
    }
  }
}
