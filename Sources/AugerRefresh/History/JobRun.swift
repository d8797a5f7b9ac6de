import AugerDiagnostics

/// The recorded state of one run of a job at one moment.
public struct JobRun: Sendable, Hashable {
  /// The progress of a run.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// The run waits for a worker or for its next attempt.
    case queued
    case running
    /// The results are computed. If the job publishes, they are published.
    case succeeded
    /// The run failed and is not retried. Earlier results remain published. `errorCode` is the reason.
    case failed
    /// Another run of the job was in progress.
    case skipped
    case cancelled
  }

  /// The number of the run, unique in its run store.
  public let number: Int64
  /// The name of the job.
  public let job: String
  /// The state of the run.
  public let state: State
  /// The number of attempts that have started.
  public let attempts: Int
  /// The number of rows in the results of all queries. Nil until they are computed.
  public let rows: Int?
  /// The size of all files in bytes. Nil until they are written.
  package let bytes: Int?
  /// The name of the published snapshot. Nil if the run published none.
  public let snapshot: String?
  /// The code of the error that failed the run or its last attempt: `expectationFailed`, `fileNotFound`, ... Nil
  /// without an error.
  public let errorCode: Diagnostic.Code?
  /// The message of the error, for people.
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

  /// Returns the state of a run. Results that could not be delivered count as a failure.
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
