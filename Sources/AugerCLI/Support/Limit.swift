import Auger
import AugerAnalysis
import AugerArrow
import AugerCSV
import AugerColumns
import AugerDocuments
import AugerEngine
import AugerExport
import AugerExpressions
import AugerMetadata
import AugerPostgreSQL
import AugerQuery
import AugerRefresh
import AugerSQLite
import Foundation

/// A bound on what something may cost: its value, what happens beyond it, and how it is raised.
///
/// The values are those that the code enforces; Documentation/limits.md is written from here.
struct Limit {
  var group: String
  var what: String
  var value: String
  var beyond: String
  var raise: String

  init(_ group: String, _ what: String, _ value: String, _ beyond: String, _ raise: String = "-") {
    (self.group, self.what, self.value, self.beyond, self.raise) = (group, what, value, beyond, raise)
  }

  static let all = queries + charts + documents + csv + arrow + expressions + refresh + server + agents

  private static let queries = [
    Limit(
      "Queries", "memory of all results of a command and what they are made of", "none", "`lowMemory`",
      "`--memory-limit 256MB`"),
    Limit(
      "Queries", "texts that an expression makes of a batch of rows", bytes(BoundExpression.mostTextBytes),
      "`lowMemory`, or `limitExceeded` by the query's limit",
      "lowered by the memory limit, and by `limits: { bytes: }` to at least \(bytes(TableQueryPlan.leastTextBytes))"),
    Limit("Queries", "columns of a table that SQL over files reads", count(SQLAdapter.mostColumns), "`limitExceeded`"),
    Limit("Queries", "columns that a pivot makes", count(GroupPivot.mostColumns), "`limitExceeded`"),
    Limit("Queries", "rows of a result", "none", "`limitExceeded`", "`limits: { rows: }` of the query"),
    Limit("Queries", "bytes of a result", "none", "`limitExceeded`", "`limits: { bytes: }` of the query"),
    Limit("Queries", "time", "none", "`timeout`; the database is asked to stop", "`limits: { time: }` of the query"),
    Limit(
      "Queries", "a row of PostgreSQL", bytes(PostgreSQLAdapter.standardRowBytes), "`limitExceeded`",
      "`maxRowBytes` of the source; `--memory-limit` lowers it"),
    Limit(
      "Queries", "an answer of PostgreSQL whose rows do not come one by one",
      bytes(PostgreSQLAdapter.mostAnswerBytes), "`unexpectedData`", "`--memory-limit` lowers it"),
    Limit(
      "Queries", "bytes of PostgreSQL before the first statement", bytes(PostgreSQLAdapter.mostGreetingBytes),
      "`connectionFailed`"),
    Limit(
      "Queries", "calls of a source that have not returned in time", count(SourceLane.most), "`sourceNotResponding`"),
    Limit(
      "Queries", "threads", "\(Workers.mostCount / Workers.defaultCount) for each processor",
      "as many are used, with a note", ""),
    Limit(
      "Queries", "looking at a source with `inspect`", text(TimeLimit.ofInspection.duration), "`timeout`",
      "`--time-limit 2h`; `--estimate` counts nothing"),
    Limit(
      "Queries", "answers that are kept for charts", bytes(Pipeline.standardKeptBytes), "they are asked again",
      "`keptBytes` of a `Pipeline`; `--memory-limit` lowers it"),
    Limit(
      "Queries", "age of an answer whose source does not report changes", text(AnswerService.Limits.unwatchedAge),
      "it is asked again", "`cache: 5m` of the query"),
  ]

  private static let charts = [
    Limit(
      "Charts", "marks of a picture", count(SVG.standardMostMarks), "`limitExceeded`",
      "`--most-marks`, `mostMarks` of a job"),
    Limit(
      "Charts", "bytes of a page of HTML beyond its data", bytes(DashboardPage.standardBytesBeyondData),
      "further states are not in it, and it says so", "`--page-limit`, `pageLimit` of a job"),
    Limit("Charts", "states of a page of HTML", count(DashboardPage.mostStates), "as above"),
    Limit(
      "Charts", "days or hours that Grains reach over", count(GrainDefinition.standardMostDates), "`limitExceeded`",
      "`MostDates` of the Category, at most \(count(GrainDefinition.utmostDates))"),
    Limit("Charts", "steps of a sweep, and frames", count(Steps.most), "refused", ""),
    Limit("Charts", "digits of a decimal", count(Decimal128.maximumPrecision), "an error, or a float"),
  ]

