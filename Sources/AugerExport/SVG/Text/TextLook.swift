import AugerCharts

/// The appearance of a text: the defaults of its role, and the changes of the author.
struct TextLook {
  let style: TextStyle
  private let usualSize: Double
  private let isUsuallyBold: Bool

  init(_ model: ChartModel, _ role: TextStyle.Role, size: Double, isBold: Bool = false) {
    self.init(model.style.text(role), size: size, isBold: isBold)
  }

  init(_ style: TextStyle, size: Double, isBold: Bool) {
    self.style = style
    usualSize = size
    isUsuallyBold = isBold
  }

  var size: Double {
    style.size.map { min(max($0, TextStyle.sizes.lowerBound), TextStyle.sizes.upperBound) } ?? usualSize
  }
  var isBold: Bool { style.isBold ?? isUsuallyBold }
  var metrics: FontMetrics { isBold ? .bold : .regular }
  /// The size, if the author chose one.
  var ownSize: Double? { style.size == nil ? nil : size }
  /// The height that the text needs in addition to that of its role.
  var extraHeight: Double { max(0, size - usualSize) }

  func color(in theme: Theme, usual: Theme.Color) -> Theme.Color {
    style.color.flatMap { Theme.Color(named: $0, in: theme) } ?? usual
  }

  /// Returns the position of the text between two ends, and its anchor.
  func place(from left: Double, to right: Double, usual: TextStyle.Alignment) -> (x: Double, anchor: SVGBytes.Anchor) {
    switch style.alignment ?? usual {
    case .left: (left, .start)
    case .center: ((left + right) / 2, .middle)
    case .right: (right, .end)
    }
  }

  /// Returns the text in at most the author's number of lines.
  func lines(_ text: String, width: Double, usual: Int) -> [String] {
    let most = style.lines ?? usual
    let lines = most > 1 ? metrics.wrapped(text, size: size, width: width, lines: most) : nil
    return lines ?? [metrics.fitted(text, size: size, width: width)]
  }
}
