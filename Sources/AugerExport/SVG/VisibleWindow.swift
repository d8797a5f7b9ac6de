import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The part of a chart's axes that is in view, where a person scrolled or stretched them.
///
/// An axis of categories shows those that the part touches, counted in their order; an axis of numbers or moments shows
/// that share of its length. Charts without axes have no window.
struct VisibleWindow {
  /// Shares of the axes, nil where all is in view. The vertical axis is counted from its lower end where it has
  /// numbers, and downwards where it has categories.
  private(set) var horizontal: Bounds?
  private(set) var vertical: Bounds?
  /// Whether categories run downwards.
  private let isLying: Bool

  /// The window of a model; of none, all is in view.
  init(_ model: ChartModel?) {
    // Layers are drawn upright, bars too.
    isLying = model.map { $0.type.has(.lying) && $0.layers.isEmpty } ?? false
    guard let model else { return }
    guard model.type.has(.axes) else { return }
    horizontal = Self.part(model.state.horizontalRange)
    // A heatmap's rows are series: they are hidden one by one.
    vertical = model.type.has(.cells) ? nil : Self.part(model.state.verticalRange)
  }

  private static func part(_ range: Bounds?) -> Bounds? {
    guard let range, range != .unit, !range.isPoint else { return nil }
    return range.clamped(to: .unit)
  }

  var isWhole: Bool { horizontal == nil && vertical == nil }

  /// The share of the category axis.
  var ofCategories: Bounds? { isLying ? vertical : horizontal }
  /// The share of the value axis.
  var ofValues: Bounds? { isLying ? horizontal : vertical }

  /// Which of so many categories are in view, nil for all of them.
  func categories(of count: Int) -> Range<Int>? {
    guard let share = ofCategories, count > 0 else { return nil }
    // A share that was written as a decimal ends at a category's edge, not a hair beyond it.
    let first = min(count - 1, Int(clamping: (share.lower * Double(count) + 1e-9).rounded(.down)))
    let end = max(first + 1, min(count, Int(clamping: (share.upper * Double(count) - 1e-9).rounded(.up))))
    return first..<end
  }
}
