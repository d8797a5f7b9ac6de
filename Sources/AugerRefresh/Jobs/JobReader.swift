import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import AugerQuery

/// AugerRefresh: scheduled jobs that compute results and publish them atomically. The command line and the server use
/// it. Programs that only create charts do not load it.

extension JobDefinition {
  /// Returns the jobs of a workspace file, in file order.
  ///
  /// Throws one `DiagnosticError` with all errors in the jobs. Each error has a location and, if possible, a
  /// suggestion.
  package static func jobs(of workspace: Workspace) throws(DiagnosticError) -> [JobDefinition] {
    let collector = DiagnosticCollector()
    let jobs = Self.jobs(of: workspace, reporting: collector)
    try collector.throwIfErrors()
    return jobs
  }

  /// Returns the valid jobs. The errors of the other jobs are reported to `collector`.
  package static func jobs(of workspace: Workspace, reporting collector: DiagnosticCollector) -> [JobDefinition] {
    workspace.jobEntries.compactMap { entry in
      let value = workspace.substitution.apply(to: entry.value, reporting: collector)
      return JobDefinition(DocumentEntry(key: entry.key, value: value), workspace, collector)
    }
  }

  private init?(_ entry: DocumentEntry, _ workspace: Workspace, _ collector: DiagnosticCollector) {
    let before = collector.diagnostics.count
    var reader = DocumentReader(entry, as: "job '\(entry.key.text)'", of: JobKeys.job, reporting: collector)
    let schedule = Self.schedule(&reader)
    let overlap = reader.choice("overlap", of: Overlap.allCases.map { ($0.rawValue, $0) })
    let missed = reader.choice("missed", of: Missed.allCases.map { ($0.rawValue, $0) })
    let contents = Self.contents(&reader, workspace, collector)
    let arguments = Self.arguments(&reader, collector)
    let forEach = Self.forEach(&reader, workspace, collector)
    let states = Self.states(&reader, contents, workspace)
    let formats = Self.formats(&reader, contents)
    var csvIsSafe = false
    if var csv = reader.mapping("csv", as: "'csv'") {
      csvIsSafe = csv.bool("safe") ?? false
      csv.finish()
    }
    let allowsParts = reader.bool("partial") ?? false
    let mostMarks = reader.int("mostMarks")
    let pageLimit = Self.pageLimit(&reader)
    let publication = Self.publication(&reader, workspace)
    let retry = Self.retry(&reader)
    let timeout = reader.duration("timeout")
    if let node = reader.value("timeout"), let timeout, timeout <= .zero {
      reader.reject(node, "a job without time cannot end: 'timeout' must be above zero")
    }
    let incremental = IncrementalTable(&reader, workspace)
    let expectations = reader.namedEntries("expect").compactMap { Expectation($0, collector) }
    reader.finish()
    Self.reportUnused(&reader, contents, forEach, workspace)
    guard !collector.diagnostics[before...].contains(where: { $0.level == .error }) else { return nil }
    self.init(
      name: entry.key.text, schedule: schedule, overlap: overlap ?? .skip, missed: missed ?? .runOnce,
      contents: contents, arguments: arguments, forEach: forEach, formats: formats, csvIsSafe: csvIsSafe,
      allowsParts: allowsParts, publication: publication, retry: retry, timeout: timeout, expectations: expectations,
      incremental: incremental,
      place: entry.key.place)
    self.states = states
    self.mostMarks = mostMarks
    self.pageLimit = pageLimit
  }

  private static func pageLimit(_ reader: inout DocumentReader) -> Int? {
    let node = reader.value("pageLimit")
    guard let text = reader.string("pageLimit") else { return nil }
    if let size = ByteSize(text) { return size.bytes }
    if let node { reader.reject(node, "'\(text)' is not a valid size", hint: "Write a size such as 500kB or 2MB.") }
    return nil
  }

