import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The labels of the category axis: one for each category, or ticks if categories are numbers or dates in proportional
/// positions.
struct CategoryAxis {
  /// The spacing of numeric or date categories.
  enum Spacing {
    /// Equal steps, like names.
    case equal
    /// Proportional, with the first and last category near the ends: for connected marks.
    case points
    /// Adjacent ranges of the axis, without gaps.
    case bins
    /// Proportional, with half of a column's width at the ends.
    case columns
  }

  let model: ChartModel
  private let labels: [String]
  /// The titles of the divisions; empty for one for each category.
  private let divisions: [String]
  /// The categories as ascending numbers or microseconds; nil for names.
  private let numbers: [Double]?
  private let isOrdered: Bool
  private let spacing: Spacing
  /// The range that must be visible in addition to the categories: the errors of their numbers.
  private var reach: Bounds?
  private var bins: BinEdges?
  let options: FittedAxis

  init(_ channels: ChartChannels, spacing: Spacing) {
    model = channels.model
    labels = channels.axisLabels
    divisions = model.style.divisions
    self.spacing = spacing
    let level = model.levels[model.visibleLevel]
    isOrdered = channels.isOrdered(level: 0)
    let numbers =
      spacing != .equal && isOrdered && divisions.isEmpty
      ? Self.ascending(level.values.wallClock(in: model.locale).drawnDoubles) : nil
    self.numbers = numbers
    options =
      (numbers == nil ? nil : model.fittedCategoryAxis)
      ?? FittedAxis(model.axes.category.ofNames, isTemporal: level.values.type.isTemporal)
    if spacing == .bins { bins = BinEdges(level) }
    guard model.type.has(.errors), channels.values.count > 2, let numbers else { return }
    reach =
      channels.values[2].indices.flatMap { row -> [Double] in
        let (number, error) = (numbers[row % numbers.count], channels.values[2][row])
        return error.isNaN ? [number] : [number - error, number + error]
      }.extent
  }

  static func ascending(_ moments: [Double]) -> [Double]? {
    guard moments.count > 1 else { return nil }
    for index in moments.indices.dropFirst() where !(moments[index - 1] < moments[index]) { return nil }
    return moments
  }

  private var isTemporal: Bool { model.levels[model.visibleLevel].values.type.isTemporal }

  /// - Parameter padding: The padding of the bands.
  func positions(start: Double, end: Double, padding: Double) -> CategoryPositions {
    if spacing == .bins, let bins { return bins.positions(start: start, end: end) }
    let band = BandScale(count: max(labels.count, divisions.count), start: start, end: end, padding: padding)
    guard let numbers, let first = numbers.first, let last = numbers.last, let inset = inset(band, end - start) else {
      return CategoryPositions(band: band)
    }
    let domain = self.domain(first, last)
    let scale = ValueScale(
      domain: domain, gaps: options.gaps(in: domain), start: start + inset, end: end - inset)
    return CategoryPositions(band: band, moments: numbers.map { scale($0) }, scale: scale, padding: padding)
  }

  private func domain(_ first: Double, _ last: Double) -> Bounds {
    let ends = Bounds(first, last) ?? .unit
    return options.domain(reach.map(ends.union) ?? ends)
  }

  /// Returns the position of the value axis, if it is not at the edge.
  func crossing(_ positions: CategoryPositions) -> Double? {
    guard let crossing = options.crossing, let scale = positions.scale else { return nil }
    return scale(scale.domain.clamp(crossing))
  }

  /// Returns the space between the ends of the axis and its first and last category. Nil if equal steps are easier to
  /// read, because columns would be thin lines in an empty plot, for example with identifiers.
  private func inset(_ band: BandScale, _ length: Double) -> Double? {
    guard let numbers, spacing == .columns else { return options.padding == nil ? min(12, band.step / 2) : 0 }
    let least = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.min() ?? 0
    let domain = domain(numbers[0], numbers[numbers.count - 1])
    let whole = ValueScale(domain: domain, gaps: options.gaps(in: domain), start: 0, end: length)
    let steps = whole.length / least + 1
    guard steps.isFinite, steps <= Double(3 * numbers.count + 10) || (isTemporal && length / steps >= 1.5) else {
      return nil
    }
    return length / steps / 2
  }

  /// Returns the labels of the axis with their positions. These are the categories, or ticks if numbers are too close
  /// or if dates have no format.
  func labels(at positions: CategoryPositions, length: Double) -> Labels {
    if model.style.labelLayout == .range { return ends(at: positions) }
    let texts = divisions.isEmpty ? labels : divisions
    let shown = texts.indices.filter { !texts[$0].isEmpty || divisions.isEmpty && model.visibleShortLabels == nil }
    let own = Labels(
      texts: shown.map { texts[$0] }, places: shown.map(positions.band(at:)), isOrdered: isOrdered)
    if !divisions.isEmpty || model.visibleShortLabels != nil { return own }
    guard let scale = positions.scale else { return own }
    if isTemporal {
      guard model.levels[model.visibleLevel].format == nil || options.ticks != nil else { return own }
      // A short axis can have fewer than two calendar ticks. Then use closer ones, some of which are omitted later.
      var calendar = CalendarLabels(scale, length: length, options: options, locale: model.locale)
      for closer in [2.0, 4] where calendar.texts.count < 2 && !calendar.areChosen {
        calendar = CalendarLabels(scale, length: closer * length, options: options, locale: model.locale)
      }
      if calendar.texts.count < 2, !calendar.areChosen { return own }
      let found = Labels(
        texts: calendar.texts, places: calendar.places, isOrdered: true, isCalendar: true, hasYears: calendar.hasYears)
      return model.axes.category.isEmpty ? found : found.apart
    }
    let widest = labels.map { FontMetrics.regular.width($0, size: AxisLabels.size) }.max() ?? 0
    if let numbers = options.numbers(in: scale.domain) {
      let texts = ValueTicks.categoryTexts(numbers, model.levels[model.visibleLevel].format, model.locale)
      return Labels(texts: texts, places: numbers.map { scale($0) }, isOrdered: true).apart
    }
    if spacing != .bins, widest + 8 <= positions.step { return own }
    let ticks = ticks(scale, length: length, widest: widest)
    return bins?.labels(ticks, scale, model.levels[model.visibleLevel].format, model.locale) ?? ticks
  }

