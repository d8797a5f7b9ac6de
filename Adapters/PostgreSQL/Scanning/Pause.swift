import Dispatch

/// Waiting without anything to wait on.
enum Pause {
  /// A millisecond.
  static func short() { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1)) }
}
