import AugerCharts
import AugerColumns

/// The page with the jobs of a workspace, their next times and their runs. A script only loads it again after a
/// publication.
package struct ServedJobs: Sendable {
  /// A job with its next times and its newest runs.
  package struct Job: Sendable {
    package var name: String
    /// The schedule with its time zone. Nil for a job that runs only on command.
    package var schedule: String?
    package var next: [Timestamp]
    /// The runs, newest first.
    package var runs: [Run]
    /// True if the reader sees the codes of errors instead of their messages.
    package var hidesErrors = false
    /// The format of times, in the time zone of the schedule.
    package var time: PageTime

    package init(name: String, schedule: String?, next: [Timestamp], runs: [Run], time: PageTime) {
      (self.name, self.schedule, self.next, self.runs, self.time) = (name, schedule, next, runs, time)
    }
  }

  /// A run of a job.
  package struct Run: Sendable {
    package var number: Int64
    /// The text for the state.
    package var state: PageText
    package var started: Timestamp?
    package var duration: String?
    package var rows: Int?
    /// The error message, or its code for readers who must not see the message.
    package var error: String?

    package init(
      number: Int64, state: PageText, started: Timestamp?, duration: String?, rows: Int?, error: String?
    ) {
      (self.number, self.state, self.started, self.duration) = (number, state, started, duration)
      (self.rows, self.error) = (rows, error)
    }

    /// True if the run failed, or its results were not delivered.
    var isBad: Bool { state == .runFailure || state == .runUndelivered }
  }

  package var jobs: [Job]
  /// False if the runs cannot be read.
  package var isReadable: Bool
  /// True if the server has found a record of runs.
  package var isRecorded: Bool

  package init(_ jobs: [Job], isReadable: Bool, isRecorded: Bool = true) {
    (self.jobs, self.isReadable, self.isRecorded) = (jobs, isReadable, isRecorded)
  }

  /// Returns the page with a final newline.
  ///
  /// - Parameter json: The URL of the same data as JSON.
  package func data(in frame: ServedFrame, json: String) -> [UInt8] {
    var out = SVGBytes(capacity: 16_384)
    let texts = frame.texts
    frame.begin(texts[.jobs], isJobs: true, to: &out)
    out.raw("<div class=\"head\"><h1 class=\"grow\">")
    out.escaped(texts[.jobs])
    out.raw("</h1></div>\n")
    if !isReadable {
      ServedNotice.line(texts[.runsUnreadable], isBad: true, to: &out)
    } else if !isRecorded, !jobs.isEmpty {
      ServedNotice.line(texts[.noRecords], to: &out)
    }
    if jobs.isEmpty {
      out.raw("<p class=\"r\">")
      out.escaped(texts[.noJobs])
      out.raw("</p>\n<p><a")
      out.attribute("href", frame.home)
      out.raw(">")
      out.escaped(texts[.allDashboards])
      out.raw("</a></p>\n")
    }
    out.raw("<div class=\"g\">\n")
    for job in jobs { write(job, texts, to: &out) }
    out.raw("</div>\n<p class=\"d\"><a")
    out.attribute("href", json)
    out.raw(">JSON</a></p>\n")
    frame.end(to: &out)
    return out.bytes
  }

  private func write(_ job: Job, _ texts: PageTexts, to out: inout SVGBytes) {
    out.raw("<section class=\"i c12\"><h2>")
    out.escaped(job.name)
    out.raw("</h2>\n<p class=\"r\">")
    out.escaped(job.schedule ?? texts[.onlyOnCommand])
    if !job.next.isEmpty || !job.runs.isEmpty {
      out.raw(" · ")
      out.escaped(texts.text(.jobTimes, ["zone": job.time.zone]))
    }
    out.raw("</p>\n")
    if !job.next.isEmpty {
      out.raw("<p class=\"n\"><span class=\"r\">")
      out.escaped(texts[.nextRuns])
      out.raw("</span>")
      for time in job.next {
        out.raw("<span>")
        job.time.write(time, to: &out)
        out.raw("</span>")
      }
      out.raw("</p>\n")
    }
    // A new failure matters more than the table, which hides its last column on a narrow screen.
    let last = job.runs.first { ![.runQueued, .runRunning, .runSkipped].contains($0.state) }
    if let last, last.isBad, let error = last.error {
      ServedNotice.line(
        texts.text(.runFailed, ["run": "\(last.number)", "error": error]), isBad: true, to: &out)
    }
    if job.hidesErrors, let failed = job.runs.first(where: { $0.error != nil }) {
      out.raw("<p class=\"r\">")
      out.escaped(texts.text(.errorHidden, ["run": "\(failed.number)"]))
      out.raw("</p>\n")
    }
    if job.runs.isEmpty {
      if isReadable {
        out.raw("<p>")
        out.escaped(texts[.noRuns])
        out.raw("</p>\n")
      }
    } else {
      table(of: job, texts, to: &out)
    }
    out.raw("</section>\n")
  }

  private func table(of job: Job, _ texts: PageTexts, to out: inout SVGBytes) {
    let title = texts.text(.runsOf, ["job": job.name])
    out.raw("<div class=\"t flat\" tabindex=\"0\" role=\"group\"")
    out.attribute("aria-label", title)
    out.raw("><table><caption class=\"v\">")
    out.escaped(title)
    out.raw("</caption>\n<thead><tr>")
    let heads: [(PageText, isText: Bool)] = [
      (.run, false), (.runState, true), (.runStarted, true), (.runDuration, false), (.rows, false), (.runError, true),
    ]
    for (head, isText) in heads {
      out.raw(isText ? "<th scope=\"col\" class=\"x\">" : "<th scope=\"col\">")
      out.escaped(texts[head])
      out.raw("</th>")
    }
    out.raw("</tr></thead>\n<tbody>\n")
    for run in job.runs {
      out.raw("<tr><td>\(run.number)</td><td class=\"x\">")
      out.raw(run.isBad ? "<b class=\"bad\">" : "<b>")
      out.escaped(texts[run.state])
      out.raw("</b></td><td class=\"x\">")
      if let started = run.started { job.time.write(started, to: &out) }
      out.raw("</td><td>")
      out.escaped(run.duration ?? "")
      out.raw("</td><td>")
      if let rows = run.rows { out.raw("\(rows)") }
      out.raw("</td><td class=\"x why\">")
      out.escaped(run.error ?? "")
      out.raw("</td></tr>\n")
    }
    out.raw("</tbody></table></div>\n")
  }
}