  /// Returns the labels of the first and the last category, at the ends of the axis.
  private func ends(at positions: CategoryPositions) -> Labels {
    let texts = divisions.isEmpty ? labels : divisions
    guard let last = texts.indices.last else { return Labels(texts: [], places: [], isOrdered: true) }
    let shown = last == 0 ? [0] : [0, last]
    return Labels(
      texts: shown.map { texts[$0] }, places: shown.map(positions.band(at:)), isOrdered: true)
  }

  /// Returns the positions of ticks without labels between labels at `majors`.
  func minorPlaces(_ positions: CategoryPositions, between majors: [Double]) -> [Double] {
    guard let scale = positions.scale, options.minorTicks != nil else { return [] }
    return options.minorNumbers(between: majors.map { scale.number(at: $0) }, in: scale.domain).map { scale($0) }
      .filter { place in !majors.contains { ($0 - place).magnitude < 0.5 } }
  }

  /// Returns ticks at round numbers, or at integers if all categories are integers.
  private func ticks(_ scale: ValueScale, length: Double, widest: Double) -> Labels {
    let level = model.levels[model.visibleLevel]
    let isWhole = level.values.type == .int64
    var count = max(2, Int(clamping: length / max(48, widest + 16)))
    let span = scale.domain.span
    if isWhole, span < Double(count) { count = max(1, Int(clamping: span)) }
    let ticks = LinearTicks(scale.domain, count: count)
    let formatter = ValueFormatter(level.format, locale: model.locale, role: .category)
      .telling(apart: ticks.fractionDigits)
    let values = ticks.values.filter { (!isWhole || $0 == $0.rounded()) && !options.isInGap($0) }
    return Labels(
      texts: values.map { value in
        // A multiple of a step such as 0.2 is not exactly the intended decimal.
        let scale = LinearTicks.power(min(15, ticks.fractionDigits))
        let rounded = (value * scale).rounded() / scale
        let number = Scalar.float(rounded.isFinite ? rounded : value)
        let scalar = isWhole ? Int64(exactly: value).map { Scalar.int($0) } ?? number : number
        return formatter.text(scalar) ?? scalar.description
      }, places: values.map { scale($0) }, isOrdered: true, isCalendar: false, hasYears: false)
  }

  struct Labels {
    var texts: [String]
    var places: [Double]
    /// True if readers can infer missing labels.
    var isOrdered: Bool
    /// True if the labels are not the categories' own, and therefore include years and months.
    var isCalendar = false
    var hasYears = false

    /// Returns the labels that do not extend over an end that clips them.
    ///
    /// - Parameter height: The length of each label along the axis. Nil for its width.
    func clipped(by options: FittedAxis, height: Double? = nil, from low: Double, to high: Double) -> Labels {
      guard options.labelClipping != nil else { return self }
      let kept = texts.indices.filter { index in
        height.map { options.shows(height: $0, at: places[index], from: low, to: high) }
          ?? options.shows(texts[index], at: places[index], from: low, to: high)
      }
      var labels = self
      (labels.texts, labels.places) = (kept.map { texts[$0] }, kept.map { places[$0] })
      return labels
    }

    /// The labels that do not overlap the previous one. Ticks at positions that the author chose can overlap.
    var apart: Labels {
      let widths = texts.map { FontMetrics.regular.width($0, size: AxisLabels.size) }
      let indices = AxisLabels.apart(Array(texts.indices), widths, places)
      var kept = self
      (kept.texts, kept.places) = (indices.map { texts[$0] }, indices.map { places[$0] })
      return kept
    }
  }
}

extension ChartModel {
  /// The short labels of the current level; nil if none exist.
  var visibleShortLabels: [String]? { levels[visibleLevel].shortLabels }
}

/// Ticks of a time axis with their labels and positions.
struct CalendarLabels {
  let texts: [String]
  let places: [Double]
  /// True if the labels include the year.
  let hasYears: Bool
  /// True if the author chose the positions.
  let areChosen: Bool

  /// - Parameter scale: The scale from microseconds since 1970.
  init(
    _ scale: ValueScale, length: Double, options: FittedAxis = FittedAxis(), locale: ChartLocale
  ) {
    let first = Timestamp(microseconds: Int64(clamping: scale.domain.lower))
    let span = first...max(first, Timestamp(microseconds: Int64(clamping: scale.domain.upper)))
    let chosen = options.moments(in: span)
    areChosen = chosen != nil
    // Gaps have no ticks, which leaves space for more in other parts.
    let full = scale.domain.span
    let more = min(20, full / max(scale.length, full / 20))
    let ticks = chosen ?? TimeTicks(span, count: max(2, Int(clamping: length / 72 * more)))
    let values = ticks.values.filter { !options.isInBreak(Double($0.microseconds)) }
    let formatter = ValueFormatter(ticks.format(locale: locale), locale: locale, role: .category)
    texts = values.map { formatter.text(.timestamp($0)) ?? $0.description }
    places = values.map { scale(Double($0.microseconds)) }
    hasYears = if case .months = ticks.step { true } else { false }
  }
}
