import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery

/// A dashboard, or one item of it, at one place as a page of a server: computed once, shown whole or by fragments.
package struct ServedDashboard: Sendable {
  package let page: ServedPage
  /// What readers should know; the charts' own warnings stand beside them.
  package let warnings: [Warning]

  /// - Parameters:
  ///   - item: the only item that is shown; nil: all of them.
  ///   - results: of the items that have a chart, in their order, what was computed or why nothing was.
  ///   - path: the page's own address without a query.
  ///   - options: what else stands in addresses that links lead to: `_theme=dark`.
  ///   - addresses: what the page refers to, by its styles.
  package init(
    _ dashboard: Dashboard, item name: String? = nil, _ results: [Result<ChartModel, any Error>], at place: Exploration,
    from pipeline: Pipeline, _ look: DashboardPage, path: String, options: String,
    reason: (any Error) -> String, itemFaces: (DashboardItem) -> (page: String, downloads: [(String, String)]),
    addresses: (_ styles: String) -> ServedPage.Addresses
  ) async throws {
    var builder = PageBuilder(page: look, dashboard: dashboard, start: place, only: name, pipeline: pipeline)
    var html = try await builder.served(results.map { try? $0.get() })
    html.served = (path, options)
    let reasons = Dictionary(
      zip(dashboard.chartItems.map(\.name), results).compactMap { name, result in
        if case .failure(let error) = result { (name, reason(error)) } else { nil }
      }
    ) { first, _ in first }
    html.absences = html.absences.map { ($0.item, reasons[html.items[$0.item].name] ?? $0.reason) }
    // Controls are forms here.
    for index in html.figures.indices { html.figures[index].controls = [] }
    let overview = try await pipeline.overview(of: dashboard, at: place)
    guard var page = ServedPage(html, addresses(html.servedStyles)) else {
      throw AugerError(.other, operation: "make the page of '\(dashboard.name)'", "it has no state")
    }
    let forms = FormBuilder(overview, at: place)
    let onPanels = Set(overview.panels.flatMap(\.variables))
    page.controls =
      overview.filters.map(forms.control)
      + overview.variables.filter { !onPanels.contains($0.variable) }.map(forms.control)
    for (index, shown) in html.items.enumerated() {
      guard let item = dashboard.items.first(where: { Name($0.name) == Name(shown.name) }) else { continue }
      if case .panel(let panel) = item {
        page.itemControls[index] = dashboard.controls(of: panel, at: place).map(forms.control)
        continue
      }
      let model = html.figures.first { $0.item == index }?.model
      page.itemControls[index] =
        (model.map { dashboard.whatIfControls(of: $0.name, at: place) } ?? []).map {
          forms.control($0, item: item.name)
        }
        + forms.nodes(of: item)
      guard item.hasChart else { continue }
      let faces = itemFaces(item)
      page.itemDownloads[index] = faces.downloads.map { (label: $0.0, address: $0.1) }
      if name == nil { page.itemAddresses[index] = faces.page }
    }
    self.page = page
    warnings = overview.warnings
  }
}

/// Makes the forms of controls.
private struct FormBuilder {
  private let overview: DashboardModel
  private let place: Exploration

  init(_ overview: DashboardModel, at place: Exploration) {
    self.overview = overview
    self.place = place
  }

  func control(_ filter: DashboardModel.Filter) -> ServedControl {
    let fields = [(name: "do", value: "filter"), (name: "name", value: filter.name)]
    if filter.kind == "range" {
      let ends = filter.range ?? filter.bounds
      return ServedControl(
        title: filter.title, text: filter.range.map { "\($0.lower) – \($0.upper)" } ?? "all",
        kind: .span(
          lower: ends.lower.isNull ? "" : ends.lower.description,
          upper: ends.upper.isNull ? "" : ends.upper.description,
          range(of: filter.bounds.lower, filter.bounds.upper, step: nil)),
        fields: fields, isSet: filter.range != nil)
    }
    let picked = filter.choices.filter(\.isPicked).map(\.label)
    return ServedControl(
      title: filter.title, text: picked.isEmpty ? "all" : picked.joined(separator: ", "),
      kind: .picks(
        filter.choices.map {
          ServedControl.Choice(literal: $0.value.literal, label: $0.label, count: $0.count, isOn: $0.isPicked)
        }),
      fields: fields, isSet: !picked.isEmpty)
  }

  func control(_ control: DashboardModel.Control) -> ServedControl {
    let fields = [(name: "do", value: "set"), (name: "name", value: control.variable)]
    let isSet = place.variables[control.variable] != nil
    var choices = control.choices.map {
      ServedControl.Choice(literal: $0.value.literal, label: $0.label, isOn: $0.value == control.value)
    }
    if control.kind == .switch {
      choices = [true, false].map {
        ServedControl.Choice(literal: "\($0)", label: $0 ? "on" : "off", isOn: Scalar.bool($0) == control.value)
      }
    }
    if !choices.isEmpty {
      return ServedControl(
        title: control.title, text: control.value.description, kind: .choice(choices), fields: fields, isSet: isSet)
    }
    return ServedControl(
      title: control.title, text: control.value.description,
      kind: .value(
        control.value.isNull ? "" : control.value.description,
        range(of: control.minimum, control.maximum, step: control.step, like: control.value)),
      fields: fields, isSet: isSet)
  }

  func control(_ control: DashboardModel.WhatIfControl, item: String) -> ServedControl {
    let change = control.changes.first { $0.category == nil }
    let words = change.map { "\($0.amount)\($0.isPercent ? "%" : "")" }
    return ServedControl(
      title: control.title, text: words ?? "as it is",
      kind: .value(words ?? control.value.map(\.description) ?? "", ServedControl.Range(type: "text")),
      fields: [("do", "change"), ("item", control.chart), ("column", control.column)], isSet: !control.changes.isEmpty)
  }

  /// Of a diagram: each node that can be set.
  func nodes(of item: DashboardItem) -> [ServedControl] {
    guard case .diagram(let diagram) = item else { return [] }
    let set = place[item: diagram.name].nodes
    return diagram.nodes.map { node in
      let value = set[node.name]
      return ServedControl(
        title: node.name, text: value?.description ?? "as it is",
        kind: .value(value?.description ?? "", ServedControl.Range(type: "text")),
        fields: [("do", "node"), ("item", diagram.name), ("name", node.name)], isSet: value != nil)
    }
  }

  /// How a value between two others is entered: by a slider where both and the step are known.
  private func range(
    of minimum: Scalar?, _ maximum: Scalar?, step: Double?, like value: Scalar = .null
  ) -> ServedControl.Range {
    func text(_ value: Scalar?) -> String? { value.flatMap { $0.isNull ? nil : $0.description } }
    let samples = [minimum, maximum, value].compactMap(\.self).filter { !$0.isNull }
    if samples.allSatisfy({ if case .date = $0 { true } else { false } }), !samples.isEmpty {
      return .init(type: "date", minimum: text(minimum), maximum: text(maximum))
    }
    guard samples.allSatisfy({ $0.type?.isNumeric == true }), !samples.isEmpty else { return .init(type: "text") }
    let steps = step.map { Scalar.float($0).description }
    let isSlider = minimum != nil && maximum != nil && step != nil
    return .init(
      type: isSlider ? "range" : "number", minimum: text(minimum), maximum: text(maximum), step: steps ?? "any")
  }
}

extension Scalar {
  /// As an address writes it before it is percent-encoded: reads back as the same value.
  fileprivate var literal: String { ScalarLiteral.text(self) }
}
