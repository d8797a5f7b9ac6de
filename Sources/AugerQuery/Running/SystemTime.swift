import AugerColumns
import AugerDiagnostics
import Foundation

/// The clock of the machine.
package enum SystemTime {
  package static func now() -> Timestamp {
    Timestamp(microseconds: Int64(clamping: (Date().timeIntervalSince1970 * 1_000_000).rounded(.down)))
  }

  /// Returns the time in whole seconds, the default moment of a run.
  package static func second() -> Timestamp {
    let microseconds = now().microseconds
    return Timestamp(microseconds: microseconds - microseconds % Timestamp.microsecondsPerSecond)
  }
}
