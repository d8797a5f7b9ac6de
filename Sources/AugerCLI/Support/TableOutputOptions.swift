import ArgumentParser

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
