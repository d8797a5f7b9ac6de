import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerMetadata
import AugerQuery

/// A check that the data policy of a workspace applies to all queries of its dashboards (`auger check --policy`).
///
/// The check covers every path to a query: charts, zoom levels, layers, filters, diagrams, and grids with charts in
/// their cells. On each path, the forced arguments must restrict the rows, using only arguments that the path always
/// provides.
///
/// Row conditions must find their table in a query, and their columns in the table. The check finds requests that a
/// server would reject.
struct PolicyCheck {
  let workspace: Workspace
  private let delegate: WorkspaceQueryDelegate
  private let signatures: [QuerySignature]
  private(set) var findings: [Diagnostic] = []
  /// True if a table could not be read.
  private(set) var isIncomplete = false

  /// A query at one point of a dashboard, with the arguments that are always provided there.
  private struct Site {
    var query: QueryDefinition
    var arguments: [String]
    /// The location for messages: `chart 'Sales' of dashboard 'shop'`.
    var subject: String
  }

  /// Maximum number of paths checked per item. If more exist, each level is checked without selected values.
  private static let mostPaths = 1000

  init(_ workspace: Workspace) {
    self.workspace = workspace
    delegate = WorkspaceQueryDelegate(workspace)
    signatures = workspace.queries.map(\.signature)
  }

  mutating func run() async throws {
    guard let policy = workspace.policy else { return }
    for (index, rule) in policy.rules.enumerated() {
      let name = "rule \(index + 1) of the policy"
      var sites: [Site] = []
      for dashboard in workspace.checkedDashboards where rule.dashboards.includes(dashboard.name) {
        sites += self.sites(of: dashboard)
      }
      for site in sites {
        for force in rule.force { check(force, of: rule, name, at: site) }
        checkRows(of: rule, name, at: site)
      }
      try await checkTables(of: rule, name, sites)
      try await checkSessions(of: rule, name, sites)
    }
  }

  // MARK: Sites

  private func sites(of dashboard: Dashboard) -> [Site] {
    let paths = DrillContract(dashboard, queries: signatures).paths(atMost: Self.mostPaths)
    var asked: [(query: String, arguments: [String], subject: String)] = []
    for path in paths.paths {
      let kind = path.kind == .filter ? "filter" : "item"
      let subject = path.kind == .item && Name(path.chart) != Name(path.item) ? "chart '\(path.chart)'" : nil
      for query in path.queries {
        asked.append((query, path.arguments.map(\.name), subject ?? "\(kind) '\(path.item)'"))
      }
    }
    for group in dashboard.drillDownGroups where paths.cut.contains(where: { Name($0.item) == Name(group.name) }) {
      for chart in group.levels {
        asked += chart.levels.map { ($0.query, [], "chart '\(chart.name)'") }
      }
    }
    for case .dataGrid(let grid) in dashboard.items {
      let headings = grid.columns.filter(\.isHeader).compactMap(\.value.columnName)
      for column in grid.columns {
        guard case .chart(let chart) = column.kind, let name = column.value.columnName else { continue }
        asked.append(("\(grid.query).\(name)", headings, "chart '\(chart)' in grid '\(grid.name)'"))
      }
    }
    // The check of the dashboard reported missing queries.
    return asked.compactMap { asked in
      workspace.query(named: asked.query).map {
        Site(query: $0, arguments: asked.arguments, subject: "\(asked.subject) of dashboard '\(dashboard.name)'")
      }
    }
  }

  // MARK: Forced arguments

