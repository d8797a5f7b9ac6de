import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// The plan as text and as JSON. Both contain the same facts in the same order.
extension ChartPlan {
  /// An argument of a request with its origin: `given` by the caller, a `drill` in a chart above, or a `filter`.
  package struct Argument: Sendable {
    package let name: String
    package let value: String
    package let origin: String
    /// The chart of a drill.
    package let chart: String?
  }

  /// Returns the arguments of a request of the plan, in their order.
  package func arguments(of request: QueryRequest) -> [Argument] {
    request.arguments.entries.map { name, value in
      let isGiven = further[name] == value
      let level = isGiven ? nil : drill?.path.lastIndex { $0.contains { Name($0.column) == Name(name) } }
      return Argument(
        name: name, value: Self.text(value), origin: isGiven ? "given" : level == nil ? "filter" : "drill",
        chart: level.flatMap { drill?.group.levels[$0].name })
    }
  }

  private static func text(_ value: QueryArgument) -> String {
    switch value {
    case .scalar(let value): ScalarLiteral.text(value)
    case .list(let values): "[" + values.map(ScalarLiteral.text).joined(separator: ", ") + "]"
    case .range(let lower, let upper): "\(ScalarLiteral.text(lower))..\(ScalarLiteral.text(upper))"
    }
  }

  /// The time of the plan, if the chart or one of its queries depends on it.
  private var shownMoment: Timestamp? {
    let uses = [clockUse] + levels.map { queries[$0.request.query]?.clockUse }
    return queries.moment.flatMap { moment in uses.compactMap(\.self).max()?.reading(at: moment) }
  }

  package var text: String {
    var lines = ["chart '\(chart.name)' of dashboard '\(dashboard.name)'"]
    if !state.description.isEmpty { lines.append("state: \(state)") }
    if let shownMoment { lines.append("moment: \(shownMoment)") }
    for planned in levels + totals {
      lines += ["", "query '\(planned.request.query)'" + (planned.purpose.map { " for the \($0)" } ?? "")]
      for argument in arguments(of: planned.request) {
        let origin = argument.chart.map { "drill in '\($0)'" } ?? argument.origin
        lines.append("  \(argument.name) = \(argument.value) (\(origin))")
      }
      let keys = planned.keys?.map { key in key.name + (key.expression.map { " = \($0)" } ?? "") }
        .joined(separator: ", ")
      let change = keys.map { $0.isEmpty ? "without keys" : "grouped by \($0)" } ?? "unchanged"
      lines.append("  \(change): \(planned.reason)")
    }
    if !warnings.isEmpty { lines.append("") }
    return (lines + warnings.map { "warning: \($0.code): \($0.message)" }).joined(separator: "\n") + "\n"
  }

  package var json: String {
    func object(_ fields: [(String, String?)]) -> String {
      "{" + fields.compactMap { key, value in value.map { "\"\(key)\": \($0)" } }.joined(separator: ", ") + "}"
    }
    func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }
    let quoted = DiagnosticRenderer.quoted
    let requests = (levels + totals).map { planned in
      let arguments = arguments(of: planned.request).map { argument in
        object([
          ("name", quoted(argument.name)), ("value", quoted(argument.value)), ("origin", quoted(argument.origin)),
          ("chart", argument.chart.map(quoted)),
        ])
      }
      let keys = planned.keys?.map { object([("name", quoted($0.name)), ("expression", $0.expression.map(quoted))]) }
      return object([
        ("query", quoted(planned.request.query)), ("for", planned.purpose.map(quoted)), ("arguments", list(arguments)),
        ("groupBy", keys.map(list)), ("reason", quoted(planned.reason)),
      ])
    }
    let warnings = warnings.map { object([("code", quoted("\($0.code)")), ("message", quoted($0.message))]) }
    return object([
      ("dashboard", quoted(dashboard.name)), ("chart", quoted(chart.name)), ("state", quoted(state.description)),
      ("moment", shownMoment.map { quoted("\($0)") }), ("requests", list(requests)), ("warnings", list(warnings)),
    ]) + "\n"
  }
}

extension PlannedRequest {
  /// The keys that replace those of the query. A key of the query itself has no expression.
  fileprivate var keys: [(name: String, expression: String?)]? {
    request.regrouping.map { regrouping in
      regrouping.derived.map { ($0.name, $0.expression) } + regrouping.kept.map { ($0, nil) }
    }
  }

  fileprivate var purpose: String? {
    switch totals {
    case nil: nil
    case .categoriesAndSeries: "whole of the small charts"
    case .categories: "order of the categories"
    case .series: "summary"
    }
  }
}
