import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The SVG face: a picture of a chart model, drawn without a browser. `SVG` and `DashboardSVG` are its doors; the files
/// below know one thing each: marks, axes, legend, texts.
///
///     model ──initialise──→ channels ──filter, scale──→ plot ──render──→ bytes
///           (ChartChannels)          (ChartDrawing)          (Marks, Axes)

/// A chart model as an SVG picture.
///
/// Equal models give equal bytes. Texts are placed by the metrics of Liberation Sans, with which Arial and Helvetica
/// agree. Marks carry `data-series` and `data-category` - indices into the model's series and the categories of the
/// level in view - or `data-item`; where several values are drawn as series, the series of the second value are counted
/// on from those of the first. The picture has a title and a description for those who do not see it.
public struct SVG: Sendable {
  /// Where the model names none.
  public var theme: Theme
  /// Themes that models may name beside the built-in ones.
  package var themes: [Theme] = []
  /// Nil: 720 points by 420, higher where bars need it for their names.
  public var size: ChartSize?
  /// How many marks - pairs of a category and a series, or items - `check` lets a picture have.
  package var mostMarks = Self.standardMostMarks

  /// A picture of as many is some megabytes large, and nobody sees a mark of it.
  package static let standardMostMarks = 50_000

  /// - Parameter size: In points; nil: 720 by 420, higher where bars need it for their names.
  public init(theme: Theme = .light, size: ChartSize? = nil) {
    self.theme = theme
    self.size = size
  }

  /// The picture as UTF-8, ending with a newline.
  public func data(for model: ChartModel) -> [UInt8] {
    let channels = ChartChannels(model)
    let theme = model.theme.flatMap { Theme.named($0, among: themes) } ?? theme
    let size = size ?? Self.size(of: channels)
    let ids = Self.identifier(for: model.name.isEmpty ? model.title : model.name)
    var out = SVGBytes(capacity: 16_384 + 100 * channels.categoryCount * channels.seriesCount)
    Self.open(
      size, ids: ids, title: ChartDescription.title(model), description: ChartDescription.text(channels), to: &out)
    var frame = ChartFrame(width: size.width, height: size.height)
    out.rect(frame, fill: theme.background)
    let footer = Footer(model.receipt.sourceText(model.locale), theme: theme)
    footer.takePlace(of: &frame, to: &out)
    ChartDrawing(channels, theme: theme, frame: frame, ids: ids).render(to: &out)
    out.raw("</svg>\n")
    return out.bytes
  }

  /// The picture as a part of a page, which has its title: as wide as there is room, with links where it is said what
  /// its categories and series lead to. `ids` begins the ids in it. Texts are to have `partStyle`; marks do not say
  /// which they are.
  ///
  /// - Parameter namesPlot: whether the plot says where its categories stand, instead of tooltips of marks.
  func part(
    for model: ChartModel, ids: String, links: MarkLinks, hasTooltips: Bool, namesPlot: Bool = false
  ) -> [UInt8] {
    var channels = ChartChannels(model)
    channels.namesPlot = namesPlot
    if !links.isEmpty { channels.links = links }
    channels.hasTooltips = hasTooltips
    let theme = model.theme.flatMap { Theme.named($0, among: themes) } ?? theme
    let size = size ?? Self.size(of: channels)
    // Nothing in a page asks them.
    var out = SVGBytes(capacity: 8192 + 60 * channels.categoryCount * channels.seriesCount)
    out.namesMarks = false
    out.raw("<svg viewBox=\"0 0 ")
    out.number(size.width)
    out.raw(" ")
    out.number(size.height)
    // What is in a picture is not read one by one; links are.
    out.raw(links.isEmpty ? "\" role=\"img\"" : "\" role=\"group\"")
    out.attribute("aria-label", ChartDescription.title(model))
    out.raw(">\n")
    let frame = ChartFrame(width: size.width, height: size.height)
    ChartDrawing(channels, theme: theme, frame: frame, ids: ids).render(to: &out)
    out.raw("</svg>\n")
    return out.bytes
  }

  /// Bars below each other have a line for each name, as far as a page has room for so many.
  private static func size(of channels: ChartChannels) -> ChartSize {
    let (model, count) = (channels.model, Double(channels.categoryCount))
    var height = standardHeight
    if model.type.has([.lying, .stacks]), model.layers.isEmpty, model.multiples.isEmpty, model.table == nil {
      let bars = model.stacking == .none ? Double(channels.seriesCount) : 1
      let needed = heightBesideBars + count * max(AxisLabels.lineHeight + 2, 8 * bars)
      if needed <= mostHeight { height = max(height, needed.rounded()) }
    }
    return ChartSize(width: 720, height: height)
  }

  private static let standardHeight = 420.0
  private static let mostHeight = 1200.0
  /// Title, legend, axis and footer.
  private static let heightBesideBars = 120.0

  /// How texts of `part` are written, as styles of the page.
  static var partStyle: String {
    "font:\(NumberText.shortest(AxisLabels.size))px \(FontMetrics.family);font-kerning:none"
  }

  /// Throws `limitExceeded` for a model whose picture would have more than `mostMarks` marks. Marks outside of the
  /// window of a chart are not counted, nor those in rows of a table that do not fit.
  package func check(_ model: ChartModel) throws(AugerError) {
    let count = markCount(of: model)
    guard count > mostMarks else { return }
    throw AugerError(
      .limitExceeded, operation: "draw the chart '\(model.name)'",
      "its picture would have \(count) marks; at most \(mostMarks) are drawn",
      hint: "limit its categories, group by something coarser, or raise the number of marks")
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

  /// The root element with its title and description.
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

  /// A prefix for ids, so that several pictures can stand in one page: the name's letters and digits, and a hash where
  /// it has others.
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
