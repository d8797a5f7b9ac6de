import AugerDocuments
import AugerMetadata
import AugerQuery

/// What may be written in a workspace file: the keys that its reader knows.
///
/// The keys of jobs and the options of adapters stand where those are read; the command joins them for the schema and
/// the reference of `auger.yaml`.
package enum WorkspaceKeys {
  /// The whole file. What a source has beyond its location, and what a job has, is open here.
  package static let workspace = MappingDescription(
    "auger.yaml",
    """
    A workspace: where data lie, what is asked of them, what is shown of the answers, and when. Paths begin at the file.
    `${NAME}` and `${NAME:-default}` in values stand for variables of the environment, those of a source when it is
    opened; `$${` stands for `${`.
    """,
    keys: [
      KeyDescription(
        "sources", .named(.mapping(source)), "where data lie, by the names that queries use",
        example: "{ shop: { adapter: csv, path: \"Data/*.csv\" } }"),
      KeyDescription(
        "queries", .named(.mapping(query)), "what is asked, by the names that dashboards, jobs and commands use",
        example: "{ ByRegion: { source: shop, from: sales, groupBy: [region], measures: { n: count() } } }"),
      KeyDescription(
        "dashboards", .named(.path), "files of the [dashboard language](dashboard-language.md), by name",
        example: "{ sales: Dashboards/sales.xml }"),
      KeyDescription(
        "themes", .named(.oneOf([.path, .mapping(ThemeReader.keys)])),
        "colours of pictures, by the names that `--theme` and dashboards use: a theme file, or the theme itself",
        example: "{ corporate: { base: dark, background: \"#101820\" } }"),
      KeyDescription(
        "jobs", .named(.anything), "what is computed at its times and published, by name ([Jobs](refresh.md))",
        example: "{ nightly: { schedule: \"15 2 * * *\", queries: [ByRegion], publish: { directory: public } } }"),
      KeyDescription(
        "policy", .list(.mapping(policyRule)), "who may see what, rule by rule ([Data policy](policy.md))",
        standard: "everybody sees everything", example: "[{ for: everybody, dashboards: all }]"),
    ],
    example: """
      sources:
        drops: { adapter: csv, path: "${DROPS:-Data}/*.csv" }
      queries:
        SalesByRegion:
          source: drops
          from: sales
          where: ["[[ year(order_date) == $Year ]]"]
          groupBy: [region]
          measures: { amount: sum(amount), orders: count() }
          parameters: { Year: int }
      """)

  /// What sources of all adapters have.
  package static let source = MappingDescription(
    "sources.NAME",
    "A source: a database, files, or other sources together. Beside these keys it has its adapter's options.",
    keys: [
      KeyDescription(
        "adapter", .text("adapter"), isRequired: true, "what reads it", example: "csv"),
      KeyDescription(
        "path", .path, "the file, folder or pattern", example: "Data/*.csv"),
      KeyDescription(
        "url", .text("URL"), "where it is, instead of a path", example: "host=db dbname=erp"),
    ], conflicts: [.init("path", "url", "a source lies at one place")])

  package static let query = MappingDescription(
    "queries.NAME",
    """
    A query: SQL text of its source, or a table query, which means the same on every source. Parameters are bound, never
    spliced: `:Name` in SQL, `$Name` in expressions; what stands between `[[` and `]]` is left out where one of its
    parameters has no argument.
    """,
    keys: [
      KeyDescription("source", .text("source"), isRequired: true, "the source that is asked", example: "shop"),
      KeyDescription(
        "sql", .text("SQL"), "a statement that reads, in the source's own SQL",
        example: "\"SELECT region, sum(amount) AS amount FROM sales GROUP BY region\""),
      KeyDescription("from", .text("table"), "the table that a table query asks", example: "sales"),
      KeyDescription(
        "join", .named(.mapping(join)), "tables whose columns stand beside the own",
        example: "{ airlines: { on: carrier } }"),
      KeyDescription(
        "derive", .named(.expression), "further columns, each by an expression over those before",
        example: "{ year: year(order_date) }"),
      KeyDescription(
        "where", .list(.expression), "conditions of rows, all of which must hold; `[[ ]]` around one makes it optional",
        standard: "all rows", example: "[\"[[ region == $Region ]]\"]"),
      KeyDescription(
        "select", .list(.text("column")),
        "the columns of the result, of rows that are not grouped: names, `NAME=EXPRESSION`, or calls of functions",
        standard: "all columns", example: "[region, amount]"),
      KeyDescription(
        "groupBy", .list(.text("column")),
        "one row for each combination of these columns: names, `NAME=EXPRESSION`, or calls of functions",
        example: "[region, year]"),
      KeyDescription(
        "measures", .named(.expression), "a column of each group, by aggregates",
        example: "{ amount: sum(amount), orders: count() }"),
      KeyDescription(
        "having", .list(.expression), "conditions of groups, over keys, measures and aggregates",
        standard: "all groups", example: "[count() > 100]"),
      KeyDescription(
        "pivot", .text("column"), "the key of the groups whose values become columns", example: "year"),
      KeyDescription(
        "orderBy", .list(.text("column")), "columns of the result, `-` before a name being descending",
        standard: "the order of the groups", example: "[region, -amount]"),
      KeyDescription("limit", .count, "the first rows of the result alone", standard: "all rows", example: "10"),
      KeyDescription(
        "parameters", .named(.oneOf([.dataType, .mapping(parameter)])),
        "what arguments must be, by name; one that is not declared takes any value",
        example: "{ Year: int, Region: { type: string, default: Europe } }"),
      KeyDescription("limits", .mapping(limits), "what the query may cost", example: "{ rows: 1000, time: 5s }"),
      KeyDescription(
        "pushdown", .truth, "whether as much of a table query as gives equal results runs in the database",
        standard: "true", example: "false"),
      KeyDescription(
        "cache", .oneOf([.duration, .mapping(cache)]),
        "how long an answer may be used again, and how much longer where the source does not answer",
        standard: "while its data are unchanged, or 30 s if their source does not tell",
        example: "{ for: 5m, stale: 1h }"),
      KeyDescription(
        "sorted", .truth, "whether the rows have an order that charts keep", standard: "false", example: "true"),
      KeyDescription("referenceValue", .number, "a value that charts mark", example: "0.2"),
      KeyDescription("upperThreshold", .number, "a value above which charts mark others", example: "1000000"),
      KeyDescription("lowerThreshold", .number, "a value below which charts mark others", example: "100"),
      KeyDescription(
        "predictiveStartCategory", .text("value"), "the category that forecasts begin with", example: "2025"),
    ], needsOneOf: ["from", "sql"],
    conflicts: tableKeys.map { .init("sql", $0, "a query is either SQL text or a table query") },
    example: """
      queries:
        BestProducts:
          source: shop
          from: sales
          where: [year(order_date) == $Year]
          groupBy: [product]
          measures: { amount: sum(amount), price: avg(price) }
          orderBy: [-amount]
          limit: 10
          parameters:
            Year: { type: int, default: 2024 }
        TopResellers:
          source: shop
          sql: |
            SELECT reseller, sum(amount) AS amount FROM sales
            WHERE reseller IS NOT NULL [[ AND region IN (:Regions) ]]
            GROUP BY reseller ORDER BY sum(amount) DESC, reseller LIMIT :Count
          parameters:
            Count: { type: int, default: 10 }
          limits: { rows: 1000, time: 5s }
      """)

  private static let tableKeys = [
    "from", "join", "derive", "where", "select", "groupBy", "measures", "having", "pivot", "orderBy", "limit",
  ]

  package static let join = MappingDescription(
    "queries.NAME.join.NAME",
    """
    A table beside the query's own, of which each row finds the one row that has its key. It is the table of the join's
    name unless `from` says otherwise.
    """,
    keys: [
      KeyDescription(
        "source", .text("source"), "the source of the joined table", standard: "the query's", example: "finance"),
      KeyDescription("from", .text("table"), "the joined table", standard: "the join's name", example: "targets"),
      KeyDescription(
        "kind", .choice(TableJoin.Kind.allCases.map(\.rawValue)),
        "what becomes of rows that find none: `left` keeps them with nulls, `inner` leaves them out", standard: "left",
        example: "inner"),
      KeyDescription(
        "on", .oneOf([.list(.text("column")), .named(.expression)]), isRequired: true,
        "the key: columns that both tables have, or columns of the joined one with expressions over ours",
        example: "{ region: Region, year: year(date) }"),
    ])

  package static let parameter = MappingDescription(
    "queries.NAME.parameters.NAME", "A parameter; its type alone may stand in the place of the mapping.",
    keys: [
      KeyDescription("type", .dataType, "what arguments must be", standard: "any type", example: "int"),
      KeyDescription("default", .text("value"), "the argument where none is given", example: "2024"),
    ])

  package static let cache = MappingDescription(
    "queries.NAME.cache",
    """
    How long an answer is used again; the time alone may stand in the place of the mapping. Afterwards it is asked
    again, and earlier if its source reports a change of the data. Where that fails, `stale` lets the old answer be
    given so much longer, and whatever is made of it says so.
    """,
    keys: [
      KeyDescription("for", .duration, isRequired: true, "how long an answer may be used again", example: "5m"),
      KeyDescription(
        "stale", .duration, "how much longer it may be given while the query cannot be answered anew",
        standard: "not at all", example: "1h"),
    ])

  package static let limits = MappingDescription(
    "queries.NAME.limits",
    "What a query may cost; beyond it ends with `limitExceeded` or `timeout` ([all limits](limits.md)).",
    keys: [
      KeyDescription("rows", .count, "rows of the result", standard: "none", example: "1000"),
      KeyDescription("bytes", .count, "bytes of the result", standard: "none", example: "65536"),
      KeyDescription(
        "time", .duration, "how long it may take; then the database is asked to stop", standard: "none", example: "5s"),
    ])
}
