import AugerColumns
import AugerDiagnostics
import Foundation

/// The blocking calls of one source.
///
/// Reading a pipe without a writer, or a file on a disk that does not respond, cannot be interrupted. After a
/// timeout, the caller returns, and the thread remains blocked until the read returns. The number of such threads per
/// source is limited. When the limit is reached, requests to this source fail at once, and other sources continue.
package final class SourceLane: Sendable {
  /// Maximum number of abandoned calls.
  package static let most = 4

  private let name: String
  private let left = Locked(0)

  private static let known = Locked<[Name: SourceLane]>([:])

  private init(_ name: String) { self.name = name }

  /// Returns the lane of a source by its name and location. A reloaded workspace has the same lanes.
  package static func of(_ configuration: SourceConfiguration) -> SourceLane {
    known.withLock { known in
      let key = Name("\(configuration.name) \(configuration.directory ?? "") \(configuration.location)")
      if let lane = known[key] { return lane }
      let lane = SourceLane(configuration.name)
      known[key] = lane
      return lane
    }
  }

  /// The number of abandoned calls that have not returned.
  package var leftBehind: Int { left.withLock { $0 } }

  /// Throws `sourceNotResponding` if the maximum number of abandoned calls has not returned.
  func check() throws(AugerError) {
    let count = leftBehind
    guard count >= Self.most else { return }
    throw AugerError(
      .sourceNotResponding, operation: "query source '\(name)'", "\(count) earlier requests to it have not returned",
      hint: "Check that its file or disk is available. Queries continue when one of them returns.")
  }

  func leave() { left.withLock { $0 += 1 } }
  func come() { left.withLock { $0 -= 1 } }
}

/// Detects work that continues after its cancellation or time limit.
final class OverdueWatch: Sendable {
  private struct Entry {
    var control: RunControl
    /// The time at which it should have ended.
    var since: ContinuousClock.Instant?
    var abandon: @Sendable () -> Void
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var next = 0
    var isRunning = false
  }

  private let state = Locked(State())

  static let shared = OverdueWatch()

  /// The time for work to end by itself and to cancel its database statements.
  private static let patience: Duration = .seconds(1)
  private static let interval = 0.05
  /// The number of intervals without work after which the thread ends.
  private static let idle = 100

  /// Calls `abandon` if the work of a control is overdue, unless it is removed before.
  func add(_ control: RunControl, abandon: @escaping @Sendable () -> Void) -> Int {
    let (id, isFirst) = state.withLock { state in
      state.next += 1
      state.entries[state.next] = Entry(control: control, abandon: abandon)
      defer { state.isRunning = true }
      return (state.next, !state.isRunning)
    }
    if isFirst { Thread.detachNewThread { [self] in run() } }
    return id
  }

  func remove(_ id: Int) { state.withLock { _ = $0.entries.removeValue(forKey: id) } }

  private func run() {
    var idle = 0
    while true {
      Thread.sleep(forTimeInterval: Self.interval)
      let now = ContinuousClock.now
      let (overdue, isEmpty) = state.withLock { state in (Self.overdue(&state, now), state.entries.isEmpty) }
      for abandon in overdue { abandon() }
      idle = isEmpty ? idle + 1 : 0
      if idle >= Self.idle, state.withLock({ Self.end(&$0) }) { return }
    }
  }

  private static func overdue(_ state: inout State, _ now: ContinuousClock.Instant) -> [@Sendable () -> Void] {
    var overdue: [@Sendable () -> Void] = []
    for (id, entry) in state.entries where entry.control.shouldStop {
      guard let since = entry.since else {
        state.entries[id]?.since = now
        continue
      }
      guard now - since >= patience else { continue }
      overdue.append(entry.abandon)
      state.entries[id] = nil
    }
    return overdue
  }

  /// Ends the thread. Returns false if new work exists.
  private static func end(_ state: inout State) -> Bool {
    guard state.entries.isEmpty else { return false }
    state.isRunning = false
    return true
  }
}

extension Diagnostic.Code {
  /// Earlier requests to a source have not returned, so new ones fail.
  package static let sourceNotResponding = Self("sourceNotResponding")
}
