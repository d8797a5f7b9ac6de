import Auger
import AugerColumns
import AugerQuery

/// The counters of a site since its start, for `/metrics`.
package final class SiteCounters: Sendable {
  struct State {
    var byStatus: [Int: Int] = [:]
    var made = 0
    var reused = 0
    var notModified = 0
    var queries = 0
    var answersReused = 0
  }

  private let state = Locked(State())

  package init() {}

  /// Counts a response and the cost of its answers before its first byte.
  func count(_ status: Int, _ use: AnswerTrace.Use = AnswerTrace.Use()) {
    state.withLock {
      $0.byStatus[status, default: 0] += 1
      $0.queries += use.ran
      $0.answersReused += use.reused
    }
  }

  func countMade() { state.withLock { $0.made += 1 } }

  func countReused() { state.withLock { $0.reused += 1 } }

  func countNotModified() { state.withLock { $0.notModified += 1 } }

  var counts: State { state.withLock { $0 } }
}

extension Site {
  /// The number of answers computed since the start.
  package var madeCount: Int { counters.counts.made }

  /// True if no request is being computed.
  package var isIdle: Bool { admission.counts.running == 0 }

  /// Returns the counters in the text format of Prometheus.
  func metrics() -> String {
    let counts = counters.counts
    let (running, waiting) = admission.counts
    var lines = ["# TYPE auger_responses_total counter"]
    for (status, count) in counts.byStatus.sorted(by: { $0.key < $1.key }) {
      lines.append("auger_responses_total{status=\"\(status)\"} \(count)")
    }
    let others: [(String, String, Int)] = [
      ("auger_faces_made_total", "counter", counts.made), ("auger_faces_reused_total", "counter", counts.reused),
      ("auger_not_modified_total", "counter", counts.notModified), ("auger_queries_total", "counter", counts.queries),
      ("auger_answers_reused_total", "counter", counts.answersReused), ("auger_requests_computed", "gauge", running),
      ("auger_requests_waiting", "gauge", waiting), ("auger_kept_face_bytes", "gauge", faces.bytes),
      ("auger_listeners", "gauge", events.listenerCount), ("auger_download_bytes", "gauge", downloads.bytes),
    ]
    for (name, type, value) in others { lines += ["# TYPE \(name) \(type)", "\(name) \(value)"] }
    return lines.joined(separator: "\n") + "\n"
  }
}
