import AugerCharts
import AugerColumns
import AugerDiagnostics

// The parts of controls for ranges, dates and numbers.
extension ServedPage {
  func presets(of control: ServedControl, to out: inout SVGBytes) {
    guard !control.presets.isEmpty else { return }
    out.raw("<nav class=\"menu presets\"")
    out.attribute("aria-label", html.texts.text(.presets, ["title": control.title]))
    out.raw(">")
    for link in control.presets {
      out.raw("<a")
      out.attribute("href", link.address)
      if link.isCurrent { out.attribute("aria-current", "true") }
      out.raw(">")
      out.escaped(link.label)
      out.raw("</a>")
    }
    out.raw("<p class=\"cap\">")
    out.escaped(control.anchor)
    out.raw("</p></nav>\n")
  }

  /// Writes two sliders, which set the fields of a range. They are outside the form, so that only the fields are sent.
  func handles(
    of title: String, _ lower: String, _ upper: String, _ range: ServedControl.Range, to out: inout SVGBytes
  ) {
    var range = range
    // Without a step, keys move a slider by a hundredth of its length.
    if let low = range.minimum.flatMap({ Int($0) }), let high = range.maximum.flatMap({ Int($0) }) {
      let (length, isTooLong) = high.subtractingReportingOverflow(low)
      range.step = !isTooLong && length <= 200 ? "1" : "any"
    }
    out.raw("<div class=\"handles\">")
    for (end, value, text) in [("lower", lower, PageText.lowest), ("upper", upper, .highest)] {
      out.raw("<input type=\"range\"")
      out.attribute("data-end", end)
      out.attribute("value", value)
      limits(range, to: &out)
      out.attribute("aria-label", html.texts.text(text, ["title": title]))
      out.raw("/>")
    }
    out.raw("</div>")
  }

  func write(
    _ value: String, _ range: ServedControl.Range, of control: ServedControl, to out: inout SVGBytes
  ) {
    let hasSteps = range.type == "number" && control.selects.isEmpty
    out.raw("<label>")
    out.escaped(control.title)
    if range.type == "range" {
      small(control.limits.lower, to: &out)
      field("value", value, range, to: &out)
      small(control.limits.upper, to: &out)
      out.raw("</label><output>")
      out.escaped(control.text)
      out.raw("</output>")
      return
    }
    out.raw(hasSteps ? "</label><span class=\"steps\">" : " ")
    if hasSteps { stepper("-1", "−", .stepDown, control.title, to: &out) }
    field("value", value, range, label: hasSteps ? control.title : nil, to: &out)
    if hasSteps {
      stepper("1", "+", .stepUp, control.title, to: &out)
      out.raw("</span>")
    } else {
      out.raw("</label>")
    }
    switch control.limits {
    case (let lower?, let upper?): small("\(lower) – \(upper)", to: &out)
    case (let lower?, nil): small("≥ \(lower)", to: &out)
    case (nil, let upper): small(upper.map { "≤ \($0)" }, to: &out)
    }
  }

  private func small(_ text: String?, to out: inout SVGBytes) {
    guard let text else { return }
    // Screen readers announce the limits of the field.
    out.raw("<small aria-hidden=\"true\">")
    out.escaped(text)
    out.raw("</small>")
  }

  private func stepper(_ step: String, _ sign: String, _ text: PageText, _ title: String, to out: inout SVGBytes) {
    out.raw("<button type=\"button\" class=\"step\"")
    out.attribute("data-step", step)
    out.attribute("aria-label", html.texts.text(text, ["title": title]))
    out.raw(">\(sign)</button>")
  }

  func input(
    _ label: String, _ name: String, _ value: String, _ range: ServedControl.Range, to out: inout SVGBytes
  ) {
    out.raw("<label>")
    out.escaped(label)
    field(name, value, range, to: &out)
    out.raw("</label>")
  }

