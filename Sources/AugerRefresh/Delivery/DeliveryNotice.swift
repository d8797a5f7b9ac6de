import AugerColumns
import AugerDiagnostics
import Foundation

/// A message to the targets of a job: new results, the first failure after a success, or the first success after a
/// failure.
package struct DeliveryNotice: Sendable {
  enum Event: Sendable {
    /// The associated value holds a lock on the snapshot, so that the snapshot exists as long as the notice.
    case published(PublishedSnapshot)
    /// The run itself failed.
    case failed
    /// The run succeeded after a run that failed.
    case recovered(from: RunRecord)
  }

  /// The notice as JSON: the body of a webhook.
  struct Payload: Sendable, Codable {
    var schema = "auger.notice/1"
    var event: String
    var job: String
    var run: Int64
    var snapshot: String?
    var asOf: String?
    var publishedAt: String?
    var files: [SnapshotManifest.File]?
    var failure: Failure?
  }

  /// The run that failed, and its error.
  struct Failure: Sendable, Codable {
    var run: Int64
    var finishedAt: String?
    var code: String
    var error: String

    init(_ record: RunRecord) {
      run = record.id
      finishedAt = record.finishedAt?.utcText
      code = record.errorCode ?? "other"
      error = record.errorMessage ?? ""
    }
  }

  package var job: String
  package var run: Int64
  package var now: Timestamp
  let event: Event
  /// The failure that the notice reports, or the earlier failure that has ended.
  let failure: Failure?

  init(_ event: Event, of run: RunRecord, at now: Timestamp) {
    (job, self.run, self.event, self.now) = (run.job, run.id, event, now)
    switch event {
    case .published: failure = nil
    case .failed: failure = Failure(run)
    case .recovered(let failed): failure = Failure(failed)
    }
  }

  /// Creates the notice of the snapshot that a run has published and still holds.
  init(publishedBy run: RunRecord, in directory: String, at now: Timestamp) throws {
    let folder = SnapshotFolder(directory)
    guard let published = try folder.shown(byRun: run.id, job: run.job, since: run.startedAt ?? now) else {
      throw AugerError(
        .leaseLost, operation: "send the results of job '\(run.job)'",
        "another run published its results after this run lost its lease")
    }
    self.init(.published(published), of: run, at: now)
  }

  /// Returns the contents of a published file, for channels that attach it.
  func contents(of file: SnapshotManifest.File) throws(AugerError) -> [UInt8] {
    guard case .published(let published) = event,
      let data = FileManager.default.contents(atPath: published.folder + "/" + file.path)
    else {
      throw AugerError(.snapshotDamaged, operation: "send the results of job '\(job)'", "'\(file.path)' is missing")
    }
    return Array(data)
  }

  /// `published`, `failed` or `recovered`.
  var eventName: String {
    switch event {
    case .published: "published"
    case .failed: "failed"
    case .recovered: "recovered"
    }
  }

  /// An identifier that does not change when this notice is sent again, so that a receiver can drop duplicates.
  var identity: String {
    if case .published = event { return "\(job)/\(run)" }
    return "\(job)/\(run)/\(eventName)"
  }

  func payload() throws -> [UInt8] {
    var payload = Payload(event: eventName, job: job, run: run, failure: failure)
    if case .published(let published) = event {
      let manifest = published.manifest
      payload.snapshot = published.name
      (payload.asOf, payload.publishedAt, payload.files) = (manifest.asOf, manifest.publishedAt, manifest.files)
    }
    return try payload.stableJSON()
  }
}

/// A way to send notices to a receiver.
///
/// Delivery is at least once: after a crash or a lost response, the same notice is sent again with the same `identity`.
/// Throws `AugerError`. An error with the code `deliveryRefused` is not retried.
protocol DeliveryChannel: Sendable {
  /// The name for logs, without secrets.
  var name: String { get }

  func deliver(_ notice: DeliveryNotice) async throws
}

extension AugerError {
  /// Returns the error of builds without the trait `Delivery`.
  static func hasNoDelivery(_ operation: String) -> AugerError {
    AugerError(
      .deliveryRefused, operation: operation, "this build cannot send webhooks or e-mails", hint: deliveryHint)
  }

  static let deliveryHint = "Build with the trait Delivery, as 'swift build -c release' does without '--traits'."
}
