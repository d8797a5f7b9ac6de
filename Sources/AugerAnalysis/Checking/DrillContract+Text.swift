import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension DrillContract.Path {
  /// The contract as text: `Resellers: ByRegion [Region] > ByCountry: SalesByCountry(Region: string; filter Years:
  /// int)`.
  ///
  /// Brackets contain the selection, with `@2` if the chart was zoomed to its second level. Parentheses after the
  /// queries contain their arguments.
  package var text: String {
    var way = kind == .filter ? "filter \(item)" : item
    for (index, step) in steps.enumerated() {
      let zoom = step.zoom > 1 ? "@\(step.zoom)" : ""
      way += "\(index == 0 ? ": " : " > ")\(step.chart)\(zoom) [\(step.columns.joined(separator: ", "))]"
    }
    if !steps.isEmpty || Name(chart) != Name(item) { way += "\(steps.isEmpty ? ": " : " > ")\(chart)" }
    let picks = arguments.map(\.text).joined(separator: ", ")
    let filters = filters.map { "filter \($0.text)" }.joined(separator: ", ")
    let handed = [picks, filters].filter { !$0.isEmpty }.joined(separator: "; ")
    return "\(way): " + queries.map { "\($0)(\(handed))" }.joined(separator: ", ")
  }

  /// A JSON object with the keys kind, item, chart, steps, queries, arguments and filters.
  package var json: String {
    let quoted = DiagnosticRenderer.quoted
    func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }
    let steps = steps.map { step in
      "{\"chart\": \(quoted(step.chart)), \"zoom\": \(step.zoom), "
        + "\"categories\": \(list(step.categories.map(quoted)))"
        + (step.series.map { ", \"series\": \(quoted($0))" } ?? "") + "}"
    }
    return "{\"kind\": \"\(kind == .filter ? "filter" : "item")\", \"item\": \(quoted(item)), "
      + "\"chart\": \(quoted(chart)), \"steps\": \(list(steps)), \"queries\": \(list(queries.map(quoted))), "
      + "\"arguments\": \(list(arguments.map(\.json))), \"filters\": \(list(filters.map(\.json)))}"
  }
}

extension DrillContract.Argument {
  fileprivate var text: String { name + (type.map { ": \($0)" } ?? "") }

  fileprivate var json: String {
    let quoted = DiagnosticRenderer.quoted
    let from =
      switch origin {
      case .category(let chart): "\"from\": \"category\", \"chart\": \(quoted(chart))"
      case .series(let chart): "\"from\": \"series\", \"chart\": \(quoted(chart))"
      case .filter(let kind): "\"from\": \"\(kind.rawValue)\""
      }
    return "{\"name\": \(quoted(name)), \(from)" + (type.map { ", \"type\": \(quoted($0.description))" } ?? "") + "}"
  }
}

extension DrillContract.Paths {
  /// One line for each path, followed by the omitted ones.
  package var text: String {
    var lines = paths.map(\.text)
    for entry in cut {
      let listed = paths.count { $0.kind == .item && Name($0.item) == Name(entry.item) }
      let count = entry.count == .max ? "countless" : "\(entry.count)"
      lines.append("\(entry.item): \(listed) of \(count) ways are listed")
    }
    for cycle in cycles { lines.append("filter \(cycle.joined(separator: " → ")): a loop, which is not followed") }
    return lines.map { $0 + "\n" }.joined()
  }
}
