import AugerDiagnostics

/// One run of a job, as it is recorded at one moment.
public struct JobRun: Sendable, Hashable {
  /// How far a run is.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It waits for a worker, or for its next attempt.
    case queued
    case running
    /// Its results are computed and, where the job publishes, published.
    case succeeded
    /// It will not be tried again; what was published before is still shown. `errorCode` says why.
    case failed
    /// Another run of the job was under way.
    case skipped
    case cancelled
  }

  /// The number of the run, unique in its folder of runs.
  public let number: Int64
  /// The name of the job.
  public let job: String
  /// How far the run is.
  public let state: State
  /// Attempts that were begun.
  public let attempts: Int
  /// Rows of all queries' answers; nil until they are computed.
  public let rows: Int?
  /// Bytes of all files; nil until they are written.
  public let bytes: Int?
  /// The name of the snapshot that it published; nil where there is none.
  public let snapshot: String?
  /// Why it failed, or will be tried again: `expectationFailed`, `fileNotFound`, ...; nil where nothing is wrong.
  public let errorCode: Diagnostic.Code?
  /// The same for people.
  public let errorMessage: String?

  init(_ record: RunRecord) {
    number = record.id
    job = record.job
    state = Self.state(of: record)
    attempts = record.attempts
    rows = record.rows
    bytes = record.bytes
    snapshot = record.snapshot
    errorCode = record.errorCode.map { Diagnostic.Code($0) }
    errorMessage = record.errorMessage
  }

  /// Results that could not be delivered are a failure to a program that reads them.
  private static func state(of record: RunRecord) -> State {
    switch record.state {
    case .queued: .queued
    case .running: .running
    case .succeeded: record.delivery == .failed ? .failed : record.delivery == .pending ? .running : .succeeded
    case .failed: .failed
    case .skipped: .skipped
    case .cancelled: .cancelled
    }
  }
}
