import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Testing

/// The rules of a policy, and the errors reported when it is read.
@Suite struct DataPolicyTests {
  private func policy(_ rules: String) throws -> Workspace {
    let made = try PolicyWorkspace(policy: "policy:\n" + rules)
    defer { made.remove() }
    return try made.workspace()
  }

  private func code(_ rules: String) -> String? {
    do {
      _ = try policy(rules)
      return nil
    } catch {
      guard let diagnostic = (error as? DiagnosticError)?.diagnostics.first(where: { $0.level == .error }) else {
        return "\(error)"
      }
      return "\(diagnostic.code.rawValue) \(diagnostic.place?.position?.line ?? 0)"
    }
  }

  private func refusal(_ workspace: Workspace, _ claims: [Name: [Scalar]]) throws -> String? {
    do {
      _ = try workspace.entitlement(Principal(name: "x", claims: claims))
      return nil
    } catch let error as AugerError { return error.code.rawValue }
  }

  @Test func workspaceWithoutPolicyHasNone() throws {
    let made = try PolicyWorkspace(policy: "")
    defer { made.remove() }
    #expect(try made.workspace().policy == nil)
  }

  @Test func accessWithoutARuleIsDenied() throws {
    let workspace = try policy("  - { for: { claim: role, is: [seller, assistant] }, dashboards: [sales] }")
    let seller = try workspace.entitlement(Principal(name: "s", claims: ["role": ["other", "assistant"]]))
    #expect(seller.allows(dashboard: "sales") && !seller.allows(dashboard: "other"))
    for claims: [Name: [Scalar]] in [[:], ["role": ["Seller"]], ["role": [.null]], ["Role": ["seller"]]] {
      let nobody = try workspace.entitlement(Principal(name: "n", claims: claims))
      #expect(!nobody.allows(dashboard: "sales"), "\(claims)")
      #expect(nobody != .everything)
    }
  }

  @Test func dashboardsOfSeveralRulesAreCombined() throws {
    let workspace = try policy(
      """
        - { for: everybody, dashboards: [sales] }
        - { for: { claim: level, is: 7 }, dashboards: [other] }
      """)
    let low = try workspace.entitlement(Principal(name: "a", claims: [:]))
    #expect(low.allows(dashboard: "sales") && !low.allows(dashboard: "other"))
    for level: Scalar in [.int(7), .string("7")] {
      let high = try workspace.entitlement(Principal(name: "b", claims: ["level": [level]]))
      #expect(high.allows(dashboard: "sales") && high.allows(dashboard: "other"))
    }
  }

  @Test func missingRequiredClaimDeniesAccess() throws {
    for rule in [
      "force: { Region: claim.regions }", "rows: { shop.sales: \"region in (claim.regions)\" }",
      "session: { app.regions: claim.regions }",
    ] {
      let workspace = try policy("  - { for: everybody, dashboards: all, \(rule) }")
      #expect(try refusal(workspace, [:]) == "claimMissing", "\(rule)")
      #expect(try refusal(workspace, ["regions": []]) == "claimMissing", "\(rule)")
      #expect(try refusal(workspace, ["regions": [.null]]) == "claimMissing", "\(rule)")
      #expect(try refusal(workspace, ["regions": ["Asia"]]) == nil, "\(rule)")
    }
  }

  @Test func sessionSettingMustHaveOneValue() throws {
    let workspace = try policy(
      """
        - { for: everybody, dashboards: all, session: { app.tenant: claim.tenant } }
        - { for: { claim: role, is: guest }, dashboards: all, session: { app.tenant: guests } }
      """)
    #expect(try refusal(workspace, ["tenant": ["a"]]) == nil)
    #expect(try refusal(workspace, ["tenant": ["a", "b"]]) == "claimConflict")
    #expect(try refusal(workspace, ["tenant": ["a"], "role": ["guest"]]) == "claimConflict")
    #expect(try refusal(workspace, ["tenant": ["guests"], "role": ["guest"]]) == nil)
  }

  @Test func equalClaimsShareOneEntitlement() throws {
    let made = try PolicyWorkspace()
    defer { made.remove() }
    let workspace = try made.workspace()
    let one = try workspace.entitlement(PolicyWorkspace.seller("a", ["Asia", "Europe"]))
    var other = PolicyWorkspace.seller("a", ["Europe", "Asia", "Asia"])
    other.name = "b"
    other.claims["unused"] = ["x"]
    #expect(try workspace.entitlement(other) == one)
    #expect(try workspace.entitlement(other).identity == one.identity)
    for principal in [
      PolicyWorkspace.seller("b", ["Asia", "Europe"]), PolicyWorkspace.seller("a", ["Asia"]),
      PolicyWorkspace.seller("a", ["Asia,6:Europe"]), PolicyWorkspace.chief,
    ] {
      #expect(try workspace.entitlement(principal) != one, "\(principal)")
    }
  }

  @Test func errorsInRulesAreReportedAtTheirLocations() {
    let start = "  - { for: everybody, dashboards: [sales] }\n"
    for (rule, expected) in [
      ("", "wrongValue"), ("  - { dashboards: all }", "missingKey"), ("  - { for: everybody }", "missingKey"),
      ("  - { for: nobody, dashboards: all }", "wrongValue"),
      ("  - { for: { claim: role }, dashboards: all }", "missingKey"),
      ("  - { for: everybody, dashboards: [slaes] }", "metadataObjectUndefined"),
      ("  - { for: everybody, dashboards: all, froce: { a: 1 } }", "unknownKey"),
      ("  - { for: everybody, dashboards: all, force: { a: [claim.b, 1] } }", "wrongValue"),
      ("  - { for: everybody, dashboards: all, rows: { shp.sales: \"a == 1\" } }", "metadataObjectUndefined"),
      ("  - { for: everybody, dashboards: all, rows: { shop: \"a == 1\" } }", "metadataObjectUndefined"),
      ("  - { for: everybody, dashboards: all, rows: { shop.sales: \"a == \" } }", "syntaxError"),
      ("  - { for: everybody, dashboards: all, rows: { shop.sales: \"a == $Region\" } }", "wrongValue"),
      ("  - { for: everybody, dashboards: all, rows: { shop.sales: \"sum(a) == 1\" } }", "wrongValue"),
      ("  - { for: everybody, dashboards: all, rows: { shop.sales: \"LastMonths(day, 2)\" } }", "wrongValue"),
      ("  - { for: everybody, dashboards: all, rows: { shop.sales: \"claim.a == 1\" } }", "wrongValue"),
      ("  - { for: everybody, dashboards: all, session: { role: claim.a } }", "wrongValue"),
      ("  - { for: everybody, dashboards: all, session: { \"app.x'; drop\": claim.a } }", "wrongValue"),
      ("  - { for: everybody, dashboards: all, session: { app.x: [1, 2] } }", "wrongValue"),
    ] {
      let found = code(rule.isEmpty ? "" : start + rule)
      #expect(found?.hasPrefix(expected + " ") == true, "\(rule): \(found as Any)")
      #expect(found?.hasSuffix(" 0") == false, "\(rule) has no place: \(found as Any)")
    }
  }
}
