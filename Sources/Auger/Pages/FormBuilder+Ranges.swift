import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation

// The controls of ranges: numbers with a histogram, and dates with a calendar.
extension FormBuilder {
  // MARK: Numbers

  func numbers(
    of filter: DashboardOverview.Filter, _ histogram: FilterHistogram?, _ fields: [(name: String, value: String)]
  ) -> ServedControl {
    let ends = filter.range ?? filter.bounds
    var range = range(of: filter.bounds.lower, filter.bounds.upper, step: nil)
    range.hasHandles = range.type == "number" && range.minimum != nil && range.minimum != range.maximum
    let format = dashboard.filters.first { Name($0.name) == Name(filter.name) }?.format
    let formatter = ValueFormatter(format, locale: locale, role: .category)
    func words(_ value: Scalar) -> String { formatter.text(value) ?? value.description }
    var form = ServedControl(
      title: filter.title, text: filter.range.map { "\(words($0.lower)) – \(words($0.upper))" } ?? texts[.everything],
      kind: .span(
        lower: ends.lower.isNull ? "" : ends.lower.description,
        upper: ends.upper.isNull ? "" : ends.upper.description, range),
      fields: fields, isSet: filter.range != nil)
    if range.hasHandles, let histogram { form.histogram = shown(histogram, of: filter, words) }
    return form
  }

  private func shown(
    _ histogram: FilterHistogram, of filter: DashboardOverview.Filter, _ words: (Scalar) -> String
  ) -> ServedControl.Histogram? {
    guard let low = filter.bounds.lower.doubleValue, let high = filter.bounds.upper.doubleValue, high > low,
      let most = histogram.counts.max(), most > 0, let highest = histogram.counts.firstIndex(of: most)
    else { return nil }
    // A whole number has the space up to the next one.
    var space = 0.0
    if case .int = filter.bounds.lower { space = 1 }
    func share(_ value: Double) -> Double { min(1, max(0, (value - low) / (high + space - low))) }
    func edge(_ index: Int) -> Double { histogram.start + Double(index) * histogram.width }
    // Whole numbers have whole edges. The decimals of other edges are those of the width.
    func label(_ value: Double) -> String {
      if case .int = filter.bounds.lower { return words(.int(Int64(clamping: Int(clamping: value)))) }
      let scale = pow(10, max(0, (-log10(histogram.width)).rounded(.up)))
      return words(.float((value * scale).rounded() / scale))
    }
    let bars = histogram.counts.enumerated().map { index, count in
      ServedControl.Histogram.Bar(
        start: share(edge(index)), end: share(edge(index + 1)), height: Double(count) / Double(most))
    }
    let ends = filter.range ?? filter.bounds
    let lower = share(ends.lower.doubleValue ?? low)
    let upper = share((ends.upper.doubleValue ?? high) + space)
    return ServedControl.Histogram(
      bars: bars, selection: Bounds(lower, max(lower, upper)) ?? .unit,
      label: texts.text(
        .filterHistogram,
        [
          "count": number(histogram.counts.reduce(0, +)), "title": filter.title, "lower": words(filter.bounds.lower),
          "upper": words(filter.bounds.upper), "most": number(most), "start": label(max(low, edge(highest))),
          "end": label(min(high, edge(highest + 1))),
        ]))
  }

  // MARK: Dates

  /// Returns the control of a filter over dates, or over moments that are chosen by days. Nil for other filters.
  func dates(
    of filter: DashboardOverview.Filter, _ calendar: CalendarTexts, _ fields: [(name: String, value: String)]
  ) -> ServedControl? {
    guard let first = Self.day(filter.bounds.lower), let last = Self.day(filter.bounds.upper), first <= last else {
      return nil
    }
    var chosen: ClosedRange<CivilDate>?
    if let range = filter.range {
      guard case .date(let lower) = range.lower, case .date(let upper) = range.upper, lower <= upper else {
        return nil
      }
      chosen = lower...upper
    }
    let ends = chosen ?? first...last
    var text = texts[.everything]
    if let chosen {
      text = calendar.date(chosen.lowerBound)
      if chosen.lowerBound < chosen.upperBound { text += " – " + calendar.date(chosen.upperBound) }
    }
    var form = ServedControl(
      title: filter.title, text: text,
      kind: .span(
        lower: ends.lowerBound.description, upper: ends.upperBound.description,
        .init(type: "date", minimum: first.description, maximum: last.description)),
      fields: fields, isSet: chosen != nil)
    let anchor = min(last, today)
    form.anchor = texts.text(
      last < today ? .relativeToLastDay : .relativeToToday, ["day": calendar.date(anchor)])
    form.presets = presets(of: filter, chosen, until: anchor, within: first...last)
    form.month = month(of: filter, chosen, until: anchor, within: first...last, calendar)
    return form
  }

