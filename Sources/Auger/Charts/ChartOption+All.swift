import AugerCharts
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import Foundation

extension ChartOption {
  /// All options of a chart of a table. An option without a setter belongs to the query, the variables, the formats or
  /// the language.
  package static let all: [ChartOption] = data + marks + plot + labels + axes

  /// The options that choose the data of a chart.
  package static let data: [ChartOption] = [
    .init(
      "category", valueName: "expression", "Category.Column", "year(sold)",
      "Categories: a column or an expression. Default: chosen from the data."
    ) { $0.category = try $1.expression($1.text) },
    .init(
      "series", valueName: "expression", "Series.Column", "region",
      "Series: a column or an expression. Default: none, or chosen together with the categories."
    ) { $0.series = try $1.expression($1.text) },
    .init(
      "value", kind: .texts, valueName: "expression", "Value.Expression", "sum(amount)",
      """
      Value to show, usually an aggregate: 'sum(amount)'. A value without an aggregate is summed. Repeatable. \
      Default: chosen from the data.
      """
    ) { $0.values = try $1.texts.map($1.expression) },
    .init(
      "as", kind: .texts, valueName: "title", "Value.DisplayName", "Sales",
      "Title of a value. Repeatable, in the order of --value. Default: the expression."
    ) { $0.valueTitles = $1.texts },
    .init(
      "where", kind: .texts, valueName: "condition", nil, "amount > 0",
      "Condition on rows: 'amount > 0'. Repeatable: a row must match all conditions."
    ) { $0.filters = try $1.texts.map($1.expression) },
    .init(
      "arg", kind: .texts, valueName: "name=value", nil, "Region=Europe",
      "Argument of the query: NAME=VALUE, NAME=[A,B] for a list, NAME=LOWER..UPPER for a range. Repeatable."),
    .init(
      "set", kind: .texts, valueName: "name=value", nil, "$x=5",
      "Variable of expressions: '$rate=5'. Repeatable."),
  ]

  /// The options that choose the type and the marks of a chart.
  package static let marks: [ChartOption] = [
    .init(
      "type", valueName: "type", "Chart.ChartType", "Line",
      """
      Chart type: \(typeNames.prefix(12).joined(separator: ", ")). More types: \
      \(typeNames.dropFirst(12).joined(separator: ", ")). Default: Column, or chosen together with the categories.
      """
    ) { $0.type = try ChartType.parse($1.text, ignoringCase: true) },
    .init(
      "sort", valueName: "order", "Chart.Sort", "-value",
      """
      Order of the categories: category, -category, value or -value. '-' sorts in descending order. Default: \
      the order of the data, but a pie starts with its largest share.
      """
    ) { $0.sort = try $1.sort() },
    .init(
      "limit", kind: .integer(1, nil), valueName: "count", "Chart.Limit", "10",
      """
      Maximum number of categories, after sorting. Default: no limit, or chosen together with the categories.
      """
    ) { $0.categoryLimit = $1.integer },
    .init(
      "stacking", kind: .stacking, valueName: "mode", "Chart.Stacking", "percent",
      "Stacking of columns, bars or areas. Default: the stacking of the chart type."
    ) { $0.stacking = Stacking(rawValue: $1.text) },
    .init(
      "bins", kind: .integer(1, 10_000), valueName: "count", "Chart.Bins", "20",
      "Number of bins of a histogram, 1 to 10000. Default: chosen from the values."
    ) { $0.binCount = $1.integer },
    .init(
      "multiples", valueName: "expression", "Multiples.Column", "region",
      "Draw a small chart for each value of a column. All charts share their axes."
    ) { $0.multiples = try $1.expression($1.text) },
    .init(
      "forecast", kind: .forecast, valueName: "method", "Chart.Forecast", "linear",
      "Forecast method of a line or area chart. Default: no forecast."
    ) { $0.forecast = ParsedChart.Forecast(rawValue: $1.text) },
    .init(
      "forecast-count", kind: .integer(1, 1000), valueName: "count", "Chart.ForecastCount", "12",
      """
      Number of categories to forecast, 1 to 1000. Default: one season, or 12 if the data has no season, but at most a \
      quarter of the data.
      """
    ) { $0.forecastCount = $1.integer },
    .init(
      "season", kind: .integer(1, 1000), valueName: "count", "Chart.Season", "12",
      "Number of categories in a season, 1 to 1000. Default: derived from the dates, such as 12 for months."
    ) { $0.season = $1.integer },
    .init(
      "annotation", kind: .texts, valueName: "annotation", "Annotation.Text", "value=100: Target",
      """
      Line, band, box or text: 'value=100: Target', 'category=2024-03-01..2024-04-01: Holidays'. Repeatable.
      """
    ) { $0.annotations = try $1.texts.map(AnnotationText.parse) },
    .init(
      "markup", kind: .texts, valueName: "mark", nil, "arrow 0.2,0.3 0.5,0.6: Peak",
      """
      Mark for the receiver of the chart: 'text 0.5,0.2: Record', 'arrow 0.2,0.3 0.5,0.6: Peak'. Positions are \
      fractions of the width and height. Repeatable.
      """
    ) { $0.markup = try $1.texts.map { form throws(DiagnosticError) in try ChartMarkup(form) } },
    .init(
      "item-color", valueName: "expression", "Chart.ItemColor", "if(sum(amount) < 0, 'red', 'green')",
      """
      Color of each item: an expression that returns a color name or '#rrggbb'. It can contain aggregates. Default: \
      the colors of the theme.
      """
    ) { $0.itemColor = try $1.expression($1.text) },
    .init("summary", kind: .flag, "Chart.Summary", "", "Show the overall value above the chart.") {
      $0.showsSummary = !$1.texts.isEmpty
    },
  ]

