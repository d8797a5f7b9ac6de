import ArgumentParser

struct LimitsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits", abstract: "List resource limits and how to change them.",
    discussion: """
      Examples:
        auger limits
        auger limits --markdown -o limits.md
      """)

  @Flag(help: "Print the reference page Documentation/limits.md.") var markdown = false

  @OptionGroup var common: OutputOptions

  func run() async throws {
    try await common.run {
      if markdown { return try common.write(Limit.markdown) }
      let text = AlignedText(
        titles: ["limit", "value", "if exceeded", "changed by"], rightAligned: [false, false, false, false],
        rows: Limit.all.map(\.plain))
      try common.write(text.text)
    }
  }
}
