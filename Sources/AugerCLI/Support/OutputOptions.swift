import ArgumentParser
import AugerDiagnostics
import AugerQuery

/// Where a command writes its result, and how it says what goes beside it.
struct OutputOptions: ParsableArguments, WritesOutput {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Where to write; the ending chooses the format. '-', or nothing, is standard output.", valueName: "output"))
  var namedOutput: String?

  @OptionGroup var reporting: ReportingOptions
}

/// Options of a command that writes one result.
protocol WritesOutput {
  var namedOutput: String? { get set }
  var reporting: ReportingOptions { get }
}

extension WritesOutput {
  /// Where to write; `-` is standard output.
  var output: String {
    get { namedOutput ?? "-" }
    set { namedOutput = newValue }
  }

  /// Does a command's work; what it throws is reported.
  func run(_ work: () async throws -> Void) async throws { try await reporting.run(work) }

  /// Writes all of a result, or nothing: a file appears complete or not at all.
  func write(_ bytes: [UInt8]) throws {
    try WorkMeter.measure(.write, on: WorkMeter.current) {
      if output == "-" { return Console.write(bytes) }
      try AtomicFile.write(bytes, to: output)
    }
  }

  /// Text for people; what a terminal would take as a command is shown as U+FFFD.
  func write(_ text: String) throws {
    try write(Array(DiagnosticRenderer.printable(text, keeping: "\n\t").utf8))
  }
}

/// Options of a command whose result has several formats.
protocol WritesResult: WritesOutput {
  var format: OutputFormat? { get }
}

/// Options of a command whose result may be a table.
protocol WritesTables: WritesResult {
  var tables: SafeOption { get }
}

/// Where a command writes a table, and as what.
struct TableOutputOptions: ParsableArguments, WritesTables {
  @OptionGroup var destination: OutputOptions
  @Option(help: "The format, where the ending does not say it.") var format: OutputFormat?
  @OptionGroup var tables: SafeOption

  var namedOutput: String? {
    get { destination.namedOutput }
    set { destination.namedOutput = newValue }
  }

  var reporting: ReportingOptions { destination.reporting }
}

/// The threads of a command.
struct WorkersOption: ParsableArguments {
  @Option(help: "Threads that share the work, at most four for each processor. The result does not depend on it.")
  var workers: Int?

  func validate() throws {
    if let workers, workers < 1 { throw ValidationError("--workers must be at least 1.") }
  }
}

/// What tables are made safe for.
struct SafeOption: ParsableArguments {
  @Flag(help: "Texts of CSV and TSV that a spreadsheet would compute get a ' in front: =, +, -, @ and tab.")
  var safe = false
}
