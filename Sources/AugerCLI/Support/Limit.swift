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

/// A resource limit: its value, the effect of exceeding it, and the option that changes it.
///
/// The values come from the code that enforces them. Documentation/limits.md is generated from this list.
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
      "Queries", "memory of all results of a command and their working data", "none", "`lowMemory`",
      "`--memory-limit 256MB`"),
    Limit(
      "Queries", "strings that an expression computes for a batch of rows", bytes(BoundExpression.mostTextBytes),
      "`lowMemory`, or `limitExceeded` by the query's limit",
      "lowered by the memory limit, and by `limits: { bytes: }` to at least \(bytes(TableQueryPlan.leastTextBytes))"),
    Limit("Queries", "columns of a table in SQL over files", count(SQLAdapter.mostColumns), "`limitExceeded`"),
    Limit("Queries", "columns of a pivot", count(GroupPivot.mostColumns), "`limitExceeded`"),
    Limit("Queries", "rows of a result", "none", "`limitExceeded`", "`limits: { rows: }` of the query"),
    Limit("Queries", "bytes of a result", "none", "`limitExceeded`", "`limits: { bytes: }` of the query"),
    Limit("Queries", "time", "none", "`timeout`; the database cancels the query", "`limits: { time: }` of the query"),
    Limit(
      "Queries", "a row of PostgreSQL", bytes(PostgreSQLAdapter.standardRowBytes), "`limitExceeded`",
      "`maxRowBytes` of the source; `--memory-limit` lowers it"),
    Limit(
      "Queries", "a PostgreSQL response without row-by-row transfer",
      bytes(PostgreSQLAdapter.mostAnswerBytes), "`unexpectedData`", "`--memory-limit` lowers it"),
    Limit(
      "Queries", "bytes from PostgreSQL before the first statement", bytes(PostgreSQLAdapter.mostGreetingBytes),
      "`connectionFailed`"),
    Limit(
      "Queries", "overdue calls of a source", count(SourceLane.most), "`sourceNotResponding`"),
    Limit(
      "Queries", "threads", "\(Workers.mostCount / Workers.defaultCount) per processor",
      "the maximum is used, with a note", ""),
    Limit(
      "Queries", "time of `inspect`", text(TimeLimit.ofInspection.duration), "`timeout`",
      "`--time-limit 2h`; `--estimate` does not count rows"),
    Limit(
      "Queries", "cached answers for charts", bytes(Pipeline.standardKeptBytes), "the query runs again",
      "`cacheLimit` of `Pipeline.Options`; `--memory-limit` lowers it"),
    Limit(
      "Queries", "age of an answer whose source does not report changes", text(AnswerService.Limits.unwatchedAge),
      "the query runs again", "`cache: 5m` of the query"),
  ]

  private static let charts = [
    Limit(
      "Charts", "marks of a picture", count(SVG.standardMostMarks), "`limitExceeded`",
      "`--most-marks`, `mostMarks` of a job"),
    Limit(
      "Charts", "size of an HTML page in addition to its data", bytes(DashboardPage.standardBytesBeyondData),
      "other states are left out, with a notice", "`--page-limit`, `pageLimit` of a job"),
    Limit(
      "Charts", "states of an HTML page", count(DashboardPage.mostStates), "other states are left out, with a notice"),
    Limit(
      "Charts", "days or hours that Grains span", count(GrainDefinition.standardMostDates), "`limitExceeded`",
      "`MostDates` of the Category, at most \(count(GrainDefinition.utmostDates))"),
    Limit("Charts", "steps of a sweep, and frames", count(Steps.most), "an error", ""),
    Limit("Charts", "digits of a decimal", count(Decimal128.maximumPrecision), "an error, or a float"),
  ]

  private static let documents: [Limit] = {
    let yaml = YAMLDocument.Limits()
    let xml = XMLDocument.Limits()
    return [
      Limit("Documents", "a workspace file", bytes(yaml.bytes), "`documentTooLarge`"),
      Limit(
        "Documents", "values of a workspace file, including each use of an alias", count(yaml.nodes),
        "`documentTooLarge`"),
      Limit("Documents", "depth of a workspace file", count(yaml.depth), "`documentTooDeep`"),
      Limit("Documents", "a dashboard file", bytes(AttributedDocument.maximumBytes), "`documentTooLarge`"),
      Limit("Documents", "values of a dashboard file", count(AttributedDocument.maximumNodes), "`documentTooLarge`"),
      Limit("Documents", "depth of a dashboard file", count(AttributedDocument.maximumDepth), "`documentTooDeep`"),
      Limit("Documents", "attributes of an XML element", count(xml.attributes), "`documentTooLarge`"),
      Limit("Documents", "findings in one dashboard file", count(MetadataReader.mostFindings), "`tooManyFindings`"),
    ]
  }()

  private static let csv = [
    Limit("CSV", "a field", bytes(CSVDialect.longestField), "an error with its location"),
    Limit("CSV", "columns", count(CSVDialect.mostColumns), "an error with its location"),
    Limit(
      "CSV", "rejected values in the list", count(CSVOptions().rejectsLimit), "they are counted but not listed",
      "`--rejects-limit`, `rejectsLimit`"
    ),
  ]

  private static let arrow = [
    Limit("Arrow", "rows without data, and nulls in lists", count(ArrowLimits.mostBareRows), "`damagedArrow`"),
    Limit("Arrow", "nested fields", count(ArrowLimits.mostDepth), "`damagedArrow`"),
    Limit(
      "Arrow", "strings of a chunk of views, if the file is smaller", bytes(ArrowLimits.mostViewedBytes),
      "`unsupportedArrow`"),
    Limit(
      "Arrow", "lists, structs and maps of a chunk as JSON",
      "64 times the file, \(bytes(ArrowLimits.mostJSONBytes)) to \(bytes(ArrowLimits.utmostJSONBytes))",
      "`unsupportedArrow`"),
  ]

  private static let expressions = [
    Limit("Expressions", "nesting levels", count(Expression.deepestNesting), "an error with its location")
  ]

  private static let refresh = [
    Limit(
      "Refresh", "time of a job's attempt", "none", "`timeout`; its queries and programs are stopped",
      "`timeout` of the job"),
    Limit("Refresh", "attempts", count(RetryPolicy().attempts), "the run fails", "`retry: { attempts: }`"),
    Limit("Refresh", "dead workers of a run", count(RunRecord.mostDeaths), "the run fails"),
    Limit(
      "Refresh", "wait for another process that publishes to the folder", "\(SnapshotFolder.patience) s",
      "the publication is retried according to `retry`"),
    Limit("Refresh", "recorded runs of a job", count(historyCount), "the oldest are removed"),
    Limit(
      "Refresh", "time of a webhook call", text(webhookTimeout), "the delivery is retried", "`timeout` of the webhook"),
    Limit(
      "Refresh", "time to stop a command after a signal", "\(Interruption.seconds) s",
      "the process ends; a second signal ends it immediately"),
  ]

  private static let historyCount = RunService.standardHistoryCount
  private static let webhookTimeout = DeliveryTarget.Webhook.standardTimeout

  /// Formats a number: `50 000`.
  static func count(_ number: Int) -> String {
    let digits = Array(String(number))
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index).isMultiple(of: 3) ? [" ", digit] : [digit]
      })
  }

  /// Formats a number of bytes: `16 MiB`.
  static func bytes(_ number: Int) -> String {
    number < 1 << 20 ? "\(count(number >> 10)) KiB" : "\(count(number >> 20)) MiB"
  }

  static func text(_ duration: Duration) -> String { "\(count(Int(duration.components.seconds))) s" }

  /// The columns without backticks.
  var plain: [String] { [what, value, beyond, raise].map { text in text.filter { $0 != "`" } } }

  /// The reference page of all limits.
  static var markdown: String {
    var lines = [
      "# Limits", "",
      "View the resource limits of all commands and how to change them. This page is generated by",
      "`auger limits --markdown`.",
      "",
      "A dash means that the limit is fixed. A result is never truncated without a message.",
    ]
    var group = ""
    for limit in all {
      if limit.group != group {
        lines += ["", "## \(limit.group)", "", "| limit | value | if exceeded | changed by |", "|---|---|---|---|"]
        group = limit.group
      }
      lines.append("| \(limit.what) | \(limit.value) | \(limit.beyond) | \(limit.raise.isEmpty ? "-" : limit.raise) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
