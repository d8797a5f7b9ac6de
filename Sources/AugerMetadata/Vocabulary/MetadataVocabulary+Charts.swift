import AugerCharts
import AugerExpressions

extension MetadataVocabulary {
  static let chart = NodeDescription(
    "Chart", "A chart: its query and the roles of the columns.",
    attributes: chartAttributes(
      name: .usual("unless the file contains only this chart"),
      query: .usual("unless zooming levels or its group provide it"),
      type: .usual("unless its group provides it")),
    children: chartParts(categoryCount: .one))

  static let category = NodeDescription(
    "Category", "The column of the categories: the x-axis.",
    attributes: [
      AttributeDescription("Column", .text, .usual("unless zooming levels provide it"), "the name of the column"),
      displayName, format, currencyCode,
      .ours(
        "Grains", .names, "parts of a date column that become zooming levels, coarsest first: Year,Quarter,Month"),
      .ours("FiscalYearStart", .positive, "the month, 1 to 12, in which the years of Grains start"),
      .ours("TimeZone", "the time zone of the days of Grains. Default: UTC"),
      .ours(
        "Axis", .choice(AxisKind.allCases.map(\.rawValue)),
        "the scale of the category axis of a scatter or bubble chart"),
    ] + axisAttributes(ofValues: false) + [
      .ours(
        "FillGaps", .truth,
        "true to show periods without data. Default: true for weeks and longer periods"),
      .ours("GapsAreZero", .truth, "true if sums and counts of periods without data are zero"),
      .ours(
        "MostDates", .positive,
        "the maximum number of days or hours that Grains may span. Default: \(GrainDefinition.standardMostDates)"),
      .ours(
        "ShortLabel", .expression,
        "the text of each category on the axis, from its column. Tooltips and tables use the complete text"),
      .ours(
        "LabelLayout", .choice(ChartStyle.LabelLayout.allCases.map(\.rawValue)),
        "the labels of the axis: all, or range for the first and the last one"),
      .ours(
        "Divisions",
        "the titles of the divisions of the axis, separated by commas: `M, T, W, T, F`. The axis has at least "
          + "this number of positions"),
    ])

  static let series = NodeDescription(
    "Series", "The column of the series. An empty element means that the chart has no series.",
    attributes: [
      AttributeDescription("Column", "the name of the column"), displayName, format, currencyCode,
    ], children: [ChildDescription("SeriesStyle", .any, seriesStyle)])

  static let multiples = NodeDescription(
    "Multiples", "The column of small multiples: a chart for each of its values, with the same axes.",
    attributes: [
      .ours("Column", "the name of the column"), .ours("DisplayName", "the label. Default: the column"),
      .ours("Format", .format, "the format of its values"),
    ])

  static let values = NodeDescription(
    "Values", "The values of each category and series.", children: [ChildDescription("Value", .atLeastOne, value)])

  static let value = NodeDescription(
    "Value", "A number: the y-axis, or an additional dimension of charts with several.",
    attributes: [
      AttributeDescription(
        "Expression", .expression, .required, "an expression of the columns of the query and `$` variables"),
      AttributeDescription("ValueSequence", .sequence, .usual("if there are several"), "the number of its dimension"),
      displayName, format, currencyCode,
      .ours("Unit", "the unit of the values, shown at the axis"),
    ])

  static let filterNames = NodeDescription(
    "Filters", "The filters that are arguments of a chart's queries.",
    children: [ChildDescription("FilterName", .any, filterName)])

  static let filterName = NodeDescription(
    "FilterName", "One filter of the dashboard.",
    attributes: [AttributeDescription("Name", .text, .required, "the filter")])

  static let zoomingLevels = NodeDescription(
    "ZoomingLevels", "The levels of a chart's categories, coarsest first.",
    children: [ChildDescription("ZoomingLevel", .atLeastOne, zoomingLevel)])

  static let zoomingLevel = NodeDescription(
    "ZoomingLevel", "A level. Its query returns its categories and the columns of the levels above.",
    attributes: [
      AttributeDescription("Query", .text, .required, "the query of this level"),
      AttributeDescription("CategoryColumn", .text, .required, "the column of its categories"),
      AttributeDescription("Title", "the name of the level. Default: the name of its column"),
      .ours("Format", .format, "the format of its categories. Default: the format of Category"),
    ])

  static let whatIfColumns = NodeDescription(
    "WhatIfColumns", "The columns that users may change.",
    children: [ChildDescription("Column", .atLeastOne, whatIfColumn)])