  private static let typeNames = ChartType.allCases.map(\.rawValue)

  /// The options that choose titles, formats and the other text of a chart.
  package static let labels: [ChartOption] = [
    .init(
      "title", valueName: "text", "Chart.Title", "Sales",
      "Chart title. Default: derived from the values and categories."
    ) { $0.title = $1.text },
    .init("subtitle", valueName: "text", "Chart.Subtitle", "in euros", "Line below the title.") {
      $0.subtitle = $1.text
    },
    .init("unit", valueName: "unit", "Chart.Unit", "kg", "Unit of the values: kg.") { $0.unit = $1.text },
    .init(
      "value-format", valueName: "format", "Value.Format", "Currency",
      "Number format of the values: Currency, Rounded2, Percent (17 is 17%), Percentage (0.17 is 17%), ..."
    ) { $0.valueFormat = try $1.format() },
    .init(
      "category-format", valueName: "format", "Category.Format", "Month",
      "Number or date format of the categories: Month, ShortDate, ..."
    ) { $0.categoryFormat = try $1.format() },
    .init(
      "series-format", valueName: "format", "Series.Format", "Year", "Number or date format of the series: Year, ..."
    ) { $0.seriesFormat = try $1.format() },
    .init(
      "currency", valueName: "code", "Value.CurrencyCode", "EUR",
      "Currency code for the format Currency: EUR, USD, ..."),
    .init(
      "locale", kind: .locale, valueName: "locale", nil, "de_DE",
      "Language and conventions of numbers, dates and text. Default: en_US."),
    .init(
      "show", valueName: "parts", nil, "legend",
      """
      Parts to show, separated by commas: \(partNames). Default: the parts of the chart type.
      """
    ) { try $1.setParts(of: &$0, isShown: true) },
    .init(
      "hide", valueName: "parts", nil, "title,gridLabels",
      "Parts to hide, separated by commas. The names are those of --show."
    ) { try $1.setParts(of: &$0, isShown: false) },
  ]

  private static let partNames = ChartDisplay.Part.allCases.map(\.rawValue).joined(separator: ", ")

  /// The options of the value axis and the category axis.
  package static let axes: [ChartOption] = [
    .init(
      "axis", kind: .axis, valueName: "scale", "Chart.Axis", "logarithmic",
      "Scale of the value axis. Default: linear."
    ) { $0.valueAxis = AxisKind(rawValue: $1.text) ?? .linear },
    .init(
      "category-axis", kind: .axis, valueName: "scale", "Category.Axis", "logarithmic",
      "Scale of the category axis of a scatter or bubble chart. Default: linear."
    ) { $0.categoryAxis = AxisKind(rawValue: $1.text) ?? .linear },
    axis(.range, "0..100", "range", "Minimum and maximum of the value axis: 0..100, 0.. or ..100."),
    axis(.padding, "0.1", "share", "Space around the values, as a share of their range: 0 to 10, for example 0.1."),
    axis(.ticks, "every 25", "ticks", "Tick positions of the value axis: '0, 50, 100' or 'every 25'."),
    axis(
      .crossing, "100", "value", "Value at which the category axis crosses. Columns start at this value."),
    axis(.gaps, "200..800", "ranges", "Ranges to omit from the value axis, separated by commas: 200..800."),
    axis(
      .range, "2024-01-01..", "range", "Minimum and maximum of an axis of numbers or dates: 2024-01-01..2024-12-31.",
      ofValues: false),
    axis(
      .padding, "0.1", "share", "Space around the categories, as a share of their range: 0 to 10, for example 0.1.",
      ofValues: false),
    axis(
      .ticks, "every 3 months", "ticks", "Tick positions of the category axis: 'every 3 months from 2024-02-01'.",
      ofValues: false),
    axis(.crossing, "2024-01-01", "value", "Number or date at which the value axis crosses.", ofValues: false),
    axis(
      .gaps, "weekends", "ranges",
      "Ranges to omit from the category axis, separated by commas: '2024-12-24..2024-12-31, 2024-10-03, weekends'.",
      ofValues: false),
    axis(.minorTicks, "every 5", "ticks", "Ticks without labels on the value axis: auto, 'every 5'. Default: none."),
    axis(.width, "60", "points", "Room for the labels of the value axis, in points. Default: the room they need."),
    axis(
      .labelClipping, "both", "ends",
      "Ends of the value axis where labels that do not fit are omitted: low, high, both."),
    axis(.side, "right", "side", "Side of the value axis: left, right, top or bottom."),
    axis(
      .minorTicks, "every month", "ticks", "Ticks without labels on the category axis: auto, 'every month'.",
      ofValues: false),
    axis(
      .width, "60", "points", "Room for the labels of the category axis, in points. Default: the room they need.",
      ofValues: false),
    axis(
      .labelClipping, "both", "ends",
      "Ends of the category axis where labels that do not fit are omitted: low, high, both.",
      ofValues: false),
    axis(.side, "top", "side", "Side of the category axis: left, right, top or bottom.", ofValues: false),
  ]

