import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

/// Says in words what narrows and changes the data of an item in a state.
package struct ContextBuilder {
  private let dashboard: Dashboard
  private let state: Exploration
  private let locale: ChartLocale
  /// Values of a list that are named; of more it is said how many.
  private static let mostValues = 4

  package init(_ dashboard: Dashboard, at state: Exploration, locale: ChartLocale) {
    self.dashboard = dashboard
    self.state = state
    self.locale = locale
  }

  /// The picks of a drilldown path; of a column that was picked twice the last one.
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

  /// The filters that are set; those that something was drilled into by say nothing more.
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

  /// Arguments that were given from outside, as far as `requests` take them.
  package func arguments(_ further: QueryArguments, takenBy requests: [QueryArguments]) -> [ChartContext.Part] {
    further.entries.compactMap { name, value in
      requests.contains { $0[name] == value } ? .init(.argument, title: name, text: text(value, nil)) : nil
    }
  }

  /// The variables that something depends on, as they are set.
  package func variables(where depends: (String) throws -> Bool) rethrows -> [ChartContext.Part] {
    try dashboard.variables.filter { try depends($0.name) }.map { variable in
      let value = state.variables[variable.name] ?? variable.value
      let choice = variable.choices.first { Name($0.value) == Name(value.description) }?.title ?? ""
      return .init(.variable, title: variable.shownTitle, text: choice.isEmpty ? text(.scalar(value), nil) : choice)
    }
  }

  /// What was changed in the data of an item: `price of Snow -10%`.
  func changes(of item: String) -> [ChartContext.Part] {
    state[item: item].whatIf.map { change in
      let title = dashboard.whatIfControls(of: item, at: state)
        .first { Name($0.column) == Name(change.column) }?.title
      let target = (title ?? change.column) + (change.category.map { " of \(text(.scalar($0), nil))" } ?? "")
      switch change.amount {
      case .value(let value): return .init(.whatIf, title: "What if", text: "\(target) = \(text(.scalar(value), nil))")
      case .percent(let value):
        let amount = value.description
        return .init(.whatIf, title: "What if", text: "\(target) \(amount.hasPrefix("-") ? "" : "+")\(amount)%")
      }
    }
  }

  private func text(_ argument: QueryArgument, _ format: ValueFormat?) -> String {
    switch argument {
    case .scalar(let value): return text(value, format)
    case .list(let values):
      let named = values.prefix(Self.mostValues).map { text($0, format) }.joined(separator: ", ")
      return values.count > Self.mostValues ? "\(named) and \(values.count - Self.mostValues) more" : named
    case .range(let lower, let upper): return "\(text(lower, format)) – \(text(upper, format))"
    }
  }

  private func text(_ value: Scalar, _ format: ValueFormat?) -> String {
    let written = ValueFormatter(format, locale: locale, role: .category).text(value) ?? value.description
    return written.isEmpty ? "\"\"" : written
  }
}

extension ChartDefinition {
  /// The axis that a column of a pick is on: that of a zooming level, or of the series.
  fileprivate func axis(of column: String) -> AxisDefinition? {
    (axes(zoomedTo: levelCount) + [category] + [series].compactMap(\.self))
      .first { Name($0.column) == Name(column) }
  }
}

extension ChartModel {
  /// From the first to the last date in view; nothing where they are in the order of something else.
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
  /// What the labels of all these dates or moments end with, where it says nothing: the day of months, the month of
  /// years, midnight.
  fileprivate func emptyEnding(of categories: [Int]) -> String {
    let midnight: String
    switch values.type {
    case .date: midnight = ""
    case .timestamp: midnight = "T00:00:00"
    default: return ""
    }
    // Two days may be the first of their months by chance.
    let endings = categories.count > 2 ? ["-01-01" + midnight, "-01" + midnight, midnight] : [midnight]
    let length = 10 + midnight.utf8.count
    return endings.first { ending in
      categories.allSatisfy { labels[$0].utf8.count == length && labels[$0].hasSuffix(ending) }
    } ?? ""
  }
}
