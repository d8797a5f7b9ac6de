import AugerAnalysis
import AugerColumns
import AugerQuery

/// The charts of a proposed dashboard.
extension ProposedDashboard {
  private static let mostBars = 10
  private static let mostColumns = 72

  // MARK: Trends

  /// Adds the main measure over time, by a column with few values.
  mutating func addTrends(_ singles: [Dimension], _ paths: [[Dimension]]) {
    let few = (paths.compactMap(\.first) + singles).filter { $0.distinct <= 6 && $0.rank < 3 }
    let series = few.first { $0.rank < 2 } ?? few.first
    if let moment = star.moment, let span = ProposedSpan(moment.column, usual: star.usualDays) {
      // Lines of sums would have gaps in periods without rows.
      addTrend("Time", [main], span, main.kind == .average || span.count <= Self.mostColumns ? series : nil)
      // A pair of extremes is one chart: the maximum and the minimum temperature.
      let pair = extremes()
      if pair.count == 2 { addTrend("Extremes", pair, span, nil) }
    } else if let years = star.years, divides(years) {
      // Without repeated items in a year, a level adds up within each year.
      let isPanel = star.dimensions.contains { $0.distinct > 1 && $0.distinct * years.distinct == star.factTable.rows }
      let level = isPanel && isLevel(main) ? main.summed : main
      addYears("Years", level, years, level.kind == .average ? series : nil)
      if let second = measures.dropFirst().first, second.kind == .average {
        addYears("Years2", second, years, nil)
      }
    }
  }

  private func isLevel(_ measure: ProposedMeasure) -> Bool {
    star.factTable.columns.contains { $0.name == measure.factors.first?.column && $0.meaning == .level }
  }

  /// Returns two averages whose names differ only in minimum and maximum.
  private func extremes() -> [ProposedMeasure] {
    func base(_ measure: ProposedMeasure) -> String {
      measure.title.split(separator: " ").filter { !["maximum", "minimum"].contains($0.lowercased()) }.joined()
    }
    let averages = measures.filter { $0.kind == .average && $0.factors.count == 1 }.prefix(40)
    for measure in averages where base(measure) != measure.title.replacing(" ", with: "") {
      let pair = averages.filter { base($0) == base(measure) }
      if pair.count == 2 { return pair }
    }
    return []
  }

  private mutating func addTrend(
    _ name: String, _ shown: [ProposedMeasure], _ span: ProposedSpan, _ series: Dimension?
  ) {
    guard let moment = star.moment, let measure = shown.first else { return }
    let key = series.map { [ProposedQueries.Key.dimension($0)] } ?? []
    var title = "\(Self.common(shown)) by \(span.grain.lowercased())"
    if let series { title += " and \(series.title.lowercasedFirst)" }
    if let days = star.usualDays {
      title += ", \(days.lowerBound.components.year)–\(days.upperBound.components.year)"
    }
    var chart = ProposedChart(name, title, type: "Line")
    chart.category = queries.name(.grain(span.grain))
    chart.categoryTitle = star.title(of: moment)
    chart.categoryAttributes = " Format=\"\(span.format)\""
    (chart.series, chart.measures) = (series, shown)
    if shown.count > 1 { chart.attributes = " ShowsLegend=\"true\"" }
    let shape = ProposedQueries.Shape(isWithinUsualDays: star.usualDays != nil)
    let query = queries.grouped("\(measure.title) by \(span.grain)", by: [.grain(span.grain)] + key, shown, shape)
    if let fine = span.finer(in: moment.column) {
      // A finer level also contains the periods of the coarser one.
      let keys: [ProposedQueries.Key] = [.grain(span.grain), .grain(fine)]
      let finer = queries.grouped("\(measure.title) by \(fine)", by: keys + key, shown, shape)
      chart.levels = [(query, span.grain), (finer, fine)].map {
        ($0.0, queries.name(.grain($0.1)), $0.1, ProposedSpan.format($0.1))
      }
    } else {
      chart.query = query
    }
    if measure.kind != .average, measure.isPositive, span.count <= Self.mostColumns {
      chart.type = series == nil ? "Column" : "StackedColumn"
    }
    add(chart, isWide: true)
  }

  /// Returns the common words of the titles: `Average temperature`.
  private static func common(_ measures: [ProposedMeasure]) -> String {
    guard measures.count > 1, let first = measures.first else { return measures.first?.title ?? "" }
    let words = first.title.split(separator: " ").filter { !["maximum", "minimum"].contains($0.lowercased()) }
    return words.joined(separator: " ")
  }

