import AugerColumns
import AugerQuery
import Foundation

/// The value of a file that is read again when the file changes.
///
/// If the file can no longer be read, the value is nil: a damaged file must not extend the validity of revoked tokens.
/// The error is reported once, and the file is read again from time to time.
final class WatchedFile<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var stamp: String?
    /// The time of the last attempt to read the file, if it failed.
    var failed: ContinuousClock.Instant?
  }

  private static var pause: Duration { .seconds(1) }

  private let path: String
  private let read: @Sendable (String) async throws -> Value
  private let failed: @Sendable (any Error) -> Void
  private let state: Locked<State>

  /// - Parameter stamp: the stamp of the file before `value` was read from it.
  init(
    _ path: String, _ value: Value, stamp: String?, failed: @escaping @Sendable (any Error) -> Void,
    read: @escaping @Sendable (String) async throws -> Value
  ) {
    self.path = path
    self.read = read
    self.failed = failed
    state = Locked(State(value: value, stamp: stamp))
  }

  var stamp: String { FileStamp.of(path) ?? "" }

  /// Returns the value, or nil if the file cannot be read.
  func current() async -> Value? {
    let (stamp, now) = (FileStamp.of(path), ContinuousClock.now)
    let known = state.withLock { state -> Value?? in
      guard state.stamp == stamp else { return nil }
      if let failed = state.failed, stamp != nil, now - failed > Self.pause { return nil }
      return .some(state.value)
    }
    if let known { return known }
    do {
      let value = try await read(path)
      state.withLock { $0 = State(value: value, stamp: stamp) }
      return value
    } catch {
      let isNew = state.withLock { state in
        defer { state = State(value: nil, stamp: stamp, failed: now) }
        return state.failed == nil || state.stamp != stamp
      }
      if isNew { failed(error) }
      return nil
    }
  }
}
