import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A writer of the queries of a star schema: table queries for a single table, SQL for joined tables.
struct ProposedQueries {
  let star: ProposedStar
  let source: String
  let dialect: SQLDialect?
  /// The filters of the dashboard. All queries except those of filter choices accept them.
  var filters: [ProposedStar.Dimension] = []
  var hasPeriod = false
  /// The prefix of all names, if a workspace has several star schemas.
  var prefix = ""
  private(set) var texts: [String] = []
  private var names: [String] = []

  static let period = "Period"

  init(_ star: ProposedStar, source: String, dialect: SQLDialect?) {
    self.star = star
    self.source = source
    self.dialect = dialect
  }

  /// A column of a result.
  enum Key {
    case dimension(ProposedStar.Dimension)
    case moment
    /// The first day of the month, for measures that cannot be added up.
    case month
  }

  private var usesSQL: Bool { !star.joins.isEmpty && dialect != nil }

  // MARK: Chart queries

  /// Adds a grouped query with the arguments of `above`. Returns its name.
  mutating func grouped(
    _ name: String, by keys: [Key], _ measures: [ProposedMeasure], below above: [ProposedStar.Dimension] = [],
    limit: Int? = nil
  ) -> String {
    let name = unique(prefix + Wording.identifier(name))
    var lines = ["  \(name):", "    source: \(quoted(source))"]
    if usesSQL, let dialect {
      lines += sql(keys, measures, above, limit, dialect)
    } else {
      lines += table(keys, measures, above, limit)
    }
    if hasPeriod { lines.append("    parameters: { \(Self.period): { type: \(periodType) } }") }
    texts.append(lines.joined(separator: "\n") + "\n")
    return name
  }

  /// Adds the query of a filter's choices. It returns the column in every row, for counting, or distinct values if
  /// there are many.
  mutating func choices(_ key: Key) -> String {
    let column = name(key)
    let queryName = unique(prefix + "ChoicesOf" + Wording.identifier(column))
    let isSmall = star.factTable.rows <= 20_000
    var lines = ["  \(queryName):", "    source: \(quoted(source))"]
    if usesSQL, let dialect {
      let list = "\(sql(key, dialect)) AS \(dialect.quoted(column))"
      let select = "SELECT \(isSmall ? "" : "DISTINCT ")\(list)"
      lines += YAMLBlock.lines("sql", [select] + from([alias(key)], dialect), indent: 4)
    } else {
      lines.append("    from: \(quoted(star.factTable.name))")
      lines += `where`(conditions)
      lines.append("    \(isSmall ? "select" : "groupBy"): [\(quoted(column))]")
    }
    texts.append(lines.joined(separator: "\n") + "\n")
    return queryName
  }

  /// Adds a query that returns the values of a fact column row by row. Returns its name.
  mutating func values(of column: String) -> String {
    let name = unique(prefix + "ValuesOf" + Wording.identifier(column))
    let lines =
      ["  \(name):", "    source: \(quoted(source))", "    from: \(quoted(star.factTable.name))"]
      + `where`(conditions) + ["    select: [\(quoted(column))]"]
    texts.append(lines.joined(separator: "\n") + "\n")
    return name
  }

  /// The conditions of every query on the fact table. They exclude rows of totals.
  private var conditions: [String] { [star.factTable.totals?.condition].compactMap(\.self) }

  private func `where`(_ conditions: [String]) -> [String] {
    conditions.isEmpty ? [] : ["    where:"] + conditions.map { "      - \(quoted($0))" }
  }

  /// Returns the name, with a number if it is in use. Names without ASCII letters become very short and may collide.
  private mutating func unique(_ name: String) -> String {
    let number = (1...).first { !names.contains(name: $0 == 1 ? name : "\(name)\($0)") } ?? 1
    names.append(number == 1 ? name : "\(name)\(number)")
    return names[names.count - 1]
  }

  func name(_ key: Key) -> String {
    switch key {
    case .dimension(let dimension): dimension.name
    case .moment: star.moment?.name ?? ""
    case .month: "Month"
    }
  }

  func name(_ measure: ProposedMeasure) -> String {
    let taken = star.dimensions.map(\.name) + [star.moment?.name ?? ""]
    let name = usesSQL ? Wording.identifier(measure.name) : measure.name
    return taken.contains(name) ? name + "Value" : name
  }

  // MARK: Table queries

  private func table(
    _ keys: [Key], _ measures: [ProposedMeasure], _ above: [ProposedStar.Dimension], _ limit: Int?
  ) -> [String] {
    var lines = ["    from: \(quoted(star.factTable.name))"]
    if keys.contains(where: { if case .month = $0 { true } else { false } }), let moment = star.moment {
      lines.append("    derive: { Month: \(quoted("StartOf(\(Self.reference(moment.column.name)), 'month')")) }")
    }
    var conditions = conditions
    conditions += above.map { "\(Self.reference($0.column)) in (\(Self.variable($0.name)))" }
    for filter in filters where !above.contains(named: filter.name) {
      conditions.append("[[ \(Self.reference(filter.column)) in (\(Self.variable(filter.name))) ]]")
    }
    if hasPeriod, let moment = star.moment {
      let column = Self.reference(moment.column.name)
      conditions.append("[[ \(column) >= $\(Self.period).lower and \(column) <= $\(Self.period).upper ]]")
    }
    lines += `where`(conditions)
    lines.append("    groupBy: [\(keys.map { quoted(name($0)) }.joined(separator: ", "))]")
    let list = measures.map { "\(quoted(name($0))): \(quoted($0.text(Self.reference, count: "count()")))" }
    lines.append("    measures: { \(list.joined(separator: ", ")) }")
    if let limit, let first = measures.first {
      lines.append("    orderBy: [\(quoted("-" + name(first)))]")
      lines.append("    limit: \(limit)")
    }
    return lines
  }