  private mutating func addYears(
    _ name: String, _ measure: ProposedMeasure, _ years: Dimension, _ series: Dimension?
  ) {
    let key = series.map { [ProposedQueries.Key.dimension($0)] } ?? []
    let title = "\(measure.title) by \(years.title.lowercasedFirst)"
    var chart = ProposedChart(
      name, title + (series.map { " and \($0.title.lowercasedFirst)" } ?? ""),
      type: measure.kind == .average || years.distinct > 30 ? "Line" : "Column")
    chart.query = queries.grouped("\(measure.title) by \(years.name)", by: [.dimension(years)] + key, [measure])
    (chart.category, chart.categoryTitle) = (years.name, years.title)
    (chart.series, chart.measures) = (series, [measure])
    add(chart, isWide: true)
  }

  // MARK: Breakdowns

  /// Adds a drill path or bars for each of the preferred columns, and a share.
  mutating func addBreakdowns(_ paths: [[Dimension]], _ singles: [Dimension]) {
    let most = star.moment == nil && star.years == nil ? 4 : 3
    var left = most
    for path in paths.prefix(left) {
      addPath(path)
      left -= 1
    }
    // The table contains the names of the rows.
    let groups = singles.filter { $0.distinct * 2 < star.factTable.surveyedRows }
    let rest = groups.isEmpty && paths.isEmpty ? singles : groups
    // A share follows other charts, and needs a column whose values add up.
    let shares = paths.isEmpty ? rest.dropFirst() : rest[...]
    let share = shares.first {
      (2...6).contains($0.distinct) && $0.rank < 3 && main.kind != .average && main.isPositive
    }
    let good = rest.filter { $0.rank < 3 && $0.name != share?.name }
    let shown = good.isEmpty && items.count < 2 ? Array(rest.prefix(1)) : good
    let count = max(0, left - (share == nil ? 0 : 1))
    for (number, dimension) in shown.prefix(count).enumerated() {
      add(bars("Single\(number + 1)", main, by: dimension))
    }
    if let share, left > 0 { addShare(share) }
  }

  private mutating func addPath(_ path: [Dimension]) {
    var charts: [String] = []
    let name = "By" + Wording.identifier(path[0].name)
    for (level, dimension) in path.enumerated() {
      var chart = bars(
        name + (level == 0 ? "" : "\(level + 1)"), main, by: dimension, below: Array(path.prefix(level)), own: path)
      if level < path.count - 1 { chart.attributes += " ByCategory=\"true\"" }
      chart.attributes += " ChartSequence=\"\(level + 1)\""
      charts.append(xml(chart))
    }
    let title = "\(main.title) by \(path.map { $0.title.lowercasedFirst }.joined(separator: ", "))"
    let group = """
      <DrillDownGroup Name="\(escaped(name))Path" Title="\(escaped(title))">
      \(charts.joined(separator: "\n").split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      </DrillDownGroup>
      """
    items.append(ProposedItem(name: name + "Path", xml: group))
  }

  /// Returns a bar chart of one column, sorted by value, or a column chart in the order of its numbers.
  private mutating func bars(
    _ name: String, _ measure: ProposedMeasure, by dimension: Dimension, below above: [Dimension] = [],
    own: [Dimension] = []
  ) -> ProposedChart {
    let isMany = dimension.distinct > Self.mostBars && !dimension.isOrdered
    // The highest averages of many groups are those of the smallest groups.
    let isByCount = isMany && measure.kind == .average && !isEven(dimension)
    let rows = ProposedMeasure.rows(of: star.factTable)
    var shape = ProposedQueries.Shape(above: above, own: own.isEmpty ? [dimension] : own)
    if isByCount { shape.limit = (Self.mostBars, rows) }
    let title = "\(measure.title) by \(dimension.title.lowercasedFirst)"
    let count = above.isEmpty ? " of \(ProposedTitle.number(dimension.distinct))" : ""
    var chart = ProposedChart(
      name,
      title + (isMany ? isByCount ? ": \(Self.mostBars) most frequent\(count)" : ": top \(Self.mostBars)\(count)" : ""),
      type: dimension.isOrdered ? "Column" : "Bar")
    chart.query = queries.grouped(
      "\(measure.title) by \(dimension.name)" + (above.last.map { " in \($0.name)" } ?? ""),
      by: [.dimension(dimension)], isByCount ? [measure, rows] : [measure], shape)
    (chart.category, chart.categoryTitle, chart.measures) = (dimension.name, dimension.title, [measure])
    if !dimension.isOrdered { chart.attributes = " Sort=\"-value\"" }
    if isMany { chart.attributes += " Limit=\"\(Self.mostBars)\"" }
    chart.attributes += selecting(dimension)
    return chart
  }

