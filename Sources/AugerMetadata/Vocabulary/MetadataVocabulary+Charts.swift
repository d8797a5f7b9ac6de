import AugerCharts
import AugerExpressions

extension MetadataVocabulary {
  static let chart = NodeDescription(
    "Chart", "One chart: a query, and what its columns become.",
    attributes: chartAttributes(
      name: .usual("unless it is alone in its file"), query: .usual("unless zooming levels or its group give it"),
      type: .usual("unless its group gives it")),
    children: chartParts(categoryCount: .one))

  static let category = NodeDescription(
    "Category", "The column that gives the categories: the x-axis.",
    attributes: [
      AttributeDescription("Column", .text, .usual("unless zooming levels give it"), "the column's name"),
      displayName, format, currencyCode,
      .ours(
        "Grains", .names, "parts of a date column that become zooming levels, the coarsest first: Year,Quarter,Month"),
      .ours("FiscalYearStart", .positive, "the month, 1 to 12, that the years of Grains begin with"),
      .ours("TimeZone", "the zone in which the days of Grains begin; without it, UTC"),
      .ours(
        "Axis", .choice(AxisKind.allCases.map(\.rawValue)),
        "how the numbers of a scatter or bubble chart's categories lie along it"),
    ] + axisAttributes(ofValues: false) + [
      .ours(
        "FillGaps", .truth,
        "whether periods without data are shown, without values; unless stated, weeks and longer periods are"),
      .ours("GapsAreZero", .truth, "whether sums and counts of periods without data are zero"),
      .ours(
        "MostDates", .positive,
        "how many days, or hours, Grains may reach over: \(GrainDefinition.standardMostDates) unless stated"),
    ])

  static let series = NodeDescription(
    "Series", "The column that gives the series; an empty one means that there are none.",
    attributes: [
      AttributeDescription("Column", "the column's name"), displayName, format, currencyCode,
    ])

  static let multiples = NodeDescription(
    "Multiples", "The column that divides a chart into small ones, one for each of its values, with the same axes.",
    attributes: [
      .ours("Column", "the column's name"), .ours("DisplayName", "what people read; without it, the column"),
      .ours("Format", .format, "how its values become text"),
    ])

  static let values = NodeDescription(
    "Values", "What is shown of each category and series.", children: [ChildDescription("Value", .atLeastOne, value)])

  static let value = NodeDescription(
    "Value", "One number: the y-axis, or a further dimension of charts that have several.",
    attributes: [
      AttributeDescription("Expression", .expression, .required, "over the columns of the query and `$` variables"),
      AttributeDescription("ValueSequence", .sequence, .usual("where there are several"), "which dimension it is"),
      displayName, format, currencyCode,
      .ours("Unit", "the unit of the values, shown at the axis"),
    ])

  static let filterNames = NodeDescription(
    "Filters", "The filters that a chart's queries receive.",
    children: [ChildDescription("FilterName", .any, filterName)])

  static let filterName = NodeDescription(
    "FilterName", "One filter of the dashboard.",
    attributes: [AttributeDescription("Name", .text, .required, "the filter")])

  static let zoomingLevels = NodeDescription(
    "ZoomingLevels", "The levels of a chart's categories, the coarsest first.",
    children: [ChildDescription("ZoomingLevel", .atLeastOne, zoomingLevel)])

  static let zoomingLevel = NodeDescription(
    "ZoomingLevel", "One level: its query returns its categories and the columns of the levels above.",
    attributes: [
      AttributeDescription("Query", .text, .required, "the query of this level"),
      AttributeDescription("CategoryColumn", .text, .required, "the column that gives its categories"),
      AttributeDescription("Title", "what the level is called; without it, its column's name"),
      .ours("Format", .format, "how its categories are shown; without it, as Category says"),
    ])

  static let whatIfColumns = NodeDescription(
    "WhatIfColumns", "The columns that a user may change.",
    children: [ChildDescription("Column", .atLeastOne, whatIfColumn)])

