import Auger
import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerRefresh
import AugerServer
import Foundation
import HTTPTypes
import Testing

/// The page with the jobs, and pages that request new data after an interval.
@Suite struct JobsPageTests {
  private static let jobs = """

    jobs:
      nightly: { schedule: "15 2 * * *", queries: [Totals], formats: [csv], publish: { directory: public } }
      broken: { queries: [Totals], formats: [csv], publish: { directory: other }, expect: { rows: ">= 1000" } }
    """

  private static let policy = """

    policy:
      - { for: { claim: role, is: seller }, dashboards: [board] }
      - { for: { claim: role, is: monitor }, dashboards: [], metrics: true }
      - { for: { claim: role, is: chief }, dashboards: all, published: all, metrics: true }
    """

  /// A site with two jobs.
  private struct JobSite {
    let page: PageSite
    let workspace: Workspace

    init(policy: String = "", jobs: String = JobsPageTests.jobs, access: SiteAccess = SiteAccess()) throws {
      page = try PageSite(access: access, policy: jobs + policy)
      workspace = try Workspace(contentsOf: page.folder, adapters: [CSVAdapter()])
      try page.site.replace(content())
    }

    var state: String { page.folder + "/runs" }

    func content(refresh: Duration? = nil) throws -> SiteContent {
      let state = state
      let jobs = try JobDefinition.jobs(of: workspace)
      return SiteContent(
        workspace, pipeline: Pipeline(workspace),
        publications: jobs.compactMap { job in job.publication.map { (job.name, $0.directory) } }, version: "1",
        jobs: jobs,
        refresh: refresh,
        runs: {
          FileManager.default.fileExists(atPath: state + "/runs.sqlite") ? try LocalRunStore(folder: state) : nil
        })
    }

    /// Runs both jobs. The second fails.
    func run() async throws {
      let runner = try JobRunner(workspace, folder: state)
      #expect(try await runner.run("nightly").state == .succeeded)
      #expect(try await runner.run("broken").state == .failed)
    }

    /// Returns the response to a visitor of a role.
    func get(_ address: String, as role: String) async throws -> PageAnswer {
      let file = page.folder + "/tokens.yaml"
      let claims = "claims: { role: \(role) }"
      let entry = "{ name: x, sha256: \(SHA256.text(Array("x".utf8))), expires: 2999-01-01, \(claims) }"
      try "tokens:\n  - \(entry)\n".write(toFile: file, atomically: true, encoding: .utf8)
      let site = Site(
        try content(), limits: .patient, access: SiteAccess(tokens: try TokenFile(file)), key: Array("key".utf8))
      let request = SiteRequest(path: address, fields: [.authorization: "Bearer x", .accept: "text/html"])
      return await PageAnswer(await site.respond(to: request))
    }
  }

  @Test func pageShowsJobsWithoutRuns() async throws {
    let served = try JobSite()
    let answer = await served.page.get("/-/jobs")
    #expect(answer.status == 200 && answer.text.contains("<h2>nightly</h2>") && answer.text.contains("No runs yet."))
    #expect(answer.text.contains("15 2 * * * · Times in UTC") && answer.text.contains("T02:15:00Z"))
    #expect(answer.text.contains("Runs only on command"))
    #expect(!FileManager.default.fileExists(atPath: served.state), "reading creates no folder")
    #expect(answer.text.contains("No runs are recorded yet."))
    #expect(!answer.text.contains("This workspace has no jobs."))
  }

  @Test func pageWithoutJobsExplainsThem() async throws {
    let answer = try await PageSite().get("/-/jobs?_locale=de_DE")
    #expect(answer.status == 200 && answer.text.contains("Dieser Arbeitsbereich hat keine Jobs."))
    #expect(answer.text.contains("<p><a href=\"/?_locale=de_DE\">Alle Dashboards</a></p>"))
    #expect(!answer.text.contains("Noch sind keine Läufe aufgezeichnet"))
  }

  /// Times have the time zone of the job. Their attribute is in UTC, and their distance is in words.
  @Test func timesHaveTheZoneOfTheirJob() async throws {
    let jobs = """

      jobs:
        berlin:
          schedule: "15 2 * * *"
          timeZone: Europe/Berlin
          queries: [Totals]
          formats: [csv]
          publish: { directory: b }
      """
    let now = Timestamp(microseconds: 1782943200_000_000)  // 2026-07-01T22:00:00Z
    let served = try JobSite(jobs: jobs, access: SiteAccess(now: { now }))
    let page = await served.page.get("/-/jobs").text
    #expect(page.contains("15 2 * * * · Times in Europe/Berlin"))
    let time = "<time datetime=\"2026-07-02T00:15:00Z\">"
    #expect(page.contains("\(time)Jul 2, 2026, 02:15</time> <span class=\"r\">in 2 hours</span>"), "\(page)")
    #expect(page.contains("Jul 3, 2026, 02:15</time> <span class=\"r\">in 1 day</span>"))
    let german = await served.page.get("/-/jobs?_locale=de_DE").text
    #expect(german.contains("\(time)2. Juli 2026, 02:15</time> <span class=\"r\">in 2 Stunden</span>"), "\(german)")
  }

