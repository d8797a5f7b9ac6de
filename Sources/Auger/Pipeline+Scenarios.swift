public import AugerAnalysis
public import AugerCharts
public import AugerColumns
public import AugerMetadata

// One chart several times: under two sets of assumptions, or at each value that something takes.
extension Pipeline {
  /// A chart under one scenario beside itself under another; nil stands for the start of the dashboard. Variables and
  /// changes issue no query.
  public func comparison(
    of name: String, of dashboard: Dashboard, at place: Exploration = Exploration(), _ here: Scenario?,
    with there: Scenario
  ) async throws -> ChartModel {
    let start = Scenario("start", of: Exploration())
    let first = try await chart(name, of: dashboard, at: try (here ?? start).applied(to: place, in: dashboard))
    let second = try await chart(name, of: dashboard, at: try there.applied(to: place, in: dashboard))
    return try first.compared(with: second, names: ((here ?? start).name, there.name))
  }

  /// A chart at each value of a variable, filter or argument: a model for each, in the order of the values. Filters and
  /// arguments ask the source again.
  public func frames(
    of name: String, of dashboard: Dashboard, at place: Exploration = Exploration(), _ steps: Steps
  ) async throws -> [(value: Scalar, model: ChartModel)] {
    var frames: [(value: Scalar, model: ChartModel)] = []
    for value in steps.values {
      let (place, arguments) = try steps.place(value, from: place, in: dashboard)
      frames.append((value, try await chart(name, of: dashboard, at: place, adding: arguments)))
    }
    return frames
  }

  /// A chart with a series for each value of a variable, filter or argument.
  public func sweep(
    of name: String, of dashboard: Dashboard, at place: Exploration = Exploration(), _ steps: Steps
  ) async throws -> ChartModel {
    try ChartModel.swept(steps, try await frames(of: name, of: dashboard, at: place, steps).map(\.model))
  }
}
