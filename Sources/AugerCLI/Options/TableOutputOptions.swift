import ArgumentParser

/// The options of a command that supports several output formats.
protocol WritesResult: WritesOutput {
  var format: CommandFormat? { get }
}

/// The options of a command that can write a table.
protocol WritesTables: WritesResult {
  var tables: SafeOption { get }
}

/// The output options of a command that writes a table.
struct TableOutputOptions: ParsableArguments, WritesTables {
  @Option(name: .output, help: .output) var namedOutput: String?
  @OptionGroup var reporting: ReportingOptions
  @Option(help: .format) var format: CommandFormat?
  @OptionGroup var tables: SafeOption
}
