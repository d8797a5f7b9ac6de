import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// Answering: the one place from which charts, jobs, checks and commands get the results of queries.
///
/// It stands between them and the delegate, and keeps what was answered: by entitlement, query, canonical arguments,
/// regrouping and the version of the data. An answer whose source has no versions expires. Requests that are equal and
/// asked at once run once; when the last caller that waits for one is cancelled, so is its query. Errors are never
/// kept.
package final class AnswerService: Sendable {
  /// How much is kept.
  package struct Limits: Sendable {
    /// Bytes of tables, and of what charts added up of them; the least recently used go first.
    package var bytes: Int
    package var entries: Int
    /// Maximum age of an answer whose source does not tell whether its data have changed, unless its query says
    /// otherwise.
    package static let unwatchedAge: Duration = .seconds(30)

    package init(bytes: Int = 256 << 20, entries: Int = 4096) {
      self.bytes = bytes
      self.entries = entries
    }
  }

  /// An answer, and what charts added up of it.
  package struct Answer: Sendable {
    package var table: Table
    package var sums: KeptSums
    /// Whether an earlier request was answered with it.
    package var isReused: Bool
    /// When it was asked for.
    package var asOf: Timestamp
    /// Why it is given though its time is over: what came of asking again. Nil: its time is not over.
    package var staleness: (any Error)?
    /// What it is kept as; nil where it is not kept.
    var stamp: AnswerStamp?
  }

  /// A request with what it is kept under.
  struct Asked {
    var request: QueryRequest
    var place: AnswerStore.FlightKey
  }

  /// What answers: under an entitlement with restrictions a delegate that holds them.
  package let delegate: any QueryDelegate
  /// What the answers are for.
  package let entitlement: Entitlement
  /// As it was given, without restrictions.
  private let unrestricted: any QueryDelegate
  let clock: AnswerClock
  /// True if an answer holds for as long as the service exists, whatever becomes of its data.
  private let readsOnce: Bool
  /// Maximum age of a check for changed data that requests may rely on.
  private let trust: Duration
  private let answered: @Sendable (QueryRequest, Table) -> Void
  let store: AnswerStore

  /// `answered` is called with each answer that the delegate gives.
  package convenience init(
    _ delegate: any QueryDelegate, keeping limits: Limits = Limits(), memory: MemoryBudget? = nil,
    answered: @escaping @Sendable (QueryRequest, Table) -> Void = { _, _ in }
  ) {
    self.init(
      delegate, delegate, for: .everything, AnswerStore(limits, memory), AnswerClock(), answered: answered)
  }

  /// Throws as `entitled(to:)`.
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

  /// The same service for one piece of work, such as the run of a job: all parts of it see the same data, as far as
  /// its answers fit into the cache.
  package func readingOnce() -> AnswerService {
    AnswerService(
      unrestricted, delegate, for: entitlement, store, clock, readsOnce: true, trust: trust, answered: answered)
  }

  /// The same service for many requests, which share one check for changed data within `window`. A change is visible
  /// after that time at the latest.
  package func trusting(_ window: Duration) -> AnswerService {
    AnswerService(
      unrestricted, delegate, for: entitlement, store, clock, readsOnce: readsOnce, trust: window, answered: answered)
  }

  /// The same service for a caller of an entitlement: what is kept is in one store with all others, each answer for
  /// its own entitlement alone.
  ///
  /// Throws `policyNotSupported` for a delegate that cannot hold the restrictions.
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
        "the queries are answered by a delegate that cannot restrict them",
        hint: "a data policy is for the queries of a workspace")
    }
    return restricted
  }

  package var keptBytes: Int { store.state.withLock { $0.bytes } }

  /// The result of a query: kept, being computed for somebody else already, or computed now.
  package func table(for request: QueryRequest) async throws -> Table { try await answer(to: request).table }

  /// The results of several queries in their order. Throws the error of the first that fails.
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
      // Nothing says when there will be an answer.
      AnswerTrace.current?.addFailure()
      throw error
    }
  }

  /// Returns true if answers are what would be given now: their data have not changed, none has expired, and none was
  /// forgotten.
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

  /// How long the first of these answers may still be given; nil where none of them expires.
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
        // Those that had begun it are gone.
        continue
      } catch {
        guard !Task.isCancelled, Self.isOfSource(error), let old = staleAnswer(to: asked, after: error) else {
          throw error
        }
        return old
      }
      // The flight has kept it, unless it is too large or was forgotten meanwhile.
      return store.state.withLock { take(asked, &$0) }
        ?? Answer(table: table, sums: KeptSums(), isReused: !flight.isFirstLanding(), asOf: flight.began.time)
    }
  }

  /// Asks the delegate for all of the requests together that are neither kept nor under way, so that it can read at
  /// once what several need. What is not taken until the preparation is released is given up.
  package func prepare(_ requests: [QueryRequest]) async throws -> Preparation {
    guard requests.count > 1 else { return Preparation([]) }
    var all: [Asked] = []
    for request in requests { all.append(try await asked(request)) }
    return Preparation(find(all, holding: true).compactMap(\.flight))
  }

  /// Runs `body` while the requests are on their way.
  package func preparing<R: Sendable>(
    _ requests: [QueryRequest], _ body: () async throws -> R
  ) async throws -> R {
    try await Preparation.holding([try await prepare(requests)], body)
  }

  /// Forgets what was kept, for all entitlements: the next request of each query runs it again.
  package func forget() { store.forget() }

  // MARK: Finding

  private func asked(_ request: QueryRequest, for other: Entitlement? = nil) async throws -> Asked {
    let version = try await version(of: request.query)
    var key = AnswerStore.Key(entitlement: other ?? entitlement, request: request.canonicalText)
    // What depends on the day is another answer tomorrow.
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
    // Requests of the same window wait for one check, which began within it.
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
      // What is wrong with the source is reported when the query runs.
      version = .unreachable
    }
    store.state.withLock { $0.versions[Name(query)] = (version, began) }
    return version
  }

  /// How old an answer may become.
  private func limit(_ asked: Asked, _ description: QueryDescription?) -> Duration? {
    if readsOnce { return nil }
    return description?.cache ?? (asked.place.version == .unknown ? Limits.unwatchedAge : nil)
  }

  /// For each request what is kept, or the flight that will bring it. Flights that begin here are one group.
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

  /// What is kept of these data and has not expired.
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

/// One answer as it is kept, by which what was made of it is known to be current.
package struct AnswerStamp: Sendable {
  let asked: AnswerService.Asked
  let number: Int
  /// How long its query says that it may be given.
  package let cache: Duration?
  /// How long it may be given, where its query does not say that either.
  let limit: Duration?
  /// Whether it is another one tomorrow.
  let dependsOnClock: Bool
}
