import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The Vega face: what Vega-Lite has no marks for - treemaps and graphs - as a specification of Vega 6 with its data
/// inside.
///
/// Tiles and nodes are those of the SVG. A row of `tree` is a tile, `value` its area; a row of `nodes` or `links` is
/// one of the graph's, by its number in the model, `value` the weight of a link. What Vega draws otherwise is listed in
/// `usermeta.exportLoss`.
public struct Vega: Sendable {
  package static let schema = "https://vega.github.io/schema/vega/v6.json"

  /// Where the model names none.
  package var theme: Theme
  /// Themes that models may name beside the built-in ones.
  package var themes: [Theme] = []
  package var size: ChartSize

  /// - Parameter size: Of the plot, in points.
  public init(theme: Theme = .light, size: ChartSize = ChartSize(width: 640, height: 320)) {
    self.theme = theme
    self.size = size
  }

  /// The specification as UTF-8, ending with a newline.
  ///
  /// Throws `noVega` for other charts, which Vega-Lite has marks for, and for tables and diagrams.
  public func data(for model: ChartModel) throws(AugerError) -> [UInt8] {
    guard model.hasVega, let draw = model.type.look.vega else {
      throw AugerError(
        .noVega, operation: "write the chart '\(model.name)' for Vega",
        "only treemaps and graphs are; this is a \(model.vegaName)",
        hint: model.hasVegaLite
          ? "write it for Vega-Lite (.vl.json), or as svg, png, json or csv" : ChartModel.hintWithoutVega)
    }
    let theme = model.theme.flatMap { Theme.named($0, among: themes) } ?? theme
    let channels = ChartChannels(model)
    var spec = model.vegaHead(Self.schema, channels, theme)
    spec["width"] = .number(size.width)
    spec["height"] = .number(size.height)
    spec["padding"] = 16
    let area = ChartFrame(width: size.width, height: size.height)
    let (content, losses) = draw(channels, theme, area)
    spec = spec.merged(with: content)
    spec["config"] = Self.config(theme)
    spec["usermeta"] = VegaLite.usermeta(
      model, losses: SVG.notices(for: model).map { "\($0.code): \($0.message)" } + losses)
    return spec.bytes
  }

  private static func config(_ theme: Theme) -> VegaNode {
    let ink = VegaNode.text(theme.ink.description)
    return [
      "title": [
        "color": ink, "subtitleColor": .text(theme.mutedInk.description), "anchor": "start",
        "font": .text(FontMetrics.family), "subtitleFont": .text(FontMetrics.family),
      ],
      "text": ["fill": ink, "font": .text(FontMetrics.family), "fontSize": 11],
    ]
  }
}

extension ChartModel {
  /// Whether Vega draws it and Vega-Lite does not.
  var hasVega: Bool {
    table == nil && diagram == nil && multiples.isEmpty && type.look.vega != nil
      && (graph != nil || !type.has(.links))
  }
}

extension Diagnostic.Code {
  /// A chart that is not written for Vega.
  package static let noVega = Self("noVega")
}
