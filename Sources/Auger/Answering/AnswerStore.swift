import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Cached results and queries in progress, shared by the callers of all entitlements.
final class AnswerStore: Sendable {
  /// The inputs of a result in addition to the data.
  struct Key: Hashable {
    var entitlement: Entitlement
    var request: Name
  }

  struct FlightKey: Hashable {
    var key: Key
    var version: DataVersion
  }

  /// The state of the data of a query.
  enum DataVersion: Hashable {
    case known(String)
    /// The source does not report its state. Such data are considered unchanged only for a limited time.
    case unknown
    /// The source did not respond. A cached result may be returned only as stale.
    case unreachable
  }

  struct Kept {
    /// A number that distinguishes the entry from later ones with the same key.
    let number: Int
    var version: DataVersion
    var table: Table
    var sums: KeptSums
    /// The time of the query.
    var began: AnswerClock.Moment
    var bytes: Int
    /// The share of the result in the memory of the cache.
    let share: MemoryShare
    /// True if the result was returned to a request.
    var isUsed = false

    /// Returns true if the result is current: its data have this version, and its age does not exceed `limit`.
    func isCurrent(_ version: DataVersion, _ limit: Duration?, at now: ContinuousClock.Instant) -> Bool {
      version != .unreachable && self.version == version && limit.map { now - began.instant < $0 } ?? true
    }
  }

  struct State {
    var kept = RecencyMap<Key, Kept>()
    var flights: [FlightKey: Flight] = [:]
    /// The data versions of queries, with the time of the check.
    var versions: [Name: (version: DataVersion, at: ContinuousClock.Instant)] = [:]
    var bytes = 0
    /// The number of results cached since the start.
    var number = 0

    mutating func remove(_ key: Key) {
      if let kept = kept.remove(key) { bytes -= kept.bytes }
    }
  }

  /// A check for changed data that all requests within a time window share.
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

  /// Completes a query. Its result is cached, unless it is too large or was removed in the meantime.
  func land(_ flight: Flight, _ place: FlightKey, _ result: Result<Table, any Error>) {
    state.withLock { state in
      guard state.flights[place] === flight else { return }
      state.flights[place] = nil
      if case .success(let table) = result { keep(table, place, flight.began, &state) }
    }
  }

  /// Abandons a query without waiting callers. The next request starts a new one.
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
