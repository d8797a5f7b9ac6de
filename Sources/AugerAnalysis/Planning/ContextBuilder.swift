import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Describes the restrictions and changes of an item's data in a state.
package struct ContextBuilder {
  private let dashboard: Dashboard
  private let state: Exploration
  private let locale: ChartLocale
  private var texts: PageTexts { locale.texts }
  /// Maximum number of values to list. The number of the others is reported.
  private static let mostValues = 4

  package init(_ dashboard: Dashboard, at state: Exploration, locale: ChartLocale) {
    self.dashboard = dashboard
    self.state = state
    self.locale = locale
  }

  /// Returns the selections of a drill path. If a column was selected twice, only the last selection is returned.
  func drill(_ context: DrillContext) -> [ChartContext.Part] {
    var parts: [(column: String, part: ChartContext.Part)] = []
    for (level, picks) in zip(context.group.levels, context.path) {
      for pick in picks {
        let axis = level.axis(of: pick.column)
        parts.removeAll { Name($0.column) == Name(pick.column) }
        parts.append(
          (
            pick.column,
            .init(.drill, title: axis?.shownTitle ?? pick.column, text: text(pick.argument, axis?.format))
          ))
      }
    }
    return parts.map(\.part)
  }

  /// Returns the filters that are set, except filters whose value was also selected by drilling.
  package func filters(
    _ references: [NameReference], beside picks: QueryArguments = QueryArguments()
  ) -> [ChartContext.Part] {
    var parts: [ChartContext.Part] = []
    for reference in references {
      guard let chosen = state.filters[reference.name], picks[reference.name] == nil else { continue }
      let filter = try? dashboard.filter(named: reference.name)
      let title = filter.map { $0.title.isEmpty ? $0.name : $0.title } ?? reference.name
      let part = ChartContext.Part(.filter, title: title, text: text(chosen.argument, filter?.format))
      if !parts.contains(part) { parts.append(part) }
    }
    return parts
  }

  /// Returns the selections in other charts that `requests` use.
  package func selections(_ filters: CrossFilters, takenBy requests: [QueryRequest]) -> [ChartContext.Part] {
    words(of: filters.parts(takenBy: requests))
  }

  /// Returns the columns of selections and their values.
  package func words(of parts: [CrossFilters.Part]) -> [ChartContext.Part] {
    parts.map { part in
      .init(.selection, title: part.axis?.shownTitle ?? part.column, text: text(part.argument, part.axis?.format))
    }
  }

  /// Returns additional arguments that `requests` use.
  package func arguments(_ further: QueryArguments, takenBy requests: [QueryArguments]) -> [ChartContext.Part] {
    further.entries.compactMap { name, value in
      requests.contains { $0[name] == value } ? .init(.argument, title: name, text: text(value, nil)) : nil
    }
  }

  /// Returns the values of variables that the item depends on.
  package func variables(where depends: (String) throws -> Bool) rethrows -> [ChartContext.Part] {
    try dashboard.variables.filter { try depends($0.name) }.map { variable in
      let value = state.variables[variable.name] ?? variable.value
      let choice = variable.choices.first { Name($0.value) == Name(value.description) }?.title ?? ""
      let shown = choice.isEmpty ? text(.scalar(value), variable.bounds.format) : choice
      return .init(.variable, title: variable.shownTitle, text: shown)
    }
  }

  /// Returns the what-if changes of an item: `price of Snow -10%`.
  func changes(of item: String) -> [ChartContext.Part] {
    state[item: item].whatIf.map { change in
      let title = dashboard.whatIfControls(of: item, at: state)
        .first { Name($0.column) == Name(change.column) }?.title
      let column = title ?? change.column
      let target =
        change.category.map {
          texts.text(.ofCategory, ["column": column, "category": text(.scalar($0), nil)])
        } ?? column
      switch change.amount {
      case .value(let value):
        return .init(.whatIf, title: texts[.whatIf], text: "\(target) = \(text(.scalar(value), nil))")
      case .percent(let value):
        let amount = value.description
        return .init(.whatIf, title: texts[.whatIf], text: "\(target) \(amount.hasPrefix("-") ? "" : "+")\(amount)%")
      }
    }
  }

  private func text(_ argument: QueryArgument, _ format: ValueFormat?) -> String {
    switch argument {
    case .scalar(let value): return text(value, format)
    case .list(let values):
      let named = values.prefix(Self.mostValues).map { text($0, format) }.joined(separator: ", ")
      let others = values.count - Self.mostValues
      return others > 0 ? texts.text(.andMore, count: others, ["list": named]) : named
    case .range(let lower, let upper): return "\(text(lower, format)) – \(text(upper, format))"
    }
  }

  private func text(_ value: Scalar, _ format: ValueFormat?) -> String {
    let written = ValueFormatter(format, locale: locale, role: .category).text(value) ?? value.description
    return written.isEmpty ? "\"\"" : written
  }
}

extension ParsedChart {
  /// Returns the axis of a selected column: the axis of a zooming level, or of the series.
  fileprivate func axis(of column: String) -> AxisDefinition? {
    (axes(zoomedTo: levelCount) + [category] + [series].compactMap(\.self))
      .first { Name($0.column) == Name(column) }
  }
}

extension ChartModel {
  /// Returns the first and last visible date. Empty if the categories are not in chronological order.
  package func period(coarsestFirst: Bool) -> [ChartContext.Part] {
    guard items == nil, state.sort == nil || state.sort?.key == .category else { return [] }
    let level = coarsestFirst ? levels[levels.count - 1] : levels[visibleLevel]
    let shown = (0..<level.count).filter { !level.values.isNull($0) && level.other != $0 }
    guard let first = shown.first, let last = shown.last else { return [] }
    let ends = state.sort?.isDescending == true ? (last, first) : (first, last)
    let ending = level.format == nil ? level.emptyEnding(of: shown) : ""
    let texts = (
      String(level.labels[ends.0].dropLast(ending.count)), String(level.labels[ends.1].dropLast(ending.count))
    )
    return [.init(.period, text: texts.0 == texts.1 ? texts.0 : "\(texts.0) – \(texts.1)")]
  }
}

extension CategoryLevel {
  /// Returns the common suffix of all labels that carries no information: the day of months, the month of years,
  /// midnight.
  fileprivate func emptyEnding(of categories: [Int]) -> String {
    let midnight: String
    switch values.type {
    case .date: midnight = ""
    case .timestamp: midnight = "T00:00:00"
    default: return ""
    }
    // Two dates can both be the first of a month by chance.
    let endings = categories.count > 2 ? ["-01-01" + midnight, "-01" + midnight, midnight] : [midnight]
    let length = 10 + midnight.utf8.count
    return endings.first { ending in
      categories.allSatisfy { labels[$0].utf8.count == length && labels[$0].hasSuffix(ending) }
    } ?? ""
  }
}
