import ArgumentParser

/// The threads of a command.
struct WorkersOption: ParsableArguments {
  @Option(help: "Threads that share the work, at most four for each processor. The result does not depend on it.")
  var workers: Int?

  func validate() throws {
    if let workers, workers < 1 { throw ValidationError("--workers must be at least 1.") }
  }
}
