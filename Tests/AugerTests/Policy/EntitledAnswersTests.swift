import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Testing

/// Answers that are kept or on their way are never those of another entitlement.
@Suite struct EntitledAnswersTests {
  /// Answers each query with the restrictions under which it is asked, once it is let go.
  private struct Restricted: RestrictableDelegate {
    let runs = Locked(0)
    let isOpen: Locked<Bool>
    var text = ""

    init(isOpen: Bool = true) { self.isOpen = Locked(isOpen) }

    func restricted(by restrictions: Restrictions) -> Restricted {
      var delegate = self
      delegate.text = restrictions.text
      return delegate
    }

    func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table {
      runs.withLock { $0 += 1 }
      while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
      return Table([("seen", Column([text]))])
    }
  }

  private struct Plain: QueryDelegate {
    func executeQuery(_ name: String, arguments: QueryArguments) async throws -> Table { Table([("x", Column([1]))]) }
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

  @Test func anAnswerIsKeptForItsEntitlementAlone() async throws {
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

  @Test func aFlightIsSharedByItsEntitlementAlone() async throws {
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

  @Test func requestsThatArePreparedTogetherAreThoseOfOneEntitlement() async throws {
    let (a, b) = try entitlements()
    let delegate = Restricted()
    let service = AnswerService(delegate)
    let requests = [QueryRequest("q"), QueryRequest("r")]
    let seen = try await service.entitled(to: a).preparing(requests) {
      try await service.entitled(to: b).answers(to: requests).map { $0.table.columns[0][0] }
    }
    #expect(seen == [.string(b.restrictions.text), .string(b.restrictions.text)])
  }

  @Test func forgettingForgetsTheAnswersOfAll() async throws {
    let (a, b) = try entitlements()
    let delegate = Restricted()
    let service = AnswerService(delegate)
    for _ in 0..<2 {
      for entitlement in [a, b] { _ = try await service.entitled(to: entitlement).table(for: QueryRequest("q")) }
      service.forget()
    }
    #expect(delegate.runs.withLock { $0 } == 4)
  }

  @Test func aDelegateThatCannotRestrictIsNotAsked() async throws {
    let (a, _) = try entitlements()
    let service = AnswerService(Plain())
    let error = #expect(throws: AugerError.self) { try service.entitled(to: a) }
    #expect(error?.code.rawValue == "policyNotSupported")
    #expect(try await service.entitled(to: .everything).table(for: QueryRequest("q")).rowCount == 1)
  }
}
