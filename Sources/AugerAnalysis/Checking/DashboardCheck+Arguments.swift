import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

// Compares the arguments that a query receives with the parameters that it declares.
extension DashboardCheck {
  mutating func check(_ site: QuerySite) {
    checkExistence(of: site.query, at: site.place, for: site.subject)
    note(asking: site.query)
    guard let signature = signature(site.query) else { return }
    for parameter in signature.parameters {
      let picked = site.picked[parameter.name]
      let filter = site.filterArguments.first { $0.name.isSame(as: parameter.name) }
      if picked != nil || filter != nil { note(parameter.name, isHandedTo: site.query) }
      for origin in picked?.origins ?? [] { checkKind(of: origin.argument, at: origin.place, parameter, site) }
      if let filter {
        let place = site.filters.first { $0.name.isSame(as: filter.name) }?.place
        checkKind(of: filter, at: place ?? site.place, parameter, site)
      }
      if picked?.isCertain != true { checkBinding(of: parameter, picked, filter != nil, site) }
    }
    for (reference, argument) in zip(site.filters, site.filterArguments)
    where signature.parameter(argument.name) == nil {
      report(
        Diagnostic(
          .argumentUnused, level: .warning,
          "filter '\(argument.name)' reaches \(site.subject), whose query '\(site.query)' takes no such argument",
          at: reference.place ?? site.place,
          hint: DidYouMean.hint(for: argument.name, among: signature.parameters.map(\.name), listing: "it takes"),
          notes: declared(site.query), details: [.init(.query, site.query), .init(.value, argument.name)]))
    }
  }

  // MARK: Unbound arguments

  private mutating func checkBinding(
    of parameter: QuerySignature.Parameter, _ picked: SelectedArguments.Name?, _ isFiltered: Bool, _ site: QuerySite
  ) {
    if picked == nil, let excluded = excluded(parameter.name, site) {
      return reportExclusion(of: parameter, excluded, site)
    }
    guard parameter.isRequired else { return }
    let way =
      if picked != nil {
        waysWithout(parameter.name, site)
      } else if isFiltered {
        "which is missing until filter '\(parameter.name)' is set"
      } else {
        site.group?.levels.first?.name.isSame(as: site.chart ?? "") == false
          ? "but no chart above provides it" : "but nothing provides it"
      }
    let arriving = site.picked.names.map(\.name) + site.filterArguments.map(\.name)
    let hint =
      picked == nil && !isFiltered
      ? DidYouMean.hint(for: parameter.name, among: arriving, listing: "Provided arguments") : nil
    report(
      Diagnostic(
        .argumentUnbound, level: picked == nil ? .error : .warning,
        "query '\(site.query)' of \(site.subject) requires the argument '\(parameter.name)', \(way)", at: site.place,
        hint: hint ?? "Give the parameter a default, or put its clause in [[ ... ]] to make it optional.",
        notes: declared(site.query), details: [.init(.query, site.query), .init(.value, parameter.name)]))
  }

  /// Describes the selections that leave a name unbound.
  private func waysWithout(_ name: String, _ site: QuerySite) -> String {
    guard let group = site.group, let end = group.levels.firstIndex(where: { $0.name.isSame(as: site.chart ?? "") })
    else { return "which is not always provided" }
    for chart in group.levels[..<end] {
      let steps = DrillContract.steps(in: chart)
      let has = { (step: DrillContract.Step) in step.columns.contains { $0.isSame(as: name) } }
      guard steps.contains(where: has), let without = steps.first(where: { !has($0) }) else { continue }
      let columns = without.columns.map { "'\($0)'" }.joined(separator: " and ")
      return "which is missing if only \(columns) is selected in '\(chart.name)'"
    }
    return "which is not always provided"
  }

  // MARK: Excluded arguments

  private struct Exclusion {
    var chart: ParsedChart
    var isSeries: Bool
    var place: Diagnostic.Place?
  }

