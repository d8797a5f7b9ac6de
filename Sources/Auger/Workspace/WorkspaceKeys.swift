import AugerDocuments
import AugerMetadata
import AugerQuery

/// The keys of a workspace file that the reader accepts.
///
/// The keys of jobs and the options of adapters are defined next to their readers. The command joins them for the
/// schema and the reference of `auger.yaml`.
package enum WorkspaceKeys {
  /// The whole file. Options of adapters and keys of jobs are not listed here.
  package static let workspace = MappingDescription(
    "auger.yaml",
    """
    A workspace: data sources, queries, dashboards and scheduled jobs. Paths are relative to the file. `${NAME}` and
    `${NAME:-default}` in values are environment variables. Variables of a source are read when it is opened. `$${`
    means a literal `${`.
    """,
    keys: [
      KeyDescription(
        "title", .text("text"), "the name of the workspace on its pages", standard: "no name", example: "Retail"),
      KeyDescription(
        "description", .text("text"), "one or two sentences about the workspace, for readers of its first page",
        example: "Sales and stock of all shops."),
      KeyDescription(
        "sources", .named(.mapping(source)), "the data sources, by name",
        example: "{ shop: { adapter: csv, path: \"Data/*.csv\" } }"),
      KeyDescription(
        "queries", .named(.mapping(query)), "the queries, by name",
        example: "{ ByRegion: { source: shop, from: sales, groupBy: [region], measures: { n: count() } } }"),
      KeyDescription(
        "dashboards", .named(.path), "the [dashboard files](dashboard-language.md), by name",
        example: "{ sales: Dashboards/sales.xml }"),
      KeyDescription(
        "themes", .named(.oneOf([.path, .mapping(ThemeReader.keys)])),
        "the color themes, by name: a theme file, or the theme itself",
        example: "{ corporate: { base: dark, background: \"#101820\" } }"),
      KeyDescription(
        "locale", .text("locale"), "the language and conventions of charts and pages", standard: "en_US",
        example: "de_DE"),
      KeyDescription(
        "texts", .named(.path),
        "files with the texts of pages, by language ([Languages](server.md#languages))",
        standard: "built-in texts in English and German", example: "{ fr: texts.fr.yaml }"),
      KeyDescription(
        "jobs", .named(.anything), "the scheduled jobs, by name ([Jobs](refresh.md))",
        example: "{ nightly: { schedule: \"15 2 * * *\", queries: [ByRegion], publish: { directory: public } } }"),
      KeyDescription(
        "policy", .list(.mapping(policyRule)), "the access rules ([Data policy](policy.md))",
        standard: "everybody may see everything", example: "[{ for: everybody, dashboards: all }]"),
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

  /// The keys of sources for all adapters.
  package static let source = MappingDescription(
    "sources.NAME",
    """
    A source: a database, files, or a combination of other sources. In addition to these keys, it has the options of
    its adapter.
    """,
    keys: [
      KeyDescription(
        "adapter", .text("adapter"), isRequired: true, "the adapter that reads the source", example: "csv"),
      KeyDescription(
        "path", .path, "the file, folder or pattern", example: "Data/*.csv"),
      KeyDescription(
        "url", .text("URL"), "the location of a database, instead of a path", example: "host=db dbname=erp"),
    ], conflicts: [.init("path", "url", "a source has one location")])

  package static let query = MappingDescription(
    "queries.NAME",
    """
    A query: SQL of its source, or a table query, which has the same meaning for every source. Parameters are bound,
    not inserted as text: `:Name` in SQL, `$Name` in expressions. A clause between `[[` and `]]` is left out if one
    of its parameters has no argument.
    """,
    keys: [
      KeyDescription("source", .text("source"), isRequired: true, "the source of the query", example: "shop"),
      KeyDescription(
        "sql", .text("SQL"), "a read-only statement in the SQL of the source",
        example: "\"SELECT region, sum(amount) AS amount FROM sales GROUP BY region\""),
      KeyDescription("from", .text("table"), "the table of a table query", example: "sales"),
      KeyDescription(
        "join", .named(.mapping(join)), "tables to join, by name",
        example: "{ airlines: { on: carrier } }"),
      KeyDescription(
        "derive", .named(.expression), "computed columns, in order; each expression may use the previous columns",
        example: "{ year: year(order_date) }"),
      KeyDescription(
        "where", .list(.expression), "the row conditions, combined with `and`; `[[ ]]` makes a condition optional",
        standard: "all rows", example: "[\"[[ region == $Region ]]\"]"),
      KeyDescription(
        "select", .list(.text("column")),
        "the result columns of a query without groups: names, `NAME=EXPRESSION`, or function calls",
        standard: "all columns", example: "[region, amount]"),
      KeyDescription(
        "groupBy", .list(.text("column")),
        "the group keys: names, `NAME=EXPRESSION`, or function calls",
        example: "[region, year]"),
      KeyDescription(
        "measures", .named(.expression), "the aggregates of each group, by column name",
        example: "{ amount: sum(amount), orders: count() }"),
      KeyDescription(
        "having", .list(.expression), "the group conditions, over keys, measures and aggregates",
        standard: "all groups", example: "[count() > 100]"),
      KeyDescription(
        "pivot", .text("column"), "the group key whose values become columns", example: "year"),
      KeyDescription(
        "orderBy", .list(.text("column")), "the sort columns; a `-` before a name means descending",
        standard: "the order of the groups", example: "[region, -amount]"),
      KeyDescription("limit", .count, "the maximum number of rows", standard: "all rows", example: "10"),
      KeyDescription(
        "parameters", .named(.oneOf([.dataType, .mapping(parameter)])),
        "the types of the parameters, by name; an undeclared parameter accepts any value",
        example: "{ Year: int, Region: { type: string, default: Europe } }"),
      KeyDescription("limits", .mapping(limits), "the limits of the query", example: "{ rows: 1000, time: 5s }"),
      KeyDescription(
        "pushdown", .truth, "true to run the parts of a table query in the database that have equal results there",
        standard: "true", example: "false"),
      KeyDescription(
        "cache", .oneOf([.duration, .mapping(cache)]),
        "the lifetime of cached results, and its extension while the source is not available",
        standard: "until the data changes, or 30 s if the source does not report changes",
        example: "{ for: 5m, stale: 1h }"),
      KeyDescription(
        "sorted", .truth, "true if charts show the rows in the order of the query", standard: "false", example: "true"),
      KeyDescription("referenceValue", .number, "a value that charts mark", example: "0.2"),
      KeyDescription("upperThreshold", .number, "the value above which charts highlight values", example: "1000000"),
      KeyDescription("lowerThreshold", .number, "the value below which charts highlight values", example: "100"),
      KeyDescription(
        "predictiveStartCategory", .text("value"), "the first category of forecasts", example: "2025"),
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
    A table to join. Each row of the query's table matches at most one row of the joined table. The default table is
    the one with the name of the join.
    """,
    keys: [
      KeyDescription(
        "source", .text("source"), "the source of the joined table", standard: "the query's", example: "finance"),
      KeyDescription("from", .text("table"), "the table to join", standard: "the join's name", example: "targets"),
      KeyDescription(
        "kind", .choice(TableJoin.Kind.allCases.map(\.rawValue)),
        "the treatment of rows without a match: `left` joins nulls, `inner` drops the row", standard: "left",
        example: "inner"),
      KeyDescription(
        "on", .oneOf([.list(.text("column")), .named(.expression)]), isRequired: true,
        "the join key: common columns, or columns of the joined table with expressions of the query's table",
        example: "{ region: Region, year: year(date) }"),
    ])

  package static let parameter = MappingDescription(
    "queries.NAME.parameters.NAME", "A parameter. Its type alone can replace the mapping.",
    keys: [
      KeyDescription("type", .dataType, "the type of the argument", standard: "any type", example: "int"),
      KeyDescription("default", .text("value"), "the default value of the argument", example: "2024"),
    ])

  package static let cache = MappingDescription(
    "queries.NAME.cache",
    """
    The lifetime of cached results. The time alone can replace the mapping. The query runs again after this time, or
    earlier if its source reports a change of the data. If it fails, the stale result is used for the time in
    `stale` and marked as stale.
    """,
    keys: [
      KeyDescription("for", .duration, isRequired: true, "the lifetime of a cached result", example: "5m"),
      KeyDescription(
        "stale", .duration, "the additional time for which a stale result may be used while the query fails",
        standard: "stale results are not used", example: "1h"),
    ])

  package static let limits = MappingDescription(
    "queries.NAME.limits",
    "The limits of a query. An exceeded limit causes `limitExceeded` or `timeout` ([all limits](limits.md)).",
    keys: [
      KeyDescription("rows", .count, "the maximum number of rows", standard: "none", example: "1000"),
      KeyDescription("bytes", .count, "the maximum size in bytes", standard: "none", example: "65536"),
      KeyDescription(
        "time", .duration, "the time limit, after which the database cancels the query", standard: "none", example: "5s"
      ),
    ])
}
