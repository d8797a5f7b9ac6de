import AugerColumns
import AugerDiagnostics
import Foundation

/// What is sent about a snapshot that was published.
package struct DeliveryNotice: Sendable {
  /// The notice as JSON: what a webhook gets.
  struct Payload: Sendable, Codable {
    var schema = "auger.notice/1"
    var event = "published"
    var job: String
    var run: Int64
    var snapshot: String
    var asOf: String
    var publishedAt: String
    var files: [SnapshotManifest.File]
  }

  package var job: String
  package var run: Int64
  package var now: Timestamp
  /// Held, so that it stays as long as the notice does.
  private let published: PublishedSnapshot

  var manifest: SnapshotManifest { published.manifest }
  var snapshot: String { published.name }

  /// Of the snapshot that a run has published and still holds.
  init(of run: RunRecord, in directory: String, at now: Timestamp) throws {
    let folder = SnapshotFolder(directory)
    guard let published = try folder.shown(byRun: run.id, job: run.job, since: run.startedAt ?? now) else {
      throw AugerError(
        .leaseLost, operation: "send the results of job '\(run.job)'",
        "another run has published since this one lost its lease")
    }
    (job, self.run, self.published, self.now) = (run.job, run.id, published, now)
  }

  /// A file itself, for channels that attach it.
  func contents(of file: SnapshotManifest.File) throws(AugerError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: published.folder + "/" + file.path) else {
      throw AugerError(.snapshotDamaged, operation: "send the results of job '\(job)'", "'\(file.path)' is missing")
    }
    return Array(data)
  }

  /// A name that is the same whenever this run is sent again, so that a receiver knows what it has already.
  var identity: String { "\(job)/\(run)" }

  func payload() throws -> [UInt8] {
    try Payload(
      job: job, run: run, snapshot: snapshot, asOf: manifest.asOf, publishedAt: manifest.publishedAt,
      files: manifest.files
    ).stableJSON()
  }
}

/// A way to notify a receiver that a snapshot was published.
///
/// At least once: after a crash, and where an answer was lost, the same run is sent again under the same `identity`.
/// Throws `AugerError`; `deliveryRefused` is not tried again.
protocol DeliveryChannel: Sendable {
  /// For logs, without secrets.
  var name: String { get }

  func deliver(_ notice: DeliveryNotice) async throws
}

extension AugerError {
  /// In builds without the trait `Delivery`.
  static func hasNoDelivery(_ operation: String) -> AugerError {
    AugerError(
      .deliveryRefused, operation: operation, "this build sends nothing",
      hint: "build with the trait Delivery, as 'swift build' does without '--traits'")
  }
}
