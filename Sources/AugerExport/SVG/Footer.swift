import AugerCharts

/// The last line of a picture: where its data come from. Without a text it takes no place.
struct Footer {
  private let text: String
  private let theme: Theme
  private static let size = 10.0
  /// A picture that is lower keeps its room.
  private static let leastHeight = 160.0

  init(_ text: String, theme: Theme) {
    self.text = text
    self.theme = theme
  }

  /// 0 without a text.
  var height: Double { text.isEmpty ? 0 : 20 }

  /// Draws it at the bottom of a frame, which is left with the rest.
  func takePlace(of frame: inout ChartFrame, to out: inout SVGBytes) {
    guard !text.isEmpty, frame.height >= Self.leastHeight else { return }
    let shown = FontMetrics.regular.fitted(text, size: Self.size, width: frame.width - 2 * ChartDrawing.padding)
    out.text(
      shown, x: frame.x + ChartDrawing.padding, y: frame.maxY - 8, size: Self.size, fill: theme.mutedInk,
      title: shown == text ? nil : text)
    frame = frame.inset(bottom: height - 8)
  }
}
