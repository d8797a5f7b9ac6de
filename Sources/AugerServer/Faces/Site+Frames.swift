import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import HTTPTypes

extension Site {
  /// Returns an item of a page at each value of a variable, so that a slider moves without additional requests.
  ///
  /// Each value is one line of JSON with the fragment. The values nearest to the current one come first.
  func frames(_ visit: Visit, _ name: String, _ item: String) async throws -> SiteResponse {
    try Self.require(visit.request, [.get])
    let dashboard = try visit.dashboard(name)
    guard dashboard.item(named: item) != nil else {
      throw Problem.noItem(item, in: dashboard)
    }
    let (page, rest) = try Self.itemAndRest(visit.request.query)
    let query = try visit.query(rest)
    try checkSize(query.state)
    if query.options.step == nil { return try await film(visit, dashboard, page, item, query) }
    let steps = try steps(query, dashboard)
    for value in steps.values { _ = try visit.held(try steps.place(value, from: query.state, in: dashboard).state) }
    return try await lines(visit) { [self] send in
      // Reject charts that are too large to draw during a drag before sending a response.
      let first = try await visit.pipeline.chart(item, of: dashboard, at: query.state)
      guard first.markCount <= ServedDashboard.mostMarksOfFrames else {
        throw Problem(
          .unprocessableContent, .tooManyMarks,
          "Frames are made of charts of at most \(ServedDashboard.mostMarksOfFrames) marks")
      }
      for value in steps.values {
        var at = query
        at.state = try steps.place(value, from: query.state, in: dashboard).state
        let view = try await DashboardView(dashboard, item: page, at, visit, site: self, only: item)
        guard let fragment = try await view.page().fragment(of: item) else { continue }
        var out = JSONBytes(capacity: 16_384)
        Self.write(fragment, value: value.description, to: &out)
        try send(out)
      }
    }
  }

  /// Returns the pictures of the animation that the author of a chart defined, one line of JSON each, in its order.
  private func film(
    _ visit: Visit, _ dashboard: Dashboard, _ page: String?, _ item: String, _ query: PageQuery
  ) async throws -> SiteResponse {
    try await lines(visit) { [self] send in
      let view = try await DashboardView(dashboard, item: page, query, visit, site: self, only: item)
      guard let animation = try await view.animation(of: item) else {
        throw Problem(
          .badRequest, "stepsSyntax", "_step must name the values of the frames, because the chart has no animation",
          hint: "Write _step=$hike=0..18 step 3.")
      }
      let served = try await view.page()
      for (label, picture) in zip(animation.labels, served.frames(of: item, animation)) {
        var out = JSONBytes(capacity: 16_384)
        let line: JSONNode = ["value": .text(label), "html": .text(String(decoding: picture, as: UTF8.self))]
        line.write(to: &out, .spaced)
        out.raw("\n")
        try send(out)
      }
    }
  }

  /// Returns the values of `_step`, starting with those nearest to the current value.
  private func steps(_ query: PageQuery, _ dashboard: Dashboard) throws -> Steps {
    guard let text = query.options.step else {
      throw Problem(
        .badRequest, .stepsSyntax, "_step must name the values of the frames",
        hint: "Write _step=$hike=0..18 step 3."
      )
    }
    var steps = try Steps(text)
    guard case .variable(let name) = steps.target else {
      throw Problem(.badRequest, .stepsSyntax, "Frames need a variable", hint: "Write _step=$hike=0..18 step 3.")
    }
    guard steps.values.count <= limits.frames else {
      throw Problem(.unprocessableContent, .tooManySteps, "A request returns at most \(limits.frames) frames")
    }
    let now = query.state.variables[name] ?? dashboard.variables.first(named: name)?.value ?? .null
    let start = steps.values.enumerated().min { abs($0.element, now) < abs($1.element, now) }?.offset ?? 0
    steps.values = steps.values.enumerated().sorted { abs($0.offset - start) < abs($1.offset - start) }.map(\.element)
    return steps
  }

  private func abs(_ a: Scalar, _ b: Scalar) -> Double {
    guard let a = a.doubleValue, let b = b.doubleValue else { return .infinity }
    return (a - b).magnitude
  }

  private func abs(_ distance: Int) -> Int { distance < 0 ? -distance : distance }
}
