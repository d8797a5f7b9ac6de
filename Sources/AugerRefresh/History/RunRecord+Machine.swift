import AugerColumns
import AugerDiagnostics

package enum RunEvent: Sendable {
  /// The fence is greater than the fence of every earlier claim of any run.
  case claimed(worker: String, leaseUntil: Timestamp, fence: Int64)
  case evaluated(rows: Int, bytes: Int)
  /// The results are published. The snapshot is nil if the job does not publish.
  case delivered(snapshot: String?)
  case evaluationFailed(RunFailure)
  case deliveryFailed(RunFailure)
  /// The run was cancelled on request.
  case cancelled
  /// The program stops. The run returns to the queue, and this attempt does not count.
  case givenBack
  /// The worker that held the run has died.
  case workerDied
}

/// The recorded reason of a failure.
package struct RunFailure: Sendable, Hashable {
  package var code: String
  /// The error in one line: location, message and hint, without the code.
  package var message: String
  /// True if a retry may succeed. False for configuration errors and for data that violates an expectation.
  package var isTransient: Bool

  package init(code: String, message: String, isTransient: Bool) {
    self.code = code
    self.message = message
    self.isTransient = isTransient
  }

  package init(_ error: any Error) {
    switch error {
    case let error as DiagnosticError:
      self.init(
        code: error.diagnostics.first?.code.rawValue ?? "other", message: Self.line(error.reason), isTransient: false)
    case let error as AugerError:
      let lasting: Set<Diagnostic.Code> = [
        .cancelled, .limitExceeded, .expectationFailed, .leaseLost, .deliveryRefused, .schemaDrift, .keyNotUnique,
        .tableDamaged,
      ]
      self.init(
        code: error.code.rawValue, message: Self.line(error.reason), isTransient: !lasting.contains(error.code))
    case is CancellationError:
      self.init(code: "cancelled", message: "it was cancelled", isTransient: false)
    default: self.init(code: "other", message: Self.line(String(describing: error)), isTransient: true)
    }
  }

  /// Returns the lines of an error as one line, for logs and tables that show a record in one row.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line in
      var line = line.drop { $0 == " " }
      if line.hasPrefix("hint: ") { line = line.dropFirst("hint: ".count) }
      return String(line)
    }
    .joined(separator: "; ")
  }
}

extension RunRecord {
  /// The number of dead workers after which a run fails instead of being given to another worker.
  package static let mostDeaths = 3

  /// Applies an event. Time, retry policy and randomness are parameters, so that tests are deterministic.
  package mutating func apply(
    _ event: RunEvent, at now: Timestamp, retry: RetryPolicy = RetryPolicy(),
    using chance: inout some RandomNumberGenerator
  ) {
    precondition(!isSettled, "a settled run stays as it is")
    switch event {
    case .claimed(let worker, let leaseUntil, let fence):
      state = .running
      self.worker = worker
      self.leaseUntil = leaseUntil
      self.fence = fence
      attempts += 1
      startedAt = startedAt ?? now
    case .evaluated(let rows, let bytes):
      state = .succeeded
      delivery = .pending
      (self.rows, self.bytes) = (rows, bytes)
      (errorCode, errorMessage) = (nil, nil)
    case .delivered(let snapshot):
      self.snapshot = snapshot
      delivery = snapshot == nil ? .none : .delivered
      settle(at: now)
    case .evaluationFailed(let failure):
      record(failure)
      let wait = failure.isTransient ? retry.wait(afterAttempt: attempts, using: &chance) : nil
      if let wait { requeue(notBefore: now.adding(wait)) } else { end(.failed, at: now) }
    case .deliveryFailed(let failure):
      record(failure)
      delivery = .failed
      settle(at: now)
    case .cancelled:
      record(RunFailure(code: "cancelled", message: "it was cancelled", isTransient: false))
      end(.cancelled, at: now)
    case .givenBack:
      attempts = max(0, attempts - 1)
      requeue(notBefore: now)
    case .workerDied:
      deaths += 1
      record(RunFailure(code: "workerDied", message: "its worker '\(worker ?? "")' died", isTransient: true))
      if cancelRequested {
        end(.cancelled, at: now)
      } else if deaths >= Self.mostDeaths {
        end(.failed, at: now)
      } else {
        requeue(notBefore: now)
      }
    }
  }

  /// Applies the overlap policy of a job to a new run and to the unsettled runs of the job.
  package mutating func meet(_ unsettled: inout [RunRecord], overlap: JobDefinition.Overlap) {
    guard !isSettled, let first = unsettled.first else { return }
    switch overlap {
    case .queue: break
    case .skip:
      record(RunFailure(code: "overlap", message: "run \(first.id) was not finished", isTransient: false))
      end(.skipped, at: queuedAt)
    case .cancelPrevious:
      for index in unsettled.indices {
        unsettled[index].cancelRequested = true
        guard unsettled[index].state == .queued else { continue }
        unsettled[index].record(RunFailure(code: "cancelled", message: "it was cancelled", isTransient: false))
        unsettled[index].end(.cancelled, at: queuedAt)
      }
    }
  }

  private mutating func record(_ failure: RunFailure) {
    errorCode = failure.code
    errorMessage = failure.message
  }

  private mutating func requeue(notBefore: Timestamp) {
    state = .queued
    delivery = .none
    self.notBefore = notBefore
    (worker, leaseUntil) = (nil, nil)
  }

  private mutating func end(_ state: State, at now: Timestamp) {
    self.state = state
    delivery = .none
    settle(at: now)
  }

  private mutating func settle(at now: Timestamp) {
    finishedAt = now
    leaseUntil = nil
  }
}

extension Timestamp {
  /// Returns the moment after `duration`, or the last representable moment if the result is out of range.
  package func adding(_ duration: Duration) -> Timestamp {
    let (sum, overflow) = microseconds.addingReportingOverflow(duration.microseconds)
    return Timestamp(microseconds: overflow ? .max : sum)
  }
}

extension Diagnostic.Code {
  /// A result violates an expectation of its job.
  package static let expectationFailed = Self("expectationFailed")
  /// Another worker has taken over the run.
  package static let leaseLost = Self("leaseLost")
}