  private func field(
    _ name: String, _ value: String, _ range: ServedControl.Range, label: String? = nil, to out: inout SVGBytes
  ) {
    out.raw(" <input")
    out.attribute("type", range.type)
    out.attribute("name", name)
    out.attribute("value", value)
    limits(range, to: &out)
    if let label { out.attribute("aria-label", label) }
    out.raw("/>")
  }

  private func limits(_ range: ServedControl.Range, to out: inout SVGBytes) {
    if let minimum = range.minimum { out.attribute("min", minimum) }
    if let maximum = range.maximum { out.attribute("max", maximum) }
    if let step = range.step { out.attribute("step", step) }
  }

  // MARK: Histograms

  private static let histogramSize = (width: 300, height: 56)

  /// Writes the bars of a histogram. The parts outside the selection are covered, and the script moves the covers.
  func write(_ histogram: ServedControl.Histogram, to out: inout SVGBytes) {
    let (width, height) = Self.histogramSize
    func x(_ share: Double) -> Int { Int(clamping: (share * Double(width)).rounded()) }
    out.raw("<svg class=\"hist\" viewBox=\"0 0 \(width) \(height)\" preserveAspectRatio=\"none\" role=\"img\"")
    out.attribute("aria-label", histogram.label)
    out.raw("><path d=\"M0 \(height - 1)h\(width)v1H0z")
    for bar in histogram.bars where bar.height > 0 {
      // Bars have a gap, and few rows remain visible.
      let (start, end) = (x(bar.start), x(bar.end))
      let tall = max(2, Int(clamping: (bar.height * Double(height)).rounded()))
      out.raw("M\(start) \(height)v-\(tall)h\(max(1, end - start - 1))v\(tall)z")
    }
    let (lower, upper) = (x(histogram.selection.lower), x(histogram.selection.upper))
    out.raw("\"/><rect width=\"\(lower)\" height=\"\(height)\"/>")
    out.raw("<rect x=\"\(upper)\" width=\"\(width - upper)\" height=\"\(height)\"/></svg>\n")
  }

  // MARK: Calendars

  func write(_ month: ServedControl.Month, to out: inout SVGBytes) {
    out.raw("<table class=\"cal\"><caption><div>")
    turn(month.previous, "prev", "‹", to: &out)
    out.raw("<b>")
    out.escaped(month.title)
    out.raw("</b>")
    turn(month.next, "next", "›", to: &out)
    out.raw("</div></caption><thead><tr>")
    for day in month.weekDays {
      out.raw("<th scope=\"col\"><abbr")
      out.attribute("title", day.name)
      out.raw(">")
      out.escaped(day.short)
      out.raw("</abbr></th>")
    }
    out.raw("</tr></thead><tbody><tr>")
    for _ in 0..<month.offset { out.raw("<td></td>") }
    for (index, day) in month.days.enumerated() {
      if index > 0, (month.offset + index) % 7 == 0 { out.raw("</tr>\n<tr>") }
      out.raw(day.isSelected ? "<td class=\"in\">" : "<td>")
      if let address = day.address {
        out.raw("<a")
        out.attribute("href", address)
        out.attribute("aria-label", day.label)
        if day.isEnd { out.raw(" aria-current=\"date\"") }
        out.raw(">")
        out.escaped(day.number)
        out.raw("</a></td>")
      } else {
        out.raw("<span>")
        out.escaped(day.number)
        out.raw("</span></td>")
      }
    }
    out.raw("</tr></tbody></table>\n")
  }

  /// Writes the link to an adjacent month. Without a URL it keeps the focus, but leads nowhere.
  private func turn(_ link: ServedWays.Link, _ direction: String, _ sign: String, to out: inout SVGBytes) {
    out.raw("<a class=\"button square\" rel=\"\(direction)\"")
    if link.address.isEmpty {
      out.raw(" role=\"link\" aria-disabled=\"true\" tabindex=\"-1\"")
    } else {
      out.attribute("href", link.address)
    }
    out.attribute("aria-label", link.label)
    out.raw(">\(sign)</a>")
  }
}
