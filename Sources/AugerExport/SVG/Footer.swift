import AugerCharts

/// The last line of a picture: the origin of its data. Without a text it takes no space.
struct Footer {
  private let text: String
  private let theme: Theme
  private static let size = 10.0
  /// Minimum height of a picture with a footer.
  private static let leastHeight = 160.0

  init(_ text: String, theme: Theme) {
    self.text = text
    self.theme = theme
  }

  /// 0 without a text.
  var height: Double { text.isEmpty ? 0 : 20 }

  /// Draws the footer at the bottom of a frame and reduces the frame to the rest.
  func takePlace(of frame: inout ChartFrame, to out: inout SVGBytes) {
    guard !text.isEmpty, frame.height >= Self.leastHeight else { return }
    let shown = FontMetrics.regular.fitted(text, size: Self.size, width: frame.width - 2 * ChartDrawing.padding)
    out.text(
      shown, x: frame.x + ChartDrawing.padding, y: frame.maxY - 8, size: Self.size, fill: theme.mutedInk,
      title: shown == text ? nil : text)
    frame = frame.inset(bottom: height - 8)
  }
}
