import AugerDiagnostics

extension DiagnosticCatalogue {
  /// Dashboard files and definitions.
  static let dashboardFiles: [Entry] = [
    .error(
      "colorNotText", "The Color expression of a chart returns a value that is not a string.",
      fix: "Return a color as a string, such as `'red'` or `'#c0392b'`."),
    .warning(
      "dateAsText", "An expression passes a string to a function that requires a date.",
      fix: "Write the date as `date(2024,12,31)`."),
    .error(
      "documentEncoding", "A dashboard file is not UTF-8 text.",
      fix: "Save the file as UTF-8."),
    .error(
      "formCannotHold",
      """
      The document contains a name or a value that the requested form (XML, property list, JSON or YAML) cannot \
      represent.
      """,
      fix: "Choose another form with `--to`, or rename the attribute or the value in the message."),
    .error(
      "functionMisplaced",
      """
      The expression of a diagram node uses a date, string or window function. Nodes are numbers, so these functions \
      are not available.
      """,
      fix: "Compute the value in the query of the diagram, and use its result in the node."),
    .error(
      "grainsNeedDates", "A chart has Grains, but its category column does not contain dates or timestamps.",
      fix: "Choose a column of dates, convert the column in the query with `date(x)`, or remove Grains."),
    .error(
      "invalidCurrencyCode", "A CurrencyCode is not a three-letter currency code.",
      fix: "Write an ISO 4217 code, such as EUR or USD."),
    .error(
      "itemHasNoChart", "The item of the dashboard has only controls, so no chart or data file exists for it.",
      fix: "Export the whole dashboard, whose picture includes the controls."),
    .note(
      "layoutOverlap", "Two items of a layout overlap by more than one percent of the smaller one.",
      fix: "Change Top, Left, Width or Height of one of them. No action is needed if the overlap is intended."),
    .warning(
      "lowContrast",
      "A color of a theme is hard to read on its background. Text needs a contrast of 4.5, other colors of 3.",
      fix: "Choose a darker or lighter color until the contrast is sufficient."),
    .error(
      "propertyListSyntax",
      """
      The file is not a valid property list, or a key has no value. Text inside a dictionary is a warning and is \
      ignored.
      """,
      fix: "Correct the property list at the position in the message."),
    .note(
      "sourceQueryAlone",
      """
      No chart of the dashboard uses the query of a filter, and the workspace is unknown. The name of the query may \
      be misspelled.
      """,
      fix: "Check the SourceQuery of the filter. Run `auger check` on the workspace to validate the name."),
    .warning(
      "textLeftOut", "An XML file contains text between its elements. The conversion to another form omits it.",
      fix: "Move the text into an attribute if it is needed."),
    .error(
      "tooManyFindings", "The file has more findings than the maximum. Only the first ones are listed.",
      fix: "Correct the listed findings, and run the command again."),
    .error(
      "unknownColor",
      """
      A theme contains an invalid color. In the Color expression of a chart it is a warning, and the item has its \
      usual color.
      """,
      fix: "Write six hexadecimal digits, such as `#1d2630`. Expressions can also use the color names in the message."),
    .error(
      "invalidShape", "A shape of a theme is not an outline in the square from 0 to 1.",
      fix: "Write an outline with M, L, H, V, C, Q and Z, such as `M0,0 L0.5,1 L1,0 Z`."),
    .error(
      "xmlEntity",
      "The file uses an entity that only an external document type could define. Auger does not read document types.",
      fix: "Replace the entity with its character, or with a number such as `&#xE4;`."),
  ]
}