  @Test func pageShowsRunsAndErrors() async throws {
    let served = try JobSite()
    #expect(await served.page.get("/-/jobs").text.contains("No runs yet."))
    try await served.run()
    let answer = await served.page.get("/-/jobs")
    #expect(answer.text.contains("Succeeded") && answer.text.contains("Run 2 failed: "), "\(answer.text)")
    let german = await served.page.get("/-/jobs?_locale=de_DE")
    #expect(german.text.contains("Fehlgeschlagen") && german.text.contains("Nächste Läufe"))
    let tag = try #require(answer.fields[.eTag])
    #expect(await served.page.get("/-/jobs", [.ifNoneMatch: tag]).status == 304)
    let home = await served.page.get("/")
    #expect(home.text.contains("href=\"/-/jobs\""))
  }

  @Test func programsReceiveJSON() async throws {
    let served = try JobSite()
    try await served.run()
    for (address, accept) in [("/-/jobs.json", "text/html"), ("/-/jobs", "application/json")] {
      let answer = await served.page.get(address, [.accept: accept])
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any], "\(answer.text)")
      #expect(document["schema"] as? String == "auger.jobs/1")
      let jobs = try #require(document["jobs"] as? [[String: Any]])
      #expect(jobs.map { $0["name"] as? String } == ["nightly", "broken"])
      #expect((jobs[0]["next"] as? [String])?.count == 3 && (jobs[1]["next"] as? [String])?.isEmpty == true)
      let run = try #require((jobs[1]["runs"] as? [[String: Any]])?.first)
      #expect(run["state"] as? String == "failed" && run["code"] as? String == "expectationFailed")
      #expect((run["error"] as? String)?.isEmpty == false)
    }
  }

  @Test func policyHidesJobsAndMessages() async throws {
    let served = try JobSite(policy: Self.policy)
    try await served.run()
    #expect(try await served.get("/-/jobs", as: "seller").status == 404)
    #expect(try await served.get("/-/jobs.json", as: "seller").status == 404)
    #expect(try await !served.get("/", as: "seller").text.contains("/-/jobs"))
    let monitor = try await served.get("/-/jobs", as: "monitor")
    #expect(monitor.status == 200 && monitor.text.contains("Run 2 failed: expectationFailed<"), "\(monitor.text)")
    #expect(monitor.text.contains("or for the message of run 2."))
    let chief = try await served.get("/-/jobs", as: "chief")
    #expect(!chief.text.contains("or for the message of run 2."))
    #expect(chief.status == 200 && !chief.text.contains("Run 2 failed: expectationFailed<"), "\(chief.text)")
  }

  @Test func pageHasItsInterval() async throws {
    let served = try JobSite()
    #expect(await !served.page.get("/dashboards/board").text.contains("data-refresh"))
    try served.page.site.replace(try served.content(refresh: .seconds(300)))
    let page = await served.page.get("/dashboards/board").text
    #expect(page.contains(" data-refresh=\"300\"") && page.contains("<p class=\"asof\">Updates every 5 min</p>"))
    let german = await served.page.get("/dashboards/board?_locale=de_DE").text
    #expect(german.contains("<p class=\"asof\">Aktualisiert alle 5 min</p>"))
  }

  // MARK: Publications

  /// Open pages receive an event for the first publication of a job, too.
  @Test func firstPublicationIsNews() async throws {
    let served = try JobSite()
    let site = served.page.site
    guard case .pieces(let next) = await site.respond(to: SiteRequest(path: "/-/events")).body else {
      Issue.record("the response is not a stream")
      return
    }
    _ = try await next()
    let watch = Task { try await PublicationWatch(site, interval: .milliseconds(1)).run() }
    defer { watch.cancel() }
    try await Task.sleep(for: .milliseconds(300))
    try await served.run()
    // The stream also contains comments, which keep the connection open.
    var event = ""
    while !event.contains("event:") { event = String(decoding: try #require(try await next()), as: UTF8.self) }
    #expect(event.contains("event: published\ndata: {\"job\": \"nightly\"}"))
  }

  /// The time of the last publication is on the card and on the page of its dashboard. A new one replaces it, even on a
  /// cached page.
  @Test func dashboardsShowTheirLastPublication() async throws {
    let jobs = """

      jobs:
        nightly: { dashboards: [board], formats: [json], partial: true, publish: { directory: public } }
      """
    let served = try JobSite(jobs: jobs)
    #expect(await !served.page.get("/").text.contains("Published"))
    #expect(await !served.page.get("/dashboards/board").text.contains("Published"))
    let runner = try JobRunner(served.workspace, folder: served.state)
    #expect(try await runner.run("nightly").state == .succeeded)
    let home = await served.page.get("/").text
    #expect(home.contains("<span>Published <time datetime=\"") && home.contains(">just now</time>"))
    let page = await served.page.get("/dashboards/board").text
    let published = try #require(page.firstMatch(of: /<p class="asof">Published ([^<]*) \(UTC\)<\/p>/)?.1)
    #expect(published.contains(", "))
    let parts = await served.page.get("/-/parts/board").fragments
    #expect(parts["bar"]?.contains("Published \(published)") == true)
  }
}