  private static func axis(
    _ part: AxisOptions.Part, _ example: String, _ valueName: String, _ help: String, ofValues: Bool = true
  ) -> ChartOption {
    let attribute = MetadataVocabulary.attributeName(of: part, ofValues: ofValues)
    return .init(
      "\(ofValues ? "value" : "category")-\(hyphenated(part.rawValue))", valueName: valueName,
      "\(ofValues ? "Chart" : "Category").\(attribute)", example, help
    ) { request, given in
      let isRead = ofValues ? request.axes.value.set(part, given.text) : request.axes.category.set(part, given.text)
      if !isRead { throw given.wrong("'\(given.text)' is not \(part.expectation)") }
    }
  }
}

// The options of marks and legend.
extension ChartOption {
  package static let plot: [ChartOption] = [
    plot(.legendPosition, "bottom", "position", "Position of the legend: bottom, left, right, insideTopLeft, ..."),
    plot(.bubbleScale, "0.5", "points", "Area of a bubble in square points, for each unit of its size."),
    plot(.largestBubble, "60", "points", "Diameter of the largest bubble, in points."),
    plot(.orientation, "horizontal", "direction", "Direction of the values of bands and prices: vertical, horizontal."),
    plot(.stacks, "A, B; C, D", "series", "Series in each stack, if stacks are side by side: 'A, B; C, D'."),
    plot(.protrusion, "10", "points", "Distance of protruding slices from their position, in points."),
    plot(.protrudingSlices, "A, B", "names", "Slices that protrude, separated by commas."),
    plot(.selectedAngle, "90", "degrees", "Direction of the selected slice, in degrees clockwise from the top."),
    plot(.startAngle, "90", "degrees", "Start of the first slice, in degrees clockwise from the top. Default: 0."),
    plot(.crosshair, "interpolate", "kind", "Values at the pointer on pages: snap or interpolate."),
  ]

  private static func plot(
    _ part: PlotOptions.Part, _ example: String, _ valueName: String, _ help: String
  ) -> ChartOption {
    .init(
      hyphenated(part.rawValue), valueName: valueName, "Chart.\(MetadataVocabulary.attributeName(of: part))", example,
      help
    ) { request, given in
      if !request.plot.set(part, given.text) { throw given.wrong("'\(given.text)' is not \(part.expectation)") }
    }
  }

  /// Returns `minor-ticks` for `minorTicks`.
  fileprivate static func hyphenated(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}

extension ChartOption.Given {
  fileprivate func wrong(_ message: String, hint: String? = nil) -> AugerError {
    AugerError(.wrongOptionValue, operation: "read --\(option)", message, hint: hint)
  }

  fileprivate func sort() throws -> ChartSort {
    if let named = ChartSort.named.first(where: { $0.name == text }) { return named.sort }
    throw AugerError(
      .wrongOptionValue, operation: "sort the chart", "a chart cannot be sorted by '\(text)'",
      hint: "Use category, -category, value or -value.")
  }

  fileprivate func setParts(of request: inout ChartRequest, isShown: Bool) throws {
    for name in text.split(separator: ",") {
      let name = name.trimmingCharacters(in: .whitespaces)
      guard let part = ChartDisplay.Part(rawValue: name) else {
        throw wrong(
          "a chart has no part '\(name)'",
          hint: DidYouMean.hint(for: name, among: ChartDisplay.Part.allCases.map(\.rawValue), listing: "parts"))
      }
      guard request.shownParts.updateValue(isShown, forKey: part) == nil else {
        throw AugerError(.duplicateName, operation: "read --\(option)", "'\(name)' is named twice")
      }
    }
  }
}
