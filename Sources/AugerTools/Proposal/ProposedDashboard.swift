import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A dashboard for a star schema: a trend, drill paths, shares, a second measure, a distribution, the largest rows, and
/// filters.
struct ProposedDashboard {
  typealias Dimension = ProposedStar.Dimension

  var queries: ProposedQueries
  let star: ProposedStar
  let measures: [ProposedMeasure]
  /// The measure of most charts.
  let main: ProposedMeasure
  let title: String
  let summary: String
  var filters: [String] = []
  var filterNames: [String] = []
  var items: [ProposedItem] = []
  /// The columns whose selected values filter the other items: the categories of bars and pies.
  let crossed: [Dimension]
  /// The categories of the bars and pies of this dashboard.
  var categories: [Dimension] = []
  /// Explanations of the choice of charts, for the user.
  private(set) var notes: [String] = []

  /// Creates a dashboard in which the selections of bars and pies filter the other items.
  ///
  /// - Parameter place: The name of the file or database, for the description.
  init(_ star: ProposedStar, source: String, title: String, place: String, prefix: String) {
    // The charts must be known before their queries, because each query accepts the categories of the other charts.
    let first = Self(star, source: source, title: title, place: place, prefix: prefix, crossed: [])
    let crossed = first.items.count > 1 ? first.categories : []
    self =
      crossed.isEmpty
      ? first : Self(star, source: source, title: title, place: place, prefix: prefix, crossed: crossed)
  }

  private init(
    _ star: ProposedStar, source: String, title: String, place: String, prefix: String, crossed: [Dimension]
  ) {
    self.crossed = crossed
    self.star = star
    self.title = title
    summary = Self.summary(star, place)
    measures = ProposedMeasure.proposed(for: star.factTable, hasTime: star.moment != nil)
    // The row count is always a measure.
    main = measures[0]
    queries = ProposedQueries(star, source: source)
    queries.prefix = prefix
    let paths = star.hierarchies(most: 2).map { $0.filter(divides) }.filter { $0.count > 1 }
    let used = paths.flatMap(\.self)
    var singles: [Dimension] = []
    for dimension in star.preferred where dimension.distinct > 1 && divides(dimension) {
      let known = used + singles
      if !known.contains(named: dimension.name), !known.contains(where: { Self.repeats(dimension, $0) }) {
        singles.append(dimension)
      }
    }
    addFilters(paths, singles)
    addTrends(singles, paths)
    addBreakdowns(paths, singles)
    addMap()
    addSecond(paths, singles)
    addScatter()
    addSeason()
    addSpread()
    addCount(paths, singles)
    items = Array(items.prefix(Self.mostItems - 1))
    addGrid(paths, besides: singles)
    explain()
  }

  static let mostItems = 8

  var isEmpty: Bool { items.isEmpty }

  /// Returns true if two columns of different tables seem to have the same values: the region of a sale and of its
  /// customer.
  private static func repeats(_ dimension: Dimension, _ known: Dimension) -> Bool {
    dimension.alias != known.alias && dimension.distinct == known.distinct
      && Wording.words(dimension.name).last == Wording.words(known.name).last
  }

  /// Returns a description of the data: `Source: sales.csv, with 9,994 rows from January 2014 to ...`.
  private static func summary(_ star: ProposedStar, _ place: String) -> String {
    let table = star.factTable
    var text = "Source: \(place)"
    text += ", with \(ProposedTitle.number(table.rows)) \(table.rowNoun)"
    if let moment = star.moment, table.rows == table.surveyedRows || !table.isOfDatabase {
      let first = star.usualDays?.lowerBound ?? CivilDate(of: moment.column.minimum)
      let last = star.usualDays?.upperBound ?? CivilDate(of: moment.column.maximum)
      if let first, let last { text += " \(period(first, last))" }
    } else if let years = star.years, let column = table.columns.first(where: { $0.name == years.column }) {
      text += " from \(column.minimum) to \(column.maximum)"
    }
    return text + " when this dashboard was written."
  }

