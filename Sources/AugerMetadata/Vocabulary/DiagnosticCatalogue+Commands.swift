import AugerDiagnostics

extension DiagnosticCatalogue {
  /// The command line.
  static let commands: [Entry] = [
    .note(
      "chosen", "A command made a choice because an option was missing, such as the category of a chart.",
      fix: "Set the option to make another choice. For a chart, these are `--category`, `--value` and `--type`."),
    .error(
      "outputMismatch", "The output does not fit its destination, such as several charts for one file.",
      fix: "Name one dashboard or chart, pass a folder to `-o`, or change the file extension."),
    .note(
      "progress", "A line about progress or time, which `--verbose` requests.",
      fix: "Remove `--verbose` to hide these lines."),
    .error(
      "unknownCode", "`auger errors` was called with a code that does not exist.",
      fix: "Use the code in the hint. `auger errors` without a code lists all codes."),
    .error(
      "usage",
      "The command line is invalid. An option is unknown, a value is missing, or two options cannot be combined.",
      fix: "Correct the command line. `auger COMMAND --help` lists all options."),
    .note(
      "workersLimited",
      "The value of `--workers` exceeds the maximum of four threads for each processor. The command uses the maximum.",
      fix: "Pass a smaller number, or remove the option."),
    .note(
      "written", "The command wrote a file.",
      fix: "No action is needed. Pass `--quiet` to hide notes."),
    .error(
      "wrongOptionValue", "The value of an option is invalid.",
      fix: "Use a value that the message or the hint describes. `auger COMMAND --help` lists the allowed values."),
  ]
}
