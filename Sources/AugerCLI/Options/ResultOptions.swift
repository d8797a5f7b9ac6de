import ArgumentParser

/// The output options of a command that writes text or JSON.
struct ResultOptions: ParsableArguments, WritesResult {
  @Option(name: .output, help: .output) var namedOutput: String?
  @OptionGroup var reporting: ReportingOptions
  @Option(help: .format) var format: CommandFormat?
}
