import Foundation
import TestSupport
import Testing

/// `auger plan` prints the output that Documentation/plan.md shows.
@Suite struct PlanTests {
  private static let workspace = """
    sources:
      shop: { adapter: sqlite, path: shop.sqlite }
      drops: { adapter: csv, path: "*.csv" }
    queries:
      PriceOfCategory:
        source: shop
        from: sales
        where: [region == $Region, "upper(product) != 'TENT'"]
        groupBy: [category]
        measures: { price: median(price), orders: count() }
      Here: { source: shop, from: sales, groupBy: [region], measures: { n: count() }, pushdown: false }
      Text: { source: shop, sql: "SELECT 1 AS one" }
      Joined:
        source: shop
        from: resellers
        join: { other: { from: resellers, on: { name: name }, kind: inner } }
        where: ["region == 'Europe'"]
        groupBy: [other.country]
        measures: { n: count() }
      Foreign:
        source: drops
        from: sales
        join: { r: { source: shop, from: resellers, on: { name: region } } }
        groupBy: [r.country]
        measures: { n: count() }
      File: { source: drops, from: sales, groupBy: [region], measures: { n: count() } }
    """

  private func plan(_ arguments: [String]) throws -> Auger {
    let folder = try SampleWorkspace.copy()
    try Self.workspace.write(to: folder.url("auger.yaml"), atomically: true, encoding: .utf8)
    return try Auger(["plan"] + arguments, in: folder.root)
  }

  @Test func splitPlanIsShownAsDocumented() throws {
    let run = try plan(["PriceOfCategory", "--arg", "Region=Europe"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let page = try String(
      contentsOf: Shared.repository.appendingPathComponent("Documentation/plan.md"), encoding: .utf8)
    #expect(page.contains("$ auger plan PriceOfCategory --arg Region=Europe\n" + run.output))
  }

  @Test func planIsAvailableAsJSON() throws {
    let run = try plan(["PriceOfCategory", "--arg", "Region=Europe", "--format", "json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(object["extent"] as? String == "part")
    #expect(object["values"] as? [String] == ["string"])
    #expect((object["sql"] as? String)?.contains("?1") == true)
    #expect(!run.output.contains("Europe"), "values stay out of the text")
    let here = try #require(object["here"] as? [[String: String]])
    #expect(here.first?["reason"] == "SQLite knows ASCII only")
  }

  @Test func localOperationsHaveAReason() throws {
    #expect(try plan(["Here"]).output.contains("all of it: the query has 'pushdown: false'"))
    #expect(try plan(["Text"]).output.contains("All of it runs in the database"))
    #expect(try plan(["File"]).output.contains("source 'drops' is not a database"))
    #expect(try plan(["Foreign"]).output.contains("All of it runs here: the tables are not all of one database."))
    #expect(try plan(["Nothing"]).exitCode == 2)
  }

  @Test func joinsWithinADatabaseArePushedDown() throws {
    let output = try plan(["Joined"]).output
    #expect(
      output.contains(
        """
          FROM "resellers" AS t0 LEFT JOIN "resellers" AS t1 ON (t0."name" COLLATE BINARY = t1."name" COLLATE BINARY)
          WHERE (t1."name" IS NOT NULL) AND (t0."region" COLLATE BINARY = ?1)
        """))
    let parts = "inner join other; where region == 'Europe'; group by other.country; count()."
    #expect(output.contains(parts), "\(output)")
  }

  @Test func chartPlanShowsArgumentOrigins() throws {
    let folder = try SampleWorkspace.copy()
    func plan(_ state: String, _ arguments: String...) throws -> Auger {
      try Auger(["plan", "drill/Markets", "--explore", state] + arguments, in: folder.root)
    }
    let run = try plan("Markets.drill=region:Europe", "--format", "json")
    #expect(run.exitCode == 0, "\(run.errors)")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(object["dashboard"] as? String == "drill" && object["state"] as? String == "Markets.drill=region:Europe")
    let requests = try #require(object["requests"] as? [[String: Any]])
    let argument = (requests.first?["arguments"] as? [[String: String]])?.first
    #expect(argument?["name"] == "region" && argument?["value"] == "Europe" && argument?["origin"] == "drill")
    #expect(requests.first?["reason"] is String)
    #expect(try plan("Markets.drill=region:Europe").output.contains("  region = Europe (drill in '"))
    #expect(try plan("Markets.drill=region:Atlantis").exitCode == 2)
    #expect(try plan("", "--arg", "Nothing=1").exitCode == 2)
    #expect(try Auger(["plan", "Nothing", "--explore", "a.zoom=2"], in: folder.root).exitCode == 2)
  }
}
