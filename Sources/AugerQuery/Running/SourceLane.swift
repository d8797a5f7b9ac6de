import AugerColumns
import AugerDiagnostics
import Foundation

/// The blocking calls of one source.
///
/// A read of a pipe without a writer, or of a file on a disk that does not answer, cannot be interrupted. Its caller is
/// let go when its time is over, and the thread stays behind until the read returns. A source may leave so many threads
/// behind; after that its requests fail at once, and other sources go on.
package final class SourceLane: Sendable {
  /// Calls that may be left behind.
  package static let most = 4

  private let name: String
  private let left = Locked(0)

  private static let known = Locked<[Name: SourceLane]>([:])

  private init(_ name: String) { self.name = name }

  /// The lane of a source by its name and location. A workspace that is read again has the same lanes.
  package static func of(_ configuration: SourceConfiguration) -> SourceLane {
    known.withLock { known in
      let key = Name("\(configuration.name) \(configuration.directory ?? "") \(configuration.location)")
      if let lane = known[key] { return lane }
      let lane = SourceLane(configuration.name)
      known[key] = lane
      return lane
    }
  }

  /// Calls that were left behind and have not returned.
  package var leftBehind: Int { left.withLock { $0 } }

  /// Throws `sourceNotResponding` if as many calls as may be left behind have not returned.
  func check() throws(AugerError) {
    let count = leftBehind
    guard count >= Self.most else { return }
    throw AugerError(
      .sourceNotResponding, operation: "ask source '\(name)'", "\(count) earlier requests to it have not returned",
      hint: "Check whether its file or disk answers. It is asked again when one of them returns.")
  }

  func leave() { left.withLock { $0 += 1 } }
  func come() { left.withLock { $0 -= 1 } }
}

/// Notices work that goes on although it was cancelled or its time is over.
final class OverdueWatch: Sendable {
  private struct Entry {
    var control: RunControl
    /// When it should have ended.
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

  /// Work that looks at its control has time to end by itself, and to ask a database to stop.
  private static let patience: Duration = .seconds(1)
  private static let interval = 0.05
  /// Intervals without work after which the thread ends.
  private static let idle = 100

  /// Calls `abandon` when the work of a control is overdue, unless it is removed before.
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

  /// False if there is work again.
  private static func end(_ state: inout State) -> Bool {
    guard state.entries.isEmpty else { return false }
    state.isRunning = false
    return true
  }
}

extension Diagnostic.Code {
  /// Earlier requests to a source have not returned, and no more are made.
  package static let sourceNotResponding = Self("sourceNotResponding")
}
