import Auger
import AugerCSV
import AugerDiagnostics
import AugerSQLite
import AugerTools
import Foundation
import Testing

/// `auger check --policy` reports every gap of a policy, and nothing for a complete policy.
@Suite struct PolicyCheckTests {
  /// A small change of the correct workspace, and the expected diagnostic.
  struct Gap: Sendable, CustomTestStringConvertible {
    var name: String
    var code: String
    /// A part of the reported line of `auger.yaml`.
    var place: String
    var queries: @Sendable (String) -> String = { $0 }
    var dashboard: @Sendable (String) -> String = { $0 }
    var policy: @Sendable (String) -> String = { $0 }

    var testDescription: String { name }
  }

  private static func query(_ name: String, _ code: String, _ old: String, _ new: String, _ place: String) -> Gap {
    Gap(name: name, code: code, place: place, queries: { $0.replacing(old, with: new) })
  }

  /// Returns a gap in which an item uses a query without parameters.
  private static func item(_ name: String, _ old: String) -> Gap {
    let unforced = old.replacing(/Query="[A-Za-z]+"/, with: "Query=\"Unforced\"")
    return Gap(
      name: name, code: "argumentNotForced", place: "Unforced:", dashboard: { $0.replacing(old, with: unforced) })
  }

  private static func policy(_ name: String, _ code: String, _ old: String, _ new: String, _ place: String) -> Gap {
    Gap(name: name, code: code, place: place, policy: { $0.replacing(old, with: new) })
  }

  private static let totals = "where: [\"[[ region in ($Region) ]]\"]\n    measures: { Sales"

  static let gaps: [Gap] = [
    item("a chart", "Name=\"Titled\" Query=\"Titles\""), item("a first level", "Name=\"ByRegion\" Query=\"Groups\""),
    item("a second level", "Name=\"ByDay\" Query=\"Rows\""),
    item("a level of a treemap", "Name=\"Products\" ChartSequence=\"2\" Query=\"Rows\""),
    item("a layer", "ChartSequence=\"2\" Query=\"Recent\""), item("a diagram", "Name=\"Tree\" Query=\"Totals\""),
    Gap(
      name: "a filter", code: "argumentNotForced", place: "Unforced:",
      dashboard: { $0.replacing("SourceQuery=\"Rows\"", with: "SourceQuery=\"Unforced\"") }),
    Gap(
      name: "a zooming level", code: "argumentNotForced", place: "Unforced:",
      dashboard: {
        $0.replacing(
          "<Chart Name=\"Titled\" Query=\"Titles\" ChartType=\"Column\">\n    <Category Column=\"title\" />",
          with: """
            <Chart Name="Titled" ChartType="Column"><ZoomingLevels>
              <ZoomingLevel Query="Unforced" CategoryColumn="region" Title="R"/>
              <ZoomingLevel Query="Groups" CategoryColumn="product" Title="P"/>
            </ZoomingLevels>
            """)
      }),
    query(
      "the charts in cells", "argumentNotForced",
      "where: [\"[[ region in ($Region) ]]\", \"product == $product\"]", "where: [\"product == $product\"]",
      "Groups.Trend:"),
    query(
      "a clause that another argument drops", "argumentNotForced", "[\"[[ region in ($Region) ]]\", \"[[ product",
      "[\"[[ region in ($Region) and product == $product ]]\", \"[[ product", "Rows:"),
    query(
      "a condition that lets others through", "argumentNotForced", totals,
      "where: [\"region == $Region or amount > 5\"]\n    measures: { Sales", "Totals:"),
    query(
      "an argument of measures alone", "argumentNotForced", totals,
      "measures: { Kept: \"sum(if(region == $Region, 1, 0))\", Sales", "Totals:"),
    query(
      "a condition that keeps others", "argumentNotForced", totals,
      "where: [\"region not in ($Region)\"]\n    measures: { Sales", "Totals:"),
    query(
      "a misspelt argument of a query", "argumentNotForced", totals,
      "where: [\"[[ region in ($Regoin) ]]\"]\n    measures: { Sales", "Totals:"),
    Gap(
      name: "SQL text that does not name it", code: "argumentNotForced", place: "Totals:",
      queries: { sql($0, "SELECT sum(amount) AS Sales, count(*) AS Cost FROM sales") },
      policy: { $0.replacing(rows, with: "") }),
    Gap(
      name: "SQL text whose clause another argument drops", code: "argumentNotForced", place: "Totals:",
      queries: {
        sql(
          $0,
          "SELECT sum(amount) AS Sales, 1 AS Cost FROM sales WHERE 1 [[ AND region IN (:Region) AND day = :day ]]")
      }, policy: { $0.replacing(rows, with: "") }),
    Gap(
      name: "SQL text over tables with conditions", code: "rowsNotRestricted", place: "Totals:",
      queries: { sql($0, "SELECT sum(amount) AS Sales, 1 AS Cost FROM sales WHERE region IN (:Region)") }),
    query(
      "SQL text of the source", "rowsNotRestricted", totalsQuery,
      "Totals: { source: shop, sql: \"SELECT 1 AS Sales, 1 AS Cost WHERE 'Asia' IN (:Region)\" }", "Totals:"),
    query(
      "a join by way of another source", "rowsNotRestricted", "join: { products: { on: product } }",
      "join: { products: { on: product, source: over } }", "Titles:"),
    query(
      "a range", "argumentKind", totals,
      "where: [\"region in ($Region)\", \"region >= $Region.lower\"]\n    measures: { Sales", "Totals:"),
    query(
      "one value where a claim may have several", "argumentKind", totals,
      "where: [\"region == $Region\"]\n    measures: { Sales", "Totals:"),
    policy("a misspelt argument of the rule", "argumentNotForced", "Region: claim", "Regoin: claim", "Rows:"),
    policy("a misspelt table", "rowsUnused", "shop.products", "shop.prodcuts", "shop.prodcuts"),
    policy("a misspelt column", "unknownColumn", "shop.sales: \"tenant", "shop.sales: \"tennant", "tennant"),
    policy(
      "a condition that is none", "wrongArgumentType", "shop.sales: \"tenant == claim.tenant\"",
      "shop.sales: \"upper(tenant)\"", "upper"),
    policy(
      "settings without sessions", "sessionNotSupported", rows, "session: { app.t: claim.tenant }", "app.t"),
    Gap(
      name: "constants of another type", code: "argumentType", place: "Region: [soon]",
      queries: { $0.replacing(totals, with: "parameters: { Region: date }\n    " + totals) },
      policy: { $0.replacing("Region: claim.regions", with: "Region: [soon]") }),
    policy(
      "a dashboard of another rule", "argumentNotForced", "dashboards: all",
      "dashboards: all\n    force: { Region: Asia }",
      "Unforced:"),
  ]

