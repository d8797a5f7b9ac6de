import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The domain of a numeric axis, its ticks and their labels.
struct ValueTicks {
  let domain: Bounds
  /// The gaps of the axis.
  let gaps: [ValueScale.Gap]
  let values: [Double]
  let texts: [String]

  /// - Parameters:
  ///   - extent: The range that must be visible, unless the options override it.
  ///   - count: The approximate number of ticks that fit.
  ///   - part: The visible fraction of the axis. Nil for the whole axis.
  ///   - options: The axis options of the author.
  ///   - beginsAtZero: True if marks start at zero, so that no space is added below zero.
  init(
    _ kind: AxisKind, extent: Bounds, count: Int, part: Bounds? = nil,
    options: FittedAxis = FittedAxis(), beginsAtZero: Bool = false,
    format: ValueFormat?, role: ValueFormatter.Role = .value, locale: ChartLocale
  ) {
    var asked = options.domain(extent, kind, beginsAtZero: beginsAtZero)
    if kind == .logarithmic { asked = ValueScale(kind, domain: asked, start: 0, end: 1).domain }
    // An author who specifies the padding also determines the ends of the domain.
    let nice =
      options.padding != nil
      ? asked : kind == .linear ? LinearTicks.nice(asked, count: count) : LogarithmicTicks.nice(asked)
    let all = nice.replacing(lower: options.lower, upper: options.upper)
    let gaps = options.gaps(in: all)
    self.gaps = gaps
    let whole = ValueScale(kind, domain: all, gaps: gaps, start: 0, end: 1000)
    let domain = part.map(whole.part) ?? all
    self.domain = domain
    // Gaps have no ticks, which leaves space for more in other parts.
    let full = domain.span
    let shown = ValueScale(domain: domain, gaps: gaps, start: 0, end: 1000).length
    let count = shown < full ? min(100, Int(clamping: Double(count) * min(20, full / max(shown, full / 20)))) : count
    func fits(_ value: Double) -> Bool { gaps.isEmpty || !options.isInGap(value) }
    if let listed = options.numbers(in: domain) {
      let ticks = LinearTicks(listed: listed)
      values = ticks.values
      texts =
        switch (kind, role) {
        case (.logarithmic, _): TickFormatter.texts(alone: ticks.values, format: format, locale: locale)
        case (.linear, .category): ValueTicks.categoryTexts(ticks.values, format, locale)
        case (.linear, _): ticks.values.map(TickFormatter(ticks, format: format, locale: locale).text)
        }
      return
    }
    switch kind {
    case .linear:
      let ticks = LinearTicks(domain, count: count)
      values = ticks.values.filter(fits)
      texts = values.map(TickFormatter(ticks, format: format, locale: locale).text)
    case .logarithmic:
      let ticks = LogarithmicTicks(domain, count: count)
      let kept = zip(ticks.values, ticks.fractionDigits).filter { fits($0.0) }
      values = kept.map(\.0)
      texts = TickFormatter.texts(
        alone: values, fractionDigits: kept.map(\.1), format: format, locale: locale)
    }
  }

  /// Formats numbers as category labels: plain, integers without a point.
  static func categoryTexts(_ values: [Double], _ format: ValueFormat?, _ locale: ChartLocale) -> [String] {
    let formatter = ValueFormatter(format, locale: locale, role: .category)
    return values.map { value in
      let scalar = Int64(exactly: value).map { Scalar.int($0) } ?? .float(value)
      return formatter.text(scalar) ?? scalar.description
    }
  }
}
