import ArgumentParser
import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery

struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Shows which part of a query runs in its database, and which runs here.",
    discussion: """
      Nothing is executed but what is needed to know the columns. Values stay out of the SQL: they are bound.
      Of a chart, prints its queries with the origin of their arguments, how their values are rolled up, and warnings.

      Examples:
        auger plan SalesByCountry --arg Region=Europe --workspace Fixtures/Workspace
        auger plan SalesByCountry --arg Region=Europe --format json
        auger plan drill/Markets --explore 'Markets.drill=region:Europe' --workspace demo
      """)

  @Argument(help: "A query of the workspace, or DASHBOARD/CHART.") var name: String

  @Option(help: "An argument NAME=VALUE, NAME=[A,B] for a list, NAME=LOWER..UPPER for a range.")
  var arg: [String] = []

  @Option(help: "State of the dashboard: drill path, zoom, filters; the part after the question mark of a URL.")
  var explore = ""

  @OptionGroup var clock: ClockOptions
  @OptionGroup var common: ResultOptions

  func run() async throws {
    try await common.run {
      let workspace = try common.openWorkspace()
      let arguments = try QueryArguments(assignments: arg, option: "--arg")
      let delegate = WorkspaceQueryDelegate(workspace, workers: common.workers, now: clock.moment())
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

/// A plan for people and for programs.
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

  /// The statement with its clauses on lines of their own.
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
