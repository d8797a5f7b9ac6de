import Dispatch

/// Short pauses without an event to wait for.
package enum Pause {
  /// Waits for a millisecond.
  package static func short() { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1)) }
}
