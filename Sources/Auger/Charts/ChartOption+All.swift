import AugerCharts
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import Foundation

extension ChartOption {
  /// All options of a chart of a table. An option without a setter belongs to the query, the variables, the formats or
  /// the language.
  package static let all: [ChartOption] = roles + look + axes

  package static let roles: [ChartOption] = [
    .init("category", "Category.Column", "year(sold)", "The categories: a column, or an expression over columns.") {
      $0.category = try $1.expression($1.text)
    },
    .init("series", "Series.Column", "region", "The series: a column, or an expression over columns.") {
      $0.series = try $1.expression($1.text)
    },
    .init(
      "value", kind: .texts, "Value.Expression", "sum(amount)",
      "A value: an expression with aggregates; several make several dimensions."
    ) { $0.values = try $1.texts.map($1.expression) },
    .init("as", kind: .texts, "Value.DisplayName", "Sales", "The title of a value, in the order of the values.") {
      $0.valueTitles = $1.texts
    },
    .init("where", kind: .texts, nil, "amount > 0", "Only rows that fulfil this.") {
      $0.filters = try $1.texts.map($1.expression)
    },
    .init(
      "arg", kind: .texts, nil, "Region=Europe",
      "An argument of the query: NAME=VALUE, NAME=[A,B] for a list, NAME=LOWER..UPPER for a range."),
    .init("set", kind: .texts, nil, "$x=5", "A variable of expressions: '$x=5'."),
  ]

  package static let look: [ChartOption] = drawn + written

  private static let drawn: [ChartOption] = [
    .init("type", "Chart.ChartType", "Line", "Column, StackedColumn, Bar, Line, Area, Pie, Scatter, Bubble ...") {
      $0.type = try ChartType.parse($1.text, ignoringCase: true)
    },
    .init(
      "stacking", kind: .stacking, "Chart.Stacking", "percent",
      "none, stacked or percent: how columns, bars or areas of one category share their place."
    ) { $0.stacking = Stacking(rawValue: $1.text) },
    .init("axis", kind: .axis, "Chart.Axis", "logarithmic", "linear or logarithmic: how values lie on their axis.") {
      $0.valueAxis = AxisKind(rawValue: $1.text) ?? .linear
    },
    .init(
      "category-axis", kind: .axis, "Category.Axis", "logarithmic",
      "linear or logarithmic: how the numbers of a scatter or bubble chart's categories lie."
    ) { $0.categoryAxis = AxisKind(rawValue: $1.text) ?? .linear },
    .init(
      "forecast", kind: .forecast, "Chart.Forecast", "linear",
      "linear, seasonal-naive or holt-winters: what comes after the data of a line or area."
    ) { $0.forecast = ChartDefinition.Forecast(rawValue: $1.text) },
    .init("forecast-count", kind: .integer(1, 1000), "Chart.ForecastCount", "12", "How many categories are predicted.")
    {
      $0.forecastCount = $1.integer
    },
    .init("season", kind: .integer(1, 1000), "Chart.Season", "12", "How many categories a season has.") {
      $0.season = $1.integer
    },
    .init(
      "bins", kind: .integer(1, 10_000), "Chart.Bins", "20",
      "How many bins a histogram has; without it, as many as the values suggest."
    ) { $0.binCount = $1.integer },
    .init("sort", "Chart.Sort", "-value", "category, -category, value or -value.") { $0.sort = try $1.sort() },
    .init("limit", kind: .integer(1, nil), "Chart.Limit", "10", "Only so many categories, the first after sorting.") {
      $0.categoryLimit = $1.integer
    },
  ]

  private static let written: [ChartOption] = [
    .init("title", "Chart.Title", "Sales", "The title; without it, what is shown by what.") { $0.title = $1.text },
    .init("subtitle", "Chart.Subtitle", "in euros", "A line below the title.") { $0.subtitle = $1.text },
    .init("unit", "Chart.Unit", "kg", "What values are counted in: kg.") { $0.unit = $1.text },
    .init(
      "annotation", kind: .texts, "Annotation.Text", "value=100: Target",
      "A line, band, box or text: 'value=100: Target', 'category=2024-03-01..2024-04-01: Holidays'."
    ) { $0.annotations = try $1.texts.map(AnnotationText.parse) },
    .init(
      "item-color", "Chart.ItemColor", "if(sum(amount) < 0, 'red', 'green')",
      "The colour of each item: an expression with aggregates, that gives a name or '#rrggbb'."
    ) { $0.itemColor = try $1.expression($1.text) },
    .init(
      "multiples", "Multiples.Column", "region", "A small chart for each value of a column, with the same axes."
    ) { $0.multiples = try $1.expression($1.text) },
    .init("summary", kind: .flag, "Chart.Summary", "", "Sums up the whole above the chart.") {
      $0.showsSummary = !$1.texts.isEmpty
    },
    .init("show", nil, "legend", "Parts to show, with commas: legend,horizontalAxisTitle,verticalAxisTitle ...") {
      try $1.setParts(of: &$0, isShown: true)
    },
    .init("hide", nil, "title,gridLabels", "Parts not to show, with commas: title,gridLabels ...") {
      try $1.setParts(of: &$0, isShown: false)
    },
    .init(
      "value-format", "Value.Format", "Currency",
      "How values are written: Currency, Rounded2, Percent (17 is 17%), Percentage (0.17 is 17%), ..."
    ) { $0.valueFormat = try $1.format() },
    .init("category-format", "Category.Format", "Month", "How categories are written: Month, ShortDate, ...") {
      $0.categoryFormat = try $1.format()
    },
    .init("series-format", "Series.Format", "Year", "How series are written.") { $0.seriesFormat = try $1.format() },
    .init("currency", "Value.CurrencyCode", "EUR", "The currency of Currency: EUR, USD, ..."),
    .init("locale", kind: .locale, nil, "de_DE", "The language and conventions of texts."),
  ]

  package static let axes: [ChartOption] = [
    axis(.range, "0..100", "The ends of the value axis: 0..100, or 0.. for one of them."),
    axis(.padding, "0.1", "Room beyond the values, as a share of their length: 0.1."),
    axis(.ticks, "every 25", "Where the value axis has labels: '0, 50, 100', 'every 25'."),
    axis(.crossing, "100", "The value that the category axis stands at, and columns begin at."),
    axis(.gaps, "200..800", "What the value axis leaves out: 200..800."),
    axis(.range, "2024-01-01..", "The ends of an axis of numbers or dates: 2024-01-01..2024-12-31.", ofValues: false),
    axis(.padding, "0.1", "Room beyond the categories, as a share of their length.", ofValues: false),
    axis(.ticks, "every 3 months", "Where it has labels: 'every 3 months from 2024-02-01'.", ofValues: false),
    axis(.crossing, "2024-01-01", "The number or date that the value axis stands at.", ofValues: false),
    axis(.gaps, "weekends", "What it leaves out: '2024-12-24..2024-12-31, weekends'.", ofValues: false),
  ]

  private static func axis(
    _ part: AxisOptions.Part, _ example: String, _ help: String, ofValues: Bool = true
  ) -> ChartOption {
    let attribute = MetadataVocabulary.attributeName(of: part, ofValues: ofValues)
    return .init(
      "\(ofValues ? "value" : "category")-\(part.rawValue)", "\(ofValues ? "Chart" : "Category").\(attribute)", example,
      help
    ) { request, given in
      let isRead = ofValues ? request.axes.value.set(part, given.text) : request.axes.category.set(part, given.text)
      if !isRead { throw given.wrong("'\(given.text)' is not \(part.expectation)") }
    }
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
      hint: "values: category, -category, value, -value")
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
