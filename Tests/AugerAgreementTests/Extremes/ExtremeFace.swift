import Auger
import AugerAnalysis
import AugerArrow
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import TestSupport

/// A dashboard state with the chart of item `X`: the input of every output format.
struct ExtremeState {
  let dashboard: Dashboard
  let pipeline: Pipeline
  let place: Exploration
  let model: ChartModel
}

/// An output format of a state.
enum ExtremeFace: String, CaseIterable, Sendable {
  case json, texts, svg, small, themed, vegaLite, vega, html, csv, tsv, arrow, arrows, rows, pdf
  case terminal, narrow, wide
  // Outputs of the whole dashboard or of several charts.
  case overview, picture, portrait, page, served, servedItem, frames, sweep, comparison, goal, behind

  static let ofCharts: [ExtremeFace] = [
    .json, .texts, .svg, .small, .themed, .vegaLite, .vega, .html, .csv, .tsv, .arrow, .arrows, .rows, .pdf, .terminal,
    .narrow, .wide,
  ]
  static let ofWholes: [ExtremeFace] = allCases.filter { !ofCharts.contains($0) }

  /// Creates the output and returns a description of its first error. Throws the errors of the product.
  func finding(_ state: ExtremeState, _ chance: inout Chance) async throws -> String? {
    let model = state.model
    switch self {
    case .json, .texts: return try ExtremeChecks.chartJSON(model, includesTexts: self == .texts)
    case .svg: return ExtremeChecks.picture(try await files.data(for: model, as: .svg), model)
    case .pdf: return ExtremeChecks.picture(try await files.data(for: model, as: .pdf), model)
    case .small, .themed:
      var files = files
      files.size = self == .small ? ChartSize(width: 50, height: 50) : ChartSize(width: 4000, height: 60)
      files.theme = .dark
      return ExtremeChecks.picture(try await files.data(for: model, as: .svg), model)
    case .vegaLite: return ExtremeChecks.json(try await files.data(for: model, as: .vegaLite))
    case .vega: return ExtremeChecks.json(try await files.data(for: model, as: .vega))
    case .html: return ExtremeChecks.page(try await files.data(for: model, as: .html))
    case .csv, .tsv: return ExtremeChecks.text(try await files.data(for: model, as: self == .csv ? .csv : .tsv))
    case .rows: return ExtremeChecks.json(try files.data(for: model.tabulated(), as: .json))
    case .arrow, .arrows:
      return try ExtremeChecks.arrow(
        try await files.data(for: model, as: self == .arrow ? .arrow : .arrows), model.tabulatedInView())
    case .terminal: return ExtremeChecks.text(TerminalChart(width: 80, isColored: true).data(for: model))
    case .narrow: return ExtremeChecks.text(TerminalChart(width: 1).data(for: model))
    case .wide:
      var chart = TerminalChart(width: 300)
      chart.height = 3
      chart.dots = .blocks
      return ExtremeChecks.text(chart.data(for: model))
    case .overview:
      let overview = try await state.pipeline.overview(of: state.dashboard, at: state.place)
      return ExtremeChecks.json(DashboardJSON().data(for: overview))
    case .picture, .portrait: return await picture(state)
    case .page:
      var page = DashboardPage()
      // Many states make a page slow and add no new cases to those of the walk.
      page.limit = .total(60_000)
      let made = try await page.data(
        for: state.dashboard, await results(state).map { try? $0.get() }, at: state.place, from: state.pipeline)
      return ExtremeChecks.page(made.bytes)
    case .served, .servedItem: return try await served(state)
    case .frames, .sweep: return try await steps(state, &chance)
    case .comparison:
      let address = chance.pick(["$rate=1e308", "$rate=-1", "$whole=0", "X.whatif.f=1e308", "X.whatif.f=-1e308%25", ""])
      let other = try Scenario("other", address)
      let both = try await state.pipeline.chart("X", of: state.dashboard, at: state.place, besides: other)
      return try ExtremeChecks.chartJSON(both, includesTexts: false)
        ?? ExtremeChecks.picture(SVG().data(for: both), both)
    case .goal:
      let goals = ["A=1 by D", "A=1e308 by C", "A=-1e308 by D within -1e308..1e308", "A=0 by C within 5e-324..5e-324"]
      let goal = try GoalSeek(chance.pick(goals))
      let place = try await state.pipeline.place(reaching: goal, of: "X", in: state.dashboard, at: state.place)
      return try Exploration(place.description) == place ? nil : "the place of the goal reads differently: \(place)"
    case .behind:
      let table = try await state.pipeline.table(behind: "X", of: state.dashboard, at: state.place)
      return ExtremeChecks.text(TerminalChart().data(for: table).bytes)
        ?? ExtremeChecks.text(DelimitedText().data(for: table))
    }
  }

