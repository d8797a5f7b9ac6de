import ArgumentParser

/// The arguments of a query, and the state of the dashboard of a chart.
struct StateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Argument of the query: NAME=VALUE, NAME=[A,B] for a list, NAME=LOWER..UPPER for a range. Repeatable.",
      valueName: "name=value"))
  var arg: [String] = []

  @Option(help: .explore) var explore: String?
}

extension ArgumentHelp {
  static let explore = ArgumentHelp(
    """
    State of the dashboard: drill path, zoom, filters, variables. Use the query string of its URL, such as \
    'Markets.drill=region:Europe'. Default: the initial state.
    """,
    valueName: "state")
}
