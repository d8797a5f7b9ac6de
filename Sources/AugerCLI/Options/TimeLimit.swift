import ArgumentParser
import AugerDocuments

/// A duration on the command line: `30s`, `10m`, `1h30m`.
struct TimeLimit: ExpressibleByArgument {
  var duration: Duration

  /// The default time limit of `auger inspect`.
  static let ofInspection = TimeLimit(duration: .seconds(600))

  init(duration: Duration) { self.duration = duration }

  init?(argument: String) {
    guard let duration = DurationText.parse(argument), duration > .zero else { return nil }
    self.duration = duration
  }

  /// The duration in minutes: `10m`.
  var text: String { "\(duration.components.seconds / 60)m" }

  /// Empty, because the help text states the default.
  var defaultValueDescription: String { "" }
}
