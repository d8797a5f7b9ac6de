import ArgumentParser
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The current time, as commands see it.
struct ClockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Value of now() and today(): 2024-12-31, 2024-12-31T12:00 (UTC) or 2024-12-31T12:00+02:00. Default: the current \
      time.
      """,
      valueName: "time"))
  var now: Moment?

  /// Returns the time of `--now`, or the current time. Call it once per command, so that all parts see the same time.
  func moment() -> Timestamp { now?.timestamp ?? SystemTime.second() }

  struct Moment: ExpressibleByArgument {
    var timestamp: Timestamp

    init?(argument: String) {
      guard case .timestamp(let moment)? = Scalar(text: argument, type: .timestamp(zone: "UTC")), moment.isFinite else {
        return nil
      }
      timestamp = moment
    }
  }
}