  static let whatIfColumn = NodeDescription(
    "Column", "A column of the query whose values a user may change; stands in WhatIfColumns.",
    attributes: [
      AttributeDescription("Name", .text, .required, "the column's name"),
      displayName,
      AttributeDescription(
        "VariableType", .choice([VariableType.float.rawValue, VariableType.integer.rawValue]), .required,
        old: ["Type"], "what its control sets"),
      AttributeDescription("Value", .typed, "where its control starts, also outside of Min and Max"),
    ] + bounds)

  static let annotations = NodeDescription(
    "Annotations", "What is written and drawn into a chart.",
    children: [ChildDescription("Annotation", .atLeastOne, annotation)])

  static let annotation = NodeDescription(
    "Annotation",
    "A line at a value or a category, a band up to another, a text where both are given, a box where both have ends.",
    attributes: [
      .ours("Text", "what is written at it"),
      .ours("Value", .number, "where it is on the value axis, or begins"),
      .ours("EndValue", .number, "where it ends there"),
      .ours("Category", "the category that it is at, or begins with; a date or number may lie between categories"),
      .ours("EndCategory", "the category that it ends with"),
      .ours("Color", "the name of a colour, or `#rrggbb`; without it, that of a reference line"),
    ])

  // MARK: What several have in common

  static let displayName = AttributeDescription(
    "DisplayName", old: ["Description", "Label"], "what people read; without it, the column or expression")
  static let format = AttributeDescription("Format", .format, "how its values become text")
  static let currencyCode = AttributeDescription(
    "CurrencyCode", "three letters, where Format is Currency; without it, the locale's")

  static func chartAttributes(
    name: AttributeDescription.Need, query: AttributeDescription.Need, type: AttributeDescription.Need
  ) -> [AttributeDescription] {
    [
      AttributeDescription("Name", .text, name, "its name, for layouts, groups and programs"),
      AttributeDescription("Title", "the text above it"),
      AttributeDescription("ChartType", chartType, type, old: ["Type"], "how its items are drawn"),
      AttributeDescription("Query", .text, query, old: ["Table"], "the named query that answers it"),
      AttributeDescription(
        "ChartSequence", .sequence, .usual("where a group has several"), "which level or layer it is"),
      AttributeDescription("ByCategory", .truth, "whether a category can be picked to drill down"),
      AttributeDescription("BySeries", .truth, "whether a series can be picked; with neither, either or both can be"),
      .ours(
        "Aggregate", .choice(AggregateFunction.ofOneValue.map(\.rawValue)),
        "what becomes of several rows of one category and series; without it, sum"),
      .ours("Sort", .choice(ChartSort.named.map(\.name)), "how its categories are ordered; `-` means descending"),
      .ours("Limit", .positive, "only so many categories, the first after sorting"),
      .ours("ReferenceValue", .number, "a line across the chart"),
      .ours("UpperThreshold", .number, "above it, items are marked"),
      .ours("LowerThreshold", .number, "below it, items are marked"),
      .ours("PredictiveStartCategory", "the first category that is a forecast"),
      .ours(
        "Forecast", .choice(ChartDefinition.Forecast.allCases.map(\.rawValue)), "computes what comes after the data"),
      .ours(
        "ForecastCount", .positive, "how many categories are predicted; without it, a season or a quarter of the data"),
      .ours(
        "Season", .positive, "how many categories a season has; without it, 12 months, 4 quarters, 7 days, 24 hours"),
      .ours("Axis", .choice(AxisKind.allCases.map(\.rawValue)), "the kind of its value axis"),
    ] + axisAttributes(ofValues: true) + [
      .ours(
        "ItemColor", .expression,
        "the name of a colour, or `#rrggbb`, for each item, of its category, series and aggregates; null: its series'"),
      .ours("Bins", .positive, "how many bins a histogram has; without it, as many as the values suggest"),
      .ours(
        "Stacking", .choice(Stacking.allCases.map(\.rawValue)),
        "whether columns, bars or areas of one category are put on one another, or shown as shares; without it, as the "
          + "type says"),
      .ours("Theme", "its colours; without it, the dashboard's"),
      .ours("Unit", "what its values are counted in, where they have no unit of their own"),
      .ours("Subtitle", "a line below its title, on the left"),
      .ours("Status", "a line below its title, on the right: how recent it is"),
      .ours("Summary", .truth, "whether the whole and what is selected are summed up above it"),
      .ours("SummaryTitle", "what the whole is called there; without it, All"),
      .ours(
        "Polarity", .choice(ChartSummary.Polarity.allCases.map(\.rawValue)),
        "which way it is good that values go; without it, a trend has no colour"),
    ]
      + ChartDisplay.Part.allCases.map { part in
        .ours(attributeName(of: part), .truth, "\(shown(part)); without it, as MAKit does")
      }
  }