  /// Returns a chart above whose series or category has the name and cannot be selected.
  private func excluded(_ name: String, _ site: QuerySite) -> Exclusion? {
    guard let group = site.group, let end = group.levels.firstIndex(where: { $0.name.isSame(as: site.chart ?? "") })
    else { return nil }
    for chart in group.levels[..<end].reversed() {
      if !chart.drillsBySeries, let series = chart.series, series.column.isSame(as: name) {
        return Exclusion(chart: chart, isSeries: true, place: series.place)
      }
      let categories = chart.categoryColumns(zoomedTo: chart.levelCount)
      if !chart.drillsByCategory, categories.contains(where: { $0.isSame(as: name) }) {
        return Exclusion(chart: chart, isSeries: false, place: chart.place(ofColumn: name))
      }
    }
    return nil
  }

  private mutating func reportExclusion(
    of parameter: QuerySignature.Parameter, _ exclusion: Exclusion, _ site: QuerySite
  ) {
    let (what, attribute, other) =
      exclusion.isSeries ? ("series", "ByCategory", "BySeries") : ("category", "BySeries", "ByCategory")
    report(
      Diagnostic(
        .argumentExcluded, level: parameter.isRequired ? .error : .warning,
        "query '\(site.query)' of \(site.subject) takes '\(parameter.name)', the \(what) of '\(exclusion.chart.name)', "
          + "which cannot be selected because of \(attribute)",
        at: exclusion.place, hint: "Remove \(attribute), or also set \(other).", notes: declared(site.query),
        details: [
          .init(.query, site.query), .init(.value, parameter.name), .init(.chart, exclusion.chart.name),
        ]))
  }

  // MARK: Kind and type

  private mutating func checkKind(
    of argument: DrillContract.Argument, at place: Diagnostic.Place?, _ parameter: QuerySignature.Parameter,
    _ site: QuerySite
  ) {
    let details: [Diagnostic.Detail] = [.init(.query, site.query), .init(.value, parameter.name)]
    for use in parameter.uses {
      let agreement = use.agreement(with: argument.origin)
      guard agreement != .always else { continue }
      report(
        Diagnostic(
          .argumentKind, level: agreement == .never ? .error : .warning,
          "\(argument.words) passes \(argument.origin.words) to query '\(site.query)', which takes \(use.words)",
          at: place, hint: use.hint(argument), notes: declared(site.query), details: details))
    }
    guard let from = argument.type, let to = parameter.type else { return }
    let agreement = from.agreement(with: to)
    guard agreement != .always else { return }
    let reason = agreement == .never ? "which no \(from) can be read as" : "which not every \(from) can be read as"
    report(
      Diagnostic(
        .drillTypeMismatch, level: agreement == .never ? .error : .warning,
        "\(argument.words) is \(from), and query '\(site.query)' of \(site.subject) takes it as \(to), \(reason)",
        at: place,
        hint: "Declare the parameter as \(from), or give the column another type in its query.",
        notes: parameter.place.map { ["'\(parameter.name)' is declared at \($0)"] } ?? declared(site.query),
        details: details))
  }

  // MARK: Unused arguments

  /// Reports values that can be selected in a group and that no query uses.
  mutating func checkUse(of group: DrillDownGroupDefinition) {
    var below = QueriesBelow()
    var findings: [[Diagnostic]] = []
    // Process the last level first: the charts below a level are the next level and the charts below that.
    for (level, chart) in group.levels.enumerated().reversed() {
      if level + 1 < group.levels.count {
        findings.append(unused(of: chart, above: group.levels[level + 1].name, below))
      }
      below.add(chart.allQueries, signature)
    }
    for finding in findings.reversed().joined() { report(finding) }
  }

  private func unused(of chart: ParsedChart, above next: String, _ below: QueriesBelow) -> [Diagnostic] {
    let steps = DrillContract.steps(in: chart)
    var findings: [Diagnostic] = []
    if steps.isEmpty {
      findings.append(
        Diagnostic(
          .levelUnreachable, level: .warning,
          "no value can be selected in chart '\(chart.name)', so '\(next)' is unreachable",
          at: chart.places.chart, hint: "Add a series, or use ByCategory.",
          details: [.init(.chart, chart.name)]))
    }
    var names: [String] = []
    for name in steps.flatMap(\.columns) where !names.contains(where: { $0.isSame(as: name) }) { names.append(name) }
    return findings + names.flatMap { unused($0, of: chart, below) }
  }

