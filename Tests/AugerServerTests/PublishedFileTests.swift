import Auger
import AugerDiagnostics
import AugerRefresh
import AugerServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// Published files are served unchanged, complete or streamed. A truncated file never looks complete.
@Suite struct PublishedFileTests {
  /// A server that serves the output of job `all`.
  private struct Publisher {
    let served: Served
    let snapshot: PublishedSnapshot

    /// - Parameter wholeBytes: Maximum size of a file that is served at once. Larger files are streamed.
    init(wholeBytes: Int) async throws {
      var limits = ServerLimits.patient
      limits.wholeBytes = wholeBytes
      served = try Served(limits: limits)
      let runner = try JobRunner(served.workspace, folder: served.folder + "/runs")
      let run = try await runner.run("all")
      try #require(run.state == .succeeded)
      let directory = served.folder + "/public"
      snapshot = try #require(try PublishedSnapshot(directory: directory))
      try served.site.replace(
        SiteContent(
          served.workspace, pipeline: Pipeline(served.workspace), publications: [("all", directory)], version: "1"))
    }

    func get(_ file: String, _ fields: HTTPFields = HTTPFields()) async -> Served.Answer {
      await served.get(
        "/published/all/"
          + file.split(separator: "/").map { PercentEncoding.part(String($0)) }
          .joined(separator: "/"), fields)
    }

    func path(_ file: String) -> String { snapshot.folder + "/" + file }
  }

  @Test(arguments: [0, 1 << 20]) func filesAreServedAsPublished(wholeBytes: Int) async throws {
    let publisher = try await Publisher(wholeBytes: wholeBytes)
    let files = publisher.snapshot.files
    #expect(files.contains { $0.hasSuffix(".json") } && files.contains { $0.hasSuffix(".csv") })
    for file in files {
      let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: publisher.path(file))))
      let answer = await publisher.get(file)
      #expect(answer.status == 200 && answer.bytes == bytes && !answer.isAborted, "\(file)")
      #expect(answer.isStreamed == (bytes.count > wholeBytes), "\(file)")
      #expect(answer.fields[.contentSecurityPolicy]?.contains("sandbox") == true)
      if answer.isStreamed { #expect(answer.fields[.contentLength] == "\(bytes.count)") }
      let tag = try #require(answer.fields[.eTag])
      let again = await publisher.get(file, [.ifNoneMatch: tag])
      #expect(again.status == 304 && again.bytes.isEmpty, "\(file)")
    }
    #expect(await publisher.get("none.json").status == 404)
    #expect(await publisher.get("../manifest.json").status == 404)
  }

  @Test func changedFileIsNotServed() async throws {
    let publisher = try await Publisher(wholeBytes: 1 << 20)
    let file = try #require(publisher.snapshot.files.first { $0.hasSuffix(".csv") })
    var bytes = try Data(contentsOf: URL(fileURLWithPath: publisher.path(file)))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: publisher.path(file)))
    let answer = await publisher.get(file)
    #expect(answer.status == 503 && answer.code == "dataUnavailable", "\(answer.status) \(answer.text)")
    try FileManager.default.removeItem(atPath: publisher.path(file))
    #expect(await publisher.get(file).status == 503)
  }

  /// The server aborts the transfer before the last bytes, so that no client treats the received bytes as the complete
  /// file.
  @Test(arguments: ["changed", "changed at its start", "shorter", "missing"])
  func streamOfDamagedFileIsAborted(damage: String) async throws {
    let publisher = try await Publisher(wholeBytes: 0)
    let file = try #require(publisher.snapshot.files.first { $0.hasSuffix(".svg") })
    let url = URL(fileURLWithPath: publisher.path(file))
    let whole = try Data(contentsOf: url)
    var bytes = whole
    switch damage {
    case "changed": bytes[bytes.count / 2] ^= 1
    case "changed at its start": bytes[0] ^= 1
    case "shorter": bytes.removeLast(10)
    default: bytes = Data()
    }
    if damage == "missing" { try FileManager.default.removeItem(at: url) } else { try bytes.write(to: url) }
    let answer = await publisher.get(file)
    if damage == "missing" {
      #expect(answer.status == 503)
    } else {
      #expect(answer.isStreamed && answer.isAborted && answer.bytes.count < whole.count, "\(answer.bytes.count)")
      #expect(answer.fields[.contentLength] == "\(whole.count)")
    }
  }
}