  private static func day(_ value: Scalar) -> CivilDate? {
    switch value {
    case .date(let day): day.isFinite ? day : nil
    case .timestamp(let moment): moment.date.isFinite ? moment.date : nil
    default: nil
    }
  }

  /// Returns the URL after a choice of days. Nil if the state does not allow it.
  private func address(
    _ filter: DashboardOverview.Filter, _ days: ClosedRange<CivilDate>, _ options: ServedDashboard.Options
  ) -> String? {
    let move = StateChange.filter(filter.name, .range(lower: .date(days.lowerBound), upper: .date(days.upperBound)))
    return (try? dashboard.place(after: move, from: state)).map { options.address(of: $0, path: path) }
  }

  /// Returns the options with a shown month. Nil shows the month of the selected range.
  private func options(_ filter: DashboardOverview.Filter, month: CivilDate?) -> ServedDashboard.Options {
    var options = options
    options.address = options.address(
      "_find.\(PercentEncoding.part(filter.name))", month.map { String($0.description.prefix(7)) })
    return options
  }

  /// Returns a link to each usual period that contains a day of the data.
  private func presets(
    of filter: DashboardOverview.Filter, _ chosen: ClosedRange<CivilDate>?, until last: CivilDate,
    within days: ClosedRange<CivilDate>
  ) -> [ServedWays.Link] {
    let options = options(filter, month: nil)
    var links: [ServedWays.Link] = []
    for period in DatePeriod.all {
      guard let span = period.days(until: last) else { continue }
      let (lower, upper) = (max(span.lower, days.lowerBound), min(span.upper, days.upperBound))
      guard lower <= upper, let address = address(filter, lower...upper, options) else { continue }
      links.append(
        ServedWays.Link(
          period.label(texts), address,
          isCurrent: chosen == lower...upper && !links.contains(where: \.isCurrent)))
    }
    return links
  }

  /// Returns the month that the reader selected, or the last month of the range. A first day is a range of its own, and
  /// another day extends it.
  private func month(
    of filter: DashboardOverview.Filter, _ chosen: ClosedRange<CivilDate>?, until last: CivilDate,
    within days: ClosedRange<CivilDate>, _ calendar: CalendarTexts
  ) -> ServedControl.Month? {
    let found = options.find[Name(filter.name)].flatMap(CalendarMonth.init(text:))
    let shown = found ?? CalendarMonth(chosen?.upperBound ?? last)
    guard let month = shown?.clamped(to: days), let first = month.day(1) else { return nil }
    let kept = options(filter, month: first)
    let shownDays = (1...month.dayCount).compactMap(month.day).map { day in
      var span = day...day
      if let chosen, chosen.lowerBound == chosen.upperBound {
        span = min(day, chosen.lowerBound)...max(day, chosen.lowerBound)
      }
      return ServedControl.Month.Day(
        number: calendar.number(day.day), label: calendar.longDate(day),
        address: days.contains(day) ? address(filter, span, kept) : nil, isSelected: chosen?.contains(day) ?? false,
        isEnd: chosen.map { [$0.lowerBound, $0.upperBound].contains(day) } ?? false)
    }
    func turned(_ months: Int) -> ServedWays.Link {
      guard let day = month.adding(months)?.day(1) else { return ServedWays.Link("–", "") }
      let hasData = CalendarMonth(day)?.clamped(to: days) == CalendarMonth(day)
      return ServedWays.Link(
        calendar.month(of: day), hasData ? options(filter, month: day).address(of: state, path: path) : "")
    }
    return ServedControl.Month(
      title: calendar.month(of: first), weekDays: calendar.weekDays, offset: calendar.column(of: first),
      days: shownDays, previous: turned(-1), next: turned(1))
  }
}
