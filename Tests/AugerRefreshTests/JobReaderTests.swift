import Auger
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerExpressions
import AugerMetadata
import AugerRefresh
import Testing

@Suite struct JobReaderTests {
  private func workspace(_ jobs: String) throws -> Workspace {
    let text = """
      sources:
        drops: { adapter: csv, path: "*.csv" }
      queries:
        ByRegion:
          source: drops
          from: sales
          where: ["[[ region == $Region ]]", "[[ year == $Year ]]", "[[ kind in ($Kinds) ]]"]
          groupBy: [region]
          measures: { amount: sum(amount) }
        Regions: { source: drops, from: sales, groupBy: [region] }
      jobs:
      \(jobs)
      """
    var workspace = try Workspace(
      parsing: SourceText(name: "auger.yaml", text: text), directory: "/srv", adapters: [NamedAdapter(name: "csv")])
    workspace.dashboards.append(Dashboard(name: "sales", charts: []))
    return workspace
  }

  @Test func unsupportedWebhooksAreReported() throws {
    let workspace = try workspace(
      """
        told:
          queries: [Regions]
          publish: { directory: public, webhook: { url: "https://example.org/" } }
      """)
    let collector = DiagnosticCollector()
    #expect(JobDefinition.jobs(of: workspace, reporting: collector).count == 1)
    #if Delivery
      #expect(collector.diagnostics.isEmpty)
    #else
      #expect(collector.diagnostics.map(\.code) == [.deliveryRefused])
      #expect(collector.diagnostics.map(\.level) == [.warning])
    #endif
  }

