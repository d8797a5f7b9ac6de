import AugerColumns
import AugerDiagnostics
import AugerRefresh
import Foundation
import Logging

/// The log of runs: text in a terminal, otherwise one JSON object per line.
struct RunLog: Sendable {
  private let logger: Logger

  init(_ reporting: ReportingOptions) {
    let isForPeople = isatty(STDERR_FILENO) == 1 && reporting.diagnostics == .text
    var logger = Logger(label: "auger") { _ in
      if isForPeople { PlainLogHandler() } else { JSONLogHandler() }
    }
    logger.logLevel = reporting.quiet ? .error : .info
    self.logger = logger
  }

  func record(_ report: RunReport) {
    switch report {
    case .began(let run): logger.info("run began", metadata: run.metadata)
    case .willRetry(let run): logger.warning("run will be tried again", metadata: run.metadata)
    case .willDeliverAgain(let run, let wait, let failure):
      let why: Logger.Metadata = [
        "wait": "\(wait.unitText)", "code": "\(failure.code)", "error": "\(failure.message)",
      ]
      logger.warning("delivery will be tried again", metadata: run.metadata.merging(why) { $1 })
    case .ended(let run):
      let isGood = run.state == .succeeded && run.delivery != .failed || run.state == .skipped
      let isUndelivered = run.state == .succeeded && run.delivery == .failed
      let event = isUndelivered ? "delivery failed" : "run \(run.state.rawValue)"
      logger.log(level: isGood ? .info : .error, "\(event)", metadata: run.metadata)
    case .lost(let run): logger.warning("run was taken over by another worker", metadata: run.metadata)
    case .recovered(let runs):
      for run in runs { logger.warning("run of a dead worker recovered", metadata: run.metadata) }
    case .note(let text): logger.warning("\(text)")
    }
  }

  func info(_ message: String) { logger.info("\(message)") }
}

extension RunRecord {
  fileprivate var metadata: Logger.Metadata {
    var data: Logger.Metadata = [
      "job": "\(job)", "run": "\(id)", "state": "\(state.rawValue)", "delivery": "\(delivery.rawValue)",
      "attempt": "\(attempts)",
    ]
    if let scheduledFor { data["scheduledFor"] = "\(scheduledFor)Z" }
    if let rows { data["rows"] = "\(rows)" }
    if let bytes { data["bytes"] = "\(bytes)" }
    if let duration { data["duration"] = "\(duration.unitText)" }
    if let snapshot { data["snapshot"] = "\(snapshot)" }
    if let errorCode { data["code"] = "\(errorCode)" }
    if let errorMessage { data["error"] = "\(errorMessage)" }
    if state == .queued { data["notBefore"] = "\(notBefore)Z" }
    return data
  }
}

/// Writes one JSON object per line to standard output, with sorted keys.
private struct JSONLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  func log(event: LogEvent) {
    var pairs = metadata.merging(event.metadata ?? [:]) { $1 }.map { ($0.key, "\($0.value)") }
    pairs.sort { $0.0 < $1.0 }
    pairs.insert(("message", "\(event.message)"), at: 0)
    pairs.insert(("level", event.level.rawValue), at: 0)
    pairs.insert(("time", "\(SystemClock().now())Z"), at: 0)
    let quoted = pairs.map { "\(DiagnosticRenderer.quoted($0.0)):\(DiagnosticRenderer.quoted($0.1))" }
    Console.write("{\(quoted.joined(separator: ","))}\n")
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }
}

/// Writes one line of text per event to standard error.
private struct PlainLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  func log(event: LogEvent) {
    let data = metadata.merging(event.metadata ?? [:]) { $1 }
    let shown = ["job", "run", "rows", "bytes", "duration", "snapshot", "notBefore", "error"].compactMap { key in
      data[key].map { value in
        switch key {
        case "job": "\(value)"
        case "error": "error \(data["code"].map { "\($0): " } ?? "")\(value)"
        default: "\(key) \(value)"
        }
      }
    }
    let time = SystemClock().now().description.prefix(19)
    Console.error("\(time)Z \(event.message)\(shown.isEmpty ? "" : ": ")\(shown.joined(separator: ", "))")
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }
}
