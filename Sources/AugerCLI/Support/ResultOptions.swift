import ArgumentParser

/// Of commands whose result is a text or JSON.
struct ResultOptions: ParsableArguments, WritesResult, ComputesInWorkspace {
  @OptionGroup var destination: OutputOptions
  @Option(help: "The format, where the ending does not say it.") var format: OutputFormat?
  @OptionGroup var place: WorkspaceOption
  @OptionGroup var threads: WorkersOption

  var namedOutput: String? {
    get { destination.namedOutput }
    set { destination.namedOutput = newValue }
  }

  var reporting: ReportingOptions { destination.reporting }
}
