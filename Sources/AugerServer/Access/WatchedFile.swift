import AugerColumns
import AugerQuery
import Foundation

/// What a file says, read again when the file changes. A file that has become wrong leaves what it said before, and is
/// reported once.
final class WatchedFile<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var version: String?
  }

  private let path: String
  private let read: @Sendable (String) async throws -> Value
  private let failed: @Sendable (any Error) -> Void
  private let state: Locked<State>

  /// - Parameter version: of the file that `value` was read from, taken before it was.
  init(
    _ path: String, _ value: Value, version: String?, failed: @escaping @Sendable (any Error) -> Void,
    read: @escaping @Sendable (String) async throws -> Value
  ) {
    self.path = path
    self.read = read
    self.failed = failed
    state = Locked(State(value: value, version: version))
  }

  func current() async -> Value {
    let version = Self.version(path)
    let known = state.withLock { $0.version == version ? $0.value : nil }
    if let known { return known }
    do {
      let value = try await read(path)
      return state.withLock { state in
        (state.version, state.value) = (version, value)
        return value
      }
    } catch {
      let (value, isNew) = state.withLock { state in
        defer { state.version = version }
        return (state.value, state.version != version)
      }
      if isNew { failed(error) }
      return value
    }
  }

  /// Tells what a file is from what it was; nil where there is none.
  static func version(_ path: String) -> String? {
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    guard let time = facts?[.modificationDate] as? Date else { return nil }
    return "\(time.timeIntervalSinceReferenceDate) \(facts?[.size] ?? 0) \(facts?[.systemFileNumber] ?? 0)"
  }
}
