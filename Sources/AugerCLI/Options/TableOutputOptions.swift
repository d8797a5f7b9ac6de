import ArgumentParser

/// Options of a command whose result has several formats.
protocol WritesResult: WritesOutput {
  var format: OutputFormat? { get }
}

/// Options of a command whose result may be a table.
protocol WritesTables: WritesResult {
  var tables: SafeOption { get }
}

struct TableOutputOptions: ParsableArguments, WritesTables {
  @Option(name: .output, help: .output) var namedOutput: String?
  @OptionGroup var reporting: ReportingOptions
  @Option(help: .format) var format: OutputFormat?
  @OptionGroup var tables: SafeOption
}
