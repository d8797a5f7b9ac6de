import ArgumentParser
import AugerDiagnostics
import AugerQuery

/// The output file of a command, and the options of its diagnostics.
struct OutputOptions: ParsableArguments, WritesOutput {
  @Option(name: .output, help: .output) var namedOutput: String?
  @OptionGroup var reporting: ReportingOptions
}

// Similar option groups repeat their options instead of nesting a shared group. In a debug build, the parser checks a
// nested group five times as often as the group around it, which would add a fifth of a second to every command.

extension NameSpecification {
  static let output: Self = [.customShort("o"), .customLong("output")]
}

extension ArgumentHelp {
  static let output = ArgumentHelp(
    "Output file. Its extension selects the format. Default: '-', standard output.", valueName: "file")
  static let format = ArgumentHelp(
    """
    Output format. Default: the extension of --output, or else text, json or terminal, depending on the command.
    """,
    valueName: "format")
}

/// The options of a command that writes one result.
protocol WritesOutput {
  var namedOutput: String? { get set }
  var reporting: ReportingOptions { get }
}

extension WritesOutput {
  /// The output file. `-` is standard output.
  var output: String {
    get { namedOutput ?? "-" }
    set { namedOutput = newValue }
  }

  /// Runs the work of a command and reports errors that it throws.
  func run(_ work: () async throws -> Void) async throws { try await reporting.run(work) }

  /// Writes a result. A file is replaced atomically, so that it is never incomplete.
  func write(_ bytes: [UInt8]) throws {
    try WorkMeter.measure(.write, on: WorkMeter.current) {
      if output == "-" { return Console.write(bytes) }
      try AtomicFile.write(bytes, to: output)
    }
  }

  /// Writes text for people. Control characters are replaced with U+FFFD.
  func write(_ text: String) throws {
    try write(Array(DiagnosticRenderer.printable(text, keeping: "\n\t").utf8))
  }
}
