import ArgumentParser
import AugerDiagnostics
import AugerExpressions

struct FunctionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "functions", abstract: "Lists the functions of expressions, or explains one.",
    discussion: """
      Examples:
        auger functions
        auger functions Round
      """)

  @Argument(help: "The name of a function.") var name: String?

  @Flag(help: "The reference page, as Documentation/functions.md has it.") var markdown = false

  @OptionGroup var common: OutputOptions

  private static func sentence(_ hint: String) -> String { hint.prefix(1).uppercased() + hint.dropFirst() + "." }

  func run() async throws {
    try await common.run {
      if markdown { return try common.write(FunctionCatalogue.reference) }
      guard let name else {
        let rows = FunctionCatalogue.functions.map { [$0.signature, $0.result, $0.group.rawValue] }
        let text = AlignedText(
          titles: ["function", "result", "group"], rightAligned: [false, false, false], rows: rows)
        return try common.write(text.text)
      }
      // Min and Max are two functions each.
      let found = FunctionCatalogue.functions.filter { $0.name.lowercased() == name.lowercased() }
      guard !found.isEmpty else {
        throw DiagnosticError(
          Diagnostic(
            .unknownFunction, "function '\(name)' is not known",
            hint: ForeignFunctions.hint(for: name).map(Self.sentence)
              ?? DidYouMean.hint(for: name, among: FunctionCatalogue.functions.map(\.name), listing: "functions")))
      }
      try common.write(found.map(\.help).joined(separator: "\n"))
    }
  }
}