  /// Returns true if all values of a column have the same number of rows, such as one for each year.
  private func isEven(_ dimension: Dimension) -> Bool {
    let (rows, distinct) = (star.factTable.surveyedRows, max(1, dimension.distinct))
    let times = [star.years?.distinct, star.moment?.column.distinct]
    return rows == distinct || rows % distinct == 0 && times.contains(rows / distinct)
  }

  /// Returns the attribute by which a selection in a chart of this column filters the other items.
  private mutating func selecting(_ dimension: Dimension) -> String {
    if !categories.contains(named: dimension.name) { categories.append(dimension) }
    return crossed.contains(named: dimension.name) ? " CrossFilter=\"true\"" : ""
  }

  private mutating func addShare(_ dimension: Dimension) {
    var chart = ProposedChart("Share", "\(main.title) by \(dimension.title.lowercasedFirst)", type: "Donut")
    chart.query = queries.grouped(
      "Share of \(dimension.name)", by: [.dimension(dimension)], [main], .init(own: [dimension]))
    (chart.category, chart.categoryTitle, chart.measures) = (dimension.name, dimension.title, [main])
    chart.attributes = " Sort=\"-value\"" + selecting(dimension)
    add(chart)
  }

  /// Adds a second measure by a column that the previous charts do not show, or by the one with the most bars.
  mutating func addSecond(_ paths: [[Dimension]], _ singles: [Dimension]) {
    guard let second = others.first, items.count < Self.mostItems - 1
    else { return }
    let known = (paths.flatMap { $0.dropFirst() } + singles).filter { $0.rank < 4 }
    let free = known.first { dimension in
      (3...40).contains(dimension.distinct)
        && !items.contains { $0.name.hasPrefix("Single") && shows(dimension, in: $0) }
    }
    guard let dimension = free ?? singles.first ?? paths.first?.first else { return }
    add(bars("Second", second, by: dimension))
  }

  /// Adds the number of rows by a column if there are few other charts.
  mutating func addCount(_ paths: [[Dimension]], _ singles: [Dimension]) {
    guard items.count < 3, main.kind != .count, let dimension = (paths.compactMap(\.first) + singles).first,
      !isEven(dimension)
    else { return }
    add(bars("Count", .rows(of: star.factTable), by: dimension))
  }

  /// The measures besides the main one and its factors.
  private var others: [ProposedMeasure] {
    measures.filter { measure in
      measure.kind != .count && measure.name != main.name
        && (main.factors.count < 2 || !main.factors.contains { $0.column == measure.factors.first?.column })
    }
  }

  private func shows(_ dimension: Dimension, in item: ProposedItem) -> Bool {
    item.xml.contains("<Category Column=\"\(escaped(dimension.name))\"")
  }

  // MARK: Maps, points and distributions

  private static let mostPoints = 1500

  /// Adds a map of points if the table has coordinates.
  mutating func addMap() {
    let places = star.factTable.columns.filter {
      $0.meaning == .coordinate && $0.distinct > 20 && ProposedStar.canBeNamed($0.name)
    }
    func named(_ words: [String]) -> String? { places.first { Wording.isNamed($0.name, words) }?.name }
    guard let latitude = named(["lat", "latitude"]), let longitude = named(["lon", "lng", "long", "longitude"])
    else { return }
    let size = main.kind != .count && main.isPositive && main.factors.count == 1 ? main.factors.first?.column : nil
    let isMany = star.factTable.rows > Self.mostPoints
    var title = "Locations"
    if isMany {
      title += " of \(ProposedTitle.number(Self.mostPoints)) \(star.factTable.rowNoun)"
      if let size { title += " with the highest \(ProposedTitle.column(size).lowercasedFirst)" }
    }
    var chart = ProposedChart("Map", title, type: size == nil ? "Scatter" : "Bubble")
    chart.query = queries.rows(
      "Locations", ([longitude, latitude] + (size.map { [$0] } ?? [])).map { .column($0) }, by: size,
      limit: isMany ? Self.mostPoints : nil)
    (chart.category, chart.categoryTitle) = (longitude, ProposedTitle.column(longitude))
    chart.values = [(latitude, ProposedTitle.column(latitude), "Rounded1")]
    if let size { chart.values.append((size, ProposedTitle.column(size), main.format)) }
    if size != nil { chart.attributes = " LargestBubble=\"14\"" }
    add(chart, isWide: true)
    // Without a trend, the map is first.
    if star.moment == nil, star.years == nil { items.insert(items.removeLast(), at: 0) }
  }

