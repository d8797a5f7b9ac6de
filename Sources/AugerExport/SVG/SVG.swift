import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The SVG format: a picture of a chart model, drawn without a browser. `SVG` and `DashboardSVG` are its interface.
/// Each of the files below has one task: marks, axes, legend, text.
///
///     model ──initialize──→ channels ──filter, scale──→ plot ──render──→ bytes
///           (ChartChannels)          (ChartDrawing)          (Marks, Axes)

/// A chart model as an SVG picture.
///
/// Equal models produce equal bytes. Text is placed with the metrics of Liberation Sans, which equal those of Arial and
/// Helvetica. Marks have the attributes `data-series` and `data-category`, which are indices into the series of the
/// model and the categories of the current level, or `data-item`. If several values are drawn as series, the series of
/// the second value are numbered after those of the first. The picture has a title and a description for screen
/// readers.
package struct SVG: Sendable {
  /// The default theme, if the model does not name one.
  package var theme: Theme
  /// Themes that models may name, in addition to the built-in ones.
  package var themes: [Theme] = []
  /// Nil for 720 by 420 points. Charts with many bars are higher, so that labels fit.
  package var size: ChartSize?
  /// Maximum number of marks in a picture: pairs of category and series, or items. `check` enforces it.
  package var mostMarks = Self.standardMostMarks

  /// The charts with which a chart shares its axes, including the chart, such as the frames of an animation. Empty for
  /// its own axes.
  package var compared: [ChartModel] = []

  /// A picture with this number of marks has several megabytes, and its marks are too small to see.
  package static let standardMostMarks = 50_000

  /// - Parameter size: The size in points. Nil for 720 by 420; charts with many bars are higher, so that labels fit.
  package init(theme: Theme = .light, size: ChartSize? = nil) {
    self.theme = theme
    self.size = size
  }

  /// Returns the picture as UTF-8 with a final newline.
  package func data(for model: ChartModel) -> [UInt8] {
    if !model.markup.isEmpty { return marked(model) }
    let channels = ChartChannels(model)
    let theme = model.theme.flatMap { Theme.named($0, among: themes) } ?? theme
    let size = size ?? Self.size(of: channels)
    let ids = Self.identifier(for: model.name.isEmpty ? model.title : model.name)
    var out = SVGBytes(capacity: 16_384 + 100 * channels.categoryCount * channels.seriesCount)
    Self.open(
      size, ids: ids, title: ChartDescription.title(model), description: ChartDescription.text(channels), to: &out)
    var frame = ChartFrame(width: size.width, height: size.height)
    out.rect(frame, fill: theme.background)
    if theme.style.colors[.chartBorder] != nil { out.border(frame, theme[.chartBorder]) }
    if !model.style.isThumbnail {
      Footer(model.receipt.sourceText(model.locale), theme: theme).takePlace(of: &frame, to: &out)
    }
    drawing(channels, theme, frame, ids).render(to: &out)
    out.raw("</svg>\n")
    return out.bytes
  }

  /// Returns the picture of a chart with the marks of a sender. The chart has exactly `size`, like the picture on which
  /// the sender drew. The title is above it and the footer below.
  private func marked(_ model: ChartModel) -> [UInt8] {
    var untitled = model
    untitled.display.title = false
    let channels = ChartChannels(untitled)
    let theme = model.theme.flatMap { Theme.named($0, among: themes) } ?? theme
    let size = size ?? Self.size(of: channels)
    let title = model.display.title ? ChartDescription.title(model) : ""
    let heading = title.isEmpty ? 0 : ChartDrawing.titleSize + 12
    let footer = Footer(model.receipt.sourceText(model.locale), theme: theme)
    var whole = ChartFrame(width: size.width, height: size.height + heading + footer.height)
    let ids = Self.identifier(for: model.name.isEmpty ? model.title : model.name)
    var out = SVGBytes(capacity: 16_384 + 100 * channels.categoryCount * channels.seriesCount)
    Self.open(
      ChartSize(width: whole.width, height: whole.height), ids: ids, title: ChartDescription.title(model),
      description: ChartDescription.text(channels), to: &out)
    out.rect(whole, fill: theme.background)
    footer.takePlace(of: &whole, to: &out)
    if !title.isEmpty {
      let fitted = FontMetrics.bold.fitted(
        title, size: ChartDrawing.titleSize, width: max(0, size.width - 2 * ChartDrawing.padding))
      out.text(
        fitted, x: ChartDrawing.padding, y: heading - 4, size: ChartDrawing.titleSize, fill: channels.theme(theme).ink,
        isBold: true)
    }
    let frame = ChartFrame(x: 0, y: heading, width: size.width, height: size.height)
    drawing(channels, theme, frame, ids).render(to: &out)
    MarkupDrawing(markup: model.markup, theme: channels.theme(theme), frame: frame).render(to: &out)
    out.raw("</svg>\n")
    return out.bytes
  }

  private func drawing(_ channels: ChartChannels, _ theme: Theme, _ frame: ChartFrame, _ ids: String) -> ChartDrawing {
    var drawing = ChartDrawing(channels, theme: theme, frame: frame, ids: ids)
    if !compared.isEmpty { drawing.compared = compared.map { ChartChannels($0) } }
    return drawing
  }

  /// Returns the picture as a part of a page, which contains its title. The picture has the available width, and links
  /// for categories and series with targets. `ids` is the prefix of its ids. Its text requires `partStyle`. Marks have
  /// no `data-` attributes.
  ///
  /// - Parameters:
  ///   - namesPlot: True if the plot contains the positions of its categories instead of tooltips at marks.
  ///   - listsTitles: True if the plot contains the tooltips of its categories, because the table omits some of them.
  ///   - isTurned: True if the model is one that `lying` returned.
  func part(
    for model: ChartModel, ids: String, links: MarkLinks, hasTooltips: Bool, namesPlot: Bool = false,
    listsTitles: Bool = false, isTurned: Bool = false
  ) -> [UInt8] {
    var channels = ChartChannels(model)
    (channels.namesPlot, channels.listsTitles) = (namesPlot, listsTitles)
    channels.isTurned = isTurned
    if !links.isEmpty { channels.links = links }
    channels.hasTooltips = hasTooltips
    let theme = model.theme.flatMap { Theme.named($0, among: themes) } ?? theme
    let size = size ?? Self.size(of: channels)
    // No script in a page uses these attributes.
    var out = SVGBytes(capacity: 8192 + 60 * channels.categoryCount * channels.seriesCount)
    out.namesMarks = false
    out.raw("<svg viewBox=\"0 0 ")
    out.number(size.width)
    out.raw(" ")
    out.number(size.height)
    // Screen readers read a picture as a unit, but links individually.
    out.raw(links.isEmpty ? "\" role=\"img\"" : "\" role=\"group\"")
    out.attribute("aria-label", ChartDescription.title(model))
    out.raw(">\n")
    let frame = ChartFrame(width: size.width, height: size.height)
    drawing(channels, theme, frame, ids).render(to: &out)
    MarkupDrawing(markup: model.markup, theme: channels.theme(theme), frame: frame).render(to: &out)
    out.raw("</svg>\n")
    return out.bytes
  }

  /// Returns the size of horizontal bars with a line for each label, up to a maximum height.
  static func size(of channels: ChartChannels) -> ChartSize {
    let (model, count) = (channels.model, Double(channels.categoryCount))
    var height = standardHeight
    if let row = model.style.rowHeight, model.type.has(.lying), model.layers.isEmpty, model.multiples.isEmpty {
      let spacing = model.style.rowSpacing ?? row * 0.43
      return ChartSize(width: 720, height: min(mostHeight, heightBesideBars + count * (row + spacing)).rounded())
    }
    if model.style.isThumbnail { return ChartSize(width: 180, height: 120) }
    if let needed = heightOfBars(channels).map({ heightBesideBars + $0 }), needed <= mostHeight {
      height = max(height, needed.rounded())
    }
    return ChartSize(width: 720, height: height)
  }

  /// Returns the height of horizontal bars with a line for each label. Nil for other charts.
  static func heightOfBars(_ channels: ChartChannels) -> Double? {
    let model = channels.model
    guard model.type.has(.lying), model.layers.isEmpty, model.multiples.isEmpty, model.table == nil,
      model.type.has(.stacks) || channels.isTurned
    else { return nil }
    let bars = model.stacking == .none && model.type.has(.stacks) ? Double(channels.seriesCount) : 1
    return Double(channels.categoryCount) * max(AxisLabels.lineHeight + 2, 8 * bars)
  }

  static let standardHeight = 420.0
  private static let mostHeight = 1200.0
  /// The height of title, legend, axis and footer.
  private static let heightBesideBars = 120.0

  /// The text style of `part` as CSS for the page.
  static var partStyle: String {
    "font:\(NumberText.shortest(AxisLabels.size))px \(FontMetrics.family);font-kerning:none"
  }

  /// Throws `limitExceeded` if a picture of the model would have more than `mostMarks` marks. Marks outside of the
  /// window of a chart and in hidden rows of a table are not counted.
  package func check(_ model: ChartModel) throws(AugerError) {
    let count = markCount(of: model)
    guard count > mostMarks else { return }
    throw AugerError(
      .limitExceeded, operation: "draw the chart '\(model.name)'",
      "the picture would have \(count) marks, and the maximum is \(mostMarks)",
      hint: "Limit the categories, group by a coarser value, or raise the maximum number of marks.")
  }

  private func markCount(of model: ChartModel) -> Int {
    if let table = model.table {
      let rows = Int(clamping: (size?.height ?? Self.standardHeight) / TableDrawing.rowHeight)
      let charts = table.columns.flatMap { ($0.charts ?? []).prefix(rows).compactMap(\.self) }
      return charts.reduce(0) { $0 + markCount(of: $1) }
    }
    let channels = ChartChannels(model)
    return max(1, model.multiples.count)
      * (model.graph.map { $0.count + model.categoryCount } ?? model.items?.count
        ?? channels.categoryCount * max(1, channels.seriesCount) + (channels.model.outliers?.count ?? 0))
  }

  /// Writes the root element with its title and description.
  static func open(_ size: ChartSize, ids: String, title: String, description: String, to out: inout SVGBytes) {
    out.raw("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    out.attribute("width", size.width)
    out.attribute("height", size.height)
    out.raw(" viewBox=\"0 0 ")
    out.number(size.width)
    out.raw(" ")
    out.number(size.height)
    out.raw("\" role=\"img\"")
    out.attribute("aria-labelledby", "\(ids)-title \(ids)-desc")
    out.attribute("font-family", FontMetrics.family)
    out.attribute("font-size", AxisLabels.size)
    out.raw(" font-kerning=\"none\">\n<title")
    out.attribute("id", "\(ids)-title")
    out.raw(">")
    out.escaped(title)
    out.raw("</title>\n<desc")
    out.attribute("id", "\(ids)-desc")
    out.raw(">")
    out.escaped(description)
    out.raw("</desc>\n")
  }

  /// Returns a prefix for ids, so that one page can contain several pictures. The prefix consists of the name's letters
  /// and digits, and a hash if the name contains other characters.
  static func identifier(for name: String) -> String {
    var kept: [UInt8] = []
    var hash: UInt32 = 2_166_136_261
    var isPlain = true
    for byte in name.utf8 {
      hash = (hash ^ UInt32(byte)) &* 16_777_619
      let isKept = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      if isKept { kept.append(byte) } else { isPlain = false }
    }
    let text = "chart-" + String(decoding: kept.prefix(40), as: UTF8.self)
    return isPlain && kept.count <= 40 && !kept.isEmpty ? text : "\(text)-\(String(hash, radix: 16))"
  }
}
