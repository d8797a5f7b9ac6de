import ArgumentParser
import AugerDiagnostics
import AugerQuery

/// Where a command writes its result, and how it says what goes beside it.
struct OutputOptions: ParsableArguments, WritesOutput {
  @Option(name: .output, help: .output) var namedOutput: String?
  @OptionGroup var reporting: ReportingOptions
}

// Groups of options that hold the same options declare them each: in a debug build the parser checks a group within a
// group five times as often as the one that it stands in, and every command would take a fifth of a second for it.

extension NameSpecification {
  static let output: Self = [.customShort("o"), .customLong("output")]
}

extension ArgumentHelp {
  static let output = ArgumentHelp(
    "Where to write; the ending chooses the format. '-', or nothing, is standard output.", valueName: "output")
  static let format = ArgumentHelp("The format, where the ending does not say it.")
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
