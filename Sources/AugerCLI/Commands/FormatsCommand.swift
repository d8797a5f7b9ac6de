import ArgumentParser

struct FormatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "Lists what results are written as, and what each format loses.",
    discussion: """
      Examples:
        auger formats
      """)

  @Flag(help: "The page, as Documentation/formats.md has it.") var markdown = false

  @OptionGroup var common: OutputOptions

  func run() async throws {
    try await common.run {
      if markdown { return try common.write(OutputFormat.reference) }
      let rows = OutputFormat.allCases.map { format in
        format.referenceRow.map { text in text.filter { $0 != "`" } }
      }
      let text = AlignedText(
        titles: ["format", "ending", "writes", "loses", "of"],
        rightAligned: [false, false, false, false, false], rows: rows)
      try common.write(text.text)
    }
  }
}
