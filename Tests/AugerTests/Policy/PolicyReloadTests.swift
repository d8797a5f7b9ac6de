import Auger
import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerSQLite
import Foundation
import Testing

/// A reload cannot weaken the data policy of a running workspace.
@Suite struct PolicyReloadTests {
  private static let running = """
    policy:
      - for: { claim: role, is: [seller, assistant] }
        dashboards: [sales]
        force: { Region: [Asia, Europe] }
        rows:
          shop.sales: tenant == claim.tenant and amount > 0
        session: { app.tenant: claim.tenant }
      - for: { claim: role, is: chief }
        dashboards: all
        rows: { shop.sales: amount > 0 }
    """

  private func workspace(_ policy: String) throws -> Workspace {
    let made = try PolicyWorkspace(policy: policy)
    defer { made.remove() }
    return try made.workspace()
  }

  /// Returns the messages of a reload. Empty if the reload succeeds.
  private func messages(reloading policy: String) throws -> [String] {
    let (old, new) = (try workspace(Self.running), try workspace(policy))
    do { try new.requirePolicy(of: old) } catch {
      #expect(error.diagnostics.allSatisfy { $0.code == .policyWeakened && $0.place != nil && $0.hint != nil })
      return error.diagnostics.map(\.message)
    }
    return []
  }

  @Test func removedPolicyIsReported() throws {
    #expect(try messages(reloading: "") == ["the workspace no longer has a data policy"])
  }

  @Test func workspaceWithoutPolicyReloads() throws {
    let open = try workspace("")
    try open.requirePolicy(of: open)
    try workspace(Self.running).requirePolicy(of: open)
  }

  @Test(arguments: [
    ("    rows:\n      shop.sales: tenant == claim.tenant and amount > 0\n", "", "row condition of 'shop.sales'"),
    (" and amount > 0\n    session", "\n    session", "row condition of 'shop.sales'"),
    ("    force: { Region: [Asia, Europe] }\n", "", "forced argument 'Region'"),
    ("[Asia, Europe]", "[Asia, Africa]", "forced argument 'Region'"),
    ("[Asia, Europe]", "claim.regions", "forced argument 'Region'"),
    ("    session: { app.tenant: claim.tenant }\n", "", "session setting 'app.tenant'"),
    ("    rows: { shop.sales: amount > 0 }", "", "row condition of 'shop.sales'"),
    ("for: { claim: role, is: [seller, assistant] }", "for: { claim: team, is: a }", "forced argument 'Region'"),
  ])
  func removedRestrictionIsReported(text: String, other: String, lost: String) throws {
    try #require(Self.running.contains(text))
    let messages = try messages(reloading: Self.running.replacingOccurrences(of: text, with: other))
    #expect(messages.contains { $0.contains(lost) && $0.contains("dashboard 'sales'") }, "\(messages)")
  }

  @Test func newRuleWithoutRestrictionsIsReported() throws {
    let messages = try messages(reloading: Self.running + "\n  - { for: { claim: team, is: a }, dashboards: [sales] }")
    #expect(messages.count == 1 && messages[0].contains("rule without restrictions"), "\(messages)")
  }

  @Test(arguments: [
    ("", ""), ("[Asia, Europe]", "[Asia]"), ("[seller, assistant]", "seller"), ("is: chief", "is: director"),
    ("[seller, assistant]", "[seller, assistant, clerk]"),
    ("dashboards: all", "dashboards: [other]"), ("dashboards: [sales]", "dashboards: [sales, other]"),
    ("amount > 0 }", "amount > 0 }\n    session: { app.role: chief }"),
    (
      "  - for: { claim: role, is: chief }",
      "  - { for: everybody, dashboards: [other], rows: { shop.sales: amount > 9 } }\n"
        + "  - for: { claim: role, is: chief }"
    ),
  ])
  func equallyStrictPolicyReloads(text: String, other: String) throws {
    #expect(try messages(reloading: Self.running.replacingOccurrences(of: text, with: other)) == [])
  }

  /// A file truncated at any position fails, or shows no caller more than before.
  @Test func truncatedPolicyGrantsNothing() throws {
    let made = try PolicyWorkspace(policy: Self.running)
    defer { made.remove() }
    let old = try made.workspace()
    let text = Array(try Data(contentsOf: made.folder.appendingPathComponent("auger.yaml")))
    let callers = [PolicyWorkspace.seller("a", ["Asia"]), PolicyWorkspace.chief, Principal(name: "n", claims: [:])]
    var accepted = 0
    for end in 0..<text.count {
      let source = SourceText(name: "auger.yaml", text: String(decoding: text[..<end], as: UTF8.self))
      guard
        let new = try? Workspace(
          parsing: source, directory: made.folder.path, adapters: [CSVAdapter(), SQLAdapter()]),
        (try? new.requirePolicy(of: old)) != nil
      else { continue }
      accepted += 1
      for caller in callers {
        let (before, after) = (try old.entitlement(caller), try new.entitlement(caller))
        for dashboard in new.dashboards.map(\.name) where after.allows(dashboard: dashboard) {
          let held = (before.held(to: dashboard, QueryArguments()), after.held(to: dashboard, QueryArguments()))
          #expect(before.allows(dashboard: dashboard) && held.0 == held.1, "\(end) \(caller.name) \(dashboard)")
        }
      }
    }
    #expect(accepted < 10, "a few ends leave all restrictions: \(accepted)")
  }
}
