import AugerCharts
import AugerDiagnostics

/// The sizes of a picture on a served page. Pictures are scaled up and never down, so that text has at least 11 pixels.
struct ServedPicture {
  /// The widths for which pictures are drawn.
  static let widths: [Double] = [200, 240, 312, 400, 520, 640, 860, 1080, 1320, 1800]
  /// The width of the second picture if the window is unknown.
  private static let phone = 312.0

  /// One size if the width of the window is known. Otherwise one for a desktop and one for a phone.
  let sizes: [ChartSize]

  /// Returns nil for a page that no server computes.
  init?(_ figure: DashboardHTML.Figure, in page: DashboardHTML) {
    guard page.served != nil else { return nil }
    let item = page.items[figure.item]
    let widths: [Double]
    if let window = page.windowWidth {
      // The width is rounded down, so the window may already have the layout of the next breakpoint.
      let possible = [Double(window), Double(window) + 39].map { Self.width(of: item, in: page, window: $0) }
      widths = [Self.drawn(min(possible[0], possible[1]))]
    } else {
      let desktop = Self.drawn(Self.width(of: item, in: page, window: 1280))
      widths = desktop <= Self.phone ? [desktop] : [desktop, Self.phone]
    }
    sizes = widths.map { Self.size($0, item, figure.model, page.theme) }
  }

  /// Returns the largest width for drawing that fits a card.
  private static func drawn(_ width: Double) -> Double { widths.last { $0 <= width } ?? widths[0] }

  /// Returns the width of the picture in a card of the page grid, in CSS pixels.
  private static func width(of item: DashboardHTML.Item, in html: DashboardHTML, window: Double) -> Double {
    // Leave room for a scroll bar.
    let isPhone = window < 600
    let page = isPhone ? window - 32 : min(window - 16, 1920) - (window < 900 ? 32 : 48)
    // A picture extends into the padding of its card, because it has margins of its own.
    let (gap, padding): (Double, Double) = isPhone ? (12, 2) : (16, 10)
    let columns = Double(item.columns)
    let isWide = window > Double(HTMLStyles.portraitWidth)
    // The styles use areas only if all items have one.
    let areas = html.items.map { isWide ? $0.area : $0.portraitArea }
    if window > Double(HTMLStyles.phoneWidth), areas.allSatisfy({ $0 != nil }),
      let area = isWide ? item.area : item.portraitArea
    {
      return (page + gap) * Double(area.columns.count) / Double(PageGrid.columnCount) - gap - padding
    }
    let isAlone = html.items.count == 1
    let share = isPhone ? 1 : isWide ? columns / 12 : columns <= 6 && !isAlone ? 0.5 : 1
    return (page + gap) * share - gap - padding
  }

  /// Returns the size of a picture. Narrow pictures are relatively higher, and bars have room for their labels.
  private static func size(
    _ width: Double, _ item: DashboardHTML.Item, _ model: ChartModel, _ theme: Theme
  ) -> ChartSize {
    let least = width <= 400 ? 0.7 : width <= 520 ? 0.56 : 0.36
    let height = max(190, min(460, width * min(0.8, max(least, item.ratio))))
    let bars = lying(model, width: width, theme: theme)
    var channels = ChartChannels(bars ?? model)
    channels.isTurned = bars != nil
    let needed = SVG.heightOfBars(channels).map { $0 + heightBesideBars } ?? 0
    // Charts with fixed rows have a height of their own.
    let whole = SVG.size(of: channels).height
    let rows = model.style.hasRows && whole > SVG.standardHeight ? whole - 40 : 0
    let bare = [needed, heightOfNodes(model)].map { $0 > mostHeightOfBars ? 0 : $0 }
    return ChartSize(width: width, height: max(height, bare[0], bare[1], rows).rounded())
  }

  /// Returns the height at which the names of a diagram's nodes have their full size. Zero for nodes with positions.
  private static func heightOfNodes(_ model: ChartModel) -> Double {
    guard let diagram = model.diagram, diagram.view != .snapshot, diagram.diameter == nil,
      diagram.nodes.allSatisfy({ $0.left == nil && $0.top == nil })
    else { return 0 }
    let drawing = DiagramDrawing(diagram, model.locale.texts, theme: .light, area: ChartFrame(width: 0, height: 0))
    let rows = Dictionary(grouping: drawing.depths) { $0 }.values.map(\.count).max() ?? 0
    return 68 * Double(rows) + 30
  }

  /// The height of the value axis and the margins.
  private static let heightBesideBars = 56.0
  /// The maximum height of a picture that grows with its bars.
  private static let mostHeightOfBars = 1160.0
}
