import ArgumentParser

struct FormatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List output formats and their limitations.",
    discussion: """
      Examples:
        auger formats
        auger formats --markdown -o formats.md
      """)

  @Flag(help: "Print the reference page Documentation/formats.md.") var markdown = false

  @OptionGroup var common: OutputOptions

  func run() async throws {
    try await common.run {
      if markdown { return try common.write(CommandFormat.reference) }
      let rows = CommandFormat.allCases.map { format in
        format.referenceRow.map { text in text.filter { $0 != "`" } }
      }
      let text = AlignedText(
        titles: ["format", "extension", "content", "omits", "available for"],
        rightAligned: [false, false, false, false, false], rows: rows)
      try common.write(text.text)
    }
  }
}
