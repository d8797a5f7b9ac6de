import Auger
import AugerDocuments

/// What may be written in a job of a workspace file: the keys that its reader knows.
package enum JobKeys {
  package static let job = MappingDescription(
    "jobs.NAME",
    """
    A job: what is computed at its times, what must be true of it, and where it is published ([Jobs](refresh.md)).
    Without `schedule` and `every` it runs when `auger refresh` is called.
    """,
    keys: [
      KeyDescription(
        "schedule", .text("cron expression"), "when it runs: five fields of a calendar", example: "\"15 2 * * 1-5\""),
      KeyDescription("every", .duration, "how often it runs, from 1s on", example: "15m"),
      KeyDescription(
        "timeZone", .text("time zone"), "the zone of `schedule`", standard: "UTC", example: "Europe/Berlin"),
      KeyDescription("jitter", .duration, "how much later a run may begin, by chance", standard: "0s", example: "30s"),
      KeyDescription(
        "overlap", words(JobDefinition.Overlap.self), "what becomes of a time at which it is still at work",
        standard: "skip", example: "queue"),
      KeyDescription(
        "missed", words(JobDefinition.Missed.self), "what becomes of times that passed while nothing ran",
        standard: "runOnce", example: "skip"),
      KeyDescription("dashboards", .list(.text("dashboard")), "dashboards that are computed", example: "[sales]"),
      KeyDescription(
        "charts", .list(.text("`DASHBOARD/CHART`", matching: "/")), "single charts that are computed",
        example: "[sales/Regions]"),
      KeyDescription("queries", .list(.text("query")), "queries that are computed", example: "[ByRegion]"),
      KeyDescription(
        "incremental", .mapping(incremental), "a table that each run brings up to date first",
        example: "{ table: orders, watermark: updated_at, key: order_id }"),
      KeyDescription(
        "arguments", .named(.list(.text("value"))), "arguments of all queries of the job", example: "{ Year: 2024 }"),
      KeyDescription(
        "forEach", .named(.text("`QUERY` or `QUERY.COLUMN`")),
        "one argument, whose values are those of a query's column: the job is computed for each, in a folder each",
        example: "{ Region: Regions.region }"),
      KeyDescription(
        "formats", .list(.choice(ChartFormat.allCases.map(\.rawValue))),
        "what results are written as ([Formats](formats.md))", standard: "[json]", example: "[json, svg]"),
      KeyDescription("csv", .mapping(csv), "how CSV and TSV are written", example: "{ safe: true }"),
      KeyDescription(
        "partial", .truth, "whether dashboards are published without the charts that fail", standard: "false",
        example: "true"),
      KeyDescription(
        "mostMarks", .whole(1...Int.max), "pictures of more marks are refused",
        standard: "as [limits](limits.md) say", example: "50000"),
      KeyDescription(
        "pageLimit", byteSize, "how large a page of HTML may be", standard: "as [limits](limits.md) say", example: "2MB"
      ),
      KeyDescription(
        "publish", .mapping(publish), "where results are published; without it they are computed and checked alone",
        example: "{ directory: public/sales }"),
      KeyDescription(
        "retry", .mapping(retry), "how often and when a failed attempt is made again",
        example: "{ attempts: 5, backoff: 2s..5m }"),
      KeyDescription(
        "timeout", .duration, "how long one attempt may take, above zero", standard: "none", example: "10m"),
      KeyDescription(
        "expect", .named(.text("expectation")),
        """
        what must be true before anything is published: `rows: ">= 1"`, `freshness: "< 26h of max(order_date)"`, and \
        under any other name `sum(x) within 20% of previous` or `sum(x) >= 5`
        """,
        example: "{ rows: \">= 1\", total: \"sum(amount) within 20% of previous\" }"),
    ], needsOneOf: ["dashboards", "charts", "queries", "incremental"],
    conflicts: [
      .init("schedule", "every", "a job keeps to a calendar or to an interval"),
      .init("every", "timeZone", "an interval has no time zone"),
    ],
    example: """
      jobs:
        nightly:
          schedule: "15 2 * * 1-5"
          timeZone: Europe/Berlin
          queries: [SalesByRegion]
          formats: [json, csv]
          publish: { directory: public/sales, keep: { count: 5, age: 10m } }
          retry: { attempts: 5, backoff: 2s..5m }
          expect: { rows: ">= 1" }
      """)

  package static let csv = MappingDescription(
    "jobs.NAME.csv", "How CSV and TSV are written.",
    keys: [
      KeyDescription(
        "safe", .truth, "whether texts that a spreadsheet would compute get a `'` in front", standard: "false",
        example: "true")
    ])

  package static let publish = MappingDescription(
    "jobs.NAME.publish", "The folder of a job's snapshots, and what is told of them.",
    keys: [
      KeyDescription(
        "directory", .path, isRequired: true, "the folder, below that of the workspace file", example: "public/sales"),
      KeyDescription(
        "keep", .mapping(keep), "which old snapshots stay", example: "{ count: 5, age: 10m }"),
      KeyDescription(
        "webhook", .mapping(webhook), "a URL that gets a POST with a notice as JSON",
        example: "{ url: \"https://chat.example.org/hook\" }"),
      KeyDescription(
        "email", .mapping(email), "an e-mail with the pictures of the snapshot",
        example: "{ host: mail.example.org, from: auger@example.org, to: sales@example.org }"),
    ])

  package static let keep = MappingDescription(
    "jobs.NAME.publish.keep",
    "A snapshot is removed when there are more than `count` newer ones and it is older than `age`.",
    keys: [
      KeyDescription(
        "count", .whole(0...1_000_000), "how many old ones stay", standard: "\(Retention().count)", example: "5"),
      KeyDescription("age", .duration, "how long each stays at least", standard: "10m", example: "1h"),
    ])

  package static let webhook = MappingDescription(
    "jobs.NAME.publish.webhook",
    """
    A URL that gets a POST with a notice as JSON after each publication, on the first failure and on recovery.
    """,
    keys: [
      KeyDescription(
        "url", .text("URL", matching: "^https?://"), isRequired: true, "what is called, by http or https",
        example: "\"https://chat.example.org/hook\""),
      KeyDescription(
        "secret", .text("secret", matching: "."), "signs what is sent, by HMAC-SHA-256", standard: "not signed",
        example: "\"${HOOK_SECRET}\""),
      KeyDescription("timeout", .duration, "how long a call may take", standard: "10s", example: "5s"),
    ])

  package static let email = MappingDescription(
    "jobs.NAME.publish.email",
    """
    An e-mail after each publication, on the first failure and on recovery. It contains the pictures of the snapshot.
    """,
    keys: [
      KeyDescription(
        "host", .text("host"), isRequired: true, "the server that takes mail", example: "mail.example.org"),
      KeyDescription(
        "port", .whole(1...65_535), "its port", standard: "587, with `tls` 465, with `none` 25", example: "2525"),
      KeyDescription(
        "security", words(DeliveryTarget.Mail.Security.self), "how the connection is encrypted", standard: "starttls",
        example: "tls"),
      KeyDescription("user", .text("text"), "who signs in", standard: "nobody", example: "auger"),
      KeyDescription("password", .text("secret"), "with which password", example: "\"${MAIL_PASSWORD}\""),
      KeyDescription("from", address, isRequired: true, "the sender", example: "auger@example.org"),
      KeyDescription(
        "to", .list(address), isRequired: true, "the recipients",
        example: "[sales@example.org, board@example.org]"),
      KeyDescription(
        "subject", .text("text"), "the subject", standard: "`JOB: new results`", example: "Sales of the night"),
      KeyDescription("timeout", .duration, "how long sending may take", standard: "30s", example: "10s"),
    ])

  package static let retry = MappingDescription(
    "jobs.NAME.retry", "How often and when a failed attempt is made again.",
    keys: [
      KeyDescription("attempts", .whole(1...1000), isRequired: true, "all attempts, the first included", example: "5"),
      KeyDescription(
        "backoff", .text("`FIRST..LONGEST`", matching: #"^([0-9]+(ms|[smhd]))+\.\.([0-9]+(ms|[smhd]))+$"#),
        "the wait after the first failure, which doubles with each, and the longest", standard: "2s..5m",
        example: "2s..5m"),
      KeyDescription(
        "jitter", .truth, "whether each wait is shortened by chance, to no less than its half", standard: "true",
        example: "false"),
    ])

  package static let incremental = MappingDescription(
    "jobs.NAME.incremental", "A table that each run brings up to date, by asking its source only for what is new.",
    keys: [
      KeyDescription("table", .text("table"), isRequired: true, "the table of the source", example: "orders"),
      KeyDescription(
        "watermark", .text("column"), isRequired: true,
        "a column that grows with every change of a row: a time or a number", example: "updated_at"),
      KeyDescription(
        "key", .list(.text("column")), "columns that tell rows apart; without them rows are only added",
        example: "order_id"),
      KeyDescription(
        "as", .text("table"), "what the kept table is called", standard: "as `table`", example: "kept_orders"),
      KeyDescription(
        "source", .text("source"), "the source that is asked", standard: "the only one there is", example: "shop"),
      KeyDescription(
        "store", .text("source"), "the source of the adapter `store` that keeps the table",
        standard: "the only one there is", example: "kept"),
      KeyDescription(
        "lookback", .oneOf([.duration, .count]),
        "how far before the greatest watermark rows are asked for again, because they may have come late",
        standard: "0s", example: "1h"),
      KeyDescription(
        "drift", words(IncrementalTable.Drift.self),
        "what becomes of columns that changed: `refuse` fails, `widen` takes what loses nothing", standard: "refuse",
        example: "widen"),
      KeyDescription(
        "count", .truth, "whether the numbers of rows here and in the source must agree", standard: "true",
        example: "false"),
    ])

  private static let address = ValueShape.text(
    "address", matching: #"^[^@\s<>,;:"()\[\]\\]+@[^@\s<>,;:"()\[\]\\]+$"#)

  private static let byteSize = ValueShape.oneOf([.count, .text("size", matching: "^[0-9]+([kKmMgG]?[bB])?$")])

  private static func words<Word: RawRepresentable & CaseIterable>(_: Word.Type) -> ValueShape
  where Word.RawValue == String {
    .choice(Word.allCases.map(\.rawValue))
  }
}
