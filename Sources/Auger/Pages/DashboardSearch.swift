import AugerExpressions
import AugerMetadata

/// The words of a search in dashboards. A dashboard matches if each word occurs in its title, its description, the
/// titles of its cards or the names of their columns.
package struct DashboardSearch {
  /// Maximum number of cards and columns in a result.
  private static let mostFound = 3

  private let words: [String]

  package init(_ text: String) { words = text.lowercased().split(separator: " ").map(String.init) }

  /// Returns the cards and columns with the words that the title and the description do not contain. Nil if a word
  /// occurs nowhere.
  package func found(in dashboard: Dashboard) -> [String]? {
    if words.isEmpty { return [] }
    let heads = [dashboard.title, dashboard.name, dashboard.summary].map { $0.lowercased() }
    var found: [String] = []
    var texts: [(text: String, lower: String)]?
    for word in words where !heads.contains(where: { $0.contains(word) }) {
      let parts = texts ?? Self.texts(of: dashboard).map { ($0, $0.lowercased()) }
      texts = parts
      let hits = parts.filter { $0.lower.contains(word) }.map(\.text)
      if hits.isEmpty { return nil }
      for hit in hits where found.count < Self.mostFound && !found.contains(hit) { found.append(hit) }
    }
    return found
  }

  /// Returns the titles of the cards, then the names of their columns as readers see them.
  private static func texts(of dashboard: Dashboard) -> [String] {
    let charts = dashboard.allCharts
    let cards = dashboard.items.map { $0.title.isEmpty ? $0.name : $0.title } + charts.map(\.title)
    let columns = charts.flatMap { chart -> [String] in
      let axes = [chart.category] + [chart.series, chart.multiples].compactMap(\.self)
      return axes.map { $0.title.isEmpty ? $0.column : $0.title }
        + chart.values.flatMap { $0.title.isEmpty ? $0.expression.columnNames : [$0.title] }
    }
    return (cards + columns).filter { !$0.isEmpty }
  }
}
