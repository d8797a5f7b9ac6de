import Foundation

/// A value that is only accessible under its lock. It is the only lock type of Auger.
///
/// It uses NSLock instead of `Mutex`, for which the thread sanitizer reports false races on Linux.
package final class Locked<Value>: @unchecked Sendable {
  // Sound: `value` is accessed only between lock() and unlock().
  private var value: Value
  private let lock = NSLock()

  package init(_ value: sending Value) { self.value = value }

  package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
