import AugerRefresh
import Foundation
import TestSupport
import Testing

/// Notifications of results by webhook and e-mail, to servers that the test starts.
@Suite(.enabled(if: Servers.areThere, "python3 or openssl is not there")) struct DeliveryTests {
  private let folder: TemporaryFolder
  private let servers: Servers

  init() throws {
    folder = try TemporaryFolder()
    servers = try Servers()
    _ = try folder.write("region,amount\nNorth,1\nSouth,2\n", to: "sales.csv")
  }

  private func refresh(
    _ targets: String, trusts: Bool = true, of contents: String = "queries: All"
  ) throws -> Auger {
    _ = try folder.write(
      """
      sources: { drops: { adapter: csv, path: "*.csv" } }
      queries: { All: { source: drops, from: sales } }
      \(contents.contains("dashboards") ? "dashboards: { pages: pages.xml }" : "")
      jobs:
        sales:
          \(contents)
          retry: { attempts: 3, backoff: 10ms..10ms }
          publish:
            directory: public
            \(targets)
      """, to: "auger.yaml")
    let environment = trusts ? ["SSL_CERT_FILE": servers.certificate] : [:]
    return try Auger(["refresh"], in: folder.root, environment: environment)
  }

  private func lastRun() async throws -> RunRecord {
    let store = try LocalRunStore(folder: folder.url(".auger").path)
    return try #require(try await store.history(job: "sales", limit: 1).first)
  }

  @Test(arguments: ["http", "https"])
  func webhookIsSignedAndRetried(scheme: String) async throws {
    let port = try servers.port(scheme)
    let run = try refresh("webhook: { url: '\(scheme)://localhost:\(port)/hook?x=1', secret: key }")
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let told = try servers.log()
    #expect(told.map { $0["status"] as? Int } == [503, 503, 204])
    #expect(told.allSatisfy { $0["signed"] as? Bool == true && $0["path"] as? String == "/hook?x=1" })
    #expect(told.allSatisfy { $0["delivery"] as? String == "sales_1" })
    let notice = try #require(told.last?["notice"] as? [String: Any])
    let snapshot = try #require(try PublishedSnapshot(directory: folder.url("public").path))
    #expect(notice["snapshot"] as? String == snapshot.name && notice["job"] as? String == "sales")
    #expect((notice["files"] as? [[String: Any]])?.first?["sha256"] as? String == snapshot.manifest.files[0].sha256)
    #expect(try await lastRun().delivery == .delivered)
  }

  /// If the notification fails, the published results remain valid and are not stale.
  @Test func rejectedWebhookIsAFailedDelivery() async throws {
    let run = try refresh("webhook: { url: 'http://localhost:\(try servers.port("http"))/gone' }")
    #expect(run.exitCode == 2)
    #expect(try servers.log().count == 1)
    let last = try await lastRun()
    #expect(last.state == .succeeded && last.delivery == .failed && last.errorCode == "deliveryRefused")
    let snapshot = try #require(try PublishedSnapshot(directory: folder.url("public").path))
    #expect(last.snapshot == snapshot.name)
    #expect(try snapshot.status().stale == false)
    #expect(run.output.contains("\"level\":\"error\",\"message\":\"delivery failed\""), "\(run.output)")
    #expect(!run.output.contains("run succeeded"))
  }

  /// Runs a job four times: runs 1 and 2 fail, runs 3 and 4 succeed.
  private func failTwiceAndRecover(_ targets: String) throws {
    try FileManager.default.removeItem(at: folder.url("sales.csv"))
    for _ in 1...2 { #expect(try refresh(targets).exitCode == 2) }
    _ = try folder.write("region,amount\nNorth,1\n", to: "sales.csv")
    for _ in 3...4 {
      let run = try refresh(targets)
      #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    }
  }

  @Test func firstFailureAndRecoverySendNotifications() throws {
    try failTwiceAndRecover("webhook: { url: 'http://localhost:\(try servers.port("http"))/hook', secret: key }")
    let told = try servers.log()
    // The server rejects the first two requests.
    #expect(
      told.map { $0["delivery"] as? String } == [
        "sales_1_failed", "sales_1_failed", "sales_1_failed", "sales_3", "sales_3_recovered", "sales_4",
      ])
    #expect(told.allSatisfy { $0["signed"] as? Bool == true })
    let notices = told.compactMap { $0["notice"] as? [String: Any] }
    #expect(
      notices.map { $0["event"] as? String } == [
        "failed", "failed", "failed", "published", "recovered", "published",
      ])
    let failures = notices.compactMap { $0["failure"] as? [String: Any] }
    #expect(failures.map { $0["run"] as? Int } == [1, 1, 1, 2])
    #expect(failures.allSatisfy { ($0["code"] as? String)?.isEmpty == false && $0["error"] is String })
  }

  @Test func failuresSendEmail() throws {
    let mail = "host: localhost, port: \(try servers.port("smtp")), user: me, password: secret"
    try failTwiceAndRecover("email: { \(mail), from: auger@example.org, to: a@example.org, subject: Sales }")
    #expect(
      try servers.log().map { $0["subject"] as? String } == ["Sales: failed", "Sales", "Sales: recovered", "Sales"])
  }

  /// A signed request is for one server only.
  @Test func redirectIsNotFollowed() throws {
    let run = try refresh("webhook: { url: 'http://localhost:\(try servers.port("http"))/moved?token=secret' }")
    #expect(run.exitCode == 2 && run.output.contains("the server answered with status 302"), "\(run.output)")
    #expect(try servers.log().map { $0["path"] as? String } == ["/moved?token=secret"])
    #expect(!run.output.contains("token") && !run.errors.contains("token"))
  }

  @Test func silentServerTimesOut() throws {
    let port = try servers.port("silent")
    let run = try refresh("webhook: { url: 'https://localhost:\(port)/hook', timeout: 50ms }")
    #expect(run.exitCode == 2 && run.output.contains("the server did not answer in time"), "\(run.output)")
    let mail = try refresh(
      "email: { host: localhost, port: \(port), timeout: 50ms, from: auger@example.org, to: a@example.org }")
    #expect(mail.exitCode == 2 && mail.output.contains("the server did not answer in time"), "\(mail.output)")
  }

  @Test func untrustedCertificateFails() throws {
    let port = try servers.port("https")
    let unknown = try refresh("webhook: { url: 'https://localhost:\(port)/hook' }", trusts: false)
    #expect(
      unknown.exitCode == 2 && unknown.output.contains("cannot establish a secure connection"), "\(unknown.output)")
    // The certificate is valid only for 'localhost'.
    let other = try refresh("webhook: { url: 'https://127.0.0.1:\(port)/hook' }")
    #expect(other.exitCode == 2 && other.output.contains("cannot establish a secure connection"), "\(other.output)")
    let mail = try refresh(
      "email: { host: localhost, port: \(try servers.port("smtp")), from: auger@example.org, to: a@example.org }",
      trusts: false)
    #expect(mail.exitCode == 2 && mail.output.contains("cannot establish a secure connection"), "\(mail.output)")
    #expect(try servers.log().allSatisfy { $0["kind"] as? String != "web" })
  }

  @Test func emailIsSentWithSTARTTLS() throws {
    let mail = "host: localhost, port: \(try servers.port("smtp")), user: me, password: secret"
    let run = try refresh(
      "email: { \(mail), from: auger@example.org, to: [a@example.org, b@example.org], subject: 'Umsätze: Nord' }")
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let told = try #require(try servers.log().last)
    #expect(told["subject"] as? String == "Umsätze: Nord" && told["sender"] as? String == "auger@example.org")
    #expect((told["recipients"] as? [String])?.count == 2 && (told["defects"] as? [String]) == [])
    #expect((told["parts"] as? [[String: Any]])?.map { $0["type"] as? String } == ["text/plain", "text/html"])
    let wrong = try refresh(
      "email: { \(mail.replacing("secret", with: "guess")), from: auger@example.org, to: a@example.org }")
    #expect(wrong.exitCode == 2 && wrong.output.contains("the server answered AUTH with 535"), "\(wrong.output)")
    #expect(!wrong.output.contains("guess"))
    let nobody = try refresh("email: { \(mail), from: auger@example.org, to: nobody@example.org }")
    #expect(nobody.exitCode == 2 && nobody.output.contains("deliveryRefused"), "\(nobody.output)")
  }

  @Test func emailHasAttachedPages() throws {
    _ = try folder.write(
      """
      <MobileAnalytic><Dashboard><Chart Name="Sales" Title="Sales" ChartType="Column" Query="All">
      <Category Column="region"/><Values><Value Expression="amount" ValueSequence="1"/></Values>
      </Chart></Dashboard></MobileAnalytic>
      """, to: "pages.xml")
    let mail = "host: localhost, port: \(try servers.port("smtp")), user: me, password: secret"
    let run = try refresh(
      "email: { \(mail), from: auger@example.org, to: a@example.org }",
      of: "dashboards: pages\n    formats: [html]\n    pageLimit: 40kB")
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let snapshot = try #require(try PublishedSnapshot(directory: folder.url("public").path))
    #expect(snapshot.manifest.files.map(\.path) == ["pages.html"])
    let page = try String(contentsOfFile: snapshot.folder + "/pages.html", encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains(">North<") && page.utf8.count < 40 << 10)
    let told = try #require(try servers.log().last)
    let parts = try #require(told["parts"] as? [[String: Any]])
    #expect(parts.map { $0["type"] as? String } == ["text/plain", "text/html", "text/html"], "\(parts)")
  }

  /// A chart is sent with the mail server of a job, to the recipients of the command.
  @Test func chartIsSentByTheMailServerOfAJob() throws {
    _ = try folder.write(
      """
      <MobileAnalytic><Dashboard><Chart Name="Sales" Title="Sales" ChartType="Column" Query="All">
      <Category Column="region"/><Values><Value Expression="amount" ValueSequence="1"/></Values>
      </Chart></Dashboard></MobileAnalytic>
      """, to: "pages.xml")
    let mail = "host: localhost, port: \(try servers.port("smtp")), user: me, password: secret"
    _ = try refresh("email: { \(mail), from: auger@example.org, to: a@example.org }", of: "dashboards: pages")
    let run = try Auger(
      [
        "export", "pages/Sales", "--mail-by", "sales", "--mail-to", "b@example.org", "--mail-subject", "Look",
        "--markup", "text 0.5,0.5: Here",
      ], in: folder.root, environment: ["SSL_CERT_FILE": servers.certificate])
    #expect(run.exitCode == 0 && run.errors.contains("sent to b@example.org"), "\(run.output)\(run.errors)")
    let told = try #require(try servers.log().last)
    #expect(
      told["subject"] as? String == "Look"
        && (told["recipients"] as? [String])?.map { $0.contains("<b@example.org>") } == [true])
    let types = (told["parts"] as? [[String: Any]])?.compactMap { $0["type"] as? String } ?? []
    #expect(types.starts(with: ["text/plain", "text/html"]) && types.last?.hasPrefix("image/") == true, "\(types)")
    #expect(!FileManager.default.fileExists(atPath: folder.url("pages").path))
  }

  @Test(arguments: [
    (["--mail-to", "a@example.org"], "--mail-to and --mail-by require each other"),
    (["--mail-to", "nobody", "--mail-by", "sales"], "'nobody' is not an email address"),
    (["--mail-subject", "Look"], "--mail-subject requires --mail-to"),
  ])
  func incompleteMailOptionsFail(arguments: [String], message: String) throws {
    let run = try Auger(["export", "pages/Sales"] + arguments, in: folder.root)
    #expect(run.exitCode == 2 && run.errors.contains(message), "\(run.errors)")
  }

  @Test func missingServerIsRetriedAndReported() async throws {
    let run = try refresh("webhook: { url: 'http://127.0.0.1:1/hook' }")
    #expect(run.exitCode == 2)
    #expect(run.output.split(separator: "\n").filter { $0.contains("delivery will be tried again") }.count == 2)
    #expect(try await lastRun().errorCode == "deliveryFailed")
  }
}

/// Runs `Fixtures/Servers/deliveries.py` as long as the object exists.
final class Servers {
  private let folder: TemporaryFolder
  private let process = Process()
  private let input = Pipe()
  private let ports: [String: Int]

  static var areThere: Bool {
    ["python3", "openssl"].allSatisfy { name in
      ["/usr/bin/", "/usr/local/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
    }
  }

  init() throws {
    folder = try TemporaryFolder()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = Shared.repository.appendingPathComponent("Fixtures/Servers/deliveries.py").path
    process.arguments = ["python3", script, folder.root.path, "key"]
    process.standardInput = input
    try process.run()
    let file = folder.url("ports.json")
    while process.isRunning, !FileManager.default.fileExists(atPath: file.path) { usleep(20_000) }
    let read = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Int]
    ports = try #require(read)
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  var certificate: String { folder.url("certificate.pem").path }

  func port(_ name: String) throws -> Int { try #require(ports[name]) }

  /// Returns the requests that the servers received, in order.
  func log() throws -> [[String: Any]] {
    guard FileManager.default.fileExists(atPath: folder.url("log").path) else { return [] }
    return try String(contentsOf: folder.url("log"), encoding: .utf8).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }
}
