import Dispatch

/// Waiting without anything to wait on.
package enum Pause {
  /// A millisecond.
  package static func short() { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1)) }
}
