import ArgumentParser
import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExport
import AugerExpressions
import AugerMetadata
import AugerQuery
import Foundation

extension Stacking: ExpressibleByArgument {}
extension AxisKind: ExpressibleByArgument {}
extension ChartDefinition.Forecast: ExpressibleByArgument {}

struct ChartCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart", abstract: "Data in, chart out.",
    discussion: """
      Expressions may aggregate; a value that does not is summed. Without --category and --value the chart is chosen
      from the data, and the choice is reported. In csv, tsv, arrow and text the chart is its numbers in the order
      shown. On a terminal it is drawn with characters.

      Examples:
        auger chart sales.csv
        auger chart flights.csv --join 'airlines.csv on carrier' --category name --value 'avg(delay)' --as Delay
        auger chart SalesByCountry --arg Region=Europe --category Country --value amount --workspace Fixtures/Workspace
        auger chart shop.sqlite.sales --category 'year(order_date)' --series region --value 'sum(amount)' -o sales.json
      """)

  @Argument(help: "A query of the workspace, a file, or SOURCE.TABLE.") var table: String

  @Option(help: "The categories: a column, or an expression over columns.") var category: String?
  @Option(help: "The series: a column, or an expression over columns.") var series: String?
  @Option(help: "A value: an expression with aggregates; several make several dimensions.") var value: [String] = []
  @Option(help: "The title of a value, in the order of the values.") var `as`: [String] = []
  @Option(help: "Only rows that fulfil this.") var `where`: [String] = []
  @Option(help: "An argument of the query: NAME=VALUE, NAME=[A,B] for a list, NAME=LOWER..UPPER for a range.")
  var arg: [String] = []
  @Option(help: "A variable of expressions: '$x=5'.") var set: [String] = []
  @Option(help: "Column, StackedColumn, Bar, Line, Area, Pie, Scatter, Bubble ...") var type: String?
  @Option(help: "none, stacked or percent: how columns, bars or areas of one category share their place.")
  var stacking: Stacking?
  @Option(help: "linear or logarithmic: how values lie on their axis.") var axis = AxisKind.linear
  @Option(help: "linear or logarithmic: how the numbers of a scatter or bubble chart's categories lie.")
  var categoryAxis = AxisKind.linear
  @Option(help: "linear, seasonal-naive or holt-winters: what comes after the data of a line or area.")
  var forecast: ChartDefinition.Forecast?
  @Option(help: "How many categories are predicted.") var forecastCount: Int?
  @Option(help: "How many categories a season has.") var season: Int?
  @Option(help: "How many bins a histogram has; without it, as many as the values suggest.") var bins: Int?
  @Option(help: "category, -category, value or -value.") var sort: String?
  @Option(help: "Only so many categories, the first after sorting.") var limit: Int?
  @Option(help: "The title; without it, what is shown by what.") var title: String?
  @Option(help: "A line below the title.") var subtitle: String?
  @Option(help: "What values are counted in: kg.") var unit: String?
  @Option(help: "A line, band, box or text: 'value=100: Target', 'category=2024-03-01..2024-04-01: Holidays'.")
  var annotation: [String] = []
  @Option(help: "The colour of each item: an expression with aggregates, that gives a name or '#rrggbb'.")
  var itemColor: String?
  @Option(help: "A small chart for each value of a column, with the same axes.") var multiples: String?
  @Flag(help: "Sums up the whole above the chart.") var summary = false
  @Option(help: "Parts to show, with commas: legend,horizontalAxisTitle,verticalAxisTitle ...") var show: String?
  @Option(help: "Parts not to show, with commas: title,gridLabels ...") var hide: String?
  @Option(help: "How values are written: Currency, Rounded2, Percent (17 is 17%), Percentage (0.17 is 17%), ...")
  var valueFormat: String?
  @Option(help: "How categories are written: Month, ShortDate, ...") var categoryFormat: String?
  @Option(help: "How series are written.") var seriesFormat: String?
  @Option(help: "The currency of Currency: EUR, USD, ...") var currency: String?
  @Option(help: "The language and conventions of texts.") var locale = "en_US"

  @OptionGroup var tables: TableOptions
  @OptionGroup var axes: AxisArguments
  @OptionGroup var pictures: PictureOptions
  @OptionGroup var terminal: TerminalOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var memory: MemoryOptions
  @OptionGroup var csv: CSVOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if `as`.count > max(1, value.count) { throw ValidationError("There are more titles (--as) than values.") }
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
    for (name, number) in [("--forecast-count", forecastCount), ("--season", season)] {
      if let number, !(1...1000).contains(number) { throw ValidationError("\(name) must be from 1 to 1000.") }
    }
    if let bins, !(1...10_000).contains(bins) { throw ValidationError("--bins must be from 1 to 10000.") }
  }

  func run() async throws {
    let (budget, now) = (memory.budget(), clock.moment())
    try await common.run {
      let isShown = common.output == "-" && Terminal.isStandardOutput
      let format = try common.chosenFormat(
        or: isShown ? .terminal : .json, among: OutputFormat.charts + [.text, .terminal])
      var workspace = try common.openWorkspace()
      let themes = try pictures.themes(of: workspace, common.reporting)
      let declared = workspace
      let argument =
        try await result(in: &workspace, budget, now)
        ?? SourceArgument.parse(self.table, orQueryOf: declared, options: csv.sourceOptions)
      let joins = try tables.joins(&workspace)
      let opened = try await OpenedTable.open(
        argument, in: workspace, workers: common.workers, memory: budget, now: now)
      let table = try opened.onlyTable()
      let control = RunControl(memory: budget)
      let (columns, resolved) = try await joins.resolved(on: table, opened.delegate, control)
      let derived = try tables.derived(of: columns)
      var request = try await request(for: table, naming: columns + derived.map(\.name), control)
      request.derive += derived
      request.joins = resolved
      request.variables = try QueryArguments(assignments: set, option: "--set")
      let (query, dashboard) = try request.resolved(name: opened.title, source: opened.sourceName, table: table.name)
      var pipeline = Pipeline(delegate: opened.delegate.adding(query), dashboards: [dashboard], memory: budget)
      pipeline.arguments = request.variables
      try request.variables.requireUse(
        by: "the chart", taking: query.argumentNames + dashboard.variables.map(\.name), option: "--set")
      pipeline.locale = try ChartLocale.parse(locale)
      var model = try await ChartRequest.model(of: dashboard, pipeline)
      if value.isEmpty { model.writeReadably() }
      let files = pictures.files(themes, isSafe: common.tables.safe, memory: budget)
      if let written = format.ofCharts {
        try common.write(try await files.data(for: model, as: written))
        common.reporting.warn(files.warnings(of: model, in: [written]))
      } else {
        let share = MemoryShare(of: budget)
        if share.isLimited { try share.hold(model.writtenBytes) }
        try common.write(
          format == .terminal
            ? terminal.chart(themes.chosen).data(for: model) : AlignedText.data(for: model.tabulated()))
        common.reporting.warn(model.warnings)
      }
    }
  }

  /// The result of a query of the workspace, as a source of it; nil where no query has the name.
  private func result(
    in workspace: inout Workspace, _ budget: MemoryBudget?, _ now: Timestamp
  ) async throws -> SourceArgument? {
    let arguments = try QueryArguments(assignments: arg, option: "--arg")
    guard let query = workspace.query(named: table) else {
      try arguments.requireUse(by: "'\(table)', which is no query,", taking: [], option: "--arg")
      return nil
    }
    guard csv.isEmpty else {
      throw AugerError(
        .usage, operation: "execute query '\(table)'", "the options of CSV are for a file",
        hint: "what its file is read by stands at the source, in the workspace")
    }
    try arguments.requireUse(by: "'\(table)'", taking: query.argumentNames, option: "--arg")
    let delegate = WorkspaceQueryDelegate(workspace, workers: common.workers, memory: budget, now: now)
    let result = try await delegate.execute(query, arguments: arguments)
    common.reporting.warn(result.warnings.items)
    // The chart's own query has its name now.
    workspace.queries.removeAll { Name($0.name) == Name(table) }
    workspace.adapters.append(ResultAdapter(title: table, table: result))
    return SourceArgument(
      source: SourceDefinition(
        adapter: ResultAdapter.adapterName, SourceConfiguration(name: table, location: table)),
      table: table, title: table)
  }

  /// What was asked for, completed by what the data suggest.
  private func request(
    for table: any ScannableTable, naming columns: [String], _ control: RunControl
  ) async throws -> ChartRequest {
    var request = ChartRequest(category: category ?? "", series: series, values: value)
    request.filters = `where`
    request.multiples = multiples
    request.itemColor = itemColor
    request.name(columns)
    request.type = try type.map { try ChartType.parse($0, ignoringCase: true) } ?? .column
    if request.type == .graph, value.count < 2 {
      throw AugerError(
        .graphIncomplete, operation: "draw a graph", "a graph needs the source and the target of its links",
        hint: "--value SOURCE --value TARGET, and --value WEIGHT if they have one")
    }
    if value.isEmpty || (category == nil && !request.type.makesCategories) {
      let (suggested, isEmpty, footer) = try await suggestion(for: table, control)
      var suggestion = suggested
      // Conditions leave fewer groups than were counted.
      if !`where`.isEmpty { suggestion.categoryCount = nil }
      if let footer {
        request.filters.insert(footer.condition, at: 0)
        common.reporting.note(.chosen, "left out: \(footer.description)")
      }
      let countsRows = request.type == .histogram || request.type == .boxPlot
      if type == nil, category == nil, value.isEmpty, suggestion.type == .histogram { request.type = .histogram }
      if category == nil, !request.type.makesCategories {
        // A table without rows is an empty chart, whatever it is a chart of.
        guard let chosen = suggestion.category ?? (isEmpty.rows ? isEmpty.firstColumn : nil) else {
          throw AugerError(
            .nothingSuggested, operation: "choose a chart", "no column of '\(table.name)' suggests itself as category",
            hint: "name one with --category")
        }
        request.category = Expression.reference(to: chosen)
        if !countsRows { try show(suggestion, in: &request) }
        request.series = request.series ?? suggestion.series.map(Expression.reference(to:))
        if let most = suggestion.categoryLimit, limit == nil, sort == nil, !countsRows, type == nil {
          request.categoryLimit = most
        }
        if suggestion.isSorted, sort == nil, limit == nil, !countsRows {
          request.sort = ChartSort(.value, isDescending: true)
        }
      }
      if value.isEmpty {
        let isRow = countsRows || request.type == .histogram
        let measure = SuggestedMeasures.Measure(column: suggestion.value, aggregate: suggestion.aggregate)
        request.values = [isRow ? suggestion.value.map(Expression.reference(to:)) ?? "count()" : measure.expression]
        if !isRow { note(suggestion) }
      }
      if type == nil, request.type != .histogram { request.type = category == nil ? suggestion.type : .column }
      common.reporting.note(
        .chosen,
        "chose: \(request.type.rawValue) of \(request.values[0])"
          + (request.category.isEmpty ? "" : " by \(request.category)")
          + (request.series.map { ", series \($0)" } ?? "")
          + (request.categoryLimit.map { ", the top \($0)" } ?? "")
          + (request.categoryLimit == nil ? "" : suggestion.categoryCount.map { " of \($0)" } ?? ""))
      if value.isEmpty, self.as.isEmpty { request.name(suggestion, isWhole: category == nil && series == nil) }
    }
    if !self.as.isEmpty { request.valueTitles = self.as }
    request.valueAxis = axis
    request.categoryAxis = categoryAxis
    request.axes = try axes.axes()
    request.annotations = try annotation.map(AnnotationText.parse)
    request.binCount = bins
    request.forecast = forecast
    request.forecastCount = forecastCount
    request.season = season
    if let stacking {
      guard request.type.canStack else {
        throw AugerError(
          .stackingNotPossible, operation: "stack the chart", "a \(request.type.rawValue) chart has nothing to stack",
          hint: "Column, Bar and Area charts can be stacked.")
      }
      request.stacking = stacking
    }
    if let title { request.title = title }
    request.subtitle = subtitle ?? ""
    request.unit = unit ?? ""
    request.showsSummary = summary
    request.shownParts = try shownParts()
    request.categoryLimit = limit ?? request.categoryLimit
    // A pie begins with its largest share.
    let isPie = request.type == .pie || request.type == .donut
    request.sort =
      try parsedSort() ?? request.sort ?? (isPie ? ChartSort(.value, isDescending: true) : nil)
    request.valueFormat = try valueFormat.flatMap {
      try ValueFormat.parse($0, currencyCode: currency, ignoringCase: true)
    }
    if let categoryFormat {
      request.categoryFormat = try ValueFormat.parse(categoryFormat, currencyCode: currency, ignoringCase: true)
    }
    request.seriesFormat = try seriesFormat.flatMap {
      try ValueFormat.parse($0, currencyCode: currency, ignoringCase: true)
    }
    return request
  }

  /// What the data suggest, and whether there are any: without rows the first column makes an empty chart.
  private func suggestion(
    for table: any ScannableTable, _ control: RunControl
  ) async throws -> (ChartSuggestion, empty: (rows: Bool, firstColumn: String?), TotalsFooter?) {
    let executor = TableQueryExecutor(workers: common.workers)
    return try await Workers.blocking(control) {
      let profile = try TableProfile(of: table, executor: executor, control)
      let suggestion = try ChartSuggestion(profile) { column in
        let counts = TableQuery(
          from: table.name, groupBy: [.init(column)], measures: [try .init("rows of the group", "count()")],
          orderBy: [.init("rows of the group", isDescending: true)], limit: 1)
        guard case .int(let rows)? = try executor.execute(counts, on: table, control).columns.last?.scalars.first else {
          return 0
        }
        return Int(rows)
      }
      // Below tables that people wrote; a database has none.
      let footer =
        table.pushdown == nil ? try TotalsFooter(of: table, profile, executor: executor, control) : nil
      return (suggestion, (profile.rowCount == 0, profile.columns.first?.field.name), footer)
    }
  }

  private func shownParts() throws -> [ChartDisplay.Part: Bool] {
    var parts: [ChartDisplay.Part: Bool] = [:]
    for (option, text, isShown) in [("--show", show, true), ("--hide", hide, false)] {
      for name in text?.split(separator: ",") ?? [] {
        let name = name.trimmingCharacters(in: .whitespaces)
        guard let part = ChartDisplay.Part(rawValue: name) else {
          throw AugerError(
            .wrongOptionValue, operation: "read \(option)", "a chart has no part '\(name)'",
            hint: DidYouMean.hint(for: name, among: ChartDisplay.Part.allCases.map(\.rawValue), listing: "parts"))
        }
        guard parts.updateValue(isShown, forKey: part) == nil else {
          throw AugerError(.duplicateName, operation: "read \(option)", "'\(name)' is named twice")
        }
      }
    }
    return parts
  }

  private func parsedSort() throws -> ChartSort? {
    guard let sort else { return nil }
    let isDescending = sort.hasPrefix("-")
    switch isDescending ? String(sort.dropFirst()) : sort {
    case "category": return ChartSort(.category, isDescending: isDescending)
    case "value": return ChartSort(.value, isDescending: isDescending)
    default:
      throw AugerError(
        .wrongOptionValue, operation: "sort the chart", "a chart cannot be sorted by '\(sort)'",
        hint: "values: category, -category, value, -value")
    }
  }
}
