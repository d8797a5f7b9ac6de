import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Bullets: the actual value over the ranges bad, satisfactory and good, and the target across it, for each pair of
/// category and series. The dimensions are those of the guide: actual, bad, satisfactory, target.
struct BulletMark: Mark {
  var beginsAtZero: Bool { true }

  func extent(_ channels: ChartChannels) -> Bounds? {
    channels.values.compactMap(\.extent).union
  }

  /// Returns the shade of a range. Bad is darkest: the shades have one hue and differ in lightness.
  static func shade(_ range: Int, _ theme: Theme) -> Theme.Color {
    theme.background.mixed(with: theme.threshold, [0.5, 0.3, 0.16][range])
  }

  /// Returns the dimensions. If the chart has series, their names replace the actual value.
  static func legend(_ channels: ChartChannels, _ theme: Theme) -> [Legend.Entry] {
    let model = channels.model
    var entries: [Legend.Entry] = []
    for (index, dimension) in model.dimensions.enumerated() {
      let names = [.actualValue, .bad, .satisfactory, .targetValue].map { channels.model.locale.texts[$0] }
      let label = dimension.title.isEmpty ? (index < 4 ? names[index] : "") : dimension.title
      switch index {
      case 0 where channels.seriesCount > 1:
        entries += channels.seriesLabels.enumerated().map { Legend.Entry(label: $1, color: theme.color($0)) }
      case 0: entries.append(Legend.Entry(label: label, color: theme.color(0)))
      case 1, 2: entries.append(Legend.Entry(label: label, color: shade(index - 1, theme)))
      case 3: entries.append(Legend.Entry(label: label, color: theme.ink, shape: .line))
      default: break
      }
    }
    return entries
  }

  func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    let band = plot.category.band
    let slot = band.bandwidth / Double(channels.seriesCount)
    let most = channels.given.style.rowHeight == nil ? 34 : .infinity
    let width = min(most, slot * (channels.seriesCount > 1 ? 0.86 : 1))
    for category in 0..<channels.categoryCount {
      for series in 0..<channels.seriesCount {
        let across = band(category) + slot * Double(series) + (slot - width) / 2
        bullet(series, category, across: across, width: width, plot, to: &out)
      }
    }
  }

  private func bullet(
    _ series: Int, _ category: Int, across: Double, width: Double, _ plot: Plot, to out: inout SVGBytes
  ) {
    let channels = plot.channels
    func value(_ dimension: Int) -> Double? { channels.known(dimension, series, category) }
    let actual = value(0)
    let target = value(3)
    guard actual != nil || target != nil || value(1) != nil || value(2) != nil else { return }
    out.raw("<g")
    plot.begin(series: series, category: category, to: &out)
    let baseline = plot.value.baseline
    // Draw the widest range first, so that the narrower ranges are on top.
    if value(1) != nil || value(2) != nil {
      let end = plot.value(plot.value.domain.upper)
      out.rect(plot.frame(across: across, width: width, from: baseline, to: end), fill: Self.shade(2, plot.theme))
    }
    for range in [1, 0] {
      guard let limit = value(range + 1) else { continue }
      out.rect(
        plot.frame(across: across, width: width, from: baseline, to: plot.value(limit)),
        fill: Self.shade(range, plot.theme))
    }
    if let actual {
      let bar = width * 0.38
      out.rect(
        plot.frame(across: across + (width - bar) / 2, width: bar, from: baseline, to: plot.value(actual)),
        fill: channels.itemColor(series, category, plot.theme)
          ?? plot.theme.color(channels.seriesCount > 1 ? series : 0))
    }
    if let target {
      let mark = width * 0.74
      let place = plot.value(target)
      out.rect(
        plot.frame(across: across + (width - mark) / 2, width: mark, from: place - 1.5, to: place + 1.5),
        fill: plot.theme.ink)
    }
    out.raw("</g>\n")
  }
}

extension VegaLiteChart {
  func bullets(_ axis: ValueAxis) -> Marks {
    let data = data([("actual", 0), ("bad", 1), ("satisfactory", 2), ("target", 3)])
    let across = across(isBeside: true)
    func bar(_ field: String, _ end: VegaNode, width: Double, _ look: VegaObject) -> VegaNode {
      let size: VegaObject = [isLying ? "height" : "width": ["band": .number(width)]]
      return layer("bar", size, across, extent(field, from: end, axis), look)
    }
    func shade(_ range: Int) -> VegaObject { ["color": ["value": .text(BulletMark.shade(range, theme).description)]] }
    let target: VegaObject = [isLying ? "x" : "y": value("target", axis)]
    let mark: VegaObject = [
      "thickness": 3, "color": .text(theme.ink.description), isLying ? "height" : "width": ["band": 0.74],
    ]
    return Marks(
      data: data,
      layers: [
        bar("satisfactory", ["datum": .number(axis.domain.upper)], width: 0.9, shade(2)),
        bar("satisfactory", axis.vegaStart, width: 0.9, shade(1)), bar("bad", axis.vegaStart, width: 0.9, shade(0)),
        bar("actual", axis.vegaStart, width: 0.38, look), layer("tick", mark, across, target),
      ])
  }
}