  @Test func everyKeyIsRead() throws {
    let workspace = try workspace(
      """
        nightly:
          schedule: "15 2 * * 1-5"
          timeZone: Europe/Berlin
          jitter: 30s
          queries: [ByRegion]
          dashboards: [sales]
          arguments: { Year: 2024, Kinds: [a, b] }
          forEach: { Region: Regions.region }
          formats: [json, svg, pdf, html, vega-lite, vega, csv, arrow, arrows]
          pageLimit: 2MB
          csv: { safe: true }
          partial: true
          publish: { directory: public/sales, keep: { count: 3, age: 1h } }
          retry: { attempts: 5, backoff: 2s..5m, jitter: false }
          timeout: 10m
          overlap: cancelPrevious
          missed: skip
          expect:
            rows: ">= 1"
            freshness: "< 26h of max(order_date)"
            total: "sum(amount) within 20% of previous"
            many: "count() * 2 > 10"
      """)
    let job = try #require(try JobDefinition.jobs(of: workspace).first)
    #expect(job.schedule?.description == "15 2 * * 1-5" && job.schedule?.timeZone == "Europe/Berlin")
    #expect(job.schedule?.jitter == .seconds(30))
    #expect(job.contents == [.dashboard("sales"), .query("ByRegion")])
    #expect(job.arguments == ["Year": .scalar(.int(2024)), "Kinds": .list([.string("a"), .string("b")])])
    #expect(job.forEach == .init(argument: "Region", query: "Regions", column: "region"))
    #expect(job.formats == [.json, .svg, .pdf, .html, .vegaLite, .vega, .csv, .arrow, .arrows])
    #expect(job.csvIsSafe && job.allowsParts)
    #expect(job.pageLimit == 2 << 20)
    #expect(
      job.publication == .init(directory: "/srv/public/sales", keep: Retention(count: 3, age: .seconds(3600))))
    #expect(
      job.retry
        == RetryPolicy(attempts: 5, firstWait: .seconds(2), longestWait: .seconds(300), hasJitter: false))
    #expect(job.timeout == .seconds(600) && job.overlap == .cancelPrevious && job.missed == .skip)
    #expect(job.expectations.map(\.name) == ["rows", "freshness", "total", "many"])
    guard case .value(let expression, .above, 10) = job.expectations[3].condition else {
      Issue.record("\(job.expectations[3])")
      return
    }
    #expect(expression.containsAggregate)
  }

  @Test func omittedKeysHaveDefaults() throws {
    let job = try #require(try JobDefinition.jobs(of: try workspace("  a: { every: 15m, queries: ByRegion }")).first)
    #expect(job.schedule?.description == "every 15m" && job.overlap == .skip && job.missed == .runOnce)
    #expect(job.formats == [.json] && job.retry.attempts == 1 && job.timeout == nil && job.publication == nil)
  }

  @Test(arguments: [
    ("{ schedule: \"15 2 ⟦32⟧ * *\", queries: ByRegion }", "the day of the month must be between 1 and 31"),
    ("{ schedule: \"1 2 3 4 5\", ⟦every: 15m⟧, queries: ByRegion }", "has both 'schedule' and 'every'"),
    ("{ every: ⟦500ms⟧, queries: ByRegion }", "'every' must be at least 1s"),
    ("{ every: 15m, ⟦timeZone⟧: Europe/Berlin, queries: ByRegion }", "both 'every' and 'timeZone'"),
    (
      "{ schedule: \"0 0 * * *\", timeZone: ⟦Europe/Berln⟧, queries: ByRegion }",
      "time zone 'Europe/Berln' does not exist"
    ),
    ("{ queries: [⟦ByRegoin⟧] }", "query 'ByRegoin' does not exist"),
    ("{ dashboards: [⟦saels⟧] }", "dashboard 'saels' does not exist"),
    ("{ charts: [⟦x⟧] }", "'x' does not name a chart of a dashboard"),
    ("{ charts: [⟦sales/x⟧] }", "dashboard 'sales' has no chart 'x'"), ("{ every: 1h }", "has nothing to compute"),
    ("{ dashboards: }", "has nothing to compute"), ("{ dashboards: [], queries: [] }", "has nothing to compute"),
    ("{ queries: ByRegion, formats: [⟦svg⟧] }", "queries cannot be written as 'svg'"),
    ("{ queries: ByRegion, formats: [⟦html⟧] }", "queries cannot be written as 'html'"),
    ("{ queries: ByRegion, formats: [⟦pdf⟧] }", "queries cannot be written as 'pdf'"),
    ("{ queries: ByRegion, formats: [⟦vega⟧] }", "queries cannot be written as 'vega'"),
    ("{ queries: ByRegion, pageLimit: ⟦large⟧ }", "'large' is not a valid size"),
    ("{ queries: ByRegion, formats: [⟦jsn⟧] }", "results cannot be written as 'jsn'"),
    ("{ queries: ByRegion, retry: { attempts: 2, backoff: ⟦5m..2s⟧ } }", "'backoff' must be two durations"),
    ("{ queries: ByRegion, retry: { attempts: ⟦0⟧ } }", "'attempts' must be"),
    ("{ queries: ByRegion, overlap: ⟦skipp⟧ }", "'overlap' must be one of skip, queue, cancelPrevious"),
    ("{ queries: ByRegion, expect: { rows: ⟦\"many\"⟧ } }", "'many' is not a valid expectation for 'rows'"),
    (
      "{ queries: ByRegion, expect: { freshness: ⟦\"< 26 of max(d)\"⟧ } }", "is not a valid expectation for 'freshness'"
    ),
    (
      "{ queries: ByRegion, expect: { total: \"⟦amount⟧ >= 5\" } }",
      "an expectation needs an aggregate, which 'amount' does not have"
    ),
    ("{ queries: ByRegion, forEach: { Region: ⟦Regoins.region⟧ } }", "query 'Regoins' does not exist"),
    ("{ queries: ByRegion, forEach: { ⟦Regoin⟧: Regions } }", "no query of job 'a' takes an argument 'Regoin'"),
    ("{ queries: ByRegion, arguments: { ⟦Yaer⟧: 2024 } }", "no query of job 'a' takes an argument 'Yaer'"),
    ("{ queries: ByRegion, csv: { ⟦save⟧: true } }", "'csv' has no key 'save'"),
    ("{ queries: ByRegion, publish: { keep: { count: 1 } } }", "'publish' needs 'directory'"),
    ("{ queries: ByRegion, timeout: ⟦0s⟧ }", "a job without time cannot end"),
    ("{ queries: ByRegion, ⟦shedule⟧: x }", "has no key 'shedule'"),
  ])
  func errorsAreReported(marked: String, message: String) throws {
    let text = marked.replacing("⟦", with: "").replacing("⟧", with: "")
    let workspace = try workspace("  a: " + text)
    do throws(DiagnosticError) {
      _ = try JobDefinition.jobs(of: workspace)
      Issue.record("it was read")
    } catch {
      let found = try #require(error.diagnostics.first { $0.message.contains(message) }, "\(error)")
      #expect(error.diagnostics.count == 1, "\(error)")
      guard let mark = marked.firstRange(of: "⟦"), let place = found.place, let lower = place.span?.lower else {
        return
      }
      let rest = text.utf8.dropFirst(marked[..<mark.lowerBound].utf8.count)
      #expect(place.source.text.utf8.dropFirst(lower).starts(with: rest.prefix(3)), "\(error)")
    }
  }
}