  /// Adds two numbers of each row as points.
  mutating func addScatter() {
    guard items.count < 6, star.joins.isEmpty, (20...5000).contains(star.factTable.rows) else { return }
    // Points need no aggregate, so the meaning of a number may be unclear.
    guard let pair = star.factTable.related, extremes().isEmpty, ProposedStar.canBeNamed(pair.0),
      ProposedStar.canBeNamed(pair.1)
    else { return }
    let columns = [pair.0, pair.1]
    let titles = columns.map { ProposedTitle.column(star.factTable.unprefixed($0)) }
    var chart = ProposedChart("Points", "\(titles[0]) by \(titles[1].lowercasedFirst)", type: "Scatter")
    let series = star.preferred.first { $0.distinct <= 6 && $0.rank < 3 }
    let key = series.map { [ProposedQueries.Key.dimension($0)] } ?? []
    chart.query = queries.rows("Points", columns.map { .column($0) } + key)
    (chart.category, chart.categoryTitle, chart.series) = (columns[1], titles[1], series)
    let format = measures.first { $0.factors.first?.column == columns[0] }?.format ?? "Rounded1"
    chart.values = [(columns[0], titles[0], format)]
    add(chart)
  }

  /// Adds the hours of a day, or the months of a year if there are several years.
  mutating func addSeason() {
    guard items.count < 7, let moment = star.moment, star.usualDays == nil,
      let span = ProposedSpan(moment.column, usual: nil)
    else { return }
    let isHourly = moment.column.type != .date && moment.column.distinct > span.days * 3 / 2
    guard isHourly || span.days > 700 && span.grain == "Month" else { return }
    let key: ProposedQueries.Key = isHourly ? .hour : .calendarMonth
    // Averages of hours with few rows would hide the others.
    let measure = isHourly && main.kind == .average ? ProposedMeasure.rows(of: star.factTable) : main
    let title = "\(measure.title) by \(isHourly ? "hour of the day" : "calendar month")"
    var chart = ProposedChart("Season", title, type: measure.kind == .average ? "Line" : "Column")
    chart.query = queries.grouped("\(measure.title) by \(isHourly ? "hour" : "calendar month")", by: [key], [measure])
    (chart.category, chart.categoryTitle) = (queries.name(key), isHourly ? "Hour" : "Month")
    if !isHourly { chart.categoryAttributes = " Format=\"ShortMonth\"" }
    chart.measures = [measure]
    add(chart)
  }

  private static let mostValues = 200_000

  /// Adds the distribution of a number that varies, such as a price or a rating.
  mutating func addSpread() {
    guard items.count < 7, star.factTable.rows <= Self.mostValues else { return }
    func varied(_ meaning: ColumnMeaning) -> String? {
      star.factTable.columns.first {
        $0.meaning == meaning && $0.distinct > 15 && $0.nulls * 2 <= star.factTable.surveyedRows
          && ProposedStar.canBeNamed($0.name)
      }?.name
    }
    guard
      let column = varied(.averaged)
        ?? (items.isEmpty ? star.spread : items.count < 3 ? varied(.unclear) : nil)
    else { return }
    let title = ProposedTitle.column(star.factTable.unprefixed(column))
    var chart = ProposedChart("Spread", "Distribution of \(title.lowercasedFirst)", type: "Histogram")
    chart.query = queries.rows("Values of \(column)", [.column(column)])
    let format = measures.first { $0.factors.first?.column == column }?.format ?? ""
    chart.values = [(column, title, format)]
    add(chart)
  }

  // MARK: The table

  private static let mostLines = 10