  private func unused(_ name: String, of chart: ParsedChart, _ below: QueriesBelow) -> [Diagnostic] {
    // A query with unknown parameters may use any argument.
    guard below.areAllKnown else { return [] }
    let untaken = below.queries.filter { $0.parameter(name) == nil }
    let details: [Diagnostic.Detail] = [.init(.dataColumn, name), .init(.chart, chart.name)]
    guard untaken.count < below.queries.count else {
      return [
        Diagnostic(
          .argumentUnused, level: .warning,
          "no query below chart '\(chart.name)' uses the value of '\(name)' that is selected in it",
          at: chart.place(ofColumn: name), hint: unusedHint(name, chart, below.queries), details: details)
      ]
    }
    return untaken.map { query in
      // The next chart would be the same for every selection, unless a query below it uses the selected value.
      Diagnostic(
        .argumentUnused, level: below.next.contains(name: query.name) ? .warning : .note,
        "query '\(query.name)' has no parameter '\(name)', which is selected in chart '\(chart.name)'",
        at: chart.place(ofColumn: name), notes: declared(query.name),
        details: details + [.init(.query, query.name)])
    }
  }

  private func unusedHint(_ name: String, _ chart: ParsedChart, _ queries: [QuerySignature]) -> String? {
    var names: [String] = []
    for parameter in queries.flatMap(\.parameters).map(\.name)
    where !names.contains(where: { $0.isSame(as: parameter) }) { names.append(parameter) }
    if let near = DidYouMean.nearest(to: name, among: names) { return "Did you mean their argument '\(near)'?" }
    if chart.series?.column.isSame(as: name) == true, chart.drillsByCategory {
      return "Set ByCategory, so that only categories can be selected."
    }
    return nil
  }
}

/// The queries of the levels below one of a drilldown group.
private struct QueriesBelow {
  /// The distinct queries, those of the nearest level first.
  private(set) var queries: [QuerySignature] = []
  /// The names of the queries of the nearest level.
  private(set) var next: [String] = []
  private(set) var areAllKnown = true

  /// Adds the queries of the level above.
  mutating func add(_ names: [String], _ signature: (String) -> QuerySignature?) {
    next = names
    let known = names.compactMap(signature)
    if known.count < names.count { areAllKnown = false }
    // Usually one query serves many levels.
    if known.count == 1, let first = queries.first, Name(first.name) == Name(known[0].name) { return }
    var nearest: [QuerySignature] = []
    for query in known where !nearest.contains(named: query.name) { nearest.append(query) }
    queries.removeAll { query in nearest.contains(named: query.name) }
    queries.insert(contentsOf: nearest, at: 0)
  }
}

extension DrillContract.Argument {
  var words: String {
    switch origin {
    case .category(let chart): "category '\(name)' of chart '\(chart)'"
    case .series(let chart): "series '\(name)' of chart '\(chart)'"
    case .filter: "filter '\(name)'"
    }
  }
}

extension DrillContract.Argument.Origin {
  var words: String {
    switch self {
    case .category, .series: "one value"
    case .filter(.picklist): "a list of values"
    case .filter(.range): "a range"
    }
  }
}

extension QuerySignature.Use {
  var words: String {
    switch self {
    case .value: "one value, or a list of one"
    case .soleValue: "one value"
    case .list: "a value or a list"
    case .anything: "anything"
    case .ends: "a range or one value"
    case .range: "a range"
    }
  }

  func hint(_ argument: DrillContract.Argument) -> String? {
    let isSQL = self == .value || self == .list || self == .ends
    switch argument.origin {
    case .filter(.picklist): return isSQL ? "Write IN (:\(argument.name))." : "Write in ($\(argument.name))."
    case .filter(.range):
      return isSQL
        ? "Write BETWEEN :\(argument.name).lower AND :\(argument.name).upper."
        : "Write Between(x, $\(argument.name))."
    case .category, .series: return nil
    }
  }
}
