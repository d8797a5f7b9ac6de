import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The Vega format: treemaps and graphs, which Vega-Lite does not support, as a specification of Vega 6 with inline
/// data.
///
/// Tiles and nodes are those of the SVG picture. A row of `tree` is a tile, and `value` is its area. A row of `nodes`
/// or `links` has the number of the node or link in the model, and `value` is the weight of a link.
/// `usermeta.exportLoss` lists the differences.
package struct Vega: Sendable {
  package static let schema = "https://vega.github.io/schema/vega/v6.json"

  /// The default theme, if the model does not name one.
  package var theme: Theme
  /// Themes that models may name, in addition to the built-in ones.
  package var themes: [Theme] = []
  package var size: ChartSize

  /// - Parameter size: The size of the plot, in points.
  package init(theme: Theme = .light, size: ChartSize = ChartSize(width: 640, height: 320)) {
    self.theme = theme
    self.size = size
  }

  /// Returns the specification as UTF-8 with a final newline.
  ///
  /// Throws `noVega` for charts that Vega-Lite supports, and for tables and diagrams.
  package func data(for model: ChartModel) throws(AugerError) -> [UInt8] {
    guard model.hasVega, let draw = model.type.look.vega else {
      throw AugerError(
        .noVega, operation: "write the chart '\(model.name)' for Vega",
        "only treemaps and graphs are supported, and this chart is a \(model.vegaName)",
        hint: model.hasVegaLite
          ? "Write Vega-Lite (.vl.json), SVG, PNG, JSON or CSV instead." : ChartModel.hintWithoutVega)
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
      model,
      losses: SVG.notices(for: model).map { "\($0.code): \($0.message)" } + losses
        + (model.style.texts.isEmpty ? [] : ["the styles of texts are left out"]))
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
  /// True if Vega supports the chart and Vega-Lite does not.
  var hasVega: Bool {
    table == nil && diagram == nil && multiples.isEmpty && type.look.vega != nil
      && (graph != nil || !type.has(.links))
  }
}

extension Diagnostic.Code {
  /// A chart that cannot be written as Vega.
  package static let noVega = Self("noVega")
}