  static let whatIfColumn = NodeDescription(
    "Column", "A column of the query whose values users may change, in WhatIfColumns.",
    attributes: [
      AttributeDescription("Name", .text, .required, "the name of the column"),
      displayName,
      AttributeDescription(
        "VariableType", .choice([VariableType.float.rawValue, VariableType.integer.rawValue]), .required,
        old: ["Type"], "the type of its values"),
      AttributeDescription("Value", .typed, "the initial value of its control, which may be outside Min and Max"),
    ] + bounds)

  static let annotations = NodeDescription(
    "Annotations", "Texts, lines and regions in a chart.",
    children: [ChildDescription("Annotation", .atLeastOne, annotation)])

  static let annotation = NodeDescription(
    "Annotation",
    "A line at a value or category, a band between two of them, a text at a point, or a box.",
    attributes: [
      .ours("Text", "the text at the annotation"),
      .ours("Value", .number, "the position on the value axis, or the start of a band or box"),
      .ours("EndValue", .number, "the end of a band or box on the value axis"),
      .ours(
        "Category", "the category, or the first category of a band or box. A date or number may be between categories"),
      .ours("EndCategory", "the last category of a band or box"),
      .ours("Color", "the name of a color, or `#rrggbb`. Default: the color of reference lines"),
      .ours(
        "Image",
        "a picture at the point or stretched over the box: a PNG, JPEG or SVG file, relative to the dashboard's file, "
          + "or a base64 `data:` URL"),
      .ours("Width", .number, "the width of a picture at a point, in points. Default: 32"),
      .ours("Height", .number, "the height of a picture at a point, in points. Default: the width"),
      .ours(
        "Position", .choice(["above", "below"]),
        "above or below the marks of the chart. Default: below for bands and boxes, above for others"),
      .ours("Stretched", .truth, "true to stretch the text over its box"),
      .ours("Opacity", .number, "the opacity, from 0 to 1. Default: 0.14 for bands and boxes, 1 for others"),
    ])

  // MARK: Common parts

  static let displayName = AttributeDescription(
    "DisplayName", old: ["Description", "Label"], "the label. Default: the column or expression")
  static let format = AttributeDescription("Format", .format, "the format of its values")
  static let currencyCode = AttributeDescription(
    "CurrencyCode", "a three-letter currency code, for the format Currency. Default: the currency of the locale")

