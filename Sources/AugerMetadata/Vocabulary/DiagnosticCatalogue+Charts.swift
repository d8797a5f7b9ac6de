import AugerDiagnostics

extension DiagnosticCatalogue {
  /// Charts and their output.
  static let charts: [Entry] = [
    .warning(
      "animationNotShown", "A page does not show an animation, because one of its frames is not valid.",
      fix: "Check the values of Animation, and that the chart depends on them."),
    .warning(
      "annotationNotDrawn",
      """
      A picture does not show an annotation, because the chart has no axes or the annotated value or category is not \
      shown.
      """,
      fix: "Annotate a value or category that the chart shows, or use a chart type with axes."),
    .warning(
      "axisNotApplied",
      """
      An axis option does not apply to the chart. The axis is not numeric, its categories are not ordered, or \
      another layer has set the option.
      """,
      fix: "Remove the option, or set it only in the first layer of an overlay."),
    .warning(
      "categoryNotUsed",
      "A histogram or a graph has a category column, which it does not use. Its categories are its bins or nodes.",
      fix: "Remove the Category, or choose another chart type."),
    .error(
      "chartJSONInvalid", "The text is not chart JSON of this version, or it exceeds the size limit.",
      fix: "Export the chart again with this version of Auger."),
    .warning(
      "colorNotDrawn", "Item colors are ignored, because the colors of this chart type have a fixed meaning.",
      fix: "Remove the Color expression, or choose a type such as Column or Bar."),
    .warning(
      "contourNotDrawn",
      """
      The rows of a Contour chart form no grid: one of its two numbers has a single value, or most pairs of them have \
      no row. The chart draws points instead.
      """,
      fix: """
        Round both numbers to the steps of a grid in the query, for example `bin(Longitude, 0.5)`, with one row for \
        each pair. Otherwise choose a Scatter chart.
        """),
    .warning(
      "dataContradictsExpression",
      """
      The value of a diagram node in the data differs from the value of its expression. Changes in a what-if \
      analysis use the expression.
      """,
      fix: "Correct the query or the expression until both return the same value."),
    .warning(
      "forecastNotPossible",
      """
      The chart has no forecast. The message names the reason, such as a short history, missing values or irregular \
      dates.
      """,
      fix: "Provide more categories at equal distances without gaps, or remove the forecast."),
    .warning(
      "formatMismatch",
      "A value format does not fit the data. Examples are a date format for numbers, or Percent for fractions below 1.",
      fix: "Choose a format for the type of the value. Use Percentage to show 0.15 as 15%."),
    .error(
      "graphIncomplete", "A graph has no source or no target for its links, or its links have no weights.",
      fix: """
        Provide values for the source, the target and optionally the weight: `--value SOURCE --value TARGET --value \
        WEIGHT`.
        """),
    .warning(
      "gridColumnNotShown",
      "A data grid has more rows with a small chart than the maximum. The remaining rows have no chart.",
      fix: "Filter the query of the grid, or limit its rows."),
    .error(
      "invalidChart",
      "A program built a chart model with inconsistent data, such as values that do not match its categories.",
      fix: "Pass one value for each category and series. The message names the inconsistent part."),
    .warning(
      "layerNotShown",
      """
      An overlay does not show a layer or a part of it. It is an error if the categories of two layers cannot be \
      compared.
      """,
      fix: "Give all layers categories of the same type, and set thresholds and stacking only in the first layer."),
    .warning(
      "layerTypeNotDrawn", "A chart of this type cannot be a layer, so the picture shows it as columns.",
      fix: "Choose a chart type that can be a layer, such as Line or Column."),
    .warning(
      "multiplesNotShown",
      "Small multiples are not shown, because the chart type does not support them or they exceed the maximum number.",
      fix: "Filter the values of the dividing column, or choose a chart type with small multiples."),
    .error(
      "negativeSlice", "A chart that shows shares of a whole, such as a Pie or Donut, has a negative value.",
      fix: "Filter negative values, or use a Column or Bar chart."),
    .error(
      "noVega", "The chart cannot be written as Vega, which is available only for treemaps and graphs.",
      fix: "Write Vega-Lite (.vl.json), SVG, PNG, JSON or CSV instead."),
    .error(
      "noVegaLite", "Vega-Lite has no marks for tables, treemaps, graphs and diagrams.",
      fix: "Write Vega (.vg.json) for treemaps and graphs, or SVG, PNG, JSON or CSV."),
    .warning(
      "nodeMissing", "Rows of a graph have neither a source nor a target. They are left out.",
      fix: "Exclude these rows in the query, or add the missing values."),
    .error(
      "nodeTypesDiffer",
      "The source and the target of the links of a graph have different types, so no node could be both.",
      fix: "Convert one of them, for example with `string(x)`."),
    .error(
      "notAppendable",
      "A program appends a chart to one with other series or values, or one of them is not a plain chart.",
      fix: "Append charts with the same series and values, without levels, layers, forecasts or what-if changes."),
    .warning(
      "notFinite", "The chart has NaN or infinite values. JSON has no such numbers, so they are null.",
      fix: "No action is needed. Filter these values in the query to remove the warning."),
    .error(
      "nothingSuggested", "Auger cannot choose a chart automatically, because no column is suitable as its category.",
      fix: "Name a category with `--category`, and a value with `--value`."),
    .warning(
      "outsideAxis",
      "Values or categories are outside the range of their axis or in one of its gaps. They are cut or not drawn.",
      fix: "Extend the range of the axis, remove the gap, or filter these values."),
    .warning(
      "pageOverLimit",
      "The HTML page exceeds its size limit with its initial content alone. It contains no other states.",
      fix: "Reduce the data of its charts, or raise the limit with `--page-limit`, or `pageLimit` of a job."),
    .warning(
      "predictiveStartMissing",
      "The category in PredictiveStartCategory does not occur in the chart, so nothing is shown as a prediction.",
      fix: "Write the name of an existing category, or remove the attribute."),
    .error(
      "programFailed", "The program rsvg-convert failed to convert a picture to PNG or PDF.",
      fix: "Read the output of the program below the error, or write .svg."),
    .error(
      "programMissing",
      "The conversion of a picture to PNG or PDF requires the program rsvg-convert, which is not installed.",
      fix: "Run `apt-get install librsvg2-bin`, or write .svg."),
    .warning(
      "rollUpNotExact",
      """
      A value such as an average cannot be computed from the averages of its parts, and the query cannot be grouped \
      again. It is an error if the chart depends on it.
      """,
      fix: """
        Use a table query with groupBy and without having, pivot and limit. Auger then groups it again for exact \
        values.
        """),
    .warning(
      "sortNotApplied",
      """
      The sort order of the chart is ignored. A zoomed chart, small multiples and a graph show all of their \
      categories in a fixed order.
      """,
      fix: "Remove the sort order, or zoom out first."),
    .error(
      "stackingNotPossible", "The chart type cannot be stacked.",
      fix: "Use a Column, Bar or Area chart, or remove `--stacking`."),
    .warning(
      "summaryNotShown", "The chart shows single items instead of one value for each category, so it has no summary.",
      fix: "Remove the summary, or choose a chart type with categories."),
    .warning(
      "tooManyCategories", "The chart has more categories than a reader can distinguish. All of them are shown.",
      fix: "Limit the categories, for example with `--limit 20`, or group by a coarser value."),
    .warning(
      "tooManySeries", "The chart has more series than a reader can distinguish by color. All of them are shown.",
      fix: "Filter the series, or use small multiples."),
    .error(
      "unknownChartType", "The chart type does not exist.",
      fix: "Use one of the types in the hint. The gallery shows all chart types."),
    .error(
      "unknownFormat", "The output format or the value format does not exist.",
      fix: "Choose one of the formats in the hint. `auger formats` lists all output formats."),
    .error(
      "unknownLocale", "The locale does not exist.",
      fix: "Write a language and a region, such as en_US or de_CH."),
    .error(
      "unknownTimeZone", "The time zone does not exist.",
      fix: "Write an IANA name, such as UTC or Europe/Berlin."),
    .warning(
      "valueMissing", "The marks of the chart type require additional values, so they are incomplete.",
      fix: "Add the values in the message, in the listed order."),
    .warning(
      "valueNotBinned", "Rows without a number are in no bin of a histogram.",
      fix: "No action is needed. Filter null values to remove the warning."),
    .warning(
      "valueNotDrawn",
      """
      The picture cannot show a value. Examples are a second value in a chart with one value, or zero on a \
      logarithmic axis.
      """,
      fix: "Use a chart type with several values, a linear axis, or a filter."),
    .error(
      "valueNotNumeric", "The value of a chart is not a number.",
      fix: "Use `count()` to count rows, or `countDistinct(x)` to count different values."),
    .error(
      "zoomNotNested",
      "A category of a finer zooming level belongs to a parent that the coarser level does not contain.",
      fix: "Change the query to return the parts of all categories of the level above, and no others."),
  ]
}
