import AugerDiagnostics

/// The options of the author for the marks and the legend of a chart. The model is ShinobiCharts' guide: "Legend",
/// "Stacking series", "How to: Render a Bubble Chart", and "How to: Render a Pie or Donut Chart".
package struct PlotOptions: Sendable, Hashable {
  /// The position of the legend.
  package enum LegendPosition: String, Sendable, Hashable, CaseIterable {
    /// Next to the plot.
    case top, bottom, left, right
    /// In a corner of the plot, over the marks.
    case insideTopLeft, insideTopRight, insideBottomLeft, insideBottomRight

    package var isInside: Bool {
      switch self {
      case .top, .bottom, .left, .right: false
      case .insideTopLeft, .insideTopRight, .insideBottomLeft, .insideBottomRight: true
      }
    }
  }

  /// The direction of the value axis.
  package enum Orientation: String, Sendable, Hashable, CaseIterable { case vertical, horizontal }

  /// The position that the pointer shows on a page.
  package enum Crosshair: String, Sendable, Hashable, CaseIterable {
    /// The nearest point of the nearest series.
    case snap
    /// The pointer's position on the nearest line, with an interpolated value.
    case interpolate
  }

  /// Nil for the top.
  package var legendPosition: LegendPosition?
  /// The area of a bubble, in square points for each unit of its size. Nil for a size chosen from the plot.
  package var bubbleScale: Double?
  /// The diameter of the largest bubble in points. Nil for a size chosen from the plot.
  package var largestBubble: Double?
  /// Nil for the direction of the type.
  package var orientation: Orientation?
  /// The names of the series in each stack of a category, side by side. A series without a stack is the only one of its
  /// own. Empty if all series are in one stack.
  package var stacks: [[String]] = []
  /// The distance of protruding slices from their position, in points. Nil for none.
  package var protrusion: Double?
  /// The names of slices that always protrude. Selected slices do too.
  package var protrudingSlices: [String] = []
  /// The direction to which a pie turns the middle of its selected slice, in degrees clockwise from the top. Nil if it
  /// does not turn.
  package var selectedAngle: Double?
  /// The start of the first slice, in degrees clockwise from the top. Nil for the top.
  package var startAngle: Double?
  /// Nil for the whole category below the pointer.
  package var crosshair: Crosshair?

  package init() {}

  package var isEmpty: Bool { self == PlotOptions() }

  /// True if its numbers are finite and in their ranges.
  package var isValid: Bool {
    let sizes = [bubbleScale, largestBubble].compactMap(\.self)
    let angles = [selectedAngle, startAngle].compactMap(\.self)
    return sizes.allSatisfy { $0 > 0 && $0.isFinite } && angles.allSatisfy { $0.magnitude <= 360 }
      && (protrusion.map { (0...Self.mostProtrusion).contains($0) } ?? true)
  }

  /// Maximum distance of a protruding slice.
  package static let mostProtrusion = 100.0
}

extension ChartModel {
  /// True if its categories run downwards and its values to the right.
  package var isLying: Bool {
    guard layers.isEmpty else { return false }
    return type.has(.lying) || type.has(.turns) && plot.orientation == .horizontal
  }

  /// Returns the stack of each series in a category, and the number of stacks. All are in the first one if the author
  /// specified none.
  package func stackNumbers(of series: [String]) -> (numbers: [Int], count: Int) {
    guard stacking != .none, !plot.stacks.isEmpty, !type.has(.joined) else {
      return ([Int](repeating: 0, count: series.count), 1)
    }
    // Stacks are numbered in the order of their first series.
    var seen: [Int] = []
    var numbers: [Int] = []
    for (index, name) in series.enumerated() {
      let found = plot.stacks.firstIndex { $0.contains { Name($0) == Name(name) } } ?? -1 - index
      if let number = seen.firstIndex(of: found) {
        numbers.append(number)
      } else {
        numbers.append(seen.count)
        seen.append(found)
      }
    }
    return (numbers, max(1, seen.count))
  }
}
