import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Counters of runs, written as a Prometheus text file (version 0.0.4). Each update replaces the file.
package final class RunMetrics: Sendable {
  private struct JobCounts: HasName {
    var name: String
    var states = [Int](repeating: 0, count: RunRecord.State.allCases.count)
    var failedDeliveries = 0
    var seconds = 0.0
    var rows = 0
    var bytes = 0
    var lastSuccess = 0.0
  }

  private let path: String
  private let counts: Locked<[JobCounts]>

  package init(jobs: [String], path: String) {
    self.path = path
    counts = Locked(jobs.map { JobCounts(name: $0) })
  }

  /// Counts a run that has ended. Returns an error message if the file cannot be written.
  package func count(_ report: RunReport) -> String? {
    guard case .ended(let run) = report else { return nil }
    return counts.withLock { counts in
      guard let index = counts.firstIndex(named: run.job) else { return nil }
      counts[index].states[RunRecord.State.allCases.firstIndex(of: run.state) ?? 0] += 1
      if run.delivery == .failed { counts[index].failedDeliveries += 1 }
      counts[index].seconds += run.duration.map { Double($0.microseconds) / 1e6 } ?? 0
      counts[index].rows += run.rows ?? 0
      counts[index].bytes += run.bytes ?? 0
      if run.state == .succeeded, run.delivery != .failed, let finishedAt = run.finishedAt {
        counts[index].lastSuccess = Double(finishedAt.microseconds) / 1e6
      }
      do {
        try AtomicFile.write(Array(Self.text(counts).utf8), to: path)
        return nil
      } catch {
        return "the metrics cannot be written: \(error)"
      }
    }
  }

  private static func text(_ counts: [JobCounts]) -> String {
    var text = ""
    func family(_ name: String, _ type: String, _ help: String, _ samples: (JobCounts) -> [(labels: String, Double)]) {
      text += "# HELP auger_\(name) \(help)\n# TYPE auger_\(name) \(type)\n"
      for job in counts {
        for (labels, value) in samples(job) {
          text += "auger_\(name){job=\(label(job.name))\(labels)} \(NumberText.shortest(value))\n"
        }
      }
    }
    family("runs_total", "counter", "Runs that ended, by state.") { job in
      zip(RunRecord.State.allCases, job.states).filter { $0.0.isFinal }.map {
        (",state=\"\($0.rawValue)\"", Double($1))
      }
    }
    family("deliveries_failed_total", "counter", "Runs whose results could not be delivered.") {
      [("", Double($0.failedDeliveries))]
    }
    family("run_seconds_total", "counter", "Time that runs took.") { [("", $0.seconds)] }
    family("run_rows_total", "counter", "Rows that queries answered.") { [("", Double($0.rows))] }
    family("run_bytes_total", "counter", "Bytes that were published.") { [("", Double($0.bytes))] }
    family("last_success_timestamp_seconds", "gauge", "When a run last succeeded; 0 is never.") {
      [("", $0.lastSuccess)]
    }
    return text
  }

  /// Returns the value of a label with backslash, quote and newline escaped.
  private static func label(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { $0 == "\\" ? "\\\\" : $0 == "\"" ? "\\\"" : $0 == "\n" ? "\\n" : String($0) }.joined()
      + "\""
  }
}
