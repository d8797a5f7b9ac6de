import AugerCharts
import AugerColumns

/// The domain of an axis of numbers, its ticks and their texts.
struct ValueTicks {
  let domain: ClosedRange<Double>
  let values: [Double]
  let texts: [String]

  /// - Parameters:
  ///   - extent: What must be in view.
  ///   - count: About how many ticks there is room for.
  ///   - part: The share of the axis in view, nil for all of it.
  init(
    _ kind: AxisKind, extent: ClosedRange<Double>, count: Int, part: ClosedRange<Double>? = nil, format: ValueFormat?,
    role: ValueFormatter.Role = .value, locale: ChartLocale
  ) {
    switch kind {
    case .linear:
      let nice = LinearTicks.nice(extent, count: count)
      domain = part?.part(of: nice) ?? nice
      let ticks = LinearTicks(domain, count: count)
      values = ticks.values
      texts = ticks.values.map(TickFormatter(ticks, format: format, locale: locale).text)
    case .logarithmic:
      let scale = ValueScale(.logarithmic, domain: extent, start: 0, end: 1)
      let nice = LogarithmicTicks.nice(scale.domain)
      domain = part.map { ValueScale(.logarithmic, domain: nice, start: 0, end: 1).part($0) } ?? nice
      let ticks = LogarithmicTicks(domain, count: count)
      values = ticks.values
      texts = zip(ticks.values, ticks.fractionDigits).map { value, digits in
        let formatter = ValueFormatter(format ?? .rounded(min(9, digits)), locale: locale, role: role)
        return formatter.text(.float(value)) ?? Scalar.float(value).description
      }
    }
  }
}
