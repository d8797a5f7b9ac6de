import ArgumentParser
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// What time it is, for commands that compute.
struct ClockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What today() and now() are: 2024-12-31, 2024-12-31T12:00, with +02:00 behind where it is not UTC.",
      valueName: "moment"))
  var now: Moment?

  /// The moment of the command, to be asked once: that of --now, or of the machine.
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
