import ArgumentParser

/// Of commands whose result is a text or JSON.
struct ResultOptions: ParsableArguments, WritesResult, ComputesInWorkspace {
  @Option(name: .output, help: .output) var namedOutput: String?
  @OptionGroup var reporting: ReportingOptions
  @Option(help: .format) var format: OutputFormat?
  @OptionGroup var place: WorkspaceOption
  @OptionGroup var threads: WorkersOption
}
