import ArgumentParser

/// The number of threads of a command.
struct WorkersOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Number of threads, at most four per processor. It does not change the result. Default: one per processor.
      """,
      valueName: "count"))
  var workers: Int?

  func validate() throws {
    if let workers, workers < 1 { throw ValidationError("--workers must be at least 1.") }
  }
}