  static func chartAttributes(
    name: AttributeDescription.Need, query: AttributeDescription.Need, type: AttributeDescription.Need
  ) -> [AttributeDescription] {
    [
      AttributeDescription("Name", .text, name, "its name, for layouts, groups and programs"),
      AttributeDescription("Title", "the text above it"),
      AttributeDescription("ChartType", chartType, type, old: ["Type"], "the chart type"),
      AttributeDescription("Query", .text, query, old: ["Table"], "the name of its query"),
      AttributeDescription(
        "ChartSequence", .sequence, .usual("if a group has several charts"), "the number of its level or layer"),
      AttributeDescription("ByCategory", .truth, "true to drill down by category"),
      AttributeDescription("BySeries", .truth, "true to drill down by series. If neither is set, both are possible"),
      .ours("CrossFilter", .truth, "true if a selection filters the other items whose queries have such a parameter"),
      .ours(
        "Aggregate", .choice(AggregateFunction.ofOneValue.map(\.rawValue)),
        "the aggregate for several rows of one category and series. Default: sum"),
      .ours("Sort", .choice(ChartSort.named.map(\.name)), "the order of its categories; `-` means descending"),
      .ours("Limit", .positive, "the maximum number of categories, after sorting"),
      .ours("ReferenceValue", .number, "a line across the chart"),
      .ours("UpperThreshold", .number, "the value above which items are highlighted"),
      .ours("LowerThreshold", .number, "the value below which items are highlighted"),
      .ours("PredictiveStartCategory", "the first category that is a forecast"),
      .ours(
        "Forecast", .choice(ParsedChart.Forecast.allCases.map(\.rawValue)),
        "the method for forecasting values after the data"),
      .ours(
        "ForecastCount", .positive, "the number of forecast categories. Default: a season or a quarter of the data"),
      .ours(
        "Season", .positive, "the number of categories in a season. Default: 12 months, 4 quarters, 7 days, 24 hours"),
      .ours("Axis", .choice(AxisKind.allCases.map(\.rawValue)), "the kind of its value axis"),
    ] + axisAttributes(ofValues: true) + [
      .ours(
        "Contours", "the numbers between which a Contour chart has a region: `0, 10, 20`. Default: round numbers"),
      .ours("NodeColor", .expression, "the color of each node of a graph, from the rows whose source it is"),
      .ours(
        "NodeShape", .expression,
        "the shape of each node: circle, square, diamond or triangle. Default: circle"),
      .ours("NodeSize", .expression, "the size of each node, as a multiple of its default size, from 0.25 to 4"),
      .ours("NodeTextColor", .expression, "the color of each node's name"),
      .ours("NodeTextSize", .expression, "the size of each node's name in points, from 6 to 48"),
      .ours(
        "ItemOutline", .expression,
        "the color of the outline of each column or bar, like ItemColor. Null means no outline"),
      .ours(
        "ItemColor", .expression,
        "the name of a color, or `#rrggbb`, for each item, from its category, series and aggregates. Null "
          + "means the color of its series"),
      .ours("Bins", .positive, "the number of bins of a histogram. Default: derived from the values"),
    ] + PlotOptions.Part.allCases.map { .ours(attributeName(of: $0), summary(of: $0)) } + [
      .ours(
        "Stacking", .choice(Stacking.allCases.map(\.rawValue)),
        "the stacking of the columns, bars or areas of a category. Default: determined by the type"),
      .ours("Theme", "its colors. Default: the theme of the dashboard"),
      .ours("Unit", "the unit of values that do not have their own unit"),
      .ours("Subtitle", "a line below its title, on the left"),
      .ours("Status", "a line below its title, on the right, for example the age of the data"),
      .ours(
        "Animation",
        "the frames of its animation: `$year=1990..2012`, `filter.Region=North,South`, `argument.Year=1990..2012`"
      ),
      .ours(
        "AnimationInterval", .positive,
        "the time between two frames in milliseconds, 50 to 10000. Default: \(AnimationDefinition.standardInterval)"),
      .ours("Summary", .truth, "true to show the total and the selected total above the chart"),
      .ours("SummaryTitle", "the label of the total. Default: All"),
      .ours(
        "KeepsTrendHeight", .truth, "true to reserve space for trends in the summary even if no value has one"),
      .ours("ShowsScrubber", .truth, "true if a page marks the value of a series while the pointer moves"),
      .ours("ScrubbedSeries", "the series whose values a page marks. Default: the first series, with ShowsScrubber"),
      .ours(
        "Polarity", .choice(ChartSummary.Polarity.allCases.map(\.rawValue)),
        "the direction of an improvement. Default: trends have no color"),
    ] + styleAttributes
      + ChartDisplay.Part.allCases.map { part in
        .ours(attributeName(of: part), .truth, "\(shown(part)). Default: like MAKit")
      }
  }

  /// The attributes of `ChartStyle`.
  static let styleAttributes: [AttributeDescription] = [
    .ours(
      "LevelLabels", .choice(ChartStyle.LevelLabels.allCases.map(\.rawValue)),
      "the category levels with labels along the axis: all, the current and the coarsest one (ends), the coarsest "
        + "one (top), or the current one. Default: all"),
    .ours("RowHeight", .number, "the height of each row of a bar or horizontal bullet chart, in points"),
    .ours("RowSpacing", .number, "the space between the rows of a bar or horizontal bullet chart, in points"),
    .ours("MinDisplayValue", .number, "the smallest value that is drawn. Default: all values are drawn"),
    .ours(
      "TailMarks", .choice(ChartStyle.TailMarks.allCases.map(\.rawValue)),
      "a mark at the end of each line, at the last point before a gap, or at both (all). Default: all if the theme "
        + "has tails"),
    .ours("Thumbnail", .truth, "true to draw a small picture without axes, legend and notes"),
  ]

  /// Returns `ValueRange`, or `Range` for a Category.
  package static func attributeName(of part: AxisOptions.Part, ofValues: Bool) -> String {
    (ofValues ? "Value" : "") + part.rawValue.prefix(1).uppercased() + part.rawValue.dropFirst()
  }

