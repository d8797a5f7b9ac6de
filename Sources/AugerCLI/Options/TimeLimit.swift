import ArgumentParser
import AugerDocuments

/// A length of time as people write it: `30s`, `10m`, `1h30m`.
struct TimeLimit: ExpressibleByArgument {
  var duration: Duration

  /// What a look at a source may take by default.
  static let ofInspection = TimeLimit(duration: .seconds(600))

  init(duration: Duration) { self.duration = duration }

  init?(argument: String) {
    guard let duration = DurationText.parse(argument), duration > .zero else { return nil }
    self.duration = duration
  }

  var defaultValueDescription: String { "\(duration.components.seconds / 60)m" }
}
