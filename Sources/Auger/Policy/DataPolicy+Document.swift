import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerExpressions
import AugerMetadata
import AugerQuery

extension DataPolicy {
  /// Reads the list of rules below `policy:`. Errors are reported, and the workspace is not read then.
  init(
    _ nodes: [DocumentNode], at place: Diagnostic.Place, sources: [String], dashboards: [String], jobs: [String],
    _ collector: DiagnosticCollector
  ) {
    if nodes.isEmpty {
      collector.report(
        Diagnostic(
          .wrongValue, "'policy' has no rules, so no user would see any data", at: place,
          hint: "Add a rule, or remove 'policy'."))
    }
    let names = Names(sources: sources, dashboards: dashboards, jobs: jobs)
    rules = nodes.enumerated().compactMap { Rule($1, number: $0 + 1, names, collector) }
  }

  fileprivate struct Names {
    let sources: [String]
    let dashboards: [String]
    let jobs: [String]
  }
}

extension DataPolicy.Rule {
  fileprivate init?(
    _ node: DocumentNode, number: Int, _ names: DataPolicy.Names, _ collector: DiagnosticCollector
  ) {
    let what = "rule \(number) of the policy"
    var reader = DocumentReader(node, as: what, of: WorkspaceKeys.policyRule, reporting: collector)
    let audience = reader.value("for").flatMap { DataPolicy.Audience($0, what, collector) }
    let dashboards = DataPolicy.Selection(
      reader.texts("dashboards") ?? [], among: names.dashboards, "dashboard", collector)
    let force = reader.namedEntries("force").compactMap { entry in
      DataPolicy.Value(entry.value, collector).map {
        DataPolicy.Force(argument: entry.key.text, value: $0, place: entry.key.place)
      }
    }
    let rows = reader.namedEntries("rows").compactMap { DataPolicy.Rows($0, names, collector) }
    let session = reader.namedEntries("session").compactMap { DataPolicy.Setting($0, collector) }
    let published = DataPolicy.Selection(reader.texts("published") ?? [], among: names.jobs, "job", collector)
    let metrics = reader.bool("metrics") ?? false
    reader.finish()
    guard let audience else { return nil }
    self.init(
      audience: audience, dashboards: dashboards, force: force, rows: rows, session: session, published: published,
      metrics: metrics, place: node.place)
  }
}

extension DataPolicy.Audience {
  fileprivate init?(_ node: DocumentNode, _ what: String, _ collector: DiagnosticCollector) {
    if let text = node.text {
      guard Name(text) == "everybody" else {
        collector.report(
          Diagnostic(
            .wrongValue, "\(what): '\(text)' is not a valid value of 'for'", at: node.place,
            hint: "Write 'everybody', or { claim: role, is: \(text) }."))
        return nil
      }
      self = .everybody
      return
    }
    var reader = DocumentReader(node, as: "'for' of \(what)", of: WorkspaceKeys.policyAudience, reporting: collector)
    let claim = reader.string("claim")
    let values = reader.value("is").map { DataPolicy.Value.scalars($0, collector) }
    reader.finish()
    guard let claim, let values else { return nil }
    self = .claim(claim, among: values)
  }
}

extension DataPolicy.Selection {
  /// - Parameter kind: `dashboard` or `job`.
  fileprivate init(
    _ texts: [(text: String, node: DocumentNode)], among names: [String], _ kind: String,
    _ collector: DiagnosticCollector
  ) {
    if texts.count == 1, Name(texts[0].text) == "all" {
      self = .all
      return
    }
    for (text, node) in texts where !names.contains(name: text) {
      collector.report(
        Diagnostic(
          .metadataObjectUndefined, "\(kind) '\(text)' does not exist", at: node.place,
          hint: DidYouMean.hint(for: text, among: names, listing: kind + "s")))
    }
    self = .named(texts.map { ($0.text, $0.node.place) })
  }
}

extension DataPolicy.Value {
  /// Reads `claim.regions`, a constant, or a list of constants.
  fileprivate init?(_ node: DocumentNode, _ collector: DiagnosticCollector) {
    if case .scalar(let text, .plain) = node.kind, let claim = DataPolicy.claim(text) {
      self = .claim(claim)
      return
    }
    let values = Self.scalars(node, collector)
    guard !values.isEmpty else { return nil }
    self = .constants(values)
  }