  private static let documents: [Limit] = {
    let yaml = YAMLDocument.Limits()
    let xml = XMLDocument.Limits()
    return [
      Limit("Documents", "a workspace file", bytes(yaml.bytes), "`documentTooLarge`"),
      Limit(
        "Documents", "values of a workspace file, aliases counted each time", count(yaml.nodes), "`documentTooLarge`"),
      Limit("Documents", "depth of a workspace file", count(yaml.depth), "`documentTooDeep`"),
      Limit("Documents", "a dashboard file", bytes(AttributedDocument.maximumBytes), "`documentTooLarge`"),
      Limit("Documents", "values of a dashboard file", count(AttributedDocument.maximumNodes), "`documentTooLarge`"),
      Limit("Documents", "depth of a dashboard file", count(AttributedDocument.maximumDepth), "`documentTooDeep`"),
      Limit("Documents", "attributes of an XML element", count(xml.attributes), "`documentTooLarge`"),
      Limit("Documents", "findings in one dashboard file", count(MetadataReader.mostFindings), "`tooManyFindings`"),
    ]
  }()

  private static let csv = [
    Limit("CSV", "a field", bytes(CSVDialect.longestField), "an error at its place"),
    Limit("CSV", "columns", count(CSVDialect.mostColumns), "an error at its place"),
    Limit(
      "CSV", "rejects that are listed", count(CSVOptions().rejectsLimit), "counted",
      "`--rejects-limit`, `rejectsLimit`"
    ),
  ]

  private static let arrow = [
    Limit("Arrow", "rows without bytes, and nulls in lists", count(ArrowLimits.mostBareRows), "`damagedArrow`"),
    Limit("Arrow", "fields within one another", count(ArrowLimits.mostDepth), "`damagedArrow`"),
    Limit(
      "Arrow", "texts of a chunk by views, where the file has fewer bytes", bytes(ArrowLimits.mostViewedBytes),
      "`unsupportedArrow`"),
    Limit(
      "Arrow", "lists, structs and maps of a chunk as JSON",
      "64 times the file, \(bytes(ArrowLimits.mostJSONBytes)) to \(bytes(ArrowLimits.utmostJSONBytes))",
      "`unsupportedArrow`"),
  ]

  private static let expressions = [
    Limit("Expressions", "operands inside one another", count(Expression.deepestNesting), "an error at its place")
  ]

  private static let refresh = [
    Limit(
      "Refresh", "time of a job's attempt", "none", "`timeout`; the queries and programs of it are ended",
      "`timeout` of the job"),
    Limit("Refresh", "attempts", count(RetryPolicy().attempts), "the run has failed", "`retry: { attempts: }`"),
    Limit("Refresh", "deaths of a run's workers", count(RunRecord.mostDeaths), "the run has failed"),
    Limit(
      "Refresh", "waiting for another process that publishes to the folder", "\(SnapshotFolder.patience) s",
      "the publication is tried again, as `retry` says"),
    Limit("Refresh", "runs of a job that are remembered", count(historyCount), "the oldest are forgotten"),
    Limit(
      "Refresh", "calling a webhook", text(webhookTimeout), "the delivery is tried again", "`timeout` of the webhook"),
    Limit(
      "Refresh", "ending a command by a signal", "\(Interruption.seconds) s",
      "the process ends; a second signal ends it at once"),
  ]

  private static let historyCount = RunService.standardHistoryCount
  private static let webhookTimeout = DeliveryTarget.Webhook.standardTimeout

  /// `50 000`.
  static func count(_ number: Int) -> String {
    let digits = Array(String(number))
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index).isMultiple(of: 3) ? [" ", digit] : [digit]
      })
  }

  /// `16 MiB`.
  static func bytes(_ number: Int) -> String {
    number < 1 << 20 ? "\(count(number >> 10)) KiB" : "\(count(number >> 20)) MiB"
  }

  static func text(_ duration: Duration) -> String { "\(count(Int(duration.components.seconds))) s" }

  /// Its columns without the marks of code.
  var plain: [String] { [what, value, beyond, raise].map { text in text.filter { $0 != "`" } } }

  /// The page of all limits.
  static var markdown: String {
    var lines = [
      "# Limits", "",
      "What bounds the cost of a command, and what happens beyond. Written by `auger limits --markdown` from the code",
      "that enforces them. A dash: it cannot be raised. What is above a limit is never cut without a word.",
    ]
    var group = ""
    for limit in all {
      if limit.group != group {
        lines += ["", "## \(limit.group)", "", "| limit | value | beyond | raised by |", "|---|---|---|---|"]
        group = limit.group
      }
      lines.append("| \(limit.what) | \(limit.value) | \(limit.beyond) | \(limit.raise.isEmpty ? "-" : limit.raise) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
