import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension ChartAnimation {
  /// Creates an animation from the frames of a chart. All frames have the categories and series of all of them, in the
  /// order of the first.
  ///
  /// - Parameters:
  ///   - title: The name of the target of the values.
  ///   - frames: The values and their models, at least one.
  ///   - interval: The time between two frames in milliseconds.
  package init(title: String, _ frames: [(value: Scalar, model: ChartModel)], interval: Int) {
    let labels = frames.map { frame in "\(frame.value)" }
    var models = Self.aligned(frames.map(\.model))
    for (index, frame) in frames.enumerated() {
      // The values of a frame, not of the union, determine these. A summary and an incomplete period refer to
      // categories of the frame.
      models[index].drill = frame.model.drill
      let isSame = models[index].levels[0].labels == frame.model.levels[0].labels
      models[index].summary = isSame ? frame.model.summary : nil
      models[index].incompletePeriod = isSame ? frame.model.incompletePeriod : nil
      models[index].receipt = frame.model.receipt
      models[index].context = frame.model.context
      models[index].warnings = frame.model.warnings
      let own = frame.model.title
      models[index].title = own.isEmpty ? labels[index] : "\(own) – \(labels[index])"
    }
    self.init(title: title, labels: labels, models: models, interval: interval)
  }

  /// Creates an animation. Throws `tooManySteps` for too many frames.
  package init(
    title: String, checking frames: [(value: Scalar, model: ChartModel)], interval: Int
  ) throws(DiagnosticError) {
    guard frames.count <= Self.most else {
      throw DiagnosticError(
        Diagnostic(
          .tooManySteps, "an animation has at most \(Self.most) frames",
          hint: "Use a larger step or a shorter range."))
    }
    self.init(title: title, frames, interval: interval)
  }

  /// Returns charts with the categories and series of all of them. Charts without common cells, such as scatter charts,
  /// keep their items, and those that are zoomed differently are unchanged.
  private static func aligned(_ models: [ChartModel]) -> [ChartModel] {
    guard models.count > 1, let first = models.first else { return models }
    let keepsOwn = models.contains { $0.diagram != nil || $0.graph != nil || $0.table != nil || !$0.multiples.isEmpty }
    guard !keepsOwn else { return models }
    if models.allSatisfy({ $0.items != nil }) { return alignedItems(models, to: first) }
    guard let union = try? ModelUnion(models) else { return models }
    return models.map { $0.aligned(to: union.frame) }
  }

  /// Returns charts of items with the series of all of them, so that a series has one color.
  private static func alignedItems(_ models: [ChartModel], to first: ChartModel) -> [ChartModel] {
    var known = Set(first.series.map(\.value))
    var series = first.series
    for label in models.flatMap(\.series) where known.insert(label.value).inserted { series.append(label) }
    let numbers = Dictionary(series.enumerated().map { ($1.value, $0) }, uniquingKeysWith: { a, _ in a })
    return models.map { model in
      var aligned = model
      aligned.series = series
      if let items = model.items {
        aligned.items?.series = items.series.map { number in
          Int32(clamping: numbers[model.series[Int(number)].value] ?? 0)
        }
      }
      return aligned
    }
  }
}

extension Steps {
  /// The name of the target for readers: the title of a variable or filter, or the name of an argument.
  package func title(in dashboard: Dashboard) -> String {
    switch target {
    case .variable(let name):
      let title = dashboard.variables.first(named: name)?.title ?? ""
      return title.isEmpty ? name : title
    case .filter(let name):
      let title = dashboard.filters.first(named: name)?.title ?? ""
      return title.isEmpty ? name : title
    case .argument(let name): return name
    }
  }

  /// The index of the current value in a state. Nil if the value is not one of the steps, and for arguments.
  package func index(at state: Exploration, in dashboard: Dashboard) -> Int? {
    switch target {
    case .variable(let name):
      let value = state.variables[name] ?? dashboard.variables.first(named: name)?.value
      return value.flatMap(values.firstIndex(of:))
    case .filter(let name):
      guard case .picks(let picks)? = state.filters[name], picks.count == 1 else { return nil }
      return values.firstIndex(of: picks[0])
    case .argument: return nil
    }
  }
}
