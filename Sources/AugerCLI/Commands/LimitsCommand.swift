import ArgumentParser

struct LimitsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits", abstract: "Lists what bounds the cost of a command, and how each bound is raised.",
    discussion: """
      Examples:
        auger limits
      """)

  @Flag(help: "The page, as Documentation/limits.md has it.") var markdown = false

  @OptionGroup var common: OutputOptions

  func run() async throws {
    try await common.run {
      if markdown { return try common.write(Limit.markdown) }
      let text = AlignedText(
        titles: ["limit", "value", "beyond", "raised by"], rightAligned: [false, false, false, false],
        rows: Limit.all.map(\.plain))
      try common.write(text.text)
    }
  }
}
