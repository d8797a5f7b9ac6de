import AugerCharts
import AugerColumns
import AugerDiagnostics

/// A scroll track along each axis that is not completely visible, with the visible part on it.
struct WindowTracks {
  private static let thickness = 3.0
  private static let room = 11.0

  private let window: VisibleWindow
  private let frame: ChartFrame
  private let categories: String?
  private let texts: PageTexts

  /// - Parameters:
  ///   - frame: The frame of the plot and its surroundings.
  init(_ channels: ChartChannels, frame: ChartFrame) {
    window = channels.window
    categories = channels.partInView
    texts = channels.model.locale.texts
    self.frame = frame
  }

  /// The frame without the tracks.
  var rest: ChartFrame {
    frame.inset(
      bottom: window.horizontal == nil ? 0 : Self.room, right: window.vertical == nil ? 0 : Self.room)
  }

  func render(along area: ChartFrame, isLying: Bool, _ theme: Theme, to out: inout SVGBytes) {
    if let part = window.horizontal {
      let track = ChartFrame(
        x: area.x, y: frame.maxY - Self.thickness - 1, width: area.width, height: Self.thickness)
      var thumb = track
      thumb.x += part.lower * area.width
      thumb.width = max(Self.thickness, (part.upper - part.lower) * area.width)
      render(track, thumb, title(part, .horizontalInView, isOfCategories: !isLying), theme, to: &out)
    }
    if let part = window.vertical {
      let track = ChartFrame(
        x: frame.maxX - Self.thickness, y: area.y, width: Self.thickness, height: area.height)
      var thumb = track
      thumb.y += (isLying ? part.lower : 1 - part.upper) * area.height
      thumb.height = max(Self.thickness, (part.upper - part.lower) * area.height)
      render(track, thumb, title(part, .verticalInView, isOfCategories: isLying), theme, to: &out)
    }
  }

  private func render(
    _ track: ChartFrame, _ thumb: ChartFrame, _ title: String, _ theme: Theme, to out: inout SVGBytes
  ) {
    out.raw("<g class=\"auger-window\"><title>")
    out.escaped(title)
    out.raw("</title>\n")
    out.rect(track, fill: theme.grid, radius: Self.thickness / 2)
    out.rect(thumb, fill: theme.axis, radius: Self.thickness / 2)
    out.raw("</g>\n")
  }

  private func title(_ part: Bounds, _ axis: PageText, isOfCategories: Bool) -> String {
    if isOfCategories, let categories { return categories }
    return Self.text(part, axis, texts)
  }

  /// Describes the visible part.
  static func text(_ part: Bounds, _ axis: PageText, _ texts: PageTexts) -> String {
    func percent(_ share: Double) -> String { "\(Int(clamping: (share * 100).rounded()))%" }
    return texts.text(axis, ["lower": percent(part.lower), "upper": percent(part.upper)])
  }
}