  private static func axisAttributes(ofValues: Bool) -> [AttributeDescription] {
    let axis = ofValues ? "its value axis" : "an axis of numbers or dates"
    return AxisOptions.Part.allCases.map { part in
      let summary =
        switch part {
        case .range: "the ends of \(axis): `0..100`, `2024-01-01..`. Default: the range of the data"
        case .padding:
          "padding around the data on \(axis), as a fraction of their range. Default: the axis ends at round numbers"
        case .ticks: "the labels of \(axis): `0, 50, 100`, `every 3 months from 2024-02-01`"
        case .crossing: "the value at which the other axis crosses \(axis). Default: zero or the edge"
        case .gaps:
          "the ranges that \(axis) omits: `200..800`, `2024-12-24..2024-12-31`, `2024-12-25`, `weekends`, "
            + "`every day from 2024-01-01 18:00 for 14 hours`"
        case .minorTicks: "short lines without labels on \(axis): `auto`, `every 5`, `every month`. Default: none"
        case .width:
          "the room for the labels of \(axis) in points, at most 1000. Default: the room that they need"
        case .labelClipping:
          "the ends of \(axis) at which labels that extend over the end are omitted: `low`, `high` or `both`"
        case .side:
          "the side of \(axis): `left` or `right` of the plot if it is vertical, otherwise `top` or `bottom`"
        }
      return .ours(attributeName(of: part, ofValues: ofValues), summary)
    }
  }

  /// Returns `LegendPosition`.
  package static func attributeName(of part: PlotOptions.Part) -> String {
    part.rawValue.prefix(1).uppercased() + part.rawValue.dropFirst()
  }

  private static func summary(of part: PlotOptions.Part) -> String {
    switch part {
    case .legendPosition:
      "the position of its legend: `top`, `bottom`, `left`, `right`, `insideTopLeft`, `insideTopRight`, "
        + "`insideBottomLeft` or `insideBottomRight`. Default: top"
    case .bubbleScale: "the area of a bubble in square points, for each unit of its size. Default: chosen from the plot"
    case .largestBubble: "the diameter of the largest bubble in points. Default: chosen from the plot"
    case .orientation:
      "the direction of the values of a Band, Candlestick or OHLC chart: `vertical` or `horizontal`. Default: vertical"
    case .stacks:
      "the series in each stack, if stacks are side by side: `A, B; C, D`. Default: one stack with all series"
    case .protrusion: "the distance of protruding slices from their position, in points. Selected slices protrude"
    case .protrudingSlices: "the names of slices that always protrude, with commas between them"
    case .selectedAngle:
      "the direction to which a pie turns its selected slice, in degrees clockwise from the top. Default: no turn"
    case .startAngle: "the start of the first slice, in degrees clockwise from the top. Default: 0"
    case .crosshair:
      "the value that the pointer shows on a page: `snap` for the nearest point, `interpolate` for the nearest place "
        + "on a line. Default: all values of a category"
    }
  }

  /// Returns the attribute that shows or hides a part of a chart: `ShowsLegend`.
  package static func attributeName(of part: ChartDisplay.Part) -> String {
    if part == .valueAxisAtTop { return "ValueAxisAtTop" }
    return "Shows" + part.rawValue.prefix(1).uppercased() + part.rawValue.dropFirst()
  }

  private static func shown(_ part: ChartDisplay.Part) -> String {
    switch part {
    case .title: "true to show its title"
    case .legend: "true to show a legend of its series"
    case .horizontalAxis: "true to show the labels of its horizontal axis"
    case .horizontalAxisTitle: "true to show the title of the horizontal axis"
    case .verticalAxis: "true to show the labels of its vertical axis"
    case .verticalAxisTitle: "true to show the title of the vertical axis"
    case .gridLabels: "true to label grid lines"
    case .selectedDataLabel: "true to show the value of the selected item"
    case .seriesLabels: "true to label slices with their names"
    case .valueAxisAtTop: "true to place the value axis of a bar chart at the top"
    }
  }

  static let chartType = AttributeDescription.Kind.choice(ChartType.allCases.map(\.rawValue))

  /// Returns the children of a chart, a layer or a level.
  static func chartParts(categoryCount: ChildDescription.Count) -> [ChildDescription] {
    [
      ChildDescription("Category", categoryCount, category), ChildDescription("Series", old: ["Serie"], series),
      ChildDescription("Values", .one, values), ChildDescription("Filters", filterNames),
      ChildDescription("ZoomingLevels", zoomingLevels), ChildDescription("WhatIfColumns", whatIfColumns),
      ChildDescription("Annotations", annotations), ChildDescription("Multiples", multiples),
      ChildDescription("TextStyles", textStyles), ChildDescription("SummaryRanges", summaryRanges),
    ]
  }
}
