import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerExpressions
import AugerMetadata
import TestSupport

/// A dashboard with every kind of control and item, over the extreme rows.
struct ExtremeDashboard: Sendable {
  let dashboard: Dashboard
  let pipeline: Pipeline

  init() throws {
    func chart(_ name: String, _ category: String, _ value: String, series: String? = nil) throws -> ParsedChart {
      var chart = ParsedChart(
        name: name, type: .column, query: name, category: AxisDefinition(column: category),
        series: series.map { AxisDefinition(column: $0) }, values: [ValueDefinition(expression: try .parse(value))])
      chart.filters = [NameReference("when"), NameReference("s")]
      return chart
    }
    let day = { (year: Int) in Scalar.date(CivilDate(year: year, month: 1, day: 1) ?? CivilDate(days: 0)) }
    var zooming = try chart("Zoom", "s", "sum(i / 1e10)")
    zooming.zoomingLevels = ["s", "d", "t"].map {
      ZoomingLevelDefinition(query: "By\($0)", category: AxisDefinition(column: $0))
    }
    var grains = try chart("Grains", "d", "sum(f)")
    grains.grains = GrainDefinition([.year, .month], fillsGaps: true)
    var whatIf = try chart("WhatIf", "s", "sum(small * $rate) + $whole", series: "d")
    whatIf.whatIfColumns = [
      WhatIfColumnDefinition("small", type: .float, bounds: ControlBounds(min: .float(-1e18), step: 0.5, decimals: 2)),
      WhatIfColumnDefinition("i", type: .integer),
    ]
    dashboard = Dashboard(
      name: "d",
      variables: [
        VariableDefinition("rate", type: .float, value: .float(1), bounds: ControlBounds(step: 0.1, decimals: 1)),
        VariableDefinition("whole", type: .integer, value: .int(0), bounds: ControlBounds(min: .int(.min), step: 3)),
        VariableDefinition("since", type: .date, value: day(2000), bounds: ControlBounds(min: day(1960), step: 1)),
        VariableDefinition("at", type: .datetime, value: day(2000), bounds: ControlBounds(max: day(2030), step: 7)),
        VariableDefinition("free", type: .float, value: .float(0)),
        VariableDefinition("drive", type: .boolean, value: .bool(false)),
        VariableDefinition("region", choices: [.init("North"), .init("South")]),
      ],
      filters: [
        FilterDefinition("when", kind: .range, sourceQuery: "q", column: "t"),
        FilterDefinition("s", kind: .picklist, sourceQuery: "q", column: "s"),
      ],
      items: [
        .drillDownGroup(
          DrillDownGroupDefinition(
            "Sales", levels: [try chart("First", "s", "sum(wide)", series: "d"), try chart("Second", "d", "avg(f)")])),
        .chart(zooming), .chart(grains), .chart(whatIf), .chart(try chart("Plain", "wide", "max(i)")),
      ])
    pipeline = Pipeline(delegate: FixedAnswer(table: try ExtremeTable.table()), dashboards: [dashboard])
  }

  static let seeds = [
    "Sales.drill=s:North;d:2013-02-28&$rate=1.5&filter.when=2013-02-01..2013-02-28", "Zoom.zoom=2&$since=2011-01-01",
    "WhatIf.whatif.small[North]=9.5&WhatIf.whatif.i=10%25&Plain.sort=-value;top:3", "filter.s=North,''&$drive=true",
    "Plain.select=categories:1,2;series:null&Plain.hide=null&Plain.highlight=0", "?$since=date(2011,1,1)&$at=infinity",
    "WhatIf.select=items:North~2013-02-28,''~null&WhatIf.range=0.25..0.5;0..1", "$whole=12&$free=1e0&$region=South",
    "Sales.drill=s:North/d:infinity&Sales.sort=value:'North'&Sales.hide=a,b", "Grains.zoom=2&Grains.range=0..0.5",
    "filter.when=-infinity..infinity&filter.s=null,e%CC%81", "D.node[a]=5&%66ilter.zoom=1&$[x]=1",
  ]

  static let words = [
    "&", "=", "/", ";", ",", ":", "..", "%", "%25", "%C3", "+", "[", "]", "~", "$", "?", "'", "-", "Sales.", "Zoom.",
    "Grains.", "WhatIf.", "Plain.", "filter.", "drill", "zoom", "whatif.", "select", "sort", "range", "hide",
    "highlight",
    "node", "top:", "categories:", "items:", "series:", "value", "$rate", "$whole", "$since", "$at", "$free", "small",
    "s",
  ]

  /// Reads a query string, validates its state and renders a chart.
  func finding(_ text: String, _ chance: inout Chance) async -> String? {
    guard let place = try? Exploration(text) else { return nil }
    let address = place.description
    guard let again = try? Exploration(address), again == place, again.description.utf8.elementsEqual(address.utf8)
    else {
      return "written as \(address), which reads differently"
    }
    guard let checked = try? dashboard.checked(place) else { return nil }
    guard (try? dashboard.checked(checked)) == checked else { return "refused once it was checked: \(checked)" }
    let item = chance.pick(dashboard.items.map(\.name))
    if let model = try? await pipeline.chart(item, of: dashboard, at: checked) {
      _ = ChartJSON(includesTexts: true).data(for: model)
      _ = SVG().data(for: model)
    }
    if chance.isOneIn(8), let model = try? await pipeline.overview(of: dashboard, at: checked) {
      _ = DashboardJSON().data(for: model)
    }
    return nil
  }
}

struct AddressFuzz: TextFuzzTarget {
  private let shown: ExtremeDashboard

  init() throws { shown = try ExtremeDashboard() }

  var mutator: FuzzMutator { FuzzMutator(seeds: ExtremeDashboard.seeds, words: ExtremeDashboard.words) }

  func finding(_ input: [UInt8], _ chance: inout Chance) async -> String? {
    await shown.finding(String(decoding: input, as: UTF8.self), &chance)
  }
}

/// Sweeps, frames and scenarios.
struct StepsFuzz: TextFuzzTarget {
  private let shown: ExtremeDashboard

  init() throws { shown = try ExtremeDashboard() }

  var mutator: FuzzMutator {
    FuzzMutator(
      seeds: [
        "$rate=0..18 step 3", "$since=1960-01-01..1960-12-31 step 31", "filter.when=2010..2013", "$region=North,South",
        "argument.Year=1990..2012", "$whole=-9223372036854775808..9223372036854775807 step 9223372036854775807",
        "$free=-99999999999999999999999999999999999999..99999999999999999999999999999999999999 step 1.5",
        "$since=-infinity..infinity step 4294967295", "$at=date(2011,1,1)..date(2011,2,1) step 7", "$free=1e-3..1e0",
      ],
      words: ["$", "=", "..", " step ", ",", "-", "filter.when", "filter.s", "argument.x", "$since", "$whole", "$free"])
  }

  func finding(_ input: [UInt8], _ chance: inout Chance) async -> String? {
    guard let steps = try? Steps(String(decoding: input, as: UTF8.self)) else { return nil }
    if steps.values.isEmpty || steps.values.count > Steps.most { return "\(steps.values.count) steps" }
    for value in [steps.values[0], steps.values[steps.values.count - 1]] {
      guard let (place, _) = try? steps.place(value, from: shown.dashboard.start, in: shown.dashboard) else { continue }
      if let finding = await shown.finding(place.description, &chance) { return finding }
    }
    return nil
  }
}
