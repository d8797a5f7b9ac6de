import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A dashboard for a star schema: a hierarchy of dates, drill paths, a share, the largest rows, and filters.
struct ProposedDashboard {
  private(set) var queries: ProposedQueries
  private let star: ProposedStar
  private let measures: [ProposedMeasure]
  /// The measure of most charts.
  private let main: ProposedMeasure
  private var filters: [String] = []
  private var items: [(name: String, xml: String)] = []

  init(_ star: ProposedStar, source: String, dialect: SQLDialect?, prefix: String) {
    self.star = star
    measures = ProposedMeasure.proposed(for: star.factTable, hasTime: star.moment != nil)
    // The row count is always a measure.
    main = measures[0]
    queries = ProposedQueries(star, source: source, dialect: dialect)
    queries.prefix = prefix
    let paths = star.hierarchies(most: 2).map { $0.filter(divides) }.filter { $0.count > 1 }
    addFilters(paths)
    addTime(paths)
    addYears()
    for path in paths { addPath(path) }
    let share = addShare(besides: paths)
    let singles = paths.count < 2 ? addSingles(besides: paths, share) : []
    addGrid(paths, besides: singles)
    if items.isEmpty { addSpread() }
    explain()
  }

  var isEmpty: Bool { items.isEmpty }

  /// Explanations of the choice of charts, for the user.
  private(set) var notes: [String] = []

