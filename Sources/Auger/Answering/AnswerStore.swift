import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// What is kept of answers, and which are on their way: one store for the callers of all entitlements.
final class AnswerStore: Sendable {
  /// What an answer depends on beside the data.
  struct Key: Hashable {
    var entitlement: Entitlement
    var request: Name
  }

  struct FlightKey: Hashable {
    var key: Key
    var version: DataVersion
  }

  /// The state of the data behind a query.
  enum DataVersion: Hashable {
    case known(String)
    /// The source does not tell its state. Data that nobody watches count as unchanged for a limited time only.
    case unknown
    /// The source did not answer. An answer may be given as a stale one at most.
    case unreachable
  }

  struct Kept {
    /// Tells it from what is kept under the same key later.
    let number: Int
    var version: DataVersion
    var table: Table
    var sums: KeptSums
    /// When it was asked for.
    var began: AnswerClock.Moment
    var bytes: Int
    /// Of what answers may take, its part.
    let share: MemoryShare
    /// Whether a request was answered with it.
    var isUsed = false

    /// Returns true if it may be given as new: its data have this version, and it is not older than `limit`.
    func isCurrent(_ version: DataVersion, _ limit: Duration?, at now: ContinuousClock.Instant) -> Bool {
      version != .unreachable && self.version == version && limit.map { now - began.instant < $0 } ?? true
    }
  }

  struct State {
    var kept = RecencyMap<Key, Kept>()
    var flights: [FlightKey: Flight] = [:]
    /// Of which version the data of queries were, and when that was asked.
    var versions: [Name: (version: DataVersion, at: ContinuousClock.Instant)] = [:]
    var bytes = 0
    /// How many were kept since the beginning.
    var number = 0

    mutating func remove(_ key: Key) {
      if let kept = kept.remove(key) { bytes -= kept.bytes }
    }
  }

  /// A check for changed data that all requests of a window of time share.
  struct VersionCheck: Hashable {
    var query: Name
    var window: Int
  }

  let state = Locked(State())
  let checks = SharedWork<VersionCheck, DataVersion>()
  let began = ContinuousClock.now
  private let limits: AnswerService.Limits
  private let memory: MemoryBudget?

  init(_ limits: AnswerService.Limits, _ memory: MemoryBudget?) {
    self.limits = limits
    self.memory = memory
  }

  func forget() {
    state.withLock { state in
      state.kept = RecencyMap()
      state.bytes = 0
    }
  }

  /// A flight has come to its end: what it brought is kept, unless it is too large or was forgotten meanwhile.
  func land(_ flight: Flight, _ place: FlightKey, _ result: Result<Table, any Error>) {
    state.withLock { state in
      guard state.flights[place] === flight else { return }
      state.flights[place] = nil
      if case .success(let table) = result { keep(table, place, flight.began, &state) }
    }
  }

  /// Nobody waits for a flight any more: the next request is a new one.
  func abandon(_ flight: Flight, _ place: FlightKey) {
    state.withLock { state in
      if state.flights[place] === flight { state.flights[place] = nil }
    }
  }

  private func keep(
    _ table: Table, _ place: FlightKey, _ began: AnswerClock.Moment, _ state: inout State
  ) {
    let (bytes, key) = (table.byteCount, place.key)
    state.remove(key)
    let share = MemoryShare(of: memory)
    guard bytes <= limits.bytes, limits.entries > 0, (try? share.hold(bytes)) != nil else { return }
    state.number += 1
    let number = state.number
    let sums = KeptSums { [weak self] growth in self?.resize(key, number, by: growth) }
    state.kept.insert(
      Kept(
        number: number, version: place.version, table: table, sums: sums, began: began, bytes: bytes, share: share),
      for: key)
    state.bytes += bytes
    evict(&state)
  }

  private func resize(_ key: Key, _ number: Int, by bytes: Int) {
    state.withLock { state in
      guard state.kept[key]?.number == number else { return }
      state.kept.change(key) { $0.bytes += bytes }
      state.bytes += bytes
      evict(&state)
    }
  }

  private func evict(_ state: inout State) {
    while state.bytes > limits.bytes || state.kept.count > limits.entries, let oldest = state.kept.removeOldest() {
      state.bytes -= oldest.bytes
    }
  }
}