  private static func schedule(_ reader: inout DocumentReader) -> Schedule? {
    let cronNode = reader.value("schedule")
    let every = reader.duration("every")
    let everyNode = reader.value("every")
    let zoneNode = reader.value("timeZone")
    let zone = reader.string("timeZone") ?? "UTC"
    let jitter = reader.duration("jitter") ?? .zero
    if let zoneNode {
      if Schedule(.every(.seconds(60)), timeZone: zone) == nil {
        reader.reject(zoneNode, "time zone '\(zone)' does not exist", hint: "Use a name such as Europe/Berlin or UTC.")
        return nil
      }
    }
    if let everyNode, let every, every < .seconds(1) {
      reader.reject(everyNode, "'every' must be at least 1s")
      return nil
    }
    if let cronNode, let text = reader.string("schedule") {
      do throws(DiagnosticError) {
        return Schedule(.cron(try CronExpression.parse(text)), timeZone: zone, jitter: jitter)
      } catch {
        reader.collector.report(contentsOf: error.relocated(into: cronNode))
        return nil
      }
    }
    return every.flatMap { Schedule(.every($0), jitter: jitter) }
  }

  private static func contents(
    _ reader: inout DocumentReader, _ workspace: Workspace, _ collector: DiagnosticCollector
  ) -> [Content] {
    var contents: [Content] = []
    let before = collector.diagnostics.count
    func check(_ node: DocumentNode, _ body: () throws(DiagnosticError) -> Content) {
      do throws(DiagnosticError) { contents.append(try body()) } catch {
        // Errors in a dashboard have a location in the dashboard file.
        for var diagnostic in error.diagnostics {
          diagnostic.place = diagnostic.place ?? node.place
          collector.report(diagnostic)
        }
      }
    }
    for (text, node) in reader.texts("dashboards") ?? [] {
      check(node) { () throws(DiagnosticError) in .dashboard(try workspace.definition(ofDashboard: text).name) }
    }
    for (text, node) in reader.texts("charts") ?? [] {
      guard let (before, behind) = text.parted(at: "/") else {
        reader.reject(node, "'\(text)' does not name a chart of a dashboard", hint: "Write DASHBOARD/CHART.")
        continue
      }
      let (dashboard, chart) = (String(before), String(behind))
      check(node) { () throws(DiagnosticError) in
        _ = try workspace.definition(ofDashboard: dashboard).item(chart)
        return .chart(chart, dashboard: dashboard)
      }
    }
    var unread = 0
    for (text, node) in reader.texts("queries") ?? [] {
      // The error in this query was reported at its definition.
      if workspace.unreadQueries.contains(name: text) {
        unread += 1
        continue
      }
      check(node) { () throws(DiagnosticError) in .query(try workspace.query(text).name) }
    }
    // An empty `dashboards`, `charts` or `queries` key also selects nothing.
    if contents.isEmpty, unread == 0, !reader.has("incremental"), collector.diagnostics.count == before {
      collector.report(
        Diagnostic(
          .missingKey, "\(reader.what) has nothing to compute", at: reader.place,
          hint: "Add 'dashboards', 'charts', 'queries' or 'incremental'."))
    }
    return contents
  }

  private static func arguments(_ reader: inout DocumentReader, _ collector: DiagnosticCollector) -> QueryArguments {
    var arguments = QueryArguments()
    for entry in reader.namedEntries("arguments") {
      switch entry.value.kind {
      case .sequence(let items): arguments[entry.key.text] = .list(items.compactMap(\.text).map(Scalar.inferred))
      case .scalar: if let text = entry.value.text { arguments[entry.key.text] = .scalar(.inferred(text)) }
      case .mapping:
        collector.report(
          Diagnostic(.wrongKind, "an argument is a value or a list of values, not a mapping", at: entry.value.place))
      }
    }
    return arguments
  }

  /// Reports arguments that no query of the job declares, for example misspelled names.
  private static func reportUnused(
    _ reader: inout DocumentReader, _ contents: [Content], _ forEach: Picklist?, _ workspace: Workspace
  ) {
    // The parameters of an invalid query are unknown.
    if !workspace.unreadQueries.isEmpty { return }
    var taken: [String] = []
    func add(_ query: String) { taken += (try? workspace.query(query))?.argumentNames ?? [] }
    for content in contents {
      switch content {
      case .query(let name): add(name)
      case .dashboard(let name), .chart(_, dashboard: let name):
        for need in QueryNeed.all(of: (try? workspace.definition(ofDashboard: name)).map { [$0] } ?? []) {
          add(need.name)
        }
      }
    }
    let picked = forEach == nil ? [] : reader.namedEntries("forEach").map(\.key)
    for key in picked + reader.namedEntries("arguments").map(\.key) {
      if let forEach, !picked.map(\.text).contains(name: key.text) { add(forEach.query) }
      if taken.contains(name: key.text) { continue }
      reader.collector.report(
        Diagnostic(
          .argumentUnused, "no query of \(reader.what) takes an argument '\(key.text)'", at: key.place,
          hint: DidYouMean.hint(for: key.text, among: taken, listing: "arguments")))
    }
  }

