import AugerColumns

/// The frames of an animation: one chart at several values of a variable, filter or argument, with common axes.
package struct ChartAnimation: Sendable {
  /// The name of the target of the values.
  package var title: String
  /// The value of each frame as text.
  package var labels: [String]
  /// The chart of each frame. Its title includes the value of the frame.
  package var models: [ChartModel]
  /// The time between two frames in milliseconds.
  package var interval: Int

  package init(title: String, labels: [String], models: [ChartModel], interval: Int) {
    self.title = title
    self.labels = labels
    self.models = models
    self.interval = interval
  }

  /// Maximum number of frames in one file.
  package static let most = 200
}