  private var files: ChartFiles {
    var files = ChartFiles()
    files.rasterize = { svg, _ in svg }
    return files
  }

  // MARK: Whole dashboards

  private func results(_ state: ExtremeState) async -> [Result<ChartModel, any Error>] {
    var results: [Result<ChartModel, any Error>] = []
    for item in state.dashboard.chartItems {
      do {
        let model = try await state.pipeline.chart(item.name, of: state.dashboard, at: state.place)
        results.append(.success(model))
      } catch {
        results.append(.failure(error))
      }
    }
    return results
  }

  private func picture(_ state: ExtremeState) async -> String? {
    let picture = DashboardPicture(orientation: self == .portrait ? .portrait : .landscape)
    let models = await results(state).map { try? $0.get() }
    return ExtremeChecks.picture(picture.data(for: state.dashboard, models, at: state.place), state.model)
  }

  /// Returns a server page and its fragments, for the dashboard and for one item.
  private func served(_ state: ExtremeState) async throws -> String? {
    let addresses = ServedPage.Addresses(
      home: "/", action: "/-/move/d", parts: "/-/parts/d", script: "/-/script.js", downloads: [("JSON", "/d.json")])
    let served = try await ServedDashboard(
      state.dashboard, item: self == .servedItem ? "X" : nil, await results(state), at: state.place,
      from: state.pipeline, DashboardPage(), path: "/dashboards/d",
      options: ServedDashboard.Options(address: "_theme=dark", theme: "dark", rows: ["X": 2]),
      reason: { "\($0)" },
      itemFaces: { ItemFaces(page: "/dashboards/d/\($0.name)", downloads: [("CSV", "/\($0.name).csv")]) },
      addresses: addresses, frames: { "/-/frames/d/\($0.name)" })
    let fragments = served.page.fragments()
    if fragments.isEmpty { return "a page without fragments" }
    if served.page.fragment(of: "X")?.bytes.isEmpty ?? true { return "the item has no fragment" }
    return ExtremeChecks.page(served.page.data(fragments))
  }

  private func steps(_ state: ExtremeState, _ chance: inout Chance) async throws -> String? {
    let texts = [
      "$rate=-1e308..1e308 step 1e308", "$rate=0,1e308,5e-324", "$whole=-9223372036854775808,0,9223372036854775807",
      "$since=-infinity,infinity", "filter.s=North,null", "filter.f=0,1e308", "argument.u=North,''", "$rate=1..3",
      "$rate=0..1 step 1e-4", "$pick=North,''",
    ]
    var steps = try Steps(chance.pick(texts))
    // Each step is a chart, so a few steps are enough.
    steps.values = Array(steps.values.prefix(3))
    if self == .sweep {
      let model = try await state.pipeline.sweep(of: "X", of: state.dashboard, at: state.place, steps)
      return try ExtremeChecks.chartJSON(model, includesTexts: false)
        ?? ExtremeChecks.picture(SVG().data(for: model), model)
    }
    let frames = try await state.pipeline.frames(of: "X", of: state.dashboard, at: state.place, steps)
    return ExtremeChecks.json(ChartFramesJSON().data(step: steps.name, frames: frames))
  }
}
