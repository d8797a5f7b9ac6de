import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A writer of the queries of a star schema. They are table queries, so that sums of decimals are exact in every
/// source, and charts have underlying rows.
struct ProposedQueries {
  let star: ProposedStar
  let source: String
  /// The filters of the dashboard. All queries except those of filter choices accept them.
  var filters: [ProposedStar.Dimension] = []
  /// The columns of other charts whose selected values the queries accept.
  var crossed: [ProposedStar.Dimension] = []
  var hasPeriod = false
  /// The number whose range is a filter.
  var ranged: String?
  /// The prefix of all names, if a workspace has several star schemas.
  var prefix = ""
  private(set) var texts: [String] = []
  private var names: [String] = []

  static let period = "Period"
  static let range = "Range"

  init(_ star: ProposedStar, source: String) {
    self.star = star
    self.source = source
  }

  /// A column of a result.
  enum Key {
    case dimension(ProposedStar.Dimension)
    case moment
    /// The first day of a period of the calendar.
    case grain(String)
    /// The calendar month of all years, as a day of the year 2000.
    case calendarMonth
    case hour
    /// A column of the fact table.
    case column(String)
  }

  // MARK: Chart queries

  /// Restrictions and the order of a query.
  struct Shape {
    /// The columns of the previous charts of a drill path.
    var above: [ProposedStar.Dimension] = []
    /// The columns of the chart itself. Its own selection does not filter it.
    var own: [ProposedStar.Dimension] = []
    /// The largest rows by a measure.
    var limit: (rows: Int, by: ProposedMeasure)?
    var isWithinUsualDays = false
  }

  /// Adds a grouped query. Returns its name.
  mutating func grouped(
    _ name: String, by keys: [Key], _ measures: [ProposedMeasure], _ shape: Shape = Shape()
  ) -> String {
    var lines = conditions(shape, joining: keys)
    if !keys.isEmpty { lines.append("    groupBy: [\(keys.map { quoted(written($0)) }.joined(separator: ", "))]") }
    let list = measures.map { "\(quoted(self.name($0))): \(quoted($0.text(Self.reference, count: "count()")))" }
    lines.append("    measures: { \(list.joined(separator: ", ")) }")
    if let limit = shape.limit {
      lines.append("    orderBy: [\(quoted("-" + self.name(limit.by)))]\n    limit: \(limit.rows)")
    }
    return add(name, lines)
  }

  /// Adds a query that returns columns of the fact table row by row. Returns its name.
  mutating func rows(_ name: String, _ columns: [Key], by largest: String? = nil, limit: Int? = nil) -> String {
    var lines = conditions(Shape(), joining: columns)
    lines.append("    select: [\(columns.map { quoted(written($0)) }.joined(separator: ", "))]")
    if let largest { lines.append("    orderBy: [\(quoted("-" + largest))]") }
    if let limit { lines.append("    limit: \(limit)") }
    return add(name, lines)
  }

  /// Adds the query of a filter's choices. It returns the column in every row, for counting, or distinct values if
  /// there are many.
  mutating func choices(_ key: Key) -> String {
    var lines = joins([key]) + `where`(always)
    lines.append("    \(star.factTable.rows <= 20_000 ? "select" : "groupBy"): [\(quoted(written(key)))]")
    return add("ChoicesOf" + Wording.identifier(name(key)), lines, isFiltered: false)
  }

  private mutating func add(_ name: String, _ lines: [String], isFiltered: Bool = true) -> String {
    let name = unique(prefix + Wording.identifier(name))
    var text = ["  \(name):", "    source: \(quoted(source))", "    from: \(quoted(star.factTable.name))"] + lines
    if isFiltered, hasPeriod { text.append("    parameters: { \(Self.period): { type: \(periodType) } }") }
    texts.append(text.joined(separator: "\n") + "\n")
    return name
  }

  private var periodType: String { star.moment?.column.type == .date ? "date" : "timestamp" }

  /// Returns the joins and conditions of a query.
  private func conditions(_ shape: Shape, joining keys: [Key]) -> [String] {
    let accepted = filters + crossed.filter { !shape.own.contains(named: $0.name) }
    var found = always
    found += shape.above.map { "\(reference($0)) in (\(Self.variable($0.name)))" }
    for filter in accepted where !shape.above.contains(named: filter.name) {
      found.append("[[ \(reference(filter)) in (\(Self.variable(filter.name))) ]]")
    }
    var needed = keys + (shape.above + accepted).map { .dimension($0) }
    if star.moment != nil {
      let column = momentReference
      if hasPeriod {
        needed.append(.moment)
        found.append("[[ \(column) >= $\(Self.period).lower and \(column) <= $\(Self.period).upper ]]")
      }
      if shape.isWithinUsualDays, let days = star.usualDays {
        let (first, last) = (days.lowerBound.components.year, days.upperBound.components.year)
        needed.append(.moment)
        found.append("Year(\(column)) >= \(first) and Year(\(column)) <= \(last)")
      }
    }
    if let ranged {
      let column = Self.reference(ranged)
      found.append("[[ \(column) >= $\(Self.range).lower and \(column) <= $\(Self.range).upper ]]")
    }
    return joins(needed) + `where`(found)
  }

