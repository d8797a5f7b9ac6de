import AugerCharts
import AugerDiagnostics

/// The author's options for the slices of a pie: their turn, and the slices that protrude.
struct SliceOptions {
  let channels: ChartChannels

  private var options: PlotOptions { channels.model.plot }

  /// The distance of a protruding slice from its position, without an option for it.
  private static let usualShift = 10.0

  /// The distance of protruding slices. Zero if none can protrude.
  var shift: Double { options.protrusion ?? (options.protrudingSlices.isEmpty ? 0 : Self.usualShift) }

  /// True if slices can start elsewhere than at the top.
  var isTurned: Bool { options.startAngle != nil || options.selectedAngle != nil }

  /// Returns the turn of all slices, as a fraction of a whole turn.
  ///
  /// - Parameter selectedMiddles: The middles of the selected slices, as fractions.
  func turn(selectedMiddles: [Double]) -> Double {
    guard let angle = options.selectedAngle, selectedMiddles.count == 1, let middle = selectedMiddles.first else {
      return (options.startAngle ?? 0) / 360
    }
    return angle / 360 - middle
  }

  func isSelected(_ series: Int, _ category: Int) -> Bool {
    channels.model.state.hasSelection && !channels.isFaded(series, category)
  }

  /// Returns the distance of a slice from its position.
  func distance(_ series: Int, _ category: Int, _ label: String) -> Double {
    isSelected(series, category) || options.protrudingSlices.contains { Name($0) == Name(label) } ? shift : 0
  }
}
