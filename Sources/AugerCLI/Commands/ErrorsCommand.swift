import ArgumentParser
import AugerDiagnostics
import AugerMetadata

struct ErrorsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "errors", abstract: "List or explain the codes of errors and warnings.",
    discussion: """
      Examples:
        auger errors
        auger errors unknownColumn
      """)

  @Argument(help: ArgumentHelp("Code to explain. Default: list all codes.", valueName: "code"))
  var code: String?

  @Flag(help: "Print the reference page Documentation/diagnostics.md.") var markdown = false

  @OptionGroup var common: OutputOptions

  func run() async throws {
    try await common.run {
      if markdown { return try common.write(DiagnosticCatalogue.markdown) }
      let entries = DiagnosticCatalogue.entries
      guard let code else {
        let rows = entries.map { [$0.code.rawValue, $0.level.rawValue, $0.summary] }
        let text = AlignedText(titles: ["code", "level", "cause"], rightAligned: [false, false, false], rows: rows)
        return try common.write(text.text)
      }
      guard let entry = entries.first(where: { $0.code.rawValue.lowercased() == code.lowercased() }) else {
        throw DiagnosticError(
          Diagnostic(
            .codeUnknown, "code '\(code)' does not exist",
            hint: DidYouMean.nearest(to: code, among: entries.map(\.code.rawValue)).map { "Did you mean '\($0)'?" }
              ?? "Run 'auger errors' to list all codes."))
      }
      try common.write(entry.help)
    }
  }
}