  /// Returns a column as an expression names it, with brackets only if necessary.
  static func reference(_ column: String) -> String { Expression.reference(to: column) }

  static func variable(_ name: String) -> String { Expression.reference(toVariable: name) }

  // MARK: SQL

  private func sql(
    _ keys: [Key], _ measures: [ProposedMeasure], _ above: [ProposedStar.Dimension], _ limit: Int?,
    _ dialect: SQLDialect
  ) -> [String] {
    let fact = ProposedStar.factAlias
    var list = keys.map { "\(sql($0, dialect)) AS \(dialect.quoted(name($0)))" }
    list += measures.map {
      "\($0.text({ "\(fact).\(dialect.quoted($0))" }, count: "count(*)")) AS \(dialect.quoted(name($0)))"
    }
    let aliases = keys.map(alias) + (above + filters).map(\.alias) + (hasPeriod ? [alias(.moment)] : [])
    var lines = list.enumerated().map { number, item in
      (number == 0 ? "SELECT " : "  ") + item + (number == list.count - 1 ? "" : ",")
    }
    lines += from(aliases, dialect) + ["WHERE true"]
    for dimension in above { lines.append("  AND \(column(dimension, dialect)) IN (:\(dimension.name))") }
    for filter in filters where !above.contains(named: filter.name) {
      lines.append("  [[ AND \(column(filter, dialect)) IN (:\(filter.name)) ]]")
    }
    if hasPeriod {
      lines.append("  [[ AND \(comparable(dialect)) BETWEEN :\(Self.period).lower AND :\(Self.period).upper ]]")
    }
    let numbers = keys.indices.map { String($0 + 1) }.joined(separator: ", ")
    if !keys.isEmpty { lines.append("GROUP BY \(numbers)") }
    if let limit {
      lines.append("ORDER BY \(keys.count + 1) DESC NULLS LAST, \(numbers)")
      lines.append("LIMIT \(limit)")
    }
    return YAMLBlock.lines("sql", lines, indent: 4)
  }

  private func alias(_ key: Key) -> String {
    switch key {
    case .dimension(let dimension): dimension.alias
    case .moment, .month: star.moment?.alias ?? ProposedStar.factAlias
    }
  }

  /// Returns the fact table with the tables of these columns and those between them. Outer joins retain rows without a
  /// partner, so that all charts have the same total.
  private func from(_ aliases: [String], _ dialect: SQLDialect) -> [String] {
    var needed = Set(aliases)
    for join in star.joins.reversed() where needed.contains(join.alias) { needed.insert(join.from) }
    return ["FROM \(dialect.quoted(table: star.factTable.name)) AS \(ProposedStar.factAlias)"]
      + star.joins.filter { needed.contains($0.alias) }.map { Self.clause($0, star.tables, dialect) }
  }

  static func clause(_ join: ProposedStar.Join, _ tables: [SurveyedTable], _ dialect: SQLDialect) -> String {
    let on = zip(join.key.columns, join.key.referencedColumns).map {
      "\(join.alias).\(dialect.quoted($1)) = \(join.from).\(dialect.quoted($0))"
    }
    return
      "LEFT JOIN \(dialect.quoted(table: tables[join.table].name)) AS \(join.alias) ON \(on.joined(separator: " AND "))"
  }

  private func sql(_ key: Key, _ dialect: SQLDialect) -> String {
    switch key {
    case .dimension(let dimension): column(dimension, dialect)
    case .moment: momentColumn(dialect)
    case .month: momentColumn(dialect)
    }
  }

  private func column(_ dimension: ProposedStar.Dimension, _ dialect: SQLDialect) -> String {
    "\(dimension.alias).\(dialect.quoted(dimension.column))"
  }

  /// Returns the column of the date or time, cast to a date if the dialect has dates.
  private func momentColumn(_ dialect: SQLDialect) -> String {
    guard let moment = star.moment else { return "NULL" }
    let column = "\(moment.alias).\(dialect.quoted(moment.column.name))"
    return dialect.hasDates && moment.column.type != .date ? "CAST(\(column) AS date)" : column
  }

  /// The type of the filter's column in results.
  private var periodType: String {
    if star.moment?.column.type == .date { return "date" }
    return usesSQL && dialect?.hasDates == true ? "date" : "timestamp"
  }

  /// Returns the column in a form that is comparable with the ends of the period. Times that are stored as strings have
  /// several formats.
  private func comparable(_ dialect: SQLDialect) -> String {
    let column = momentColumn(dialect)
    if dialect.hasDates { return column }
    return periodType == "date" ? "date(\(column))" : "datetime(\(column))"
  }

  /// Returns a quoted string for YAML, which accepts the quotes of JSON.
  private func quoted(_ text: String) -> String { DiagnosticRenderer.quoted(text) }
}