  private static func period(_ first: CivilDate, _ last: CivilDate) -> String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    func month(_ date: CivilDate) -> String { "\(months[date.components.month - 1]) \(date.components.year)" }
    return month(first) == month(last) ? "in \(month(first))" : "from \(month(first)) to \(month(last))"
  }

  private mutating func explain() {
    if let totals = star.factTable.totals { notes.append("left out: \(totals.description)") }
    if let days = star.usualDays {
      notes.append(
        "the trend shows the years \(days.lowerBound.components.year) to \(days.upperBound.components.year), because "
          + "only single rows have other dates")
    }
    if main.kind == .count, let other = star.factTable.measures(hasTime: star.moment != nil).alternatives.first {
      notes.append(
        "counted rows. To show another value, replace 'count()' in auger.yaml, for example by '\(other.expression)'")
    }
    if items.count == 1 {
      let reason =
        star.dimensions.isEmpty
        ? "no column of strings groups its rows" : "its rows have no foreign keys and no other groups"
      notes.append("proposed one chart only, because \(reason)")
    }
  }

  /// True if a value is money in the currency of the workspace.
  var usesCurrency: Bool { items.contains { $0.xml.contains("Format=\"Currency\"") } }

  /// Returns true if the main measure differs between the values of a dimension. A row count by an identifying column
  /// would always be one.
  func divides(_ dimension: Dimension) -> Bool {
    main.kind != .count || dimension.distinct * 10 < star.factTable.rows * 8
  }

  // MARK: Filters

  private static let mostChoices = 2000
  private static let mostFilters = 3

  private mutating func addFilters(_ paths: [[Dimension]], _ singles: [Dimension]) {
    let isUsable = { (dimension: Dimension) in
      (2...Self.mostChoices).contains(dimension.distinct)
        && dimension.distinct * 2 < max(10, star.factTable.surveyedRows)
    }
    let known = (paths.compactMap(\.first) + singles).filter(isUsable)
    let good = known.filter { $0.rank < 3 }
    let choices = Array((good.isEmpty ? known : good).prefix(Self.mostFilters))
    queries.filters = choices
    queries.crossed = crossed.filter { !choices.contains(named: $0.name) }
    queries.hasPeriod = star.moment != nil
    var found: [(name: String, xml: String)] = []
    func add(_ name: String, _ title: String, type: String, query: String, column: String) {
      found.append(
        (
          name,
          "<Filter Name=\"\(escaped(name))\" DisplayName=\"\(escaped(title))\" FilterType=\"\(type)\" "
            + "SourceQuery=\"\(query)\" Column=\"\(escaped(column))\""
        ))
    }
    if let moment = star.moment {
      add(
        ProposedQueries.period, star.title(of: moment), type: "range", query: queries.choices(.moment),
        column: moment.name)
    }
    for filter in choices {
      add(
        filter.name, filter.title, type: "picklist", query: queries.choices(.dimension(filter)), column: filter.name)
    }
    if found.count < 3, let years = star.years {
      add(
        ProposedQueries.range, years.title, type: "range", query: queries.choices(.dimension(years)),
        column: years.name)
      queries.ranged = years.column
    } else if found.count < 3, let column = main.factors.first?.column, main.factors.count == 1 {
      add(
        ProposedQueries.range, ProposedTitle.column(star.factTable.unprefixed(column)), type: "range",
        query: queries.choices(.column(column)), column: column)
      queries.ranged = column
    }
    filters = found.enumerated().map { "\($0.element.xml) Sequence=\"\($0.offset + 1)\"/>" }
    filterNames = found.map(\.name)
  }

  // MARK: The file

  var xml: String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<MobileAnalytic>"]
    lines.append("  <Dashboard Title=\"\(escaped(title))\" Description=\"\(escaped(summary))\">")
    if !filters.isEmpty { lines += ["    <Filters>"] + filters.map { "      " + $0 } + ["    </Filters>"] }
    for item in items { lines += item.xml.split(separator: "\n").map { "    " + $0 } }
    lines += ["  </Dashboard>", "  <DashboardLayout>"]
    lines += ["    <Landscape>"] + layout(Self.rows(items)) + ["    </Landscape>"]
    lines += ["    <Portrait>"] + layout(items.map { [($0, 100)] })
    lines += ["    </Portrait>", "  </DashboardLayout>", "</MobileAnalytic>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the rows of the page with the width of each item in percent.
  ///
  /// The first row has a wide item, the next rows have two or three items.
  private static func rows(_ items: [ProposedItem]) -> [[(ProposedItem, Int)]] {
    guard items.count > 1 else { return items.map { [($0, 100)] } }
    var rest = items[...]
    var rows: [[(ProposedItem, Int)]] = []
    while let first = rest.popFirst() {
      guard let second = rest.popFirst() else {
        rows.append([(first, 100)])
        break
      }
      // Three narrow items make a row, unless a single item would remain.
      if !first.isWide, !second.isWide, let third = rest.first, !third.isWide, rest.count != 2 {
        rest = rest.dropFirst()
        rows.append([(first, 33), (second, 33), (third, 34)])
      } else if first.isWide == second.isWide {
        rows.append([(first, 50), (second, 50)])
      } else {
        rows.append([(first, first.isWide ? 62 : 38), (second, second.isWide ? 62 : 38)])
      }
    }
    return rows
  }

  private func layout(_ rows: [[(item: ProposedItem, width: Int)]]) -> [String] {
    let height = (100 - (rows.count + 1)) / max(1, rows.count)
    return rows.enumerated().flatMap { number, row in
      var left = 0
      return row.map { item, width in
        defer { left += width }
        return "      <Layout Name=\"\(escaped(item.name))\" Top=\"\(1 + number * (height + 1))\" "
          + "Left=\"\(left)\" Width=\"\(width - (left + width < 100 ? 1 : 0))\" Height=\"\(height)\"/>"
      }
    }
  }

  func escaped(_ text: String) -> String {
    // XML parsers convert newlines in attributes to spaces.
    let signs = ["&": "&amp;", "<": "&lt;", "\"": "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"]
    return text.unicodeScalars.map { signs[String($0)] ?? String($0) }.joined()
  }
}

/// An item of a dashboard.
struct ProposedItem {
  var name: String
  var xml: String
  /// True for trends, maps and tables, which need more width than bars.
  var isWide = false
}