  private mutating func explain() {
    if let totals = star.factTable.totals { notes.append("left out: \(totals.description)") }
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

  /// Returns true if the main measure differs between the values of a dimension. A row count by an identifying column
  /// would always be one.
  private func divides(_ dimension: ProposedStar.Dimension) -> Bool {
    main.kind != .count || dimension.distinct * 10 < star.factTable.rows * 8
  }

  // MARK: Filters

  private static let mostChoices = 40

  private mutating func addFilters(_ paths: [[ProposedStar.Dimension]]) {
    var dimensions = paths.compactMap(\.first)
    for dimension in star.preferred where dimensions.count < 2 && dimension.distinct <= Self.mostChoices {
      if !dimensions.contains(named: dimension.name) { dimensions.append(dimension) }
    }
    queries.filters = dimensions.filter { $0.distinct <= Self.mostChoices }
    queries.hasPeriod = star.moment != nil
    var found: [(name: String, xml: String)] = []
    for filter in queries.filters {
      found.append(
        (
          filter.name,
          """
          <Filter Name="\(escaped(filter.name))" DisplayName="\(escaped(filter.title))" FilterType="picklist" \
          SourceQuery="\(queries.choices(.dimension(filter)))" Column="\(escaped(filter.name))"
          """
        ))
    }
    if let moment = star.moment {
      let name = ProposedQueries.period
      found.append(
        (
          name,
          """
          <Filter Name="\(name)" DisplayName="\(escaped(star.title(of: moment)))" FilterType="range" \
          SourceQuery="\(queries.choices(.moment))" Column="\(escaped(moment.name))"
          """
        ))
    }
    filters = found.enumerated().map { "\($0.element.xml) Sequence=\"\($0.offset + 1)\"/>" }
    filterNames = found.map(\.name)
  }

  private var filterNames: [String] = []

  /// The filters, as a list for an item. Its query has a clause for each.
  private var namedFilters: [String] {
    if filterNames.isEmpty { return [] }
    return ["  <Filters>"] + filterNames.map { "    <FilterName Name=\"\(escaped($0))\"/>" } + ["  </Filters>"]
  }

  // MARK: Charts

  private mutating func addTime(_ paths: [[ProposedStar.Dimension]]) {
    guard let moment = star.moment, let span = Span(moment.column) else { return }
    let series = star.preferred.first { $0.distinct <= 8 }
    let key = series.map { [ProposedQueries.Key.dimension($0)] } ?? []
    let title = "\(main.title) over time" + (series.map { " by \($0.title.lowercasedFirst)" } ?? "")
    // Months of different years are different groups, and averages of averages would be wrong. The query returns one
    // row for each point of the chart.
    let isOverYears = span.grains.first == "Month" && span.years > 1
    if main.kind == .average || isOverYears {
      guard star.joins.isEmpty || isOverYears else { return }
      let monthly = span.days > 60
      let query = queries.grouped(
        "\(main.title) over time", by: [monthly ? .month : .moment] + key, [main])
      add(
        "Time", title, type: "Line", query: query, category: queries.name(monthly ? .month : .moment),
        monthly ? "Month" : star.title(of: moment),
        attributes: monthly ? " Format=\"pattern:MMM yyyy\"" : " Format=\"ShortDate\"", series)
      return
    }
    let query = queries.grouped("\(main.title) over time", by: [.moment] + key, [main])
    let isLine = span.grains.first == "Day" || (series == nil && span.years > 12)
    add(
      "Time", title, type: isLine ? "Line" : series != nil && main.isPositive ? "StackedColumn" : "Column",
      query: query, category: moment.name, star.title(of: moment),
      attributes: " Grains=\"\(span.grains.joined(separator: ","))\"", series)
  }

  /// Adds a chart of numeric years.
  private mutating func addYears() {
    guard let years = star.years, divides(years) else { return }
    let few = star.preferred.first { $0.distinct <= 8 }
    // One average over all groups would hide the differences between them.
    let series = main.kind == .average ? few : nil
    let key = series.map { [ProposedQueries.Key.dimension($0)] } ?? []
    let title = "\(main.title) by \(years.title.lowercasedFirst)"
    let query = queries.grouped("\(main.title) by \(years.name)", by: [.dimension(years)] + key, [main])
    add(
      "Years", title + (series.map { " and \($0.title.lowercasedFirst)" } ?? ""),
      type: main.kind == .average || years.distinct > 12 ? "Line" : "Column", query: query, category: years.name,
      years.title, series)
  }

  private mutating func addPath(_ path: [ProposedStar.Dimension]) {
    var charts: [String] = []
    let name = "By" + Wording.identifier(path[0].name)
    for (level, dimension) in path.enumerated() {
      let query = queries.grouped(
        "\(main.title) by \(dimension.name)" + (level == 0 ? "" : " in \(path[level - 1].name)"),
        by: [.dimension(dimension)], [main], below: Array(path.prefix(level)), limit: Self.mostBars)
      charts.append(
        chart(
          name + (level == 0 ? "" : "\(level + 1)"),
          "\(main.title) by \(dimension.title.lowercasedFirst)" + top(of: dimension, isWhole: level == 0),
          type: "Bar", query: query, category: dimension.name, dimension.title,
          attributes: level == path.count - 1 ? "" : " ByCategory=\"true\"", sequence: level + 1, sort: "-value"))
    }
    let title = "\(main.title) by \(path.map { $0.title.lowercasedFirst }.joined(separator: ", "))"
    let group = """
      <DrillDownGroup Name="\(escaped(name))Path" Title="\(escaped(title))">
      \(charts.joined(separator: "\n").split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      </DrillDownGroup>
      """
    items.append((name + "Path", group))
  }

  private static let mostBars = 15

  /// Returns a bar chart of one column, sorted by value, or a column chart in the order of its numbers.
  private mutating func single(
    _ name: String, _ measure: ProposedMeasure, by dimension: ProposedStar.Dimension
  ) -> String {
    let isOrdered = dimension.isOrdered
    let query = queries.grouped(
      "\(measure.title) by \(dimension.name)", by: [.dimension(dimension)], [measure],
      limit: isOrdered ? nil : Self.mostBars)
    return chart(
      name, "\(measure.title) by \(dimension.title.lowercasedFirst)" + (isOrdered ? "" : top(of: dimension)),
      type: isOrdered ? "Column" : "Bar", query: query, category: dimension.name, dimension.title, measure: measure,
      sort: isOrdered ? nil : "-value")
  }

  /// Returns `: top 15 of 37` if bars are left out. Below another level only some of the values occur.
  private func top(of dimension: ProposedStar.Dimension, isWhole: Bool = true) -> String {
    guard dimension.distinct > Self.mostBars else { return "" }
    return ": top \(Self.mostBars)" + (isWhole ? " of \(dimension.distinct)" : "")
  }

  /// Adds a pie chart of a column that is not in a drill path. Returns the column.
  private mutating func addShare(besides paths: [[ProposedStar.Dimension]]) -> ProposedStar.Dimension? {
    guard main.kind != .average, main.isPositive else { return nil }
    let dimension = star.preferred.first { dimension in
      (2...7).contains(dimension.distinct)
        && !paths.contains { $0.contains(named: dimension.name) }
    }
    // A single column is better shown as bars, and a pie of the same numbers adds no information.
    guard let dimension, !paths.isEmpty || bars(besides: paths, dimension).count > 0 else { return nil }
    let query = queries.grouped("Share of \(dimension.name)", by: [.dimension(dimension)], [main])
    items.append(
      (
        "Share",
        chart(
          "Share", "\(main.title) by \(dimension.title.lowercasedFirst)", type: "Pie", query: query,
          category: dimension.name, dimension.title, sort: "-value")
      ))
    return dimension
  }

  /// Returns the columns for separate bar charts: those with few values, or else the column with the most values.
  private func bars(
    besides paths: [[ProposedStar.Dimension]], _ share: ProposedStar.Dimension?
  ) -> [ProposedStar.Dimension] {
    let used = paths.flatMap { $0.map(\.name) } + [share?.name].compactMap(\.self)
    let free = star.preferred.filter { $0.distinct > 1 && !used.contains(name: $0.name) && divides($0) }
    let few = free.filter { (3...60).contains($0.distinct) }
    return few.isEmpty && paths.isEmpty ? Array(free.prefix(1)) : few
  }

  /// Adds charts for tables without drill paths: bars of columns with few values, and of a second measure.
  private mutating func addSingles(
    besides paths: [[ProposedStar.Dimension]], _ share: ProposedStar.Dimension?
  ) -> [ProposedStar.Dimension] {
    let shown = Array(bars(besides: paths, share).prefix(2 - paths.count))
    for (number, dimension) in shown.enumerated() {
      let measure = number == 1 && measures.count > 2 && measures[1].kind != .count ? measures[1] : main
      items.append(("Single\(number + 1)", single("Single\(number + 1)", measure, by: dimension)))
    }
    // A single group gets a chart of a second measure.
    if paths.isEmpty, share == nil, shown.count == 1, measures.count > 2, measures[1].kind != .count {
      items.append(("Single2", single("Single2", measures[1], by: shown[0])))
    }
    return shown
  }

  private static let mostLines = 10

  /// Adds a grid of the largest rows, by the column that names them.
  private mutating func addGrid(_ paths: [[ProposedStar.Dimension]], besides bars: [ProposedStar.Dimension]) {
    let last = paths.compactMap(\.last).max { $0.distinct < $1.distinct }
    guard let label = last ?? star.dimensions.last(where: { $0.distinct > 7 && divides($0) }) else { return }
    let shown =
      Array(([main] + measures.filter { $0.name != main.name && $0.kind != .count }.prefix(1)).prefix(2))
      + (main.kind == .count || label.distinct >= star.factTable.surveyedRows ? [] : measures.suffix(1))
    // A bar chart shows the same rows already.
    if shown.count == 1, (bars + paths.joined()).contains(named: label.name) { return }
    let query = queries.grouped("Top \(label.name)", by: [.dimension(label)], shown, limit: Self.mostLines)
    var columns = [
      """
        <Column Type="Data" Value="\(escaped(ProposedQueries.reference(label.name)))" Header="\(escaped(label.title))" \
      ColumnSequence="1" IsHeaderColumn="true"/>
      """
    ]
    for (index, measure) in shown.enumerated() {
      let value = ProposedQueries.reference(queries.name(measure))
      columns.append(
        "  <Column Type=\"Data\" Value=\"\(escaped(value))\" Header=\"\(escaped(measure.title))\" "
          + "Format=\"\(measure.format)\" ColumnSequence=\"\(index + 2)\"/>")
    }
    let count = label.distinct > Self.mostLines ? "Top \(Self.mostLines) of \(label.distinct)" : label.title
    let title = "\(count) by \(main.title.lowercasedFirst)"
    items.append(
      (
        "Top",
        """
        <DataGrid Name="Top" Title="\(escaped(title))" Query="\(query)">
        \((["  <Columns>"] + columns.map { "  " + $0 } + ["  </Columns>"] + namedFilters).joined(separator: "\n"))
        </DataGrid>
        """
      ))
  }

  /// Adds the distribution of a number if no column groups the rows.
  private mutating func addSpread() {
    guard let column = star.spread else { return }
    let query = queries.values(of: column)
    let title = Wording.title(column)
    items.append(
      (
        "Spread",
        """
        <Chart Name="Spread" Title="\(escaped("Distribution of \(title.lowercasedFirst)"))" ChartType="Histogram" \
        Query="\(query)">
          <Values>
            <Value Expression="\(escaped(ProposedQueries.reference(column)))" ValueSequence="1" \
        DisplayName="\(escaped(title))"/>
          </Values>
        </Chart>
        """
      ))
  }

  private mutating func add(
    _ name: String, _ title: String, type: String, query: String, category: String, _ categoryTitle: String,
    attributes: String = "", _ series: ProposedStar.Dimension? = nil
  ) {
    items.append(
      (
        name,
        chart(
          name, title, type: type, query: query, category: category, categoryTitle, categoryAttributes: attributes,
          series: series)
      ))
  }

  private func chart(
    _ name: String, _ title: String, type: String, query: String, category: String, _ categoryTitle: String,
    attributes: String = "", categoryAttributes: String = "", series: ProposedStar.Dimension? = nil,
    measure: ProposedMeasure? = nil, sequence: Int? = nil, sort: String? = nil
  ) -> String {
    let measure = measure ?? main
    var lines = [
      "<Chart Name=\"\(escaped(name))\" Title=\"\(escaped(title))\" ChartType=\"\(type)\" Query=\"\(query)\""
        + (sequence.map { " ChartSequence=\"\($0)\"" } ?? "") + attributes + (sort.map { " Sort=\"\($0)\"" } ?? "")
        + ">",
      "  <Category Column=\"\(escaped(category))\" DisplayName=\"\(escaped(categoryTitle))\"\(categoryAttributes)/>",
    ]
    if let series {
      lines.append("  <Series Column=\"\(escaped(series.name))\" DisplayName=\"\(escaped(series.title))\"/>")
    }
    let value = ProposedQueries.reference(queries.name(measure))
    lines += [
      "  <Values>",
      "    <Value Expression=\"\(escaped(value))\" ValueSequence=\"1\" DisplayName=\"\(escaped(measure.title))\" "
        + "Format=\"\(measure.format)\"/>",
      "  </Values>",
    ]
    return (lines + namedFilters + ["</Chart>"]).joined(separator: "\n")
  }

  // MARK: The file

  var xml: String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<MobileAnalytic>", "  <Dashboard>"]
    if !filters.isEmpty { lines += ["    <Filters>"] + filters.map { "      " + $0 } + ["    </Filters>"] }
    for item in items { lines += item.xml.split(separator: "\n").map { "    " + $0 } }
    lines += ["  </Dashboard>", "  <DashboardLayout>"]
    lines += ["    <Landscape>"] + layout(columns: 2) + ["    </Landscape>"]
    lines += ["    <Portrait>"] + layout(columns: 1) + ["    </Portrait>", "  </DashboardLayout>", "</MobileAnalytic>"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns rows of equal height, in percent. With an odd number of items, the first has its own row.
  private func layout(columns: Int) -> [String] {
    let isOdd = items.count % columns != 0
    let rows = (items.count + columns - 1) / columns
    let height = (100 - (rows + 1)) / max(1, rows)
    return items.indices.map { index in
      let place = isOdd && index > 0 ? index + 1 : index
      let isWide = columns == 1 || (isOdd && index == 0)
      let (row, column) = (place / columns, place % columns)
      return "      <Layout Name=\"\(escaped(items[index].name))\" Top=\"\(1 + row * (height + 1))\" "
        + "Left=\"\(column == 0 ? 1 : 51)\" Width=\"\(isWide ? 98 : column == 0 ? 49 : 48)\" Height=\"\(height)\"/>"
    }
  }

  private func escaped(_ text: String) -> String {
    // XML parsers convert newlines in attributes to spaces.
    let signs = ["&": "&amp;", "<": "&lt;", "\"": "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"]
    return text.unicodeScalars.map { signs[String($0)] ?? String($0) }.joined()
  }
}

/// The range of the dates, and suitable grains.
private struct Span {
  var days: Int
  var years: Int
  var grains: [String]

  init?(_ column: SurveyedTable.Column) {
    func date(_ scalar: Scalar) -> CivilDate? {
      switch scalar {
      case .date(let date) where date.isFinite: date
      case .timestamp(let moment) where moment.isFinite: moment.date
      default: nil
      }
    }
    guard let first = date(column.minimum), let last = date(column.maximum) else { return nil }
    days = Int(last.days) - Int(first.days) + 1
    years = last.components.year - first.components.year + 1
    // A span of more than a thousand years indicates an error in the data.
    guard days < 400_000 else { return nil }
    // A chart of two years would consist of two columns.
    grains =
      switch days {
      case 1000...: ["Year", "Quarter", "Month"]
      case 62...: ["Month", "Day"]
      default: ["Day"]
      }
  }
}