  private mutating func check(_ force: DataPolicy.Force, of rule: DataPolicy.Rule, _ name: String, at site: Site) {
    let (query, argument) = (site.query, force.argument)
    var given = QueryArguments()
    for name in site.arguments + rule.force.map(\.argument) { given[name] = .scalar(.null) }
    let details: [Diagnostic.Detail] = [.init(.query, query.name), .init(.value, argument)]
    guard query.isNarrowed(by: argument, with: given) else {
      let isTaken = query.argumentNames.contains(name: argument)
      let what = isTaken ? "does not apply it to all of its rows" : "does not take it"
      return report(
        Diagnostic(
          .argumentNotForced, "\(name) forces '\(argument)', and query '\(query.name)' \(what)", at: query.place,
          hint: isTaken
            ? query.narrowingHint(argument)
            : DidYouMean.nearest(to: argument, among: query.argumentNames).map { "It takes '\($0)'." }
              ?? query.narrowingHint(argument),
          notes: ["the query is used by \(site.subject)"], details: details))
    }
    checkKind(of: force, name, site, details)
    guard case .constants(let values) = force.value,
      let type = query.parameters.first(named: argument)?.type,
      let wrong = values.first(where: { $0.converted(to: type) == nil })
    else { return }
    report(
      Diagnostic(
        .argumentType, "\(name) forces '\(argument)' to '\(wrong)', which query '\(query.name)' cannot read as \(type)",
        at: force.place, notes: ["the query is used by \(site.subject)"], details: details))
  }

  /// Reports several values for an argument that does not accept a list.
  private mutating func checkKind(
    of force: DataPolicy.Force, _ name: String, _ site: Site, _ details: [Diagnostic.Detail]
  ) {
    let signature = signatures.first(named: site.query.name)
    let uses = signature?.parameters.first(named: force.argument)?.uses ?? []
    let takesNoList = uses.contains(.value) || uses.contains(.soleValue) || uses.contains(.ends)
    var level: Diagnostic.Level?
    if uses.contains(.range) { level = .error }
    if takesNoList {
      switch force.value {
      case .constants(let values): if values.count > 1 { level = .error }
      case .claim: level = level ?? .warning
      }
    }
    guard let level else { return }
    let taken = uses.contains(.range) ? "a range" : "one value"
    report(
      Diagnostic(
        .argumentKind, level: level,
        "\(name) forces '\(force.argument)', which may have several values, and query '\(site.query.name)' "
          + "takes \(taken)",
        at: site.query.place, hint: "Write the condition with 'in'.", notes: ["the query is used by \(site.subject)"],
        details: details))
  }

  // MARK: Rows

  private func tables(of query: QueryDefinition) -> [(source: String, table: String)] {
    guard case .table(let table) = query.body else { return [] }
    return [(query.source, table.from)] + table.joins.map { ($0.source?.name ?? query.source, $0.from) }
  }

  private func readsOthers(_ source: String) -> Bool {
    let adapter = workspace.source(named: source)?.adapter
    return workspace.adapters.contains { $0.name == adapter && $0.readsOthers }
  }

  /// Reports queries that would read a table without its row condition.
  private mutating func checkRows(of rule: DataPolicy.Rule, _ name: String, at site: Site) {
    guard let first = rule.rows.first else { return }
    let query = site.query
    let sources = [query.source] + tables(of: query).map(\.source)
    var rows: DataPolicy.Rows?
    var hint = "Write a table query, or use row policies of the database with 'session'."
    if case .sql = query.body { rows = rule.rows.first { Name($0.source) == Name(query.source) } }
    if rows == nil, sources.contains(where: readsOthers) {
      rows = first
      hint = "Query the other sources directly with table queries."
    }
    guard let rows else { return }
    report(
      Diagnostic(
        .rowsNotRestricted,
        "the condition of \(name) for '\(rows.source).\(rows.table)' cannot hold in query '\(query.name)'",
        at: query.place, hint: hint, notes: ["the query is used by \(site.subject)"],
        details: [.init(.query, query.name)]))
  }

  /// Reports conditions that apply to no query or do not match their tables.
  private mutating func checkTables(of rule: DataPolicy.Rule, _ name: String, _ sites: [Site]) async throws {
    let read = sites.flatMap { tables(of: $0.query) }
    for rows in rule.rows {
      let own = read.filter {
        Name($0.source) == Name(rows.source) && DataPolicy.Rows.isSameTable($0.table, rows.table)
      }
      guard let table = own.first?.table else {
        let known = Set(read.map { Name("\($0.source).\($0.table)") }).sorted().map(\.text)
        report(
          Diagnostic(
            .rowsUnused, level: .warning,
            "no query of the dashboards of \(name) reads '\(rows.source).\(rows.table)': its condition holds nowhere",
            at: rows.place,
            hint: DidYouMean.hint(for: "\(rows.source).\(rows.table)", among: known, listing: "read are")))
        continue
      }
      do { try await bind(rows, table) } catch let error as DiagnosticError {
        for var diagnostic in error.diagnostics {
          diagnostic.place = diagnostic.code == .metadataObjectUndefined ? rows.place : diagnostic.place ?? rows.place
          report(diagnostic)
        }
      } catch let error as AugerError {
        isIncomplete = true
        report(Diagnostic(error.code, error.message, at: rows.place, hint: error.hint))
      }
    }
  }

