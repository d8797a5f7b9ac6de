import Auger
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import AugerRefresh
import HTTPTypes

extension Site {
  /// Maximum number of runs of one job on the page.
  static let mostRuns = 20
  private static let nextCount = 3

  /// Returns the jobs with their next times and newest runs, as a page or as JSON.
  ///
  /// An error message can contain values of the data. Only readers of the job's results receive it, others receive the
  /// code.
  func jobs(_ visit: Visit, _ suffix: Face?) async throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head])
    let isPage = suffix == nil && Self.accepted(visit.request) != .json
    let histories = try await admission.run(visit.visitor.name) {
      try await within(limits.time) { await self.histories(visit) }
    }
    var fields = visit.fields
    let bytes: [UInt8]
    if isPage {
      let frame = frame(visit, at: "/-/jobs")
      let (locale, now) = (locale(for: visit.request), access.now())
      let jobs = visit.content.jobs.enumerated().map { index, job in
        var own = locale
        own.timeZone = job.schedule?.timeZone ?? locale.timeZone
        var shown = ServedJobs.Job(
          name: job.name, schedule: job.schedule.map { "\($0)" }, next: next(of: job),
          runs: (histories?.runs[index] ?? []).map { $0.shown(visit) }, time: PageTime(own, now: now))
        shown.hidesErrors = !visit.visitor.entitlement.allows(published: job.name)
        return shown
      }
      let kept = KeptOptions(visit.request.query, among: visit.content.workspace.themes)
      bytes = ServedJobs(jobs, isReadable: histories != nil, isRecorded: histories?.isRecorded ?? false).data(
        in: frame, json: kept.adding(to: "/-/jobs.json"))
      let styles = frame.styles
      for field in PagePreferences.fields { fields[field.name] = field.value }
      for (name, value) in access.pagePolicy(styles) { fields[name] = value }
    } else {
      let jobs = visit.content.jobs.enumerated().map { index, job -> JSONNode in
        let own: JSONNode = ["name": .text(job.name)]
        return own.adding("schedule", job.schedule.map { .text($0.description) })
          .adding("timeZone", job.schedule.map { .text($0.timeZone) })
          .adding("next", JSONNode(texts: next(of: job).map(\.utcText)))
          .adding("runs", histories.map { .list($0.runs[index].map { $0.node(visit) }) })
      }
      let document: JSONNode = ["schema": "auger.jobs/1", "jobs": .list(jobs)]
      bytes = document.written(.spaced) + [UInt8(ascii: "\n")]
    }
    let type = (isPage ? Face.html : .json).mediaType
    if suffix == nil { fields[.vary] = "Accept, \(PagePreferences.vary)" }
    fields[.eTag] = etag(of: bytes, for: visit.visitor.entitlement, visit.content.version, "jobs")
    fields[.contentType] = type
    if let unmodified = Self.notModified(visit.request, fields) { return unmodified }
    return SiteResponse(.ok, type, bytes, fields: fields)
  }

  /// The newest runs of each job.
  private struct Histories {
    var runs: [[RunRecord]]
    /// False if no runs are stored yet.
    var isRecorded: Bool
  }

  /// Returns the newest runs of each job. Nil if they cannot be read.
  private func histories(_ visit: Visit) async -> Histories? {
    let content = visit.content
    do {
      guard let store = try await Workers.blocking(RunControl(), { try content.runs() }) else {
        return Histories(runs: content.jobs.map { _ in [] }, isRecorded: false)
      }
      var runs: [[RunRecord]] = []
      for job in content.jobs { runs.append(try await store.history(job: job.name, limit: Self.mostRuns)) }
      return Histories(runs: runs, isRecorded: true)
    } catch {
      log(visit.identifier, error)
      return nil
    }
  }

  private func next(of job: JobDefinition) -> [Timestamp] {
    job.schedule?.times(after: access.now(), count: Self.nextCount) ?? []
  }
}

extension Visit {
  /// The page with the jobs. Nil without jobs, in an embedded page, and for a visitor who must not see it.
  var jobsAddress: String? {
    embedding == nil && !content.jobs.isEmpty && visitor.entitlement.allowsMetrics ? "/-/jobs" : nil
  }
}

extension RunRecord {
  /// Returns the error for a visitor: the message, or the code.
  private func error(_ visit: Visit) -> String? {
    visit.visitor.entitlement.allows(published: job) ? errorMessage ?? errorCode : errorCode
  }

  fileprivate func shown(_ visit: Visit) -> ServedJobs.Run {
    let text: PageText =
      switch state {
      case .queued: .runQueued
      case .running: .runRunning
      case .succeeded: delivery == .failed ? .runUndelivered : .runSucceeded
      case .failed: .runFailure
      case .skipped: .runSkipped
      case .cancelled: .runCancelled
      }
    return ServedJobs.Run(
      number: id, state: text, started: startedAt, duration: duration?.unitText, rows: rows, error: error(visit))
  }

  fileprivate func node(_ visit: Visit) -> JSONNode {
    let own: JSONNode = [
      "run": .number(String(id)), "state": .text(state.rawValue), "delivery": .text(delivery.rawValue),
      "trigger": .text(trigger.rawValue), "attempts": JSONNode(attempts),
    ]
    let isReader = visit.visitor.entitlement.allows(published: job)
    return own.adding("scheduledFor", scheduledFor.map { .text($0.utcText) })
      .adding("startedAt", startedAt.map { .text($0.utcText) })
      .adding("finishedAt", finishedAt.map { .text($0.utcText) })
      .adding("rows", rows.map { JSONNode($0) }).adding("bytes", bytes.map { JSONNode($0) })
      .adding("snapshot", snapshot.map { .text($0) }).adding("code", errorCode.map { .text($0) })
      .adding("error", isReader ? errorMessage.map { .text($0) } : nil)
  }
}
