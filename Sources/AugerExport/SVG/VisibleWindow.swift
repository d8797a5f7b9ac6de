import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The visible part of a chart's axes after scrolling or zooming.
///
/// A category axis shows the categories that intersect the range, counted in their order. An axis of numbers or dates
/// shows that fraction of its length. Charts without axes have no window.
struct VisibleWindow {
  /// Fractions of the axes; nil if an axis is completely visible. The vertical axis is counted from its lower end for
  /// numbers, and downwards for categories.
  private(set) var horizontal: Bounds?
  private(set) var vertical: Bounds?
  /// True if categories run downwards.
  private let isLying: Bool

  /// Creates the window of a model. Without a window, everything is visible.
  init(_ model: ChartModel?) {
    // Layers are drawn vertically, including bars.
    isLying = model?.isLying ?? false
    guard let model else { return }
    guard model.type.has(.axes) else { return }
    horizontal = Self.part(model.state.horizontalRange)
    // The rows of a heatmap are series, which are hidden individually.
    vertical = model.type.has(.cells) ? nil : Self.part(model.state.verticalRange)
  }

  private static func part(_ range: Bounds?) -> Bounds? {
    guard let range, range != .unit, !range.isPoint else { return nil }
    return range.clamped(to: .unit)
  }

  var isWhole: Bool { horizontal == nil && vertical == nil }

  /// The fraction of the category axis.
  var ofCategories: Bounds? { isLying ? vertical : horizontal }
  /// The fraction of the value axis.
  var ofValues: Bounds? { isLying ? horizontal : vertical }

  /// Returns the range of visible categories; nil if all are visible.
  func categories(of count: Int) -> Range<Int>? {
    guard let share = ofCategories, count > 0 else { return nil }
    // Round a fraction that was written as a decimal to the edge of a category.
    let first = min(count - 1, Int(clamping: (share.lower * Double(count) + 1e-9).rounded(.down)))
    let end = max(first + 1, min(count, Int(clamping: (share.upper * Double(count) - 1e-9).rounded(.up))))
    return first..<end
  }
}
