import AugerDiagnostics

extension DiagnosticCatalogue {
  /// States of a dashboard: drill path, zoom, filters, variables and scenarios.
  static let states: [Entry] = [
    .error(
      "drillAncestorMissing", "A category of a zoomed chart is selected without the values of the levels above it.",
      fix: "Select the categories of all visible levels together, such as year and quarter."),
    .error(
      "drillAtLastLevel", "The dashboard is already at the last level of the drilldown group.",
      fix: "Drill up, or change a filter instead."),
    .error(
      "drillLevelUnknown",
      "The drill path is longer than the drilldown group, or the chart is reached only by drilling down.",
      fix: "Use an existing level. Level 0 is the first chart."),
    .error(
      "drillManyAncestors",
      "Several values of a higher level are selected. The next chart would mix the parts of different categories.",
      fix: "Select one value of each higher level."),
    .error(
      "drillNotByCategory", "The chart allows only its series to be selected (BySeries).",
      fix: "Select the series in the hint."),
    .error(
      "drillNotBySeries", "The chart allows only its categories to be selected (ByCategory).",
      fix: "Select the categories in the hint."),
    .error(
      "drillNothingPicked", "A drill-down does not name a value.",
      fix: "Select at least one category or series, such as `Markets.drill=region:Europe`."),
    .error(
      "drillNullPicked", "A drill-down selects a null value, which is not supported.",
      fix: "Select another value."),
    .error(
      "drillOutsideFilter", "A value in the drill path is excluded by a filter with the same name.",
      fix: "Add the value to the filter, or drill up."),
    .error(
      "drillRangePicked", "A drill-down selects a range of values, but charts accept single values only.",
      fix: "List the selected values. Only filters accept ranges."),
    .error(
      "drillUnknownColumn", "A drill-down names a column that is neither a category nor the series of the chart.",
      fix: "Use a column of the chart. The hint lists them."),
    .error(
      "explorationDuplicate", "A key or a selection of the state occurs twice.",
      fix: "Remove one of them."),
    .error(
      "explorationSyntax", "The text of a dashboard state is invalid. The message shows the position.",
      fix: "Correct the marked part. The hint shows an example."),
    .error(
      "explorationUnknown", "The state contains an unknown key.",
      fix: "Use `ITEM.drill`, `ITEM.zoom`, `filter.NAME`, `$VARIABLE` or another key in the hint."),
    .error(
      "filterKind", "A list of values is set for a range filter, or a range for a filter with a list of values.",
      fix: "Write `filter.NAME=1..5` for a range, and `filter.NAME=a,b` for a list."),
    .error(
      "crossFilterEmpty",
      "Two selections of one column have no common value, for example a filter and a selection in another chart.",
      fix: "Clear the selection in the chart that the message names, or the filter."),
    .warning(
      "crossFilterNotExact",
      "Query arguments cannot describe a selection, for example a rectangle of values. Other charts ignore it.",
      fix: "Select categories of one level, series, or a range of numbers or dates."),
    .warning(
      "crossFilterUnused",
      "A chart has `CrossFilter`, but no query of another item has a parameter with the name of one of its columns.",
      fix: "Add a parameter with this name to the queries to filter, or remove the attribute."),
    .error(
      "rowsNotAvailable",
      "The rows behind a chart or a mark are not known exactly, for example because the query is SQL text.",
      fix: "Request the rows of the whole chart, or write a table query without a limit."),
    .warning(
      "filterNotUsed", "A filter is set, but the query of the chart has no parameter with its name.",
      fix: "Add a parameter with the name of the filter to the query, or remove the filter from the chart."),
    .warning(
      "filterPickMissing", "A selected value of a filter does not occur in the data. The value remains selected.",
      fix: "Select another value, or check the spelling."),
    .error(
      "filterRange", "The lower end of a range exceeds its upper end, or the two ends cannot be compared.",
      fix: "Write two values of the same type, the lower one first."),
    .error(
      "goalDriver",
      "The node that would be changed to reach a goal is computed by an expression, or it is the goal itself.",
      fix: "Choose a node without an expression. The hint lists them."),
    .error(
      "goalNotReached",
      "No value of the changed node reaches the goal. The message contains the nearest value or the reason.",
      fix: "Choose another goal or another node, or extend the range after `within`."),
    .note(
      "goalReached", "The command found the value that reaches the goal of `--seek`.",
      fix: "No action is needed."),
    .error(
      "goalSyntax", "The text of a goal is invalid.",
      fix: "Write `EVA=50 by WACC` or `EVA=50 by WACC within 0.01..0.2`."),
    .error(
      "notAmongChoices", "The value of a variable is not one of its choices.",
      fix: "Use one of the choices in the hint."),
    .error(
      "notChangeable", "The column is not a what-if column of the chart.",
      fix: "Use a column in the hint, or add the column to WhatIfColumns of the chart."),
    .error(
      "notComparable",
      """
      Two states of a chart cannot be compared, because the chart is zoomed differently or shows single items. It is \
      a warning if the chart is shown without the comparison.
      """,
      fix: "Compare states with the same zooming level, or choose a chart with categories."),
    .error(
      "notDrillable", "The item is not a drilldown group.",
      fix: "Name a group. The hint lists them."),
    .error(
      "notInView", "The zooming level of a chart cannot change, because a value was selected in it to drill down.",
      fix: "Drill up to the chart first."),
    .error(
      "notZoomable", "The chart has no zooming levels.",
      fix: "Name a chart with zooming levels, or remove the zoom from the state."),
    .error(
      "offStep", "The value of a variable or what-if change is between two steps, or has too many decimals.",
      fix: "Use the nearest valid value in the hint."),
    .error(
      "outOfBounds", "The value is outside the allowed range of a variable, a what-if change or a selection.",
      fix: "Use a value within the limits in the hint."),
    .error(
      "refreshVetoed", "The delegate of the program does not allow a chart or dashboard to be computed again.",
      fix: "Keep showing the previous result, or allow the event in the delegate."),
    .error(
      "scenarioPart", "A scenario contains more than variables and what-if changes, for example a filter.",
      fix: "Move drill-downs, zooms, filters and selections to `--explore`."),
    .error(
      "stepsSyntax", "The text of a sweep or of frames is invalid.",
      fix: """
        Write `$hike=0..18 step 3`, `$region=North,South`, `filter.Years=2010..2013` or `argument.Year=1990..2012`.
        """),
    .error(
      "markupSyntax", "A mark of a shared chart has a syntax error, or a position outside of the chart.",
      fix: "Write a kind, positions from 0 to 1, and a text after ': ', such as 'arrow 0.2,0.3 0.5,0.6: Peak'."),
    .error(
      "stepsUnused",
      "The chart does not depend on the stepped variable, filter or argument, so all steps would be equal.",
      fix: "Choose a chart that depends on it, or step another variable."),
    .error(
      "tooManySteps", "A sweep has more steps than the maximum.",
      fix: "Use a larger step or a smaller range."),
    .error(
      "valueNotPresent",
      """
      A selected or named value does not occur in the chart. It is a warning if the value only marks items of the \
      chart.
      """,
      fix: "Use a value that the hint lists, and check its spelling and type."),
    .error(
      "variableType", "The value of a variable or what-if change has the wrong type.",
      fix: "Write a number, a date, or true or false. The message names the expected type."),
    .error(
      "whatIfNotPossible",
      "The chart does not support what-if changes, because it is a graph, is zoomed, or groups by the changed column.",
      fix: "Zoom out, or change a column that is not a category or series."),
    .error(
      "zoomOutOfRange", "The chart does not have this zooming level.",
      fix: "Use one of the levels in the hint."),
  ]
}
