import ArgumentParser

/// The table and the variables of an expression.
struct ExpressionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Table with the columns of the expression: a file, SOURCE.TABLE, or a source with one table. Default: none.",
      valueName: "table"))
  var table: String?

  @Option(
    help: ArgumentHelp(
      """
      Variable of the expression: '$rate=5'. Numbers and dates are recognized. Put other text that looks like them in \
      single quotes. Repeatable.
      """,
      valueName: "name=value"))
  var set: [String] = []
}
