import Auger
import AugerDocuments

/// The keys of a job in a workspace file.
package enum JobKeys {
  package static let job = MappingDescription(
    "jobs.NAME",
    """
    A scheduled job: its outputs, its expectations and its publication ([Jobs](refresh.md)). Without `schedule` and
    `every` it runs only when `auger refresh` is called.
    """,
    keys: [
      KeyDescription(
        "schedule", .text("cron expression"), "the calendar of the runs, in five fields", example: "\"15 2 * * 1-5\""),
      KeyDescription("every", .duration, "the interval between runs, at least 1s", example: "15m"),
      KeyDescription(
        "timeZone", .text("time zone"), "the time zone of `schedule`", standard: "UTC", example: "Europe/Berlin"),
      KeyDescription("jitter", .duration, "the maximum random delay of a run", standard: "0s", example: "30s"),
      KeyDescription(
        "overlap", words(JobDefinition.Overlap.self), "the policy if the previous run is still in progress",
        standard: "skip", example: "queue"),
      KeyDescription(
        "missed", words(JobDefinition.Missed.self), "the policy for times that were missed",
        standard: "runOnce", example: "skip"),
      KeyDescription("dashboards", .list(.text("dashboard")), "the dashboards to compute", example: "[sales]"),
      KeyDescription(
        "charts", .list(.text("`DASHBOARD/CHART`", matching: "/")), "single charts to compute",
        example: "[sales/Regions]"),
      KeyDescription("queries", .list(.text("query")), "the queries to compute", example: "[ByRegion]"),
      KeyDescription(
        "incremental", .mapping(incremental), "a stored table that each run updates first",
        example: "{ table: orders, watermark: updated_at, key: order_id }"),
      KeyDescription(
        "arguments", .named(.list(.text("value"))), "the arguments of all queries of the job", example: "{ Year: 2024 }"
      ),
      KeyDescription(
        "forEach", .named(.text("`QUERY` or `QUERY.COLUMN`")),
        "an argument with the values of a query's column; the outputs are computed for each value, in separate folders",
        example: "{ Region: Regions.region }"),
      KeyDescription(
        "exploration", .oneOf([.text("query string"), .named(.text("query string"))]),
        """
        the state in which the dashboards and charts are computed, as the query string of a page, or a query string \
        for each dashboard
        """,
        standard: "the initial state", example: "\"Regions.sort=-value\""),
      KeyDescription(
        "formats", .list(.choice(ChartFormat.allCases.map(\.rawValue))),
        "the output formats ([Formats](formats.md))", standard: "[json]", example: "[json, svg]"),
      KeyDescription("csv", .mapping(csv), "the settings of CSV and TSV output", example: "{ safe: true }"),
      KeyDescription(
        "partial", .truth, "true to publish dashboards without the charts that fail", standard: "false",
        example: "true"),
      KeyDescription(
        "mostMarks", .whole(1...Int.max), "the maximum number of marks in a picture",
        standard: "see [limits](limits.md)", example: "50000"),
      KeyDescription(
        "pageLimit", byteSize, "the maximum size of an HTML page", standard: "see [limits](limits.md)", example: "2MB"
      ),
      KeyDescription(
        "publish", .mapping(publish), "the publication; without it, results are only computed and checked",
        example: "{ directory: public/sales }"),
      KeyDescription(
        "retry", .mapping(retry), "the retry policy for failed attempts",
        example: "{ attempts: 5, backoff: 2s..5m }"),
      KeyDescription(
        "timeout", .duration, "the time limit of an attempt, greater than zero", standard: "none", example: "10m"),
      KeyDescription(
        "expect", .named(.text("expectation")),
        """
        the conditions for publication: `rows: ">= 1"`, `freshness: "< 26h of max(order_date)"`, and under any other \
        name `sum(x) within 20% of previous` or `sum(x) >= 5`
        """,
        example: "{ rows: \">= 1\", total: \"sum(amount) within 20% of previous\" }"),
    ], needsOneOf: ["dashboards", "charts", "queries", "incremental"],
    conflicts: [
      .init("schedule", "every", "a job follows a calendar or an interval"),
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
    "jobs.NAME.csv", "The settings of CSV and TSV output.",
    keys: [
      KeyDescription(
        "safe", .truth, "true to prefix strings that a spreadsheet would evaluate with `'`", standard: "false",
        example: "true")
    ])

  package static let publish = MappingDescription(
    "jobs.NAME.publish", "The folder of a job's snapshots, and the notifications about them.",
    keys: [
      KeyDescription(
        "directory", .path, isRequired: true, "the folder, below the folder of the workspace file",
        example: "public/sales"),
      KeyDescription(
        "keep", .mapping(keep), "the retention of old snapshots", example: "{ count: 5, age: 10m }"),
      KeyDescription(
        "webhook", .mapping(webhook), "a URL that receives notices as JSON in POST requests",
        example: "{ url: \"https://chat.example.org/hook\" }"),
      KeyDescription(
        "email", .mapping(email), "an email with the pictures of the snapshot",
        example: "{ host: mail.example.org, from: auger@example.org, to: sales@example.org }"),
    ])

  package static let keep = MappingDescription(
    "jobs.NAME.publish.keep",
    "A snapshot is removed if more than `count` newer ones exist and it is older than `age`.",
    keys: [
      KeyDescription(
        "count", .whole(0...1_000_000), "the number of old snapshots to retain", standard: "\(Retention().count)",
        example: "5"),
      KeyDescription("age", .duration, "the minimum retention time of a snapshot", standard: "10m", example: "1h"),
    ])

  package static let webhook = MappingDescription(
    "jobs.NAME.publish.webhook",
    """
    A URL that receives a notice as JSON after each publication, after the first failure and after recovery.
    """,
    keys: [
      KeyDescription(
        "url", .text("URL", matching: "^https?://"), isRequired: true, "the URL to call, with http or https",
        example: "\"https://chat.example.org/hook\""),
      KeyDescription(
        "secret", .text("secret", matching: "."), "the secret that signs requests (HMAC-SHA-256)",
        standard: "requests are not signed",
        example: "\"${HOOK_SECRET}\""),
      KeyDescription("timeout", .duration, "the time limit of a call", standard: "10s", example: "5s"),
    ])

  package static let email = MappingDescription(
    "jobs.NAME.publish.email",
    """
    An email after each publication, after the first failure and after recovery. It contains the pictures of the
    snapshot.
    """,
    keys: [
      KeyDescription(
        "host", .text("host"), isRequired: true, "the mail server", example: "mail.example.org"),
      KeyDescription(
        "port", .whole(1...65_535), "the port of the mail server", standard: "587; 465 with `tls`; 25 with `none`",
        example: "2525"),
      KeyDescription(
        "security", words(DeliveryTarget.Mail.Security.self), "the encryption of the connection", standard: "starttls",
        example: "tls"),
      KeyDescription("user", .text("text"), "the user name", standard: "no authentication", example: "auger"),
      KeyDescription("password", .text("secret"), "the password", example: "\"${MAIL_PASSWORD}\""),
      KeyDescription("from", address, isRequired: true, "the sender", example: "auger@example.org"),
      KeyDescription(
        "to", .list(address), isRequired: true, "the recipients",
        example: "[sales@example.org, board@example.org]"),
      KeyDescription(
        "subject", .text("text"), "the subject", standard: "`JOB: new results`", example: "Sales of the night"),
      KeyDescription("timeout", .duration, "the time limit for sending", standard: "30s", example: "10s"),
    ])

  package static let retry = MappingDescription(
    "jobs.NAME.retry", "The number of attempts and the waits between them.",
    keys: [
      KeyDescription(
        "attempts", .whole(1...1000), isRequired: true, "the number of attempts, including the first", example: "5"),
      KeyDescription(
        "backoff", .text("`FIRST..LONGEST`", matching: #"^([0-9]+(ms|[smhd]))+\.\.([0-9]+(ms|[smhd]))+$"#),
        "the wait after the first failure, which doubles with each failure, and its maximum", standard: "2s..5m",
        example: "2s..5m"),
      KeyDescription(
        "jitter", .truth, "true to shorten each wait randomly, by up to half", standard: "true",
        example: "false"),
    ])

  package static let incremental = MappingDescription(
    "jobs.NAME.incremental", "A stored table that each run updates. Only new rows are read from the source.",
    keys: [
      KeyDescription("table", .text("table"), isRequired: true, "the table of the source", example: "orders"),
      KeyDescription(
        "watermark", .text("column"), isRequired: true,
        "a column that increases with every change of a row: a time or a number", example: "updated_at"),
      KeyDescription(
        "key", .list(.text("column")), "the columns that identify a row; without them rows are only added",
        example: "order_id"),
      KeyDescription(
        "as", .text("table"), "the name of the stored table", standard: "the value of `table`", example: "kept_orders"),
      KeyDescription(
        "source", .text("source"), "the source of the query", standard: "the only source", example: "shop"),
      KeyDescription(
        "store", .text("source"), "the source with the adapter `store` that contains the table",
        standard: "the only source", example: "kept"),
      KeyDescription(
        "lookback", .oneOf([.duration, .count]),
        "the distance before the greatest watermark from which rows are read again, to include late rows",
        standard: "0s", example: "1h"),
      KeyDescription(
        "drift", words(IncrementalTable.Drift.self),
        "the policy for changed columns: `refuse` fails, `widen` accepts changes without loss", standard: "refuse",
        example: "widen"),
      KeyDescription(
        "count", .truth, "true if the row counts of the table and its source must be equal", standard: "true",
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
