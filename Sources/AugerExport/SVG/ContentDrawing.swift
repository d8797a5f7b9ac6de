import AugerCharts
import AugerDiagnostics

/// The content of a custom item: wrapped text, or a picture that keeps its proportions.
struct ContentDrawing {
  private static let size = 13.0
  private static let step = 18.0

  private let content: ChartContent
  private let title: String
  private let theme: Theme
  private let area: ChartFrame

  init(_ content: ChartContent, title: String, theme: Theme, area: ChartFrame) {
    self.content = content
    self.title = title
    self.theme = theme
    self.area = area
  }

  func render(to out: inout SVGBytes) {
    guard area.width > 0, area.height > 0 else { return }
    out.beginGroup("auger-content")
    if content.kind == .text { text(to: &out) } else { picture(to: &out) }
    out.raw("</g>\n")
  }

  /// Embeds the picture as a data URL. Scripts and references in such a picture have no effect.
  private func picture(to out: inout SVGBytes) {
    out.raw("<image")
    out.attribute("x", area.x)
    out.attribute("y", area.y)
    out.attribute("width", area.width)
    out.attribute("height", area.height)
    out.raw(" preserveAspectRatio=\"xMidYMid meet\"")
    let isMarkup = content.kind == .svg
    out.attribute(
      "href",
      isMarkup
        ? "data:image/svg+xml," + PercentEncoding.encoded(content.text)
        : ChartContent.head(of: content.kind) + content.text)
    out.finish("image", title: content.alternative.isEmpty ? title : content.alternative)
  }

  private func text(to out: inout SVGBytes) {
    let most = max(1, Int(clamping: (area.height / Self.step).rounded(.down)))
    var lines: [String] = []
    let paragraphs = content.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, paragraph) in paragraphs.enumerated() {
      let isLast = index == paragraphs.count - 1
      lines += DiagramDrawing.lines(
        String(paragraph), size: Self.size, width: area.width, most: max(1, most - lines.count))
      guard lines.count >= most, !isLast else { continue }
      lines[most - 1] = FontMetrics.regular.fitted(lines[most - 1] + " …", size: Self.size, width: area.width)
      break
    }
    for (index, line) in lines.prefix(most).enumerated() where !line.isEmpty {
      out.text(line, x: area.x, y: area.y + Self.size + Self.step * Double(index), size: Self.size, fill: theme.ink)
    }
  }
}
