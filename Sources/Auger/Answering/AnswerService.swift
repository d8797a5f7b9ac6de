import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The shared result cache of charts, jobs, checks and commands.
///
/// The service forwards queries to the delegate and caches their results. The cache key consists of entitlement, query,
/// canonical arguments, regrouping and data version. If the source has no versions, results expire. Equal concurrent
/// requests run once. A query is cancelled when its last waiting caller is cancelled. Errors are never cached.
package final class AnswerService: Sendable {
  /// The limits of the cache.
  package struct Limits: Sendable {
    /// Maximum number of bytes of tables and of the sums that charts compute from them. The least recently used results
    /// are evicted first.
    package var bytes: Int
    package var entries: Int
    /// Maximum age of a result if its source does not report changes and its query sets no limit.
    package static let unwatchedAge: Duration = .seconds(30)

    package init(bytes: Int = 256 << 20, entries: Int = 4096) {
      self.bytes = bytes
      self.entries = entries
    }
  }

  /// A result and the sums that charts computed from it.
  package struct Answer: Sendable {
    package var table: Table
    package var sums: KeptSums
    /// True if an earlier request received the same result.
    package var isReused: Bool
    /// The time of the query.
    package var asOf: Timestamp
    /// The error of the repeated query, if the result is expired. Nil if it is not expired.
    package var staleness: (any Error)?
    /// The cache entry of the result. Nil if it is not cached.
    var stamp: AnswerStamp?
  }

  /// A request with its cache key.
  struct Asked {
    var request: QueryRequest
    var place: AnswerStore.FlightKey
  }

  /// The delegate that runs the queries. If the entitlement has restrictions, the delegate enforces them.
  package let delegate: any QueryDelegate
  /// The access rights of the caller.
  package let entitlement: Entitlement
  /// The original delegate, without restrictions.
  private let unrestricted: any QueryDelegate
  let clock: AnswerClock
  /// True if a result remains valid for the lifetime of the service, even if its data change.
  private let readsOnce: Bool
  /// Maximum age of a check for changed data that requests may reuse.
  private let trust: Duration
  private let answered: @Sendable (QueryRequest, Table) -> Void
  let store: AnswerStore

  /// Creates a service. `answered` is called with each result of the delegate.
  package convenience init(
    _ delegate: any QueryDelegate, keeping limits: Limits = Limits(), memory: MemoryBudget? = nil,
    answered: @escaping @Sendable (QueryRequest, Table) -> Void = { _, _ in }
  ) {
    self.init(
      delegate, delegate, for: .everything, AnswerStore(limits, memory), AnswerClock(), answered: answered)
  }

  /// Throws the errors of `entitled(to:)`.
  package convenience init(
    _ delegate: any QueryDelegate, keeping limits: Limits = Limits(), memory: MemoryBudget? = nil,
    for entitlement: Entitlement,
    clock: AnswerClock = AnswerClock(),
    answered: @escaping @Sendable (QueryRequest, Table) -> Void = { _, _ in }
  ) throws(AugerError) {
    self.init(
      delegate, try Self.restricted(delegate, by: entitlement), for: entitlement, AnswerStore(limits, memory), clock,
      answered: answered)
  }

  private init(
    _ unrestricted: any QueryDelegate, _ delegate: any QueryDelegate, for entitlement: Entitlement,
    _ store: AnswerStore, _ clock: AnswerClock, readsOnce: Bool = false, trust: Duration = .zero,
    answered: @escaping @Sendable (QueryRequest, Table) -> Void
  ) {
    self.unrestricted = unrestricted
    self.delegate = delegate
    self.entitlement = entitlement
    self.store = store
    self.clock = clock
    self.readsOnce = readsOnce
    self.trust = trust
    self.answered = answered
  }

  /// Returns a service for one unit of work, such as the run of a job. All parts of the work see the same data, as far
  /// as the results fit into the cache.
  package func readingOnce() -> AnswerService {
    AnswerService(
      unrestricted, delegate, for: entitlement, store, clock, readsOnce: true, trust: trust, answered: answered)
  }

  /// Returns a service for many requests, which share one check for changed data within `window`. A change is visible
  /// after that time at the latest.
  package func trusting(_ window: Duration) -> AnswerService {
    AnswerService(
      unrestricted, delegate, for: entitlement, store, clock, readsOnce: readsOnce, trust: window, answered: answered)
  }

  /// Returns a service for a caller with an entitlement. All services share one cache, but each result is visible only
  /// to its own entitlement.
  ///
  /// Throws `policyNotSupported` if the delegate cannot enforce the restrictions.
  package func entitled(to entitlement: Entitlement) throws(AugerError) -> AnswerService {
    AnswerService(
      unrestricted, try Self.restricted(unrestricted, by: entitlement), for: entitlement, store, clock,
      readsOnce: readsOnce, trust: trust, answered: answered)
  }

  private static func restricted(
    _ delegate: any QueryDelegate, by entitlement: Entitlement
  ) throws(AugerError) -> any QueryDelegate {
    let restrictions = entitlement.restrictions
    if restrictions.isEmpty { return delegate }
    guard let restricted = delegate.restricted(by: restrictions) else {
      throw AugerError(
        .policyNotSupported, operation: "apply the data policy",
        "the delegate of the queries cannot restrict rows",
        hint: "Remove the data policy, or define the queries in a workspace.")
    }
    return restricted
  }

  package var keptBytes: Int { store.state.withLock { $0.bytes } }

  /// Returns the result of a query from the cache, from a query in progress, or from a new query.
  package func table(for request: QueryRequest) async throws -> Table { try await answer(to: request).table }

  /// Returns the results of several queries in their order. Throws the error of the first query that fails.
  package func answers(to requests: [QueryRequest]) async throws -> [Answer] {
    try await preparing(requests) {
      var answers: [Answer] = []
      for request in requests { answers.append(try await answer(to: request)) }
      return answers
    }
  }

  package func answer(to request: QueryRequest) async throws -> Answer {
    do {
      let answer = try await findAnswer(to: request)
      AnswerTrace.current?.add(answer)
      return answer
    } catch {
      // The time of the next successful result is unknown.
      AnswerTrace.current?.addFailure()
      throw error
    }
  }

  /// Returns true if a new request would return the same results. Their data must be unchanged, and none may have
  /// expired or been evicted.
  package func areCurrent(_ stamps: [AnswerStamp]) async throws -> Bool {
    if trust > .zero, areKnownToBeCurrent(stamps, since: clock.now() - trust) { return true }
    for stamp in stamps {
      let asked = try await asked(stamp.asked.request, for: stamp.asked.place.key.entitlement)
      guard asked.place == stamp.asked.place, store.state.withLock({ take(asked, &$0)?.stamp?.number == stamp.number })
      else {
        return false
      }
    }
    return true
  }

  private func areKnownToBeCurrent(_ stamps: [AnswerStamp], since instant: ContinuousClock.Instant) -> Bool {
    let now = clock.now()
    return store.state.withLock { state in
      stamps.allSatisfy { stamp in
        let place = stamp.asked.place
        guard !stamp.dependsOnClock, let known = state.versions[Name(stamp.asked.request.query)], known.at >= instant,
          known.version == place.version, let kept = state.kept[place.key], kept.number == stamp.number,
          kept.isCurrent(place.version, stamp.limit, at: now)
        else { return false }
        _ = state.kept.use(place.key)
        return true
      }
    }
  }

  /// Returns the time until the first of these results expires; nil if none expires.
  package func timeLeft(_ stamps: [AnswerStamp]) -> Duration? {
    let now = clock.now()
    return stamps.compactMap { stamp in
      guard let limit = stamp.cache,
        let askedAt = store.state.withLock({ $0.kept[stamp.asked.place.key]?.began.instant })
      else { return nil }
      return max(.zero, limit - (now - askedAt))
    }.min()
  }

  private func findAnswer(to request: QueryRequest) async throws -> Answer {
    while true {
      try Task.checkCancellation()
      let asked = try await asked(request)
      let (kept, flight) = find([asked], holding: false)[0]
      if let kept { return kept }
      guard let flight else { continue }
      let table: Table
      do { table = try await self.table(of: flight, asked) } catch let error as PatienceError {
        guard let old = staleAnswer(to: asked, after: error.timeout) else { throw error.timeout }
        return old
      } catch  where flight.isAbandoned && !Task.isCancelled {
        // The callers that started the query were cancelled. Start a new one.
        continue
      } catch {
        guard !Task.isCancelled, Self.isOfSource(error), let old = staleAnswer(to: asked, after: error) else {
          throw error
        }
        return old
      }
      // The result is cached, unless it is too large or was removed in the meantime.
      return store.state.withLock { take(asked, &$0) }
        ?? Answer(table: table, sums: KeptSums(), isReused: !flight.isFirstLanding(), asOf: flight.began.time)
    }
  }

  /// Passes all requests that are neither cached nor in progress to the delegate together, so that it can read shared
  /// tables once. Results that are not used before the preparation is released are discarded.
  package func prepare(_ requests: [QueryRequest]) async throws -> Preparation {
    guard requests.count > 1 else { return Preparation([]) }
    var all: [Asked] = []
    for request in requests { all.append(try await asked(request)) }
    return Preparation(find(all, holding: true).compactMap(\.flight))
  }

  /// Runs `body` while the requests are in progress.
  package func preparing<R: Sendable>(
    _ requests: [QueryRequest], _ body: () async throws -> R
  ) async throws -> R {
    try await Preparation.holding([try await prepare(requests)], body)
  }

  /// Clears the cache for all entitlements, so that the next request of each query runs it again.
  package func forget() { store.forget() }

  // MARK: Lookup

  private func asked(_ request: QueryRequest, for other: Entitlement? = nil) async throws -> Asked {
    let version = try await version(of: request.query)
    var key = AnswerStore.Key(entitlement: other ?? entitlement, request: request.canonicalText)
    // The result depends on the date, so that tomorrow's result differs.
    if let use = delegate.description(of: request.query)?.clockUse {
      key.request = Name(key.request.text + "@" + use.text(at: delegate.now()))
    }
    return Asked(request: request, place: AnswerStore.FlightKey(key: key, version: version))
  }

  private func version(of query: String) async throws -> AnswerStore.DataVersion {
    if readsOnce { return .known("") }
    let now = clock.now()
    guard trust > .zero else { return try await askVersion(of: query, now) }
    let name = Name(query)
    if let known = store.state.withLock({ $0.versions[name] }), known.at >= now - trust { return known.version }
    // Requests of the same window wait for one check, which starts within it.
    let check = AnswerStore.VersionCheck(query: name, window: Int(clamping: (now - store.began) / trust))
    return try await store.checks.value(check) { [self] in try await askVersion(of: query, now) }
  }

  private func askVersion(
    of query: String, _ began: ContinuousClock.Instant
  ) async throws -> AnswerStore.DataVersion {
    var version: AnswerStore.DataVersion
    do {
      version = try await delegate.version(of: query).map { .known($0) } ?? .unknown
    } catch {
      try Task.checkCancellation()
      // Errors of the source are reported when the query runs.
      version = .unreachable
    }
    store.state.withLock { $0.versions[Name(query)] = (version, began) }
    return version
  }

  /// Returns the maximum age of a result.
  private func limit(_ asked: Asked, _ description: QueryDescription?) -> Duration? {
    if readsOnce { return nil }
    return description?.cache ?? (asked.place.version == .unknown ? Limits.unwatchedAge : nil)
  }

  /// Returns the cached result of each request, or the query in progress for it. New queries form one group.
  private func find(_ all: [Asked], holding: Bool) -> [(kept: Answer?, flight: Flight?)] {
    var begun: [(asked: Asked, flight: Flight)] = []
    let found = store.state.withLock { state in
      all.map { asked -> (kept: Answer?, flight: Flight?) in
        if let kept = take(asked, &state) { return (kept, nil) }
        if let flight = state.flights[asked.place] {
          if holding { flight.hold() }
          return (nil, flight)
        }
        let flight = Flight(began: clock.moment) { [weak store] flight in store?.abandon(flight, asked.place) }
        if holding { flight.hold() }
        state.flights[asked.place] = flight
        begun.append((asked, flight))
        return (nil, flight)
      }
    }
    if !begun.isEmpty { ask(begun) }
    return found
  }

  /// Returns the cached result for this data version, if it has not expired.
  private func take(_ asked: Asked, _ state: inout AnswerStore.State) -> Answer? {
    let key = asked.place.key
    guard let kept = state.kept[key] else { return nil }
    let description = delegate.description(of: asked.request.query)
    let now = clock.now()
    let limit = limit(asked, description)
    guard kept.isCurrent(asked.place.version, limit, at: now) else {
      if !Self.mayBeStale(now - kept.began.instant, description) { state.remove(key) }
      return nil
    }
    _ = state.kept.use(key)
    state.kept.change(key) { $0.isUsed = true }
    return Answer(
      table: kept.table, sums: kept.sums, isReused: kept.isUsed, asOf: kept.began.time,
      stamp: AnswerStamp(
        asked: asked, number: kept.number, cache: description?.cache, limit: limit,
        dependsOnClock: description?.clockUse != nil))
  }

  private func ask(_ flights: [(asked: Asked, flight: Flight)]) {
    let task = Task { [delegate] in
      let results = await delegate.answers(to: flights.map(\.asked.request))
      for (item, result) in zip(flights, results) { land(item.flight, item.asked, result) }
      for item in flights.dropFirst(results.count) {
        let missing = AugerError(
          .queryFailed, operation: "execute query '\(item.asked.request.query)'", "the delegate gave no answer")
        land(item.flight, item.asked, .failure(missing))
      }
    }
    let group = FlightGroup(flights.count) { task.cancel() }
    for item in flights { item.flight.board(group) }
  }

  private func land(_ flight: Flight, _ asked: Asked, _ result: Result<Table, any Error>) {
    store.land(flight, asked.place, result)
    if case .success(let table) = result { answered(asked.request, table) }
    flight.land(result)
  }
}

/// A cached result and the version from which derived values were computed.
package struct AnswerStamp: Sendable {
  let asked: AnswerService.Asked
  let number: Int
  /// The maximum age that the query allows.
  package let cache: Duration?
  /// The maximum age, if the query does not specify one.
  let limit: Duration?
  /// True if the result depends on the current date or time.
  let dependsOnClock: Bool
}