  private static let rows =
    "rows: { shop.sales: \"tenant == claim.tenant\", shop.products: \"tenant == claim.tenant\" }"

  private static let totalsQuery = """
    Totals:
        source: shop
        from: sales
        where: ["[[ region in ($Region) ]]"]
        measures: { Sales: sum(amount), Cost: count() }
    """

  /// Returns the queries with the query of the diagram as SQL over the tables.
  private static func sql(_ queries: String, _ text: String) -> String {
    queries.replacing(totalsQuery, with: "Totals: { source: over, sql: \"\(text)\" }")
  }

  private func check(_ gap: Gap? = nil) async throws -> (all: [Diagnostic], policy: [Diagnostic], text: String) {
    let queries = gap?.queries(PolicyWorkspace.queries) ?? PolicyWorkspace.queries
    let dashboard = gap?.dashboard(PolicyWorkspace.dashboard) ?? PolicyWorkspace.dashboard
    let policy = gap?.policy(PolicyWorkspace.policy) ?? PolicyWorkspace.policy
    if gap != nil {
      let isChanged =
        queries != PolicyWorkspace.queries || dashboard != PolicyWorkspace.dashboard || policy != PolicyWorkspace.policy
      #expect(isChanged, "the variation changes something")
    }
    let made = try PolicyWorkspace(policy: policy, queries: queries, dashboard: dashboard)
    defer { made.remove() }
    var check = try WorkspaceCheck([made.folder.path], adapters: [CSVAdapter(), SQLAdapter()], environment: [:])
    let before = check.diagnostics.map(\.message)
    try await check.checkPolicies()
    let found = check.diagnostics.filter { !before.contains($0.message) }
    let text = found.map { DiagnosticRenderer().text($0) }.joined(separator: "\n")
    return (check.diagnostics, found, text)
  }

  @Test func completePolicyHasNoDiagnostics() async throws {
    let found = try await check()
    #expect(found.all.filter { $0.level == .error }.isEmpty, "\(found.all)")
    #expect(found.policy.isEmpty, "\(found.text)")
  }

  @Test(arguments: gaps) func gapIsReportedWithCodeAndLocation(_ gap: Gap) async throws {
    let found = try await check(gap)
    #expect(found.policy.map(\.code.rawValue).contains(gap.code), "\(found.text)\n\(found.all)")
    // If a chart uses another query, the table of a condition may be unused.
    #expect(found.policy.allSatisfy { [gap.code, "rowsUnused"].contains($0.code.rawValue) }, "\(found.text)")
    let lines = found.policy.compactMap { diagnostic -> String? in
      guard let place = diagnostic.place, let line = place.position?.line else { return nil }
      let all = place.source.text.split(separator: "\n", omittingEmptySubsequences: false)
      return line <= all.count ? String(all[line - 1]) : nil
    }
    #expect(lines.contains { $0.contains(gap.place) }, "\(lines)")
  }

  @Test func workspaceWithoutPolicyIsReported() async throws {
    let made = try PolicyWorkspace(policy: "")
    defer { made.remove() }
    var check = try WorkspaceCheck([made.folder.path], adapters: [CSVAdapter(), SQLAdapter()], environment: [:])
    let error = await #expect(throws: AugerError.self) { try await check.checkPolicies() }
    #expect(error?.code.rawValue == "policyMissing")
  }
}
