/// An event in the runs of a `JobRunner`.
public enum JobReport: Sendable, Hashable {
  case began(JobRun)
  /// An attempt failed, and another will follow.
  case willRetry(JobRun)
  case ended(JobRun)
  /// A note that does not affect the results, for example about old snapshots that cannot be removed or a run recovered
  /// from a dead process.
  case note(String)

  init(_ report: RunReport) {
    switch report {
    case .began(let record): self = .began(JobRun(record))
    case .willRetry(let record): self = .willRetry(JobRun(record))
    case .ended(let record): self = .ended(JobRun(record))
    case .willDeliverAgain(let record, _, let failure):
      self = .note("run \(record.id) of '\(record.job)' will be delivered again: \(failure.code): \(failure.message)")
    case .lost(let record): self = .note("another worker has run \(record.id) of '\(record.job)' now")
    case .recovered(let records):
      self = .note("runs \(records.map { "\($0.id)" }.joined(separator: ", ")) are taken over from a worker that died")
    case .note(let text): self = .note(text)
    }
  }
}
