import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Testing

/// Cached answers and running queries are never shared between entitlements.
@Suite struct EntitledAnswersTests {
  /// Answers each query with its restrictions after `release()`.
  private struct Restricted: QueryDelegate {
    func version(of query: String) async throws -> String? { "1" }

    let runs = Locked(0)
    let isOpen: Locked<Bool>
    var text = ""

    init(isOpen: Bool = true) { self.isOpen = Locked(isOpen) }

    func restricted(by restrictions: Restrictions) -> (any QueryDelegate)? {
      var delegate = self
      delegate.text = restrictions.text
      return delegate
    }

    func table(for request: QueryRequest) async throws -> Table {
      runs.withLock { $0 += 1 }
      while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
      return Table([("seen", Column([text]))])
    }
  }

  private struct Plain: QueryDelegate {
    func table(for request: QueryRequest) async throws -> Table { Table([("x", Column([1]))]) }
  }

  private func entitlements() throws -> (Entitlement, Entitlement) {
    let made = try PolicyWorkspace()
    defer { made.remove() }
    let workspace = try made.workspace()
    return (
      try workspace.entitlement(PolicyWorkspace.seller("a", ["Asia"])),
      try workspace.entitlement(PolicyWorkspace.seller("b", ["Asia"]))
    )
  }

  @Test func cachedAnswerBelongsToOneEntitlement() async throws {
    let (a, b) = try entitlements()
    let delegate = Restricted()
    let service = AnswerService(delegate)
    var seen: [Scalar] = []
    for entitlement in [a, b, .everything, b, a, .everything] {
      seen.append(try await service.entitled(to: entitlement).table(for: QueryRequest("q")).columns[0][0])
    }
    #expect(Set(seen).count == 3 && seen == [seen[0], seen[1], seen[2], seen[1], seen[0], seen[2]])
    #expect(delegate.runs.withLock { $0 } == 3, "each entitlement asks once")
  }

  @Test func runningQueryIsSharedWithinOneEntitlement() async throws {
    let (a, b) = try entitlements()
    let delegate = Restricted(isOpen: false)
    let service = AnswerService(delegate)
    try await withThrowingTaskGroup(of: (Int, Scalar).self) { group in
      for number in 0..<90 {
        let entitlement: Entitlement = [a, b, .everything][number % 3]
        group.addTask {
          (number % 3, try await service.entitled(to: entitlement).table(for: QueryRequest("q")).columns[0][0])
        }
      }
      while delegate.runs.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(1)) }
      delegate.isOpen.withLock { $0 = true }
      let expected: [Scalar] = [.string(a.restrictions.text), .string(b.restrictions.text), ""]
      #expect(Set(expected).count == 3)
      for try await (number, seen) in group { #expect(seen == expected[number]) }
    }
    #expect(delegate.runs.withLock { $0 } == 3)
  }

  @Test func preparedRequestsBelongToOneEntitlement() async throws {
    let (a, b) = try entitlements()
    let delegate = Restricted()
    let service = AnswerService(delegate)
    let requests = [QueryRequest("q"), QueryRequest("r")]
    let seen = try await service.entitled(to: a).preparing(requests) {
      try await service.entitled(to: b).answers(to: requests).map { $0.table.columns[0][0] }
    }
    #expect(seen == [.string(b.restrictions.text), .string(b.restrictions.text)])
  }

  /// Claims that Swift's `==` treats as equal belong to two principals.
  @Test func lookalikeClaimsAreDifferent() async throws {
    let made = try PolicyWorkspace()
    defer { made.remove() }
    let workspace = try made.workspace()
    let names = ["A\u{30A}", "\u{212B}", "\u{C5}"]
    let entitlements = try names.map { try workspace.entitlement(PolicyWorkspace.seller("a", [$0])) }
    #expect(Set(entitlements).count == 3)
    let delegate = Restricted()
    let service = AnswerService(delegate)
    for _ in 0..<2 {
      for entitlement in entitlements {
        let seen = try await service.entitled(to: entitlement).table(for: QueryRequest("q")).columns[0][0]
        #expect(seen == .string(entitlement.restrictions.text))
      }
    }
    #expect(delegate.runs.withLock { $0 } == 3)
    for name in names {
      _ = try await service.table(for: QueryRequest("q", arguments: ["Region": .scalar(.string(name))]))
    }
    #expect(delegate.runs.withLock { $0 } == 6, "and so are arguments")
  }

  /// A prepared query of dashboards with different restrictions runs once for each restriction.
  @Test func dashboardsPreparedTogetherKeepTheirRestrictions() async throws {
    let made = try PolicyWorkspace(
      policy: """
        policy:
          - { for: everybody, dashboards: [sales], rows: { shop.sales: "tenant == 'a'" } }
          - { for: everybody, dashboards: [other], rows: { shop.sales: "tenant == 'b'" } }
        """)
    defer { made.remove() }
    let workspace = try made.workspace()
    let entitlement = try workspace.entitlement(Principal(name: "x", claims: [:]))
    let dashboards = workspace.dashboards.map { (dashboard: $0, state: Exploration()) }
    func count(together: Bool) async throws -> Int {
      let asked = Locked(0)
      let answers = AnswerService(
        WorkspaceQueryDelegate(workspace), answered: { _, _ in asked.withLock { $0 += 1 } })
      let pipeline = Pipeline(answers: answers, dashboards: workspace.dashboards).entitled(to: entitlement)
      func askAll() async throws {
        for (dashboard, place) in dashboards {
          for item in dashboard.chartItems { _ = try? await pipeline.chart(item.name, of: dashboard, at: place) }
        }
      }
      if together { try await pipeline.preparing(dashboards, askAll) } else { try await askAll() }
      return asked.withLock { $0 }
    }
    let alone = try await count(together: false)
    #expect(alone > 4)
    #expect(try await count(together: true) == alone)
  }

  @Test func forgettingRemovesTheAnswersOfAllEntitlements() async throws {
    let (a, b) = try entitlements()
    let delegate = Restricted()
    let service = AnswerService(delegate)
    for _ in 0..<2 {
      for entitlement in [a, b] { _ = try await service.entitled(to: entitlement).table(for: QueryRequest("q")) }
      service.forget()
    }
    #expect(delegate.runs.withLock { $0 } == 4)
  }

  @Test func delegateWithoutRestrictionsIsNotQueried() async throws {
    let (a, _) = try entitlements()
    let service = AnswerService(Plain())
    let error = #expect(throws: AugerError.self) { try service.entitled(to: a) }
    #expect(error?.code.rawValue == "policyNotSupported")
    #expect(try await service.entitled(to: .everything).table(for: QueryRequest("q")).rowCount == 1)
  }
}