  /// Reads one constant or several. Quoted values remain strings.
  package static func scalars(_ node: DocumentNode, _ collector: DiagnosticCollector) -> [Scalar] {
    let items: [DocumentNode] = if case .sequence(let items) = node.kind { items } else { [node] }
    if items.isEmpty {
      collector.report(Diagnostic(.wrongValue, "a list of values is empty", at: node.place))
    }
    return items.compactMap { item in
      guard let text = item.text, case .scalar(_, let style) = item.kind else {
        collector.report(Diagnostic(.wrongKind, "a value must be a string, not \(item.kindName)", at: item.place))
        return nil
      }
      if style == .plain, DataPolicy.claim(text) != nil {
        collector.report(
          Diagnostic(
            .wrongValue, "'\(text)' cannot be combined with other values", at: item.place,
            hint: "Write the claim alone. It already includes all of its values."))
        return nil
      }
      return style == .quoted ? .string(text) : .inferred(text)
    }
  }
}

extension DataPolicy.Rows {
  /// Reads `shop.sales: "tenant == claim.tenant"`.
  fileprivate init?(_ entry: DocumentEntry, _ names: DataPolicy.Names, _ collector: DiagnosticCollector) {
    let key = entry.key.text
    let condition = Expression(entry.value, collector)
    // Names of sources and tables may contain dots. The longest matching source name applies.
    let source = names.sources.filter { key.hasPrefix($0 + ".") }.max { $0.utf8.count < $1.utf8.count }
    guard let source, key.utf8.count > source.utf8.count + 1 else {
      let written = key.split(separator: ".").first.map(String.init) ?? key
      collector.report(
        Diagnostic(
          .metadataObjectUndefined, "'\(key)' is not a table of a source", at: entry.key.place,
          hint: DidYouMean.hint(for: written, among: names.sources, listing: "sources")
            ?? "Write SOURCE.TABLE, for example shop.sales."))
      return nil
    }
    guard let condition, Self.check(condition, at: entry.value.place, collector) else { return nil }
    self.init(
      source: source, table: String(key.dropFirst(source.count + 1)), condition: condition, place: entry.key.place)
  }

  /// Checks that a condition depends only on one row and not on parts of the query.
  private static func check(
    _ condition: Expression, at place: Diagnostic.Place, _ collector: DiagnosticCollector
  ) -> Bool {
    var problem: String?
    if let name = condition.variableNames.first { problem = "has an argument of queries, '$\(name)'" }
    if condition.containsAggregate || condition.containsWindow || !condition.dataQuestions.isEmpty {
      problem = "is about more than one row"
    }
    if condition.columnNames.allSatisfy({ DataPolicy.claim($0) != nil }) { problem = "names no column" }
    guard let problem else { return true }
    collector.report(
      Diagnostic(
        .wrongValue, "the condition of rows \(problem)", at: place,
        hint: "Compare columns of the table with constants and claims: tenant == claim.tenant."))
    return false
  }
}

extension DataPolicy.Setting {
  /// Reads `app.tenant: claim.tenant`.
  fileprivate init?(_ entry: DocumentEntry, _ collector: DiagnosticCollector) {
    let name = entry.key.text
    guard Self.isName(name) else {
      collector.report(
        Diagnostic(
          .wrongValue, "a policy cannot set '\(name)'", at: entry.key.place,
          hint: "Use a custom setting, whose name contains a dot: app.tenant."))
      return nil
    }
    guard let value = DataPolicy.Value(entry.value, collector) else { return nil }
    if case .constants(let values) = value, values.count > 1 {
      collector.report(Diagnostic(.wrongValue, "a setting has one value", at: entry.value.place))
      return nil
    }
    self.init(name: name, value: value, place: entry.key.place)
  }

  /// Returns true for letters, digits and `_`, separated by periods. This excludes settings of the database server.
  private static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count > 1
      && parts.allSatisfy { part in
        guard let first = part.first, !(0x30...0x39).contains(first) else { return false }
        return part.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F }
      }
  }
}