  /// The conditions of every query on the fact table. They exclude rows of totals.
  private var always: [String] { [star.factTable.totals?.condition].compactMap(\.self) }

  private func `where`(_ conditions: [String]) -> [String] {
    conditions.isEmpty ? [] : ["    where:"] + conditions.map { "      - \(quoted($0))" }
  }

  /// Returns the joins that these columns require. Rows without a partner remain, so that all charts have the same
  /// total.
  private func joins(_ keys: [Key]) -> [String] {
    var needed: Set<Name> = []
    for key in keys {
      switch key {
      case .dimension(let dimension): needed.insert(Name(dimension.alias))
      case .moment, .grain, .calendarMonth, .hour: needed.insert(Name(star.moment?.alias ?? ProposedStar.factAlias))
      case .column: break
      }
    }
    for join in star.joins.reversed() where needed.contains(Name(join.alias)) { needed.insert(Name(join.from)) }
    let lines = star.joins.filter { needed.contains(Name($0.alias)) }.map { join in
      let on = zip(join.key.columns, join.key.referencedColumns).map {
        "\(quoted($1)): \(quoted(Self.reference($0, of: join.from)))"
      }
      return "      \(quoted(join.alias)): { from: \(quoted(star.tables[join.table].name)), "
        + "on: { \(on.joined(separator: ", ")) } }"
    }
    return lines.isEmpty ? [] : ["    join:"] + lines
  }

  // MARK: Names

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
    case .grain(let grain): free(grain)
    case .calendarMonth: free("CalendarMonth")
    case .hour: free("Hour")
    case .column(let column): column
    }
  }

  /// Returns a name that no column has.
  private func free(_ name: String) -> String {
    let columns = ([star.fact] + star.joins.map(\.table)).flatMap { star.tables[$0].columns.map(\.name) }
    let taken = (columns + star.dimensions.map(\.name)).map { $0.lowercased() }
    return taken.contains(name.lowercased()) ? "StartOf\(name)" : name
  }

  func name(_ measure: ProposedMeasure) -> String {
    let taken = star.dimensions.map(\.name) + [star.moment?.name ?? ""]
    return taken.contains(measure.name) ? measure.name + "Value" : measure.name
  }

  /// Returns a key in `groupBy` or `select`: a column, or a name with an expression.
  private func written(_ key: Key) -> String {
    let expression: String
    switch key {
    case .dimension(let dimension):
      // A joined column has a plain name, too, if the star schema has no other column of that name.
      if dimension.name == dimension.column { return Self.reference(dimension.column) }
      expression = reference(dimension)
    case .moment:
      if star.moment?.name == star.moment?.column.name {
        return Self.reference(name(key))
      }
      expression = momentReference
    case .column(let column): return Self.reference(column)
    case .grain(let grain): expression = "StartOf(\(momentReference), '\(grain.lowercased())')"
    case .calendarMonth: expression = "date(2000, Month(\(momentReference)), 1)"
    case .hour: expression = "Hour(\(momentReference))"
    }
    return "\(name(key))=\(expression)"
  }

  private func reference(_ dimension: ProposedStar.Dimension) -> String {
    let column = Self.reference(dimension.column, of: dimension.alias)
    return dimension.prefix.map { "Concat('\($0) ', \(column))" } ?? column
  }

  private var momentReference: String {
    star.moment.map { Self.reference($0.column.name, of: $0.alias) } ?? "null"
  }

  private static func reference(_ column: String, of alias: String) -> String {
    reference(alias == ProposedStar.factAlias ? column : "\(alias).\(column)")
  }

  /// Returns a column as an expression names it, with brackets only if necessary.
  static func reference(_ column: String) -> String { Expression.reference(to: column) }

  static func variable(_ name: String) -> String { Expression.reference(toVariable: name) }

  /// Returns a quoted string for YAML, which accepts the quotes of JSON.
  private func quoted(_ text: String) -> String { DiagnosticRenderer.quoted(text) }
}