  /// Reads `forEach: { Region: Regions }` or `{ Region: Regions.name }`: an argument, a query and an optional column.
  private static func forEach(
    _ reader: inout DocumentReader, _ workspace: Workspace, _ collector: DiagnosticCollector
  ) -> Picklist? {
    let entries = reader.namedEntries("forEach")
    if entries.count > 1 {
      collector.report(
        Diagnostic(
          .wrongValue, "'forEach' takes one argument, not \(entries.count)", at: entries[1].key.place,
          hint: "Use a query that returns the pairs, or define one job per argument."))
      return nil
    }
    guard let entry = entries.first else { return nil }
    guard let text = entry.value.text else {
      collector.report(
        Diagnostic(
          .wrongKind, "a picklist is QUERY or QUERY.COLUMN, not \(entry.value.kindName)", at: entry.value.place))
      return nil
    }
    if (try? workspace.query(text)) != nil { return Picklist(argument: entry.key.text, query: text) }
    let dot = text.lastIndex(of: ".")
    let name = dot.map { String(text[..<$0]) } ?? text
    do throws(DiagnosticError) {
      return Picklist(
        argument: entry.key.text, query: try workspace.query(name).name,
        column: dot.map { String(text[text.index(after: $0)...]) })
    } catch {
      if workspace.unreadQueries.contains(name: name) { return nil }
      collector.report(contentsOf: error.relocated(into: entry.value))
      return nil
    }
  }

  private static func formats(_ reader: inout DocumentReader, _ contents: [Content]) -> [ChartFormat] {
    guard let texts = reader.texts("formats") else { return [.json] }
    let hasOnlyQueries = contents.allSatisfy { if case .query = $0 { true } else { false } }
    let words = ChartFormat.allCases.map(\.rawValue)
    var formats: [ChartFormat] = []
    for (text, node) in texts {
      guard let format = ChartFormat(rawValue: text) else {
        reader.reject(
          node, "results cannot be written as '\(text)'",
          hint: DidYouMean.hint(for: text, among: words, listing: "formats"))
        continue
      }
      if !contents.isEmpty, hasOnlyQueries, format.ofTables == nil {
        reader.reject(node, "queries cannot be written as '\(text)', and the job has only queries")
      } else if formats.contains(format) {
        reader.reject(node, "'\(text)' occurs twice")
      } else {
        formats.append(format)
      }
    }
    return formats
  }

  private static func publication(_ reader: inout DocumentReader, _ workspace: Workspace) -> Publication? {
    guard var publish = reader.mapping("publish", as: "'publish'") else { return nil }
    let directory = publish.string("directory")
    var keep = Retention()
    if var retention = publish.mapping("keep", as: "'keep'") {
      keep.count = retention.int("count") ?? keep.count
      keep.age = retention.duration("age") ?? keep.age
      retention.finish()
    }
    let targets = DeliveryTarget.targets(&publish)
    publish.finish()
    guard let directory else { return nil }
    let path = SourceDefinition.resolved(directory, in: workspace.directory ?? ".")
    do throws(AugerError) { try workspace.access.checkWriting(path) } catch {
      let place = publish.value("directory")?.place ?? publish.place
      publish.collector.report(Diagnostic(error.code, error.message, at: place, hint: error.hint))
    }
    return Publication(directory: path, keep: keep, targets: targets)
  }

  private static func retry(_ reader: inout DocumentReader) -> RetryPolicy {
    guard var retry = reader.mapping("retry", as: "'retry'") else { return RetryPolicy() }
    var policy = RetryPolicy()
    policy.attempts = retry.int("attempts") ?? 1
    policy.hasJitter = retry.bool("jitter") ?? true
    if let node = retry.value("backoff"), let text = retry.string("backoff") {
      let ends = text.components(separatedBy: "..").map(DurationText.parse)
      if ends.count == 2, let first = ends[0], let longest = ends[1], first <= longest {
        policy.firstWait = first
        policy.longestWait = longest
      } else {
        retry.reject(
          node, "'backoff' must be two durations, not '\(text)'",
          hint: "Write the first and the longest delay: '2s..5m'.")
      }
    }
    retry.finish()
    return policy
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