  /// `ValueRange`, or `Range` of a Category.
  package static func attributeName(of part: AxisOptions.Part, ofValues: Bool) -> String {
    (ofValues ? "Value" : "") + part.rawValue.prefix(1).uppercased() + part.rawValue.dropFirst()
  }

  private static func axisAttributes(ofValues: Bool) -> [AttributeDescription] {
    let axis = ofValues ? "its value axis" : "an axis of numbers or dates"
    return AxisOptions.Part.allCases.map { part in
      let summary =
        switch part {
        case .range: "the ends of \(axis): `0..100`, `2024-01-01..`; without it, as the data are"
        case .padding: "room beyond the data on \(axis), as a share of their length; without it, up to round numbers"
        case .ticks: "where \(axis) has labels: `0, 50, 100`, `every 3 months from 2024-02-01`"
        case .crossing: "where on \(axis) the other axis stands; without it, at zero or at the edge"
        case .gaps: "what \(axis) leaves out: `200..800`, `2024-12-24..2024-12-31, weekends`"
        }
      return .ours(attributeName(of: part, ofValues: ofValues), summary)
    }
  }

  /// `ShowsLegend`: the attribute that shows a part of a chart or does not.
  static func attributeName(of part: ChartDisplay.Part) -> String {
    if part == .valueAxisAtTop { return "ValueAxisAtTop" }
    return "Shows" + part.rawValue.prefix(1).uppercased() + part.rawValue.dropFirst()
  }

  private static func shown(_ part: ChartDisplay.Part) -> String {
    switch part {
    case .title: "whether its title is shown"
    case .legend: "whether a legend lists its series"
    case .horizontalAxis: "whether the labels of its horizontal axis are shown"
    case .horizontalAxisTitle: "whether the horizontal axis has a title"
    case .verticalAxis: "whether the labels of its vertical axis are shown"
    case .verticalAxisTitle: "whether the vertical axis has a title"
    case .gridLabels: "whether grid lines are labelled"
    case .selectedDataLabel: "whether the value of what is selected is written at it"
    case .seriesLabels: "whether slices carry their names"
    case .valueAxisAtTop: "whether the values of a bar chart stand on top"
    }
  }

  static let chartType = AttributeDescription.Kind.choice(ChartType.allCases.map(\.rawValue))

  /// What may stand in a chart, a layer or a level.
  static func chartParts(categoryCount: ChildDescription.Count) -> [ChildDescription] {
    [
      ChildDescription("Category", categoryCount, category), ChildDescription("Series", old: ["Serie"], series),
      ChildDescription("Values", .one, values), ChildDescription("Filters", filterNames),
      ChildDescription("ZoomingLevels", zoomingLevels), ChildDescription("WhatIfColumns", whatIfColumns),
      ChildDescription("Annotations", annotations), ChildDescription("Multiples", multiples),
    ]
  }
}