  /// Binds a condition to the columns of its table. A claim may have any type that makes the condition valid.
  private func bind(_ rows: DataPolicy.Rows, _ table: String) async throws {
    let control = RunControl()
    let delegate = delegate
    let schema = try await Workers.blocking(control) {
      try delegate.source(rows.source, at: rows.place).table(table, control).schema(control)
    }
    for name in rows.condition.columnNames
    where !name.hasPrefix("claim.") && schema.index(of: name) == nil {
      throw DiagnosticError(
        Diagnostic(
          .unknownColumn, "table '\(table)' has no column '\(name)'", at: rows.place,
          hint: DidYouMean.hint(for: name, among: schema.names, listing: "columns")))
    }
    var problem: DiagnosticError?
    for value: Scalar in ["", .int(0), .float(0), .bool(true), .date(CivilDate(days: 0))] {
      let claims = Dictionary(rows.claims.map { (Name($0), [value]) }) { first, _ in first }
      let bound = try rows.bound(claims: claims)
      do throws(DiagnosticError) {
        let query = TableQuery(from: table, filters: [TableQuery.Filter(bound.condition, isRestriction: true)])
        _ = try TableQueryPlan(query, schema: schema, arguments: bound.variables)
        return
      } catch { problem = problem ?? error }
    }
    if let problem { throw problem }
  }

  // MARK: Sessions

  private mutating func checkSessions(of rule: DataPolicy.Rule, _ name: String, _ sites: [Site]) async throws {
    guard let setting = rule.session.first else { return }
    var seen: [String] = []
    for site in sites {
      for source in [site.query.source] + tables(of: site.query).map(\.source)
      where !seen.contains(name: source) {
        seen.append(source)
        let control = RunControl()
        let delegate = delegate
        do {
          let isSession = try await Workers.blocking(control) { try delegate.source(source).holdsSessions }
          if isSession { continue }
          report(
            Diagnostic(
              .sessionNotSupported,
              "\(name) has session settings, but source '\(source)' of query '\(site.query.name)' has no sessions",
              at: setting.place, hint: "Use 'rows' for this source. Settings are for databases with row policies.",
              notes: ["the query is used by \(site.subject)"], details: [.init(.query, site.query.name)]))
        } catch let error as AugerError {
          isIncomplete = true
          report(Diagnostic(error.code, error.message, at: setting.place, hint: error.hint))
        }
      }
    }
  }

  /// Adds each finding once, at its first location.
  private mutating func report(_ diagnostic: Diagnostic) {
    let isKnown = findings.contains {
      $0.code == diagnostic.code && Name($0.message) == Name(diagnostic.message)
        && $0.place?.span == diagnostic.place?.span
    }
    if !isKnown { findings.append(diagnostic) }
  }
}

extension WorkspaceCheck {
  /// Runs the policy check on the workspaces that were read, and adds its findings.
  ///
  /// Throws `policyMissing` if none of them has a data policy.
  package mutating func checkPolicies() async throws {
    guard workspaces.contains(where: { $0.policy != nil }) else {
      throw AugerError(
        .policyMissing, operation: "check the data policy", "what is checked has no 'policy'",
        hint: "Add a 'policy'. Without a policy, every user sees all data.")
    }
    for workspace in workspaces {
      var check = PolicyCheck(workspace)
      try await check.run()
      if check.isIncomplete { isIncomplete = true }
      add(check.findings)
    }
  }
}

extension Diagnostic.Code {
  /// A policy check of a workspace without a data policy.
  package static let policyMissing = Self("policyMissing")
}
