import ArgumentParser
import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery

struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Show which parts of a query run in the database.",
    discussion: """
      Examples:
        auger plan SalesByCountry --arg Region=Europe
        auger plan drill/Markets --explore 'Markets.drill=region:Europe'

      The query is not executed. Auger only reads the columns of its tables. The SQL contains parameters instead of \
      values. The plan of a chart shows its queries, the origin of their arguments, the aggregation of their values, \
      and warnings.
      """)

  @Argument(help: "A query of the workspace, or DASHBOARD/CHART.") var name: String

  @OptionGroup(title: "Data") var state: StateOptions
  @OptionGroup(title: "Data") var clock: ClockOptions
  @OptionGroup(title: "Output") var common: ResultOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption
  @OptionGroup(title: "Limits") var threads: WorkersOption

  func run() async throws {
    let explore = state.explore ?? ""
    common.reporting.noteWorkers(threads.workers)
    try await common.run {
      let workspace = try place.open(common.reporting, noting: [])
      let arguments = try QueryArguments(assignments: state.arg, option: "--arg")
      let delegate = WorkspaceQueryDelegate(workspace, workers: threads.workers, now: clock.moment())
      let format = try common.chosenFormat(or: .text, among: [.text, .json])
      if workspace.query(named: name) == nil, let (before, after) = name.parted(at: "/"),
        let dashboard = workspace.dashboard(named: String(before))
      {
        var pipeline = Pipeline(delegate: delegate, dashboards: workspace.dashboards)
        pipeline.arguments = arguments
        let state = try await pipeline.checked(try Exploration(explore), of: dashboard)
        let plan = try ChartPlan(String(after), of: dashboard, at: state, adding: arguments, knowing: delegate)
        let taken = plan.allRequests.flatMap { delegate.description(of: $0.query)?.parameters ?? [] }
        try arguments.requireUse(by: "chart '\(name)'", taking: taken, option: "--arg")
        return try common.write(format == .json ? plan.json : plan.text)
      }
      let query = try workspace.query(name)
      guard explore.isEmpty else {
        throw AugerError(
          .usage, operation: "plan '\(name)'", "a query has no state", hint: "Leave out --explore, or name a chart.")
      }
      try arguments.requireUse(by: "query '\(name)'", taking: query.argumentNames, option: "--arg")
      let shown = ShownPlan(
        query, try workspace.source(query.source), try await delegate.plan(query, arguments: arguments))
      try common.write(format == .json ? shown.json : shown.text)
    }
  }
}

/// A query plan as text and as JSON.
struct ShownPlan {
  private let query: QueryDefinition
  private let source: SourceDefinition
  private let plan: WorkspaceQueryDelegate.QueryPlan

  init(_ query: QueryDefinition, _ source: SourceDefinition, _ plan: WorkspaceQueryDelegate.QueryPlan) {
    self.query = query
    self.source = source
    self.plan = plan
  }

  private var table: String? { if case .table(let table) = query.body { table.from } else { nil } }

  private var head: String {
    let from = table.map { "\(query.source).\($0)" } ?? query.source
    return "\(query.name): \(from) (\(source.adapter))"
  }

  var text: String {
    switch plan {
    case .sql: head + "\nAll of it runs in the database: the query is SQL.\n"
    case .here(let reason): head + "\nAll of it runs here: \(reason).\n"
    case .split(let plan): text(of: plan)
    }
  }

  private func text(of plan: PushdownPlan) -> String {
    var text = head + "\n\nIn the database (\(plan.extent.title)):\n"
    for line in Self.wrapped(plan.statement.text) { text += "  \(line)\n" }
    if !plan.statement.bindings.isEmpty {
      let types = plan.statement.bindings.map { $0.type.map { "\($0)" } ?? "null" }
      text += "  values: \(types.joined(separator: ", "))\n"
    }
    text += "\nThat does: \(plan.remote.joined(separator: "; ")).\n"
    if plan.local.isEmpty { return text + "\nHere, after it: nothing.\n" }
    text += "\nHere, after it:\n"
    for part in plan.local { text += "  \(part.what): \(part.reason)\n" }
    return text
  }

  /// Returns the statement with each clause on its own line.
  private static func wrapped(_ sql: String) -> [String] {
    var lines: [String] = []
    var line = ""
    var depth = 0
    var isQuoted: Character?
    let words = sql.split(separator: " ", omittingEmptySubsequences: false)
    for word in words {
      let isClause =
        depth == 0 && isQuoted == nil && ["FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT"].contains(word)
      if isClause {
        lines.append(line)
        line = String(word)
      } else {
        line += line.isEmpty ? String(word) : " " + word
      }
      for character in word {
        if let quote = isQuoted {
          if character == quote { isQuoted = nil }
        } else if character == "'" || character == "\"" {
          isQuoted = character
        } else if character == "(" {
          depth += 1
        } else if character == ")" {
          depth -= 1
        }
      }
    }
    return lines + [line]
  }

  var json: String {
    let quoted = DiagnosticRenderer.quoted
    func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }
    var fields = [
      "\"query\": \(quoted(query.name))", "\"source\": \(quoted(query.source))",
      "\"adapter\": \(quoted(source.adapter))",
    ]
    if let table { fields.append("\"table\": \(quoted(table))") }
    switch plan {
    case .sql:
      fields.append("\"extent\": \"whole\"")
      if case .sql(let template) = query.body { fields.append("\"sql\": \(quoted(template.source.text))") }
    case .here(let reason):
      fields.append("\"extent\": \"none\"")
      fields.append("\"here\": [{\"part\": \"all of it\", \"reason\": \(quoted(reason))}]")
    case .split(let plan):
      let types = plan.statement.bindings.map { quoted($0.type.map { "\($0)" } ?? "null") }
      let here = plan.local.map { "{\"part\": \(quoted($0.what)), \"reason\": \(quoted($0.reason))}" }
      fields += [
        "\"extent\": \(quoted(plan.extent.rawValue))", "\"sql\": \(quoted(plan.statement.text))",
        "\"values\": \(list(types))", "\"database\": \(list(plan.remote.map(quoted)))", "\"here\": \(list(here))",
      ]
    }
    return "{" + fields.joined(separator: ", ") + "}\n"
  }
}

extension PushdownPlan.Extent {
  var title: String {
    switch self {
    case .whole: "rows and groups"
    case .part: "rows"
    case .none: "columns"
    }
  }
}