  /// Adds a grid of the largest rows, by the column that names them.
  mutating func addGrid(_ paths: [[Dimension]], besides singles: [Dimension]) {
    let labels = star.dimensions.filter { $0.isLabel && $0.rank < 3 && $0.distinct <= 5000 }
    let last = (labels + paths.compactMap(\.last)).max { $0.distinct < $1.distinct }
    let named = star.dimensions.last { $0.distinct > 7 && divides($0) }
    guard let label = last ?? named ?? singles.first, main.kind != .count || label.distinct > Self.mostBars
    else { return }
    let rows = ProposedMeasure.rows(of: star.factTable)
    let isUnique = label.distinct * 10 >= star.factTable.surveyedRows * 8
    let isByCount = main.kind == .average && label.distinct > Self.mostLines && !isEven(label) && !isUnique
    var shown = isByCount ? [rows, main] : [main]
    shown += others.prefix(isUnique ? 4 : 2)
    if !isUnique, measures.count < 3 { shown += main.extremes }
    if !isUnique, !shown.contains(where: { $0.name == rows.name }) { shown.append(rows) }
    // The names of cities or titles may repeat.
    let groups =
      isUnique && label.alias == ProposedStar.factAlias ? Array(singles.filter { isGroup($0) }.prefix(2)) : []
    let query = queries.grouped(
      "Top \(label.name)", by: ([label] + groups).map { .dimension($0) }, shown,
      .init(limit: (Self.mostLines, isByCount ? rows : shown[0])))
    var columns = ([label] + groups).enumerated().map { column($1.name, $1.title, format: "", $0 + 1) }
    for (index, measure) in shown.enumerated() {
      let title = measure.kind == .count ? capitalized(star.factTable.rowNoun) : measure.title
      columns.append(column(queries.name(measure), title, format: measure.tableFormat, groups.count + index + 2))
    }
    var title = "Summary by \(label.title.lowercasedFirst)"
    if label.distinct > Self.mostLines {
      title = "Top \(Self.mostLines) of \(ProposedTitle.number(label.distinct)) "
      title += (ProposedTitle.plural(label.title).map { $0 + " " } ?? "") + "by \(shown[0].title.lowercasedFirst)"
    }
    items.append(
      ProposedItem(
        name: "Top",
        xml: """
          <DataGrid Name="Top" Title="\(escaped(title))" Query="\(query)">
          \((["  <Columns>"] + columns.map { "    " + $0 } + ["  </Columns>"] + namedFilters).joined(separator: "\n"))
          </DataGrid>
          """, isWide: true))
  }

  private func isGroup(_ dimension: Dimension) -> Bool {
    dimension.rank < 3 && dimension.alias == ProposedStar.factAlias
      && dimension.distinct * 2 < star.factTable.surveyedRows
  }

  private func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private func column(_ name: String, _ title: String, format: String, _ number: Int) -> String {
    "<Column Type=\"Data\" Value=\"\(escaped(ProposedQueries.reference(name)))\" Header=\"\(escaped(title))\""
      + (format.isEmpty ? "" : " Format=\"\(format)\"") + " ColumnSequence=\"\(number)\""
      + (number == 1 ? " IsHeaderColumn=\"true\"/>" : "/>")
  }

  // MARK: XML

  /// The filters, as a list for an item. Its query has a clause for each.
  private var namedFilters: [String] {
    if filterNames.isEmpty { return [] }
    return ["  <Filters>"] + filterNames.map { "    <FilterName Name=\"\(escaped($0))\"/>" } + ["  </Filters>"]
  }

  private mutating func add(_ chart: ProposedChart, isWide: Bool = false) {
    items.append(ProposedItem(name: chart.name, xml: xml(chart), isWide: isWide))
  }

  private func xml(_ chart: ProposedChart) -> String {
    var lines = [
      "<Chart Name=\"\(escaped(chart.name))\" Title=\"\(escaped(chart.title))\" ChartType=\"\(chart.type)\""
        + (chart.query.isEmpty ? "" : " Query=\"\(chart.query)\"") + "\(chart.attributes)>"
    ]
    if !chart.category.isEmpty {
      lines.append(
        "  <Category Column=\"\(escaped(chart.category))\" DisplayName=\"\(escaped(chart.categoryTitle))\""
          + "\(chart.categoryAttributes)/>")
    }
    if let series = chart.series {
      lines.append("  <Series Column=\"\(escaped(series.name))\" DisplayName=\"\(escaped(series.title))\"/>")
    }
    lines.append("  <Values>")
    let measured = chart.measures.map { measure in
      (
        queries.name(measure), measure.title,
        measure.format + (measure.currency.map { "\" CurrencyCode=\"\($0)" } ?? "")
      )
    }
    for (number, value) in (measured + chart.values).enumerated() {
      lines.append(
        "    <Value Expression=\"\(escaped(ProposedQueries.reference(value.0)))\" ValueSequence=\"\(number + 1)\" "
          + "DisplayName=\"\(escaped(value.1))\"" + (value.2.isEmpty ? "/>" : " Format=\"\(value.2)\"/>"))
    }
    lines.append("  </Values>")
    if !chart.levels.isEmpty {
      lines.append("  <ZoomingLevels>")
      lines += chart.levels.map {
        "    <ZoomingLevel Query=\"\($0.query)\" CategoryColumn=\"\($0.column)\" Title=\"\($0.title)\" "
          + "Format=\"\($0.format)\"/>"
      }
      lines.append("  </ZoomingLevels>")
    }
    return (lines + namedFilters + ["</Chart>"]).joined(separator: "\n")
  }
}
